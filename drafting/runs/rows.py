"""Reads where a run stands from its rows, and ends it once.
Its rows as the facts that its next step depends on, its place in the loop, and its end, which comes
in the transaction of whatever decides it: a step, new mail, a claim that is taken away."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from config.errors import found
from drafting.mail.choices import BatchState, ClaimEnd
from drafting.mail.claims import has_newer_mail
from drafting.mail.models import Thread
from drafting.runs.choices import SERVER_STAGES, STATUS_OF, RunStatus, Stage, StopReason
from drafting.runs.loop import NextStep, RunFacts, candidate_text, confidence_of, decide
from drafting.runs.models import DraftRun, LoopPlace, RunArtifact, RunSettings
from templatesapp.text.distance import text_hash

# Design page "Draft runs": of one step no more is charged; the rest was dead or waiting time.
MAX_CHARGED_MS = 30_000


def get_run(*, run_id: UUID, among: QuerySet[DraftRun] | None = None) -> DraftRun:
    """One run with its batch and thread. Raises DomainError ``not_found``."""
    runs = DraftRun.objects.all() if among is None else among
    run = runs.select_related("batch__thread").filter(pk=run_id).first()
    return found(run, "There is no such run.")


def read_next(
    *, run: DraftRun, steps: Iterable[RunArtifact] | None = None, now: datetime
) -> NextStep:
    """What comes next for whoever asks at ``now``. Reads only."""
    return decide(read_facts(run, steps_of(run) if steps is None else steps, now=now))


def steps_of(run: DraftRun) -> list[RunArtifact]:
    """What the run's steps left, in the order in which they came."""
    return list(run.artifacts.order_by("pk"))


def read_facts(run: DraftRun, steps: Iterable[RunArtifact], *, now: datetime) -> RunFacts:
    known, is_running = tuple(steps), run.status == RunStatus.RUNNING
    wants_loop = is_running and any(step.stage == Stage.EVALUATION for step in known)
    return RunFacts(
        run=run,
        steps=known,
        # The kill switch of the environment counts at once, whatever held when the run began.
        is_globally_disabled=settings.AUTO_SEND_REVISION_DISABLED,
        # Over, and its answer not given yet: it would be refused now.
        has_newer_mail=(is_running or run.batch.state == BatchState.OPEN)
        and has_newer_mail(thread=run.batch.thread_id, known_ids=run.batch.message_ids),
        may_enter_loop=not wants_loop or may_enter_loop(run=run, now=now),
    )


def worked_since_last_step(
    run: DraftRun, steps: list[RunArtifact], *, claim_number: int, now: datetime
) -> int:
    """Milliseconds of work on the step that comes now: since the previous one under the same
    claim, the wait for a place in the loop left out, at most 30 s. 0 before the loop."""
    # What the server wrote itself is no work of the agent's.
    worked = [step for step in steps if step.stage not in SERVER_STAGES]
    has_loop_begun = any(step.stage == Stage.EVALUATION for step in worked)
    if not has_loop_begun or worked[-1].claim_number != claim_number:
        return 0
    place = LoopPlace.objects.filter(run=run, number__lte=_limit()).first()
    if place is None or place.taken_at is None:
        return 0
    began = max(worked[-1].created_at, place.taken_at)
    milliseconds = round((now - began).total_seconds() * 1000)
    return min(MAX_CHARGED_MS, max(0, milliseconds))


def elapsed_ms(run: DraftRun, steps: list[RunArtifact], now: datetime) -> int:
    """By the clock, of a step that somebody with a live claim is working on in the loop."""
    thread = run.batch.thread
    if run.status != RunStatus.RUNNING or not thread.has_live_claim(now):
        return 0
    return worked_since_last_step(run, steps, claim_number=thread.claim_number, now=now)


def may_say(run: DraftRun, steps: Iterable[RunArtifact], text: str, *, now: datetime) -> bool:
    """Whether an answer may be this: the text that the run stands for (so far), and any where it
    has no usable one."""
    facts = read_facts(run, steps, now=now)
    best = run.best_iteration if run.status != RunStatus.RUNNING else decide(facts).best_iteration
    return best is None or is_same_text(candidate_text(facts, best), text)


def is_same_text(a: str, b: str) -> bool:
    """Whether two texts differ in line ends and outer white space at most."""
    return text_hash(a.strip()) == text_hash(b.strip())


# --- places in the loop: only so many runs of a desk revise at once -------------------------------
# A place counts while its run is running under a live claim: a crashed run holds none. Who gets one
# is decided by a conditional UPDATE of the place's row; whom it is offered to, by the order in
# which runs began, so that two are never promised the same place.


def may_enter_loop(*, run: DraftRun, now: datetime) -> bool:
    """Whether the run has a place, or one is free that nobody who waits longer would get."""
    places = _read_places(now)
    return any(place.run_id == run.pk for place in places) or _has_room(places, run, now)


def take_place(*, run: DraftRun, now: datetime) -> bool:
    """Take a free place, or keep the one that the run has. False where none is left for it.

    Call it in the transaction of the write that needs it.
    """
    places = _read_places(now)
    if any(place.run_id == run.pk for place in places):
        return True
    if not _has_room(places, run, now):
        return False
    if len(places) < _limit():
        rows = [LoopPlace(number=number) for number in range(1, _limit() + 1)]
        LoopPlace.objects.bulk_create(rows, ignore_conflicts=True)
        places = _read_places(now)
    LoopPlace.objects.filter(run=run).update(run=None, taken_at=None)  # one beyond the limit
    for place in places:
        # Of two who saw the same free place, the second finds another run in it.
        seen = Q(run=place.run_id) if place.run_id else Q(run__isnull=True)
        free = LoopPlace.objects.filter(seen, number=place.number)
        if not place.is_held and free.update(run=run, taken_at=now):
            return True
    return False


def give_place_on(*, run: DraftRun, now: datetime) -> None:
    """Free the place of a run that has ended, for the one that has waited longest."""
    if not LoopPlace.objects.filter(run=run).update(run=None, taken_at=None):
        return
    waiting = _waiting(now).first()
    if waiting is not None:
        take_place(run=waiting, now=now)


def _limit() -> int:
    return RunSettings.current().loop_places


def _read_places(now: datetime) -> list[Any]:
    """All with ``is_held``. Whom a place belongs to and whether that run is alive are read in one
    statement, or a place just taken would look like a dead run's."""
    alive = DraftRun.objects.filter(_alive(now), pk=OuterRef("run"))
    places = LoopPlace.objects.filter(number__lte=_limit())
    return list(places.annotate(is_held=Exists(alive)))


def _has_room(places: Sequence[Any], run: DraftRun, now: datetime) -> bool:
    """Whether a place is free that nobody who began earlier waits for."""
    same = Q(started_at=run.started_at, pk__lt=run.pk)
    before = _waiting(now).filter(Q(started_at__lt=run.started_at) | same).count()
    return before < _limit() - sum(place.is_held for place in places)


def _alive(now: datetime) -> Q:
    """Of a run: running, under a live claim on its own batch."""
    return Q(
        status=RunStatus.RUNNING,
        batch__thread__claim_expires_at__gt=now,
        batch__thread__claim_number=F("batch__claim_number"),
    )


def _waiting(now: datetime) -> QuerySet[DraftRun]:
    """Runs that were evaluated, want the loop and have no place; the longest running first."""
    evaluation = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.EVALUATION, iteration=0)
    waiting = DraftRun.objects.filter(_alive(now), Exists(evaluation), place__isnull=True)
    return waiting.order_by("started_at", "pk")


# --- the end --------------------------------------------------------------------------------------


def end_run(*, run: DraftRun, step: NextStep, now: datetime) -> None:
    """Write that a run is over, where ``step`` says why and it has not ended before.

    Needs the thread's lock; the conditional UPDATE is the last stop.
    """
    if step.stop_reason is None or run.status != RunStatus.RUNNING:
        return
    ended = DraftRun.objects.filter(pk=run.pk, status=RunStatus.RUNNING).update(
        status=STATUS_OF[step.stop_reason],
        stop_reason=step.stop_reason,
        loop_skip_reason=step.skip_reason or "",
        best_iteration=step.best_iteration,
        finished_at=now,
    )
    run.refresh_from_db()
    if ended:
        _keep_figures(run, now)
        give_place_on(run=run, now=now)


def end_runs_of_thread(*, thread: Thread, reason: ClaimEnd, now: datetime) -> None:
    """End what is running in a thread: its mail is no longer its agent's.

    Needs the thread's lock. A run that was over by the clock ends with the clock's reason.
    """
    running = DraftRun.objects.filter(batch__thread=thread, status=RunStatus.RUNNING)
    for run in running.select_related("batch"):
        step = read_next(run=run, now=now)
        if step.stop_reason is None or reason == ClaimEnd.NEWER_INBOUND:
            run.stop_reason = StopReason(reason.value)
            step = read_next(run=run, now=now)
        end_run(run=run, step=step, now=now)


def _keep_figures(run: DraftRun, now: datetime) -> None:
    """The figures of the loop, without a text, for statistics."""
    steps = steps_of(run)
    facts = read_facts(run, steps, now=now)
    given = [confidence_of(facts, iteration) for iteration in range(facts.finished_rounds)]
    best = run.best_iteration
    RunArtifact.objects.create(
        run=run,
        stage=Stage.REVISION_LOOP,
        iteration=0,
        payload={
            "loop_exhausted": run.stop_reason == StopReason.EXHAUSTED,
            "iterations_used": max(0, facts.finished_rounds - 1),
            "start_confidence": given[0] if given else None,
            "end_confidence": None if best is None else given[best],
            "total_output_tokens": sum(step.charged_tokens for step in steps),
            "total_latency_ms": sum(step.latency_ms or 0 for step in steps),
            "stop_reason": run.stop_reason,
            "loop_skip_reason": run.loop_skip_reason,
            "channel": run.channel,
        },
        created_at=now,
    )
