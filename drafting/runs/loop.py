"""What a run does next: one pure function of its rows and the clock.

An agent that is killed anywhere, or another one that takes over, asks and goes on exactly where
the work stopped. Source: design page "Draft runs", what to do next.

The order of the checks, the first that applies wins: a step that failed for good; hard blocks and
the reasons to skip the loop; newer mail; what a finished round has shown; the budgets, before a
further step; a revision that changed next to nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drafting.runs.choices import (
    NOTHING_LEFT,
    OF_ANSWERS,
    TEXT_BLOCKS,
    Channel,
    Do,
    GateDecision,
    HardBlock,
    Stage,
    StopReason,
)
from drafting.runs.models import DraftRun, RunArtifact  # as plain values: no query is made here
from templatesapp.text.distance import similarity_pct

# A round is not begun with less than this left; one that is begun is finished.
ROUND_RESERVE_MS = 20_000
# More alike than this (per cent of words in place), and a revision has changed nothing.
NO_CHANGE_PCT = 95.0
# A confidence below this says that the evaluator knew nothing.
LEAST_CONFIDENCE = 0.01
RETRY_AFTER_MS = 5_000

_FIRST_ROUND = (Do.STRATEGY, Do.GENERATE, Do.VERIFY, Do.GATE, Do.EVALUATE)
_FURTHER_ROUND = (Do.REVISE, Do.GATE, Do.EVALUATE)
STAGE_OF = {
    Do.STRATEGY: Stage.STRATEGY,
    Do.GENERATE: Stage.GENERATION,
    Do.VERIFY: Stage.VERIFICATION,
    Do.GATE: Stage.OVERSEER_GATE,
    Do.EVALUATE: Stage.EVALUATION,
    Do.REVISE: Stage.REVISION,
}
# Blocks that do not stop the loop: a revision may mend a text; fixed text has a skip reason.
LOOP_GOES_ON = TEXT_BLOCKS | {HardBlock.PROTECTED_CATEGORY}


@dataclass(frozen=True, slots=True)
class RunFacts:
    """All that the next step depends on: the rows, and what holds around them.

    ``may_enter_loop``: it has a place in the loop, or one is free for it.
    """

    run: DraftRun
    steps: tuple[RunArtifact, ...]
    is_globally_disabled: bool = False
    has_newer_mail: bool = False
    may_enter_loop: bool = True

    def step(self, stage: str, iteration: int) -> RunArtifact | None:
        return next((s for s in self.steps if (s.stage, s.iteration) == (stage, iteration)), None)

    def decision(self, iteration: int) -> str:
        """Of an iteration's gate; "" before there is one."""
        gate = self.step(Stage.OVERSEER_GATE, iteration)
        return str(gate.payload.get("decision", "")) if gate else ""

    @property
    def is_blocked_by_gate(self) -> bool:
        return any(self.decision(step.iteration) == GateDecision.BLOCK for step in self.steps)

    @property
    def draft_findings(self) -> list[str]:
        generation = self.step(Stage.GENERATION, 0)
        return generation.findings if generation else []

    @property
    def finished_rounds(self) -> int:
        """How many iterations are evaluated; iteration 0 counts."""
        rounds = 0
        while self.step(Stage.EVALUATION, rounds) is not None:
            rounds += 1
        return rounds


@dataclass(frozen=True, slots=True)
class NextStep:
    """``stop_reason``: set where the run is over, or has to be ended by the next write.

    ``iteration``: of the step, or of the best text where the run is over.
    """

    do: Do
    iteration: int
    remaining_ms: int
    remaining_tokens: int
    stop_reason: StopReason | None
    best_iteration: int | None


def decide(facts: RunFacts) -> NextStep:
    """What comes next; where several reasons to stop hold, the first in the order of the checks."""
    run, best = facts.run, find_best(facts)
    stop = StopReason(run.stop_reason) if run.stop_reason else _find_stop(facts)
    if stop == StopReason.THRESHOLD_MET:
        best = facts.finished_rounds - 1
    return NextStep(
        do=_due(facts) if stop is None else _closing(facts, stop, best),
        iteration=facts.finished_rounds if stop is None else best or 0,
        remaining_ms=max(0, run.time_budget_ms - run.worked_ms),
        remaining_tokens=max(0, run.token_budget - run.tokens_used),
        stop_reason=stop,
        best_iteration=best,
    )


def _due(facts: RunFacts) -> Do:
    iteration = facts.finished_rounds
    if iteration and not facts.may_enter_loop:
        return Do.WAIT
    order = _FURTHER_ROUND if iteration else _FIRST_ROUND
    return next(do for do in order if facts.step(STAGE_OF[do], iteration) is None)


def _closing(facts: RunFacts, stop: StopReason, best: int | None) -> Do:
    if facts.has_newer_mail or stop in NOTHING_LEFT:
        return Do.RELEASE
    return Do.HAND_OVER if best is None else Do.FINISH


def _find_stop(facts: RunFacts) -> StopReason | None:
    if any(step.stage == Stage.LOOP_ERROR for step in facts.steps):
        return StopReason.LOOP_ERROR
    if facts.is_blocked_by_gate:
        return StopReason.HARD_BLOCK
    if facts.finished_rounds and (reason := _reason_to_skip(facts)):
        return reason
    if facts.has_newer_mail:
        return StopReason.NEWER_INBOUND
    if not facts.finished_rounds:
        return None
    return _outcome_of_round(facts) or _spent_budget(facts) or _unchanged_revision(facts)


def _reason_to_skip(facts: RunFacts) -> StopReason | None:
    run = facts.run
    is_confident = facts.finished_rounds == 1 and is_good_enough(facts, 0)
    is_protected = (
        run.snapshot["is_protected"] or HardBlock.PROTECTED_CATEGORY in facts.draft_findings
    )
    # One pass of another channel is begun at most once, and finished.
    is_pass_over = facts.finished_rounds > 1 or is_confident or is_protected
    # A question that the draft leaves open is one that a revision may answer; a promise that we
    # made in an earlier mail is not.
    of_draft = set(facts.draft_findings) - OF_ANSWERS
    blocks = of_draft | set(run.snapshot["hard_blocks"])
    reasons = (
        (bool(blocks - LOOP_GOES_ON), StopReason.HARD_BLOCK),
        (facts.is_globally_disabled, StopReason.GLOBALLY_DISABLED),
        (not run.settings["is_revision_enabled"], StopReason.DISABLED),
        (run.channel != Channel.EMAIL and is_pass_over, StopReason.NON_EMAIL_CHANNEL),
        (is_confident, StopReason.ABOVE_THRESHOLD),
        (is_protected, StopReason.PROTECTED_CATEGORY),
    )
    return next((reason for holds, reason in reasons if holds), None)


def _outcome_of_round(facts: RunFacts) -> StopReason | None:
    """Of a round that is finished and not followed by another revision yet."""
    last = facts.finished_rounds - 1
    if last == 0 or facts.step(Stage.REVISION, last + 1) is not None:
        return None
    if is_good_enough(facts, last):
        return StopReason.THRESHOLD_MET
    return StopReason.EXHAUSTED if last >= facts.run.max_iterations else None


def _spent_budget(facts: RunFacts) -> StopReason | None:
    """Asked before a round begins, by the steps alone: whoever was told to revise is not refused
    because they took their time."""
    if facts.step(Stage.REVISION, facts.finished_rounds) is not None:
        return None
    run = facts.run
    if run.time_budget_ms - run.worked_ms < ROUND_RESERVE_MS:
        return StopReason.TIMEOUT_BUDGET
    return StopReason.TOKEN_BUDGET if run.tokens_used >= run.token_budget else None


def _unchanged_revision(facts: RunFacts) -> StopReason | None:
    """A revision of the round that is going on, next to the same as what it should improve."""
    iteration = facts.finished_rounds
    revision = facts.step(Stage.REVISION, iteration)
    if revision is None:
        return None
    earlier = {candidate_text(facts, iteration - 1)}
    if (best := find_best(facts)) is not None:
        earlier.add(candidate_text(facts, best))
    is_same = any(similarity_pct(revision.text, text) > NO_CHANGE_PCT for text in earlier)
    return StopReason.REVISION_NO_CHANGE if is_same else None


def candidate_step(facts: RunFacts, iteration: int) -> RunArtifact | None:
    """The step whose text stands for an iteration: its gate's where the gate rewrote it."""
    if facts.decision(iteration) == GateDecision.REVISE:
        return facts.step(Stage.OVERSEER_GATE, iteration)
    return facts.step(Stage.REVISION if iteration else Stage.VERIFICATION, iteration)


def current_step(facts: RunFacts, iteration: int) -> RunArtifact | None:
    """The step whose text is worked on in an iteration: its own candidate as soon as there is one,
    else the one before; at first the draft as generated."""
    for number in range(iteration, -1, -1):
        step = candidate_step(facts, number)
        if step is not None and step.text.strip():
            return step
    return facts.step(Stage.GENERATION, 0)


def candidate_text(facts: RunFacts, iteration: int) -> str:
    step = candidate_step(facts, iteration)
    return step.text if step else ""


def find_best(facts: RunFacts) -> int | None:
    """The usable iteration of the highest confidence, the earlier among equals; None without one.

    Usable: its gate let it pass, its revision left nothing unresolved, and the text itself may be
    sent, if only by a person.
    """
    usable = [i for i in range(facts.finished_rounds) if _is_usable(facts, i)]
    return max(usable, key=lambda i: (confidence_of(facts, i), -i), default=None)


def _is_usable(facts: RunFacts, iteration: int) -> bool:
    candidate = candidate_step(facts, iteration)
    if candidate is None or not candidate.text.strip():
        return False
    revision = facts.step(Stage.REVISION, iteration)
    has_unresolved = bool(revision and revision.payload.get("unresolved_requirements"))
    passed = facts.decision(iteration) in (GateDecision.APPROVE, GateDecision.REVISE)
    return passed and not has_unresolved and TEXT_BLOCKS.isdisjoint(candidate.findings)


def confidence_of(facts: RunFacts, iteration: int) -> float:
    """0-1; 0 where the evaluation says nothing usable."""
    evaluation = facts.step(Stage.EVALUATION, iteration)
    return _confidence(evaluation.payload) if evaluation else 0.0


def _confidence(payload: Mapping[str, Any]) -> float:
    value = payload.get("confidence")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if 0 <= value <= 1 else 0.0


def is_safe(payload: Mapping[str, Any]) -> bool:
    """Whether an evaluation says that its text may be sent. A contradiction, or a value that is
    none, counts as unsafe."""
    return (
        payload.get("safe_to_send") is True
        and payload.get("requires_human_review") is False
        and _confidence(payload) >= LEAST_CONFIDENCE
    )


def is_good_enough(facts: RunFacts, iteration: int) -> bool:
    """Usable, safe and as confident as asked for, without any finding but that it is written in
    words of its own: a person reads that, and no further round could say whether it is right."""
    candidate = candidate_step(facts, iteration)
    evaluation = facts.step(Stage.EVALUATION, iteration)
    return (
        candidate is not None
        and evaluation is not None
        and {*candidate.findings} <= {HardBlock.OWN_WORDS}
        and _is_usable(facts, iteration)
        and is_safe(evaluation.payload)
        and _confidence(evaluation.payload) >= facts.run.threshold
    )
