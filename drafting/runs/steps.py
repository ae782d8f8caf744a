"""Starts a run and keeps what its steps leave.
The agent does the work; the server takes down once what every step will see, remembers, computes
what comes next, and refuses."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from config.errors import DomainError, found
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.services.interpret import interpret_work
from drafting.mail.choices import ClaimEnd, ThreadKind
from drafting.mail.claims import get_live_work, require_claim
from drafting.mail.work_models import Batch
from drafting.runs import rows
from drafting.runs.choices import Do, GateDecision, RunStatus, Stage
from drafting.runs.hard_blocks import Verdict, find_mail_blocks, judge_draft, judge_text
from drafting.runs.loop import STAGE_OF, NextStep
from drafting.runs.memory import ProposalOutcome, propose_memory
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.snapshot import snapshot_hash, take_snapshot
from drafting.runs.stages import check_step, encoded, is_failure

# Of the settings, what a run's row holds itself.
_OWN_SETTINGS = ("threshold", "max_iterations", "time_budget_ms", "token_budget")
BYTES_PER_TOKEN = 4  # what an artifact without token counts is charged
# Free to be left out; each stands before the step that it prepares.
_OPTIONAL = {Stage.OVERSEER_EXTRACT: Do.GATE, Stage.REVISION_SELECTOR: Do.REVISE}


def start_run(*, work_token: str, channel: str, agent: str, now: datetime) -> tuple[DraftRun, bool]:
    """The run of the claimed batch, and whether it is new: else a running or completed one was
    there. A new one takes its snapshot.

    After an aborted or failed run a new attempt begins, and so it does for a batch that was frozen
    anew: after a person's word, or for mail that came late. Raises ``claim_lost``, or ``conflict``
    for a briefing, which is answered without a run.
    """
    work = get_live_work(work_token=work_token, agent=agent)
    if work.thread.kind == ThreadKind.BRIEFING:
        raise DomainError("conflict", "A briefing is answered without a run.")
    parent_id = work.batch.parent_id
    if parent_id is None:
        raise DomainError("conflict", "The mail that it would answer has been erased.")
    if (standing := _standing_run(work.batch, channel)) is not None:
        return standing, False
    # Settings and snapshot are read before any lock is held.
    settings, desk = RunSettings.in_force().of_run(), current_desk()
    plan = interpret_work(work=work, desk=desk)
    blocks = find_mail_blocks(work=work, plan=plan, desk=desk)
    snapshot = take_snapshot(work=work, plan=plan, desk=desk, hard_blocks=blocks, now=now)
    with transaction.atomic():
        thread, batch = require_claim(work_token=work_token, agent=agent)
        if (standing := _standing_run(batch, channel)) is not None:
            return standing, False
        # One of an earlier batch whose agent died: a message has one running run.
        rows.end_runs_of_thread(thread=thread, reason=ClaimEnd.NEWER_INBOUND, now=now)
        earlier = DraftRun.objects.filter(trigger=parent_id, channel=channel)
        run = DraftRun.objects.create(
            batch=batch,
            trigger_id=parent_id,
            channel=channel,
            attempt=(earlier.aggregate(last=Max("attempt"))["last"] or 0) + 1,
            agent=agent,
            started_at=now,
            settings=settings,
            snapshot=snapshot,
            snapshot_hash=snapshot_hash(snapshot),
            **{name: settings[name] for name in _OWN_SETTINGS},
        )
    return run, True


def _standing_run(batch: Batch, channel: str) -> DraftRun | None:
    standing = (RunStatus.RUNNING, RunStatus.COMPLETED)
    runs = DraftRun.objects.filter(batch=batch, channel=channel, status__in=standing)
    return runs.select_related("batch").order_by("-attempt").first()


def put_artifact(
    *, run_id: UUID, work_token: str, step: RunArtifact, agent: str, now: datetime
) -> tuple[RunArtifact, bool]:
    """Keep what a step left, and end the run where that decides it: one transaction. Returns the
    step as stored, and whether that is new.

    ``step``: what the agent sends of it, not stored yet; its ``input_hash`` is of what the agent
    worked from, and the same again is the same step. Raises ``payload_too_large``,
    ``validation_error``, ``not_found``, ``claim_lost``, ``artifact_conflict`` (the step is there
    with another input), ``not_best_text`` (a final draft in other words), ``out_of_order``
    (another step is due, or the run is over).
    """
    check_step(step.stage, step.payload, step.text)
    with transaction.atomic():
        thread, batch = require_claim(work_token=work_token, agent=agent)
        run = _locked_run(run_id, batch)
        step.run, step.claim_number = run, thread.claim_number
        step.agent, step.created_at = agent, now
        steps = rows.steps_of(run)
        if (known := _known_artifact(step, steps)) is not None:
            return known, False
        # By the rows alone: a step that was begun in time is accepted when it comes.
        due = rows.read_next(run=run, steps=steps, now=now)
        # A stop that the clock, new mail or a switch has brought is written, whatever is refused.
        rows.end_run(run=run, step=due, now=now)
        refusal = _refusal(step, due, steps)
        if refusal is None:
            _store(step, steps)
    if refusal is not None:  # raised after the commit, or the end of the run would go with it
        raise refusal
    return step, True


def propose_under_claim(
    *,
    run_id: UUID,
    work_token: str,
    agent: str,
    proposals: Sequence[Mapping[str, Any]],
    now: datetime,
) -> list[ProposalOutcome]:
    """Take the memory proposals of the run's agent. Raises ``not_found``, ``claim_lost`` and what
    ``propose_memory`` raises."""
    with transaction.atomic():
        _, batch = require_claim(work_token=work_token, agent=agent)
        run = _locked_run(run_id, batch)
        return propose_memory(run=run, proposals=proposals, now=now)


def _locked_run(run_id: UUID, batch: Batch) -> DraftRun:
    run = rows.get_run(run_id=run_id, among=DraftRun.objects.select_for_update(of=("self",)))
    if run.batch_id != batch.pk:
        raise DomainError("claim_lost", "This run belongs to another claim.")
    return run


def _known_artifact(step: RunArtifact, steps: Sequence[RunArtifact]) -> RunArtifact | None:
    """The step as it was stored. Raises ``artifact_conflict`` for another input."""
    stored_as = Stage.LOOP_ERROR if is_failure(step.payload) else step.stage
    for known in steps:
        if (known.stage, known.iteration) == (stored_as, step.iteration):
            if known.input_hash != step.input_hash:
                raise DomainError("artifact_conflict")
            return known
    return None


def _refusal(step: RunArtifact, due: NextStep, steps: Sequence[RunArtifact]) -> DomainError | None:
    if step.stage != Stage.FINAL_DRAFT:
        is_due = STAGE_OF.get(due.do) == step.stage or _OPTIONAL.get(Stage(step.stage)) == due.do
        return None if is_due and step.iteration == due.iteration else out_of_order(due)
    run, best = step.run, step.run.best_iteration or 0
    if run.status == RunStatus.RUNNING:
        return out_of_order(due)
    if step.iteration != best:
        return DomainError("out_of_order", f"The final draft belongs to iteration {best}.")
    may_say = rows.may_say(run, steps, step.text, now=step.created_at)
    return None if may_say else DomainError("not_best_text")


def out_of_order(due: NextStep) -> DomainError:
    over = f"The run is over ({due.stop_reason}): " if due.stop_reason else ""
    extra = {"do": due.do, "iteration": due.iteration, "stop_reason": due.stop_reason}
    return DomainError("out_of_order", f"{over}{due.do} is due.", extra=extra)


def _store(step: RunArtifact, steps: list[RunArtifact]) -> None:
    run, stage, now = step.run, Stage(step.stage), step.created_at
    if stage == Stage.GENERATION and not is_failure(step.payload):
        run.draft = _draft_named(step)
    _complete(step, stage, steps)
    step.save(force_insert=True)
    steps.append(step)
    run.worked_ms += step.charged_ms
    run.tokens_used += step.charged_tokens
    due = rows.read_next(run=run, steps=steps, now=now)
    run.best_iteration = due.best_iteration
    run.save(update_fields=["draft", "worked_ms", "tokens_used", "best_iteration"])
    rows.end_run(run=run, step=due, now=now)


def _draft_named(step: RunArtifact) -> Draft:
    """The draft that generation names, which must answer the run's batch."""
    named = Draft.objects.filter(pk=step.payload["draft_id"])
    draft = found(named.first(), code="unknown_draft")
    if draft.batch_id != step.run.batch_id:
        raise DomainError("claim_lost", "This draft belongs to another claim.")
    return draft


def _complete(step: RunArtifact, stage: Stage, steps: list[RunArtifact]) -> None:
    """What the server adds: what the step is charged, and what it found in it."""
    # The loop's budgets count from the first revision on.
    if step.iteration > 0 and stage != Stage.FINAL_DRAFT:
        step.charged_ms = rows.worked_since_last_step(
            steps, claim_number=step.claim_number, now=step.created_at
        )
        said = step.text.encode("utf-8", "surrogatepass") or encoded(step.payload)
        told = step.output_tokens
        step.charged_tokens = len(said) // BYTES_PER_TOKEN if told is None else told
    if is_failure(step.payload):
        step.payload = {"stage": stage, "reason": step.payload["error"]}
        step.stage, step.text = Stage.LOOP_ERROR, ""
        return
    blocks, step.report = _verdict(step, stage)
    step.findings = list(blocks)
    if stage == Stage.GENERATION and step.run.draft is not None:
        # The text that the server generated itself, not what is sent back of it.
        step.text = step.run.draft.body_plain


def _verdict(step: RunArtifact, stage: Stage) -> Verdict:
    """Of what the step brought: of the draft, or of a text that could go out."""
    draft = step.run.draft
    if draft is not None and stage == Stage.GENERATION:
        return judge_draft(draft=draft)
    is_rewritten = step.payload.get("decision") == GateDecision.REVISE
    has_text = stage in (Stage.VERIFICATION, Stage.REVISION) or (
        stage == Stage.OVERSEER_GATE and is_rewritten
    )
    return judge_text(draft=draft, text=step.text) if draft and has_text else Verdict((), {})
