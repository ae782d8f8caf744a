"""A run's rows as the facts that its next step depends on."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from config.errors import DomainError
from drafting.mail.choices import BatchState
from drafting.mail.claims import has_newer_mail
from drafting.runs.choices import SERVER_STAGES, RunStatus, Stage
from drafting.runs.loop import NextStep, RunFacts, candidate_text, decide
from drafting.runs.models import DraftRun, RunArtifact
from drafting.runs.places import get_place, may_enter_loop
from templatesapp.text.distance import text_hash

# Design page "Draft runs": of one step no more is charged; the rest was dead or waiting time.
MAX_CHARGED_MS = 30_000


def get_run(*, run_id: UUID, among: QuerySet[DraftRun] | None = None) -> DraftRun:
    """One run with its batch and thread. Raises DomainError ``not_found``."""
    runs = DraftRun.objects.all() if among is None else among
    run = runs.select_related("batch__thread").filter(pk=run_id).first()
    if run is None:
        raise DomainError("not_found", "There is no such run.")
    return run


def read_next(
    *, run: DraftRun, steps: Iterable[RunArtifact] | None = None, now: datetime
) -> NextStep:
    """What comes next for whoever asks at ``now``. Reads only."""
    return decide(read_facts(run, steps_of(run) if steps is None else steps, now=now))


def steps_of(run: DraftRun) -> list[RunArtifact]:
    """What the run's steps left, in the order in which they came."""
    return list(run.artifacts.order_by("pk"))


def read_facts(run: DraftRun, steps: Iterable[RunArtifact], *, now: datetime) -> RunFacts:
    is_running = run.status == RunStatus.RUNNING
    facts = RunFacts(
        run=run,
        steps=tuple(steps),
        # The kill switch of the environment counts at once, whatever held when the run began.
        is_globally_disabled=settings.AUTO_SEND_REVISION_DISABLED,
        # Over, and its answer not given yet: it would be refused now.
        has_newer_mail=(is_running or run.batch.state == BatchState.OPEN)
        and has_newer_mail(thread=run.batch.thread_id, known_ids=run.batch.message_ids),
    )
    if is_running and facts.finished_rounds:
        return replace(facts, may_enter_loop=may_enter_loop(run=run, now=now))
    return facts


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
    place = get_place(run=run)
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
