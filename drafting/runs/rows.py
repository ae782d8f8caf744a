"""Reads where a run stands from its rows, and ends it once.
Its rows as the facts that its next step depends on, whether there is room for it in the loop, and
its end, which comes in the transaction of whatever decides it: a step, new mail, a claim that is
taken away. And counts how the runs of a period went."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import Avg, Count, Exists, F, FloatField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from config.errors import found
from drafting.mail.choices import BatchState, ClaimEnd
from drafting.mail.claims import has_newer_mail
from drafting.mail.models import Thread
from drafting.runs.choices import SERVER_STAGES, STATUS_OF, RunStatus, Stage, StopReason
from drafting.runs.loop import NextStep, RunFacts, candidate_text, confidence_of, decide
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from templatesapp.text.distance import text_hash

# Design page "Draft runs": of one step no more is charged; the rest was dead or waiting time.
MAX_CHARGED_MS = 30_000
# More than half of the loops should reach the confidence that is asked for, however they end.
REACHED_GOAL_PCT = 50


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
    may_enter_since = _may_enter_loop_since(known) if is_running else None
    return RunFacts(
        run=run,
        steps=known,
        # The kill switch of the environment counts at once, whatever held when the run began.
        is_globally_disabled=settings.AUTO_SEND_REVISION_DISABLED,
        # Over, and its answer not given yet: it would be refused now.
        has_newer_mail=(is_running or run.batch.state == BatchState.OPEN)
        and has_newer_mail(thread=run.batch.thread_id, known_ids=run.batch.message_ids),
        may_enter_loop=may_enter_since is None or may_enter_since <= now,
    )


def _may_enter_loop_since(steps: Sequence[RunArtifact]) -> datetime | None:
    """From when on the run may be in the loop: only so many of a desk are, in the order in which
    they were first evaluated. One whose claim has run out stands in nobody's way. None before the
    evaluation."""
    evaluated = next((step for step in steps if step.stage == Stage.EVALUATION), None)
    if evaluated is None:
        return None
    over = Q(finished_at__gt=evaluated.created_at)
    claimed = Q(
        status=RunStatus.RUNNING,
        batch__claim_number=F("batch__thread__claim_number"),
        batch__thread__claim_expires_at__gt=evaluated.created_at,
    )
    first = {"artifacts__stage": Stage.EVALUATION, "artifacts__iteration": 0}
    before = DraftRun.objects.filter(over | claimed, **first, artifacts__pk__lt=evaluated.pk)
    left_at = Coalesce("finished_at", "batch__thread__claim_expires_at")
    places = RunSettings.current().loop_places
    latest = before.order_by(left_at.desc()).values_list(left_at, flat=True)
    last = latest[places - 1 : places].first()
    return last or evaluated.created_at


def worked_since_last_step(steps: list[RunArtifact], *, claim_number: int, now: datetime) -> int:
    """Milliseconds of work on the step that comes now: since the previous one under the same
    claim, the wait for a place in the loop left out, at most 30 s. 0 before the loop."""
    # What the server wrote itself is no work of the agent's.
    worked = [step for step in steps if step.stage not in SERVER_STAGES]
    since = _may_enter_loop_since(worked)
    if since is None or worked[-1].claim_number != claim_number:
        return 0
    milliseconds = round((now - max(worked[-1].created_at, since)).total_seconds() * 1000)
    return min(MAX_CHARGED_MS, max(0, milliseconds))


def elapsed_ms(run: DraftRun, steps: list[RunArtifact], now: datetime) -> int:
    """By the clock, of a step that somebody with a live claim is working on in the loop."""
    thread = run.batch.thread
    if run.status != RunStatus.RUNNING or not thread.has_live_claim(now):
        return 0
    return worked_since_last_step(steps, claim_number=thread.claim_number, now=now)


def may_say(run: DraftRun, steps: Iterable[RunArtifact], text: str, *, now: datetime) -> bool:
    """Whether an answer may be this: the text that the run stands for (so far), and any where it
    has no usable one."""
    facts = read_facts(run, steps, now=now)
    best = run.best_iteration if run.status != RunStatus.RUNNING else decide(facts).best_iteration
    return best is None or is_same_text(candidate_text(facts, best), text)


def is_same_text(a: str, b: str) -> bool:
    """Whether two texts differ in line ends and outer white space at most."""
    return text_hash(a.strip()) == text_hash(b.strip())


def end_run(*, run: DraftRun, step: NextStep, now: datetime) -> None:
    """Write that a run is over, where ``step`` says why and it has not ended before.

    Needs the thread's lock; the conditional UPDATE is the last stop.
    """
    if step.stop_reason is None or run.status != RunStatus.RUNNING:
        return
    ended = DraftRun.objects.filter(pk=run.pk, status=RunStatus.RUNNING).update(
        status=STATUS_OF[step.stop_reason],
        stop_reason=step.stop_reason,
        best_iteration=step.best_iteration,
        finished_at=now,
    )
    run.refresh_from_db()
    if ended:
        _keep_figures(run, now)


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


@dataclass(frozen=True, slots=True)
class LoopStatistics:
    """Runs that ended in a period; a loop is a run with at least one revision.

    ``stop_reasons``: of all runs, the most frequent first. ``reached``: loops that reached the
    threshold; ``otherwise``: how the others ended. Means are of loops, None without one;
    confidences 0-1, of the first text and of the one that stood at the end.
    """

    runs: int
    loops: int
    reached: int
    otherwise: dict[str, int]
    stop_reasons: dict[str, int]
    mean_start_confidence: float | None
    mean_end_confidence: float | None
    mean_output_tokens: float | None
    mean_worked_ms: float | None

    @property
    def reached_pct(self) -> float | None:
        return round(100 * self.reached / self.loops, 1) if self.loops else None

    @property
    def is_goal_met(self) -> bool:
        """Also where there is no loop that could have missed it."""
        return self.reached_pct is None or self.reached_pct > REACHED_GOAL_PCT


def loop_statistics(*, since: datetime, until: datetime) -> LoopStatistics:
    """Of the runs that ended from ``since`` on and before ``until``. Two queries."""
    revisions = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.REVISION)
    ended = DraftRun.objects.filter(finished_at__gte=since, finished_at__lt=until).order_by()
    ended = ended.annotate(is_loop=Exists(revisions))
    counted = list(
        ended.values_list("stop_reason").annotate(
            runs=Count("pk"), loops=Count("pk", filter=Q(is_loop=True))
        )
    )
    reasons = Counter({stop: runs for stop, runs, _ in counted})
    of_loops = Counter({stop: loops for stop, _, loops in counted if loops})
    reached = of_loops.pop(StopReason.THRESHOLD_MET, 0)
    means = ended.filter(is_loop=True).aggregate(
        mean_start_confidence=Avg(_figure("start_confidence")),
        mean_end_confidence=Avg(_figure("end_confidence")),
        mean_output_tokens=Avg("tokens_used"),
        mean_worked_ms=Avg("worked_ms"),
    )
    return LoopStatistics(
        runs=reasons.total(),
        loops=reached + of_loops.total(),
        reached=reached,
        otherwise=dict(of_loops.most_common()),
        stop_reasons=dict(reasons.most_common()),
        **{name: None if mean is None else round(mean, 4) for name, mean in means.items()},
    )


def _figure(name: str) -> Subquery:
    """A number of the run's own figures."""
    figures = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.REVISION_LOOP, iteration=0)
    value = Cast(KT(f"payload__{name}"), FloatField())
    return Subquery(figures.annotate(figure=value).values("figure")[:1])
