"""What a run did, told for somebody who does not know how it works. Pure: facts in, words out.

Texts of guests and agents are handed on as they are; whoever shows them escapes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from drafting.runs.choices import (
    CONFIDENT_STOPS,
    Do,
    GateDecision,
    HardBlock,
    RunStatus,
    SkipReason,
    Stage,
    StopReason,
)
from drafting.runs.loop import (
    LEAST_CONFIDENCE,
    LOOP_GOES_ON,
    RunFacts,
    candidate_step,
    candidate_text,
    confidence_of,
    decide,
    find_best,
    is_safe,
)
from drafting.runs.models import RunArtifact

# Steps that belong to the run and not to one of its rounds.
_ENDING = frozenset({Stage.FINAL_DRAFT, Stage.MEMORY_PROPOSAL, Stage.REVISION_LOOP})
_NUMBERS = ("No", "One", "Two", "Three")
# What happened to the work itself says all; nothing of this run is going to be released.
_WITHOUT_REPLY = frozenset(
    {StopReason.NEWER_INBOUND, StopReason.CLAIM_RELEASED, StopReason.HANDED_OVER}
)
_TONES = {
    StopReason.THRESHOLD_MET: "good",
    StopReason.ABOVE_THRESHOLD: "good",
    StopReason.HARD_BLOCK: "bad",
    StopReason.LOOP_ERROR: "bad",
    StopReason.NEWER_INBOUND: "quiet",
    StopReason.CLAIM_RELEASED: "quiet",
    StopReason.ANSWERED: "quiet",
}


class Release(StrEnum):
    """How far the reply of a run has come."""

    NONE = "none"
    WAITS = "waits"
    BY_PERSON = "by_person"
    BY_RUN = "by_run"


@dataclass(frozen=True, slots=True)
class StoryFacts:
    """``run``: as the next step depends on it. ``may_leave_alone``: automatic release was on."""

    run: RunFacts
    status: str
    best_iteration: int | None = None
    may_leave_alone: bool = False
    release: Release = Release.NONE
    released_by: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """What an evaluation said; ``confidence`` 0-1."""

    iteration: int
    confidence: float
    is_safe: bool
    is_usable: bool
    is_best: bool

    @property
    def name(self) -> str:
        return round_name(self.iteration)


@dataclass(frozen=True, slots=True)
class Round:
    """One iteration. ``faults``: why its text may not be used, in words; empty for a usable one.

    ``text_before``: the text of the round before; empty for the first.
    """

    iteration: int
    steps: tuple[RunArtifact, ...]
    text: str
    text_before: str
    point: Point | None
    faults: tuple[str, ...]
    is_best: bool
    is_blocked: bool

    @property
    def name(self) -> str:
        return round_name(self.iteration)


@dataclass(frozen=True, slots=True)
class Story:
    """``tone``: good, warn, bad or quiet. ``original``, ``best``: confidence 0-1, where known."""

    sentences: tuple[str, ...]
    tone: str
    points: tuple[Point, ...]
    rounds: tuple[Round, ...]
    ending: tuple[RunArtifact, ...]
    revisions: int
    original: float | None
    best: float | None
    best_iteration: int | None

    @property
    def is_revised(self) -> bool:
        """Whether the best text is a revision."""
        return bool(self.best_iteration)


def tell(facts: StoryFacts) -> Story:
    """The story of a run, whether it is over or not."""
    best = find_best(facts.run) if facts.best_iteration is None else facts.best_iteration
    points = tuple(_point(facts.run, i, best) for i in range(facts.run.finished_rounds))
    return Story(
        sentences=tuple(filter(None, _sentences(facts, points))),
        tone=tone_of(facts.run.stop_reason),
        points=points,
        rounds=_rounds(facts.run, points, best),
        ending=tuple(step for step in facts.run.steps if step.stage in _ENDING),
        revisions=max(0, len(points) - 1),
        original=points[0].confidence if points else None,
        best=next((point.confidence for point in points if point.is_best), None),
        best_iteration=best,
    )


def round_name(iteration: int) -> str:
    return f"Revision {iteration}" if iteration else "First text"


def tone_of(stop_reason: str) -> str:
    return _TONES.get(StopReason(stop_reason), "warn") if stop_reason else "quiet"


def percent(share: float) -> str:
    """ "62 %", "89.9 %". Cut, not rounded: what misses the threshold never reads as reaching it."""
    tenths = math.floor(round(share * 1000, 6))
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths / 10:.1f} %"


def block_words(name: str) -> str:
    return str(HardBlock(name).label) if name in HardBlock.values else name.replace("_", " ")


# --- rounds ---------------------------------------------------------------------------------------


def _point(run: RunFacts, iteration: int, best: int | None) -> Point:
    evaluation = run.step(Stage.EVALUATION, iteration)
    return Point(
        iteration=iteration,
        confidence=confidence_of(run, iteration),
        is_safe=evaluation is not None and is_safe(evaluation.payload),
        is_usable=not _faults(run, iteration),
        is_best=iteration == best,
    )


def _rounds(run: RunFacts, points: Sequence[Point], best: int | None) -> tuple[Round, ...]:
    begun = sorted({step.iteration for step in run.steps if step.stage not in _ENDING})
    return tuple(
        Round(
            iteration=iteration,
            steps=tuple(
                step
                for step in run.steps
                if step.iteration == iteration and step.stage not in _ENDING
            ),
            text=candidate_text(run, iteration),
            text_before=candidate_text(run, iteration - 1) if iteration else "",
            point=points[iteration] if iteration < len(points) else None,
            faults=_faults(run, iteration),
            is_best=iteration == best,
            is_blocked=run.decision(iteration) == GateDecision.BLOCK,
        )
        for iteration in begun
    )


def _faults(run: RunFacts, iteration: int) -> tuple[str, ...]:
    """As the loop judges it; what has not happened yet is no fault."""
    faults = []
    if run.decision(iteration) == GateDecision.BLOCK:
        faults.append("the overseer blocked it")
    revision = run.step(Stage.REVISION, iteration)
    unresolved = revision.payload.get("unresolved_requirements") if revision else None
    if isinstance(unresolved, list) and unresolved:
        noun = "requirement is" if len(unresolved) == 1 else "requirements are"
        faults.append(f"{len(unresolved)} {noun} left open")
    candidate = candidate_step(run, iteration)
    if candidate is not None:
        faults += [block_words(name) for name in candidate.findings]
        if not candidate.text.strip() and not candidate.findings:
            faults.append(block_words(HardBlock.EMPTY_DRAFT))
    return tuple(faults)


# --- sentences ------------------------------------------------------------------------------------


def _sentences(facts: StoryFacts, points: Sequence[Point]) -> list[str]:
    """How the confidence went, then why it ended and what came of it, or where it stands."""
    told, stop = [], facts.run.stop_reason
    if points:
        against = _against(points[0].confidence, facts.run.threshold)
        told.append(_first_words(points[0], against if len(points) == 1 else ""))
    if len(points) > 1:
        told.append(_revisions_words(points, facts.run.threshold))
    if not stop:
        return [*told, _standing(facts)]
    return [*told, _reason(facts, StopReason(stop)), _release(facts)]


def _first_words(first: Point, against: str = "") -> str:
    if first.confidence < LEAST_CONFIDENCE:
        return "The evaluation of the first text said nothing usable."
    compared = f", {against}" if against else ""
    unsafe = "" if first.is_safe else ", but was not judged safe to send"
    return f"The first text reached {percent(first.confidence)}{compared}{unsafe}."


def _revisions_words(points: Sequence[Point], threshold: float) -> str:
    number, best = len(points) - 1, next((point for point in points if point.is_best), None)
    revisions = f"{_count(number)} revision{'' if number == 1 else 's'}"
    if best is None:
        return f"{revisions} brought no text that may be used."
    against = _against(best.confidence, threshold)
    if best.iteration == 0:
        return f"{revisions} did not better it: it stays {against}."
    verb = "raised" if best.confidence > points[0].confidence else "brought"
    unsafe = "" if best.is_safe else ", and it was not judged safe to send"
    if best.iteration == number:
        return f"{revisions} {verb} it to {percent(best.confidence)}, {against}{unsafe}."
    return (
        f"Of {revisions.lower()} the best, number {best.iteration}, {verb} it to"
        f" {percent(best.confidence)}, {against}{unsafe}."
    )


def _against(confidence: float, threshold: float) -> str:
    if confidence == threshold:
        return f"exactly the {percent(threshold)} that is asked for"
    side = "above" if confidence > threshold else "below"
    return f"{side} the {percent(threshold)} that is asked for"


def _reason(facts: StoryFacts, stop: StopReason) -> str:
    """Why the run ended, where its course does not say so."""
    run = facts.run
    plain = {
        StopReason.ABOVE_THRESHOLD: "No revision was needed.",
        StopReason.EXHAUSTED: f"{_count(run.max_iterations)} rounds were allowed, and all are used."
        if run.max_iterations > 1
        else "One round was allowed, and it is used.",
        StopReason.REVISION_NO_CHANGE: "The last revision changed next to nothing, so no further"
        " one was asked for.",
        StopReason.NON_EMAIL_CHANNEL: "The guest does not write by email: one revision is the most"
        " that is tried there.",
        StopReason.TIMEOUT_BUDGET: f"The time for revising ran out: {run.worked_ms / 1000:.0f} of"
        f" {run.time_budget_ms / 1000:.0f} s are used, too little is left for another round.",
        StopReason.TOKEN_BUDGET: f"The tokens for revising are used up: {run.tokens_used:,} of"
        f" {run.token_budget:,}.",
        StopReason.NEWER_INBOUND: "The guest wrote again meanwhile; a new run answers all of it.",
        StopReason.HARD_BLOCK: f"It was stopped: {_stopped_by(run)}.",
        StopReason.CLAIM_RELEASED: "The agent gave the work up before it was done.",
        StopReason.ANSWERED: "The agent replied before the run was over.",
        StopReason.HANDED_OVER: "The conversation was handed to a person.",
        StopReason.LOOP_ERROR: f"{_failed_step(run)} failed for good.",
    }
    if stop not in plain and stop.value in SkipReason.values:
        return f"It was not revised: {stop.label}."
    return plain.get(stop, "")


def _stopped_by(run: RunFacts) -> str:
    """The blocks in words; those that a revision could mend stop nothing."""
    found = dict.fromkeys([*run.mail_blocks, *run.draft_findings])
    stopping = [block_words(name) for name in found if name not in LOOP_GOES_ON]
    if run.is_blocked_by_gate:
        stopping.append("the overseer blocked the text")
    return "; ".join(stopping) or str(StopReason.HARD_BLOCK.label)


def _failed_step(run: RunFacts) -> str:
    error = next((step for step in run.steps if step.stage == Stage.LOOP_ERROR), None)
    name = str(error.payload.get("stage", "")) if error else ""
    return f"The step “{stage_words(name)}”" if name in Stage.values else "A step"


def stage_words(stage: str) -> str:
    return str(Stage(stage).label) if stage in Stage.values else stage


def _standing(facts: StoryFacts) -> str:
    """Where a run that is not over has come to."""
    if facts.status != RunStatus.RUNNING:
        return ""
    step = decide(facts.run)
    if step.stop_reason is not None:
        return f"It ends with the next call of the agent: {step.stop_reason.label}."
    if step.do == Do.WAIT:
        return "It waits until there is a place in the loop."
    place = f" (revision {step.iteration})" if step.iteration else ""
    return f"It is at work. The agent’s next step{place}: {step.do.label}."


def _release(facts: StoryFacts) -> str:
    if facts.release == Release.BY_RUN:
        return "Its reply left without a person."
    if facts.release == Release.BY_PERSON:
        return f"{facts.released_by or 'A person'} released its reply."
    stop = StopReason(facts.run.stop_reason)
    if stop in _WITHOUT_REPLY:
        return ""
    if facts.release == Release.NONE and facts.may_leave_alone and stop in CONFIDENT_STOPS:
        return "Its reply may leave without a person."
    if facts.release == Release.NONE and stop in (StopReason.HARD_BLOCK, StopReason.LOOP_ERROR):
        return "No reply leaves without a person."
    return "A person has to release it."


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
