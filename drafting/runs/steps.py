"""Keeping what the steps of a run leave. The agent does the work; the server remembers, computes
what comes next, and refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from config.errors import DomainError
from drafting.drafts.models import Draft
from drafting.mail.claims import require_claim
from drafting.mail.work_models import Batch
from drafting.runs.blocks.verdict import Verdict, judge_draft, judge_text
from drafting.runs.choices import Do, GateDecision, RunStatus, Stage
from drafting.runs.endings import end_run
from drafting.runs.loop import STAGE_OF, NextStep, decide
from drafting.runs.memory.proposing import MemoryProposal, ProposalOutcome, propose_memory
from drafting.runs.models import MAX_PAYLOAD_BYTES, MAX_TEXT_BYTES, DraftRun, RunArtifact
from drafting.runs.places import take_place
from drafting.runs.rows import (
    best_text,
    is_same_text,
    read_facts,
    read_next,
    steps_of,
    worked_since_last_step,
)
from drafting.runs.stages import check_stage, check_step, encoded, is_failure

BYTES_PER_TOKEN = 4  # what an artifact without token counts is charged
# Free to be left out; each stands before the step that it prepares.
_OPTIONAL = {Stage.OVERSEER_EXTRACT: Do.GATE, Stage.REVISION_SELECTOR: Do.REVISE}


@dataclass(frozen=True, slots=True)
class StepInput:
    """What an agent sends about one step. ``input_hash``: of what the agent worked from; the same
    again is the same step."""

    stage: str
    iteration: int
    input_hash: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    latency_ms: int | None = None


@dataclass(frozen=True, slots=True)
class StoredStep:
    artifact: RunArtifact
    run: DraftRun
    next_step: NextStep
    created: bool  # False: it was there


def put_artifact(
    *, run_id: UUID, work_token: str, step: StepInput, agent: str, now: datetime
) -> StoredStep:
    """Keep what a step left, and end the run where that decides it: one transaction.

    Raises ``payload_too_large``, ``validation_error``, ``not_found``, ``claim_lost``,
    ``artifact_conflict`` (the step is there with another input), ``not_best_text`` (a final draft
    in other words), ``out_of_order`` (another step is due, or the run is over).
    """
    _refuse_large(step)
    stage = check_stage(step.stage)
    check_step(stage, step.payload, step.text)
    with transaction.atomic():
        thread, batch = require_claim(work_token=work_token, agent=agent)
        run = _locked_run(run_id, batch)
        writing = _Writing(run, thread.claim_number, agent, now, steps_of(run))
        if (known := _known_artifact(writing, stage, step)) is not None:
            return StoredStep(known, run, read_next(run=run, now=now), False)
        refusal = _settle(writing, stage, step)
        if refusal is None:
            artifact = _store(writing, stage, step)
    if refusal is not None:  # raised after the commit, or the end of the run would go with it
        raise refusal
    return StoredStep(artifact, run, read_next(run=run, now=now), True)


def keep_final_draft(
    *, run: DraftRun, step: StepInput, claim_number: int, agent: str, now: datetime
) -> None:
    """The text that a run is finished with, unless it is kept already. Needs the thread's lock."""
    writing = _Writing(run, claim_number, agent, now, steps_of(run))
    if not any(s.stage == step.stage and s.iteration == step.iteration for s in writing.steps):
        _keep(writing, Stage.FINAL_DRAFT, step, run.draft)


def propose_under_claim(
    *,
    run_id: UUID,
    work_token: str,
    agent: str,
    proposals: Sequence[MemoryProposal],
    now: datetime,
) -> list[ProposalOutcome]:
    """Take the memory proposals of the run's agent. Raises ``not_found``, ``claim_lost`` and what
    ``propose_memory`` raises."""
    with transaction.atomic():
        _, batch = require_claim(work_token=work_token, agent=agent)
        run = _locked_run(run_id, batch)
        return propose_memory(run=run, proposals=proposals, now=now)


@dataclass(slots=True)
class _Writing:
    """A run under its lock, and who writes."""

    run: DraftRun
    claim_number: int
    agent: str
    now: datetime
    steps: list[RunArtifact]

    def decided(self) -> NextStep:
        """By the rows alone: a step that was begun in time is accepted when it comes."""
        return decide(read_facts(self.run, self.steps, now=self.now))


def _refuse_large(step: StepInput) -> None:
    if len(encoded(step.payload)) > MAX_PAYLOAD_BYTES:
        raise DomainError("payload_too_large", f"A payload has at most {MAX_PAYLOAD_BYTES} bytes.")
    if len(step.text.encode("utf-8", "surrogatepass")) > MAX_TEXT_BYTES:
        raise DomainError("payload_too_large", f"A text has at most {MAX_TEXT_BYTES} bytes.")


def _locked_run(run_id: UUID, batch: Batch) -> DraftRun:
    run = DraftRun.objects.select_for_update(of=("self",)).select_related("batch").filter(pk=run_id)
    found = run.first()
    if found is None:
        raise DomainError("not_found", "There is no such run.")
    if found.batch_id != batch.pk:
        raise DomainError("claim_lost", "This run belongs to another claim.")
    return found


def _known_artifact(writing: _Writing, stage: Stage, step: StepInput) -> RunArtifact | None:
    """The step as it was stored. Raises ``artifact_conflict`` for another input."""
    stored_as = Stage.LOOP_ERROR if is_failure(step.payload) else stage
    for known in writing.steps:
        if (known.stage, known.iteration) == (stored_as, step.iteration):
            if known.input_hash != step.input_hash:
                raise DomainError("artifact_conflict")
            return known
    return None


def _settle(writing: _Writing, stage: Stage, step: StepInput) -> DomainError | None:
    """Write a stop that the clock, new mail or a switch has brought; then say what is refused."""
    if stage == Stage.FINAL_DRAFT:
        _end_if_over(writing, read_next(run=writing.run, now=writing.now))
        return _refusal_of_final(writing, step)
    due = writing.decided()
    _end_if_over(writing, due)
    return _refusal_of_step(writing, due, stage, step)


def _end_if_over(writing: _Writing, step: NextStep) -> None:
    if step.stop_reason is not None and writing.run.status == RunStatus.RUNNING:
        end_run(run=writing.run, step=step, now=writing.now)


def _refusal_of_final(writing: _Writing, step: StepInput) -> DomainError | None:
    run = writing.run
    if run.status == RunStatus.RUNNING:
        return out_of_order(read_next(run=run, now=writing.now))
    if step.iteration != (run.best_iteration or 0):
        return DomainError(
            "out_of_order", f"The final draft belongs to iteration {run.best_iteration or 0}."
        )
    best = best_text(run, writing.steps, now=writing.now)
    if best is not None and not is_same_text(best, step.text):
        return DomainError("not_best_text")
    return None


def _refusal_of_step(
    writing: _Writing, due: NextStep, stage: Stage, step: StepInput
) -> DomainError | None:
    is_due = STAGE_OF.get(due.do) == stage or _OPTIONAL.get(stage) == due.do
    if not is_due or step.iteration != due.iteration:
        return out_of_order(due)
    if due.iteration > 0 and not take_place(run=writing.run, now=writing.now):
        return out_of_order(read_next(run=writing.run, now=writing.now))
    return None


def out_of_order(due: NextStep) -> DomainError:
    over = f"The run is over ({due.stop_reason}): " if due.stop_reason else ""
    extra = {"do": due.do, "iteration": due.iteration, "stop_reason": due.stop_reason}
    return DomainError("out_of_order", f"{over}{due.do} is due.", extra=extra)


def _store(writing: _Writing, stage: Stage, step: StepInput) -> RunArtifact:
    run = writing.run
    run.draft = _draft_of(run, stage, step)
    artifact = _keep(writing, stage, step, run.draft)
    writing.steps.append(artifact)
    run.worked_ms += artifact.charged_ms
    run.tokens_used += artifact.charged_tokens
    due = writing.decided()
    run.best_iteration = due.best_iteration
    run.save(update_fields=["draft", "worked_ms", "tokens_used", "best_iteration"])
    _end_if_over(writing, due)
    if run.status == RunStatus.RUNNING and stage == Stage.EVALUATION:
        take_place(run=run, now=writing.now)  # the loop is called for
    return artifact


def _draft_of(run: DraftRun, stage: Stage, step: StepInput) -> Draft | None:
    """The kept draft: the one that generation names, which must answer the run's batch."""
    if stage != Stage.GENERATION or is_failure(step.payload):
        return run.draft
    draft = Draft.objects.filter(pk=UUID(str(step.payload["draft_id"]))).first()
    if draft is None:
        raise DomainError("unknown_draft")
    if draft.batch_id != run.batch_id:
        raise DomainError("claim_lost", "This draft belongs to another claim.")
    return draft


def _keep(writing: _Writing, stage: Stage, step: StepInput, draft: Draft | None) -> RunArtifact:
    payload, text = step.payload, _text_of(stage, step, draft)
    verdict = _verdict(stage, step, draft)
    if is_failure(step.payload):
        payload, text = {"stage": stage, "reason": step.payload["error"]}, ""
        stage = Stage.LOOP_ERROR
    return RunArtifact.objects.create(
        run=writing.run,
        stage=stage,
        iteration=step.iteration,
        input_hash=step.input_hash,
        payload=dict(payload),
        text=text,
        findings=list(verdict.blocks),
        report=verdict.as_dict(),
        input_tokens=step.input_tokens,
        output_tokens=step.output_tokens,
        latency_ms=step.latency_ms,
        charged_ms=_charged_ms(writing, stage, step),
        charged_tokens=_charged_tokens(stage, step),
        claim_number=writing.claim_number,
        agent=writing.agent,
        created_at=writing.now,
    )


def _text_of(stage: Stage, step: StepInput, draft: Draft | None) -> str:
    """The server keeps the text that it generated itself, not what is sent back of it."""
    if stage == Stage.GENERATION and draft is not None:
        return draft.body_plain
    return step.text


def _verdict(stage: Stage, step: StepInput, draft: Draft | None) -> Verdict:
    """Of what the step brought: of the draft, or of a text that could go out."""
    if draft is None or is_failure(step.payload):
        return Verdict()
    if stage == Stage.GENERATION:
        return judge_draft(draft=draft)
    is_rewritten = stage == Stage.OVERSEER_GATE and step.payload["decision"] == GateDecision.REVISE
    if is_rewritten or stage in (Stage.VERIFICATION, Stage.REVISION):
        return judge_text(draft=draft, text=step.text)
    return Verdict()


def _is_charged(stage: Stage, step: StepInput) -> bool:
    """Steps of the loop: its budgets count from the first revision on."""
    return step.iteration > 0 and stage != Stage.FINAL_DRAFT


def _charged_ms(writing: _Writing, stage: Stage, step: StepInput) -> int:
    if not _is_charged(stage, step):
        return 0
    return worked_since_last_step(
        writing.run, writing.steps, claim_number=writing.claim_number, now=writing.now
    )


def _charged_tokens(stage: Stage, step: StepInput) -> int:
    if not _is_charged(stage, step):
        return 0
    if step.output_tokens is not None:
        return step.output_tokens
    said = step.text.encode("utf-8", "surrogatepass") or encoded(step.payload)
    return len(said) // BYTES_PER_TOKEN
