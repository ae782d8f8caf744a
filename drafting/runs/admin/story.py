"""What a run did, told for somebody who does not know how it works. Pure: facts in, words out.

Texts of guests and agents are handed on as they are; whoever shows them escapes them.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.runs.choices import (
    CONFIDENT_STOPS,
    NOTHING_LEFT,
    Do,
    GateDecision,
    HardBlock,
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
from drafting.runs.models import DraftRun, RunArtifact
from drafting.tables import table_beside

# By stop reason: a sentence, and a tone.
_WORDS: dict[str, dict[str, str]] = table_beside(__file__)
# Steps that belong to the run and not to one of its rounds.
_ENDING = frozenset({Stage.FINAL_DRAFT, Stage.MEMORY_PROPOSAL, Stage.REVISION_LOOP})
_NUMBERS = ("No", "One", "Two", "Three")
# What happened to the work itself says all; nothing of this run is going to be released.
_WITHOUT_REPLY = NOTHING_LEFT - {StopReason.ANSWERED}


@dataclass(frozen=True, slots=True)
class Round:
    """One iteration. ``confidence`` (0-1) and ``is_safe``: what its evaluation said.

    ``faults``: why its text may not be used, in words; empty for a usable one. ``text_before``:
    the text of the round before; empty for the first.
    """

    iteration: int
    steps: tuple[RunArtifact, ...]
    text: str
    text_before: str
    is_evaluated: bool
    confidence: float
    is_safe: bool
    faults: tuple[str, ...]
    is_best: bool
    is_blocked: bool

    @property
    def name(self) -> str:
        return round_name(self.iteration)


@dataclass(frozen=True, slots=True)
class Story:
    """``tone``: good, warn, bad or quiet. ``evaluated``: the rounds that are, from the first on."""

    sentences: tuple[str, ...]
    tone: str
    rounds: tuple[Round, ...]
    evaluated: tuple[Round, ...]
    ending: tuple[RunArtifact, ...]

    @property
    def revisions(self) -> int:
        return max(0, len(self.evaluated) - 1)


def tell(
    loop: RunFacts, *, reply: OutgoingMail | None = None, may_leave_alone: bool = False
) -> Story:
    """The story of a run, whether it is over or not. ``reply``: the one that it came to;
    ``may_leave_alone``: automatic release is on."""
    best = loop.run.best_iteration
    if best is None:
        best = find_best(loop)
    steps = [step for step in loop.steps if step.stage not in _ENDING]
    begun = sorted({step.iteration for step in steps})
    rounds = tuple(_round(loop, steps, i, is_best=i == best) for i in begun)
    evaluated = tuple(one for one in rounds if one.is_evaluated)
    told = [*_course(loop.run, evaluated)]
    if loop.run.stop_reason:
        told += [_reason(loop), _release(loop.run, reply, may_leave_alone)]
    else:
        told.append(_standing(loop))
    return Story(
        sentences=tuple(filter(None, told)),
        tone=tone_of(loop.run.stop_reason),
        rounds=rounds,
        evaluated=evaluated,
        ending=tuple(step for step in loop.steps if step.stage in _ENDING),
    )


def round_name(iteration: int) -> str:
    return f"Revision {iteration}" if iteration else "First text"


def tone_of(stop_reason: str) -> str:
    return _WORDS["tone"].get(stop_reason, "warn") if stop_reason else "quiet"


def percent(share: float) -> str:
    """ "62 %", "89.9 %". Cut, not rounded: what misses the threshold never reads as reaching it."""
    tenths = math.floor(round(share * 1000, 6))
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths / 10:.1f} %"


def block_words(name: str) -> str:
    return str(dict(HardBlock.choices).get(name, name.replace("_", " ")))


def _round(loop: RunFacts, steps: Sequence[RunArtifact], iteration: int, *, is_best: bool) -> Round:
    evaluation = loop.step(Stage.EVALUATION, iteration)
    return Round(
        iteration=iteration,
        steps=tuple(step for step in steps if step.iteration == iteration),
        text=candidate_text(loop, iteration),
        text_before=candidate_text(loop, iteration - 1) if iteration else "",
        is_evaluated=evaluation is not None,
        confidence=confidence_of(loop, iteration),
        is_safe=evaluation is not None and is_safe(evaluation.payload),
        faults=_faults(loop, iteration),
        is_best=is_best,
        is_blocked=loop.decision(iteration) == GateDecision.BLOCK,
    )


def _faults(loop: RunFacts, iteration: int) -> tuple[str, ...]:
    """As the loop judges it; what has not happened yet is no fault."""
    faults = []
    if loop.decision(iteration) == GateDecision.BLOCK:
        faults.append("the overseer blocked it")
    revision = loop.step(Stage.REVISION, iteration)
    unresolved = revision.payload.get("unresolved_requirements") if revision else None
    if unresolved:
        noun = "requirement is" if len(unresolved) == 1 else "requirements are"
        faults.append(f"{len(unresolved)} {noun} left open")
    candidate = candidate_step(loop, iteration)
    if candidate is not None:
        faults += [block_words(name) for name in candidate.findings]
    return tuple(faults)


def _course(run: DraftRun, rounds: Sequence[Round]) -> Iterator[str]:
    """How the confidence went."""
    if not rounds:
        return
    first = rounds[0]
    if first.confidence < LEAST_CONFIDENCE:
        yield "The evaluation of the first text said nothing usable."
    else:
        compared = f", {_against(first, run)}" if len(rounds) == 1 else ""
        unsafe = "" if first.is_safe else ", but was not judged safe to send"
        yield f"The first text reached {percent(first.confidence)}{compared}{unsafe}."
    if len(rounds) > 1:
        yield _revisions_words(rounds, run)


def _revisions_words(rounds: Sequence[Round], run: DraftRun) -> str:
    number, best = len(rounds) - 1, next((one for one in rounds if one.is_best), None)
    revisions = f"{_NUMBERS[number]} revision{'' if number == 1 else 's'}"
    if best is None:
        return f"{revisions} brought no text that may be used."
    against = _against(best, run)
    if best.iteration == 0:
        return f"{revisions} did not better it: it stays {against}."
    verb = "raised" if best.confidence > rounds[0].confidence else "brought"
    unsafe = "" if best.is_safe else ", and it was not judged safe to send"
    reached = f"{verb} it to {percent(best.confidence)}, {against}{unsafe}."
    if best.iteration == number:
        return f"{revisions} {reached}"
    return f"Of {revisions.lower()} the best, number {best.iteration}, {reached}"


def _against(one: Round, run: DraftRun) -> str:
    asked = f"the {percent(run.threshold)} that is asked for"
    if one.confidence == run.threshold:
        return f"exactly {asked}"
    return f"{'above' if one.confidence > run.threshold else 'below'} {asked}"


def _reason(loop: RunFacts) -> str:
    """Why the run ended, where its course does not say so."""
    run, stop = loop.run, StopReason(loop.run.stop_reason)
    is_one_round = stop == StopReason.EXHAUSTED and run.max_iterations == 1
    failed = (step.payload["stage"] for step in loop.steps if step.stage == Stage.LOOP_ERROR)
    return (
        _WORDS["ended"]
        .get("exhausted_at_once" if is_one_round else stop, "")
        .format(
            run=run,
            stop=stop,
            allowed=_NUMBERS[run.max_iterations],
            worked_s=run.worked_ms / 1000,
            budget_s=run.time_budget_ms / 1000,
            stopped_by=_stopped_by(loop),
            failed=next((Stage(name).label for name in failed), ""),
        )
    )


def _stopped_by(loop: RunFacts) -> str:
    """The blocks in words; those that a revision could mend stop nothing."""
    found = dict.fromkeys([*loop.run.snapshot["hard_blocks"], *loop.draft_findings])
    stopping = [block_words(name) for name in found if name not in LOOP_GOES_ON]
    if loop.is_blocked_by_gate:
        stopping.append("the overseer blocked the text")
    return "; ".join(stopping) or str(StopReason.HARD_BLOCK.label)


def _standing(loop: RunFacts) -> str:
    """Where a run that is not over has come to."""
    step = decide(loop)
    if step.stop_reason is not None:
        return f"It ends with the next call of the agent: {step.stop_reason.label}."
    if step.do == Do.WAIT:
        return "It waits until there is a place in the loop."
    place = f" (revision {step.iteration})" if step.iteration else ""
    return f"It is at work. The agent’s next step{place}: {step.do.label}."


def _release(run: DraftRun, reply: OutgoingMail | None, may_leave_alone: bool) -> str:
    if reply is not None and reply.state != MailState.AWAITING_RELEASE:
        if reply.is_automatic:
            return "Its reply left without a person."
        return f"{reply.released_by or 'A person'} released its reply."
    if run.stop_reason in _WITHOUT_REPLY:
        return ""
    if reply is None and may_leave_alone and run.stop_reason in CONFIDENT_STOPS:
        return "Its reply may leave without a person."
    if reply is None and run.stop_reason in (StopReason.HARD_BLOCK, StopReason.LOOP_ERROR):
        return "No reply leaves without a person."
    return "A person has to release it."
