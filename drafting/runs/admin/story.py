"""What a run did, told for somebody who does not know how it works. Pure: facts in, words out.

Texts of guests and agents are handed on as they are; whoever shows them escapes them.
"""

import math
from collections.abc import Iterator

from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.runs.choices import (
    CONFIDENT_STOPS,
    NOTHING_LEFT,
    TEXT_BLOCKS,
    Do,
    GateDecision,
    HardBlock,
    Stage,
    StopReason,
)
from drafting.runs.loop import LOOP_GOES_ON, RunFacts, candidate_step, confidence_of, decide
from drafting.runs.models import DraftRun
from drafting.tables import table_beside

# By stop reason: a sentence, and a tone.
_WORDS: dict[str, dict[str, str]] = table_beside(__file__)
# What happened to the work itself says all; nothing of this run is going to be released.
_WITHOUT_REPLY = NOTHING_LEFT - {StopReason.ANSWERED}


def tell(
    loop: RunFacts, *, reply: OutgoingMail | None = None, may_leave_alone: bool = False
) -> str:
    """The story of a run, whether it is over or not. ``reply``: the one that it came to;
    ``may_leave_alone``: automatic release is on."""
    course = confidences(loop)
    told = [f"Confidence: {course}" if course else ""]
    if loop.run.stop_reason:
        told += [_reason(loop), _release(loop.run, reply, may_leave_alone)]
    else:
        told.append(_standing(loop))
    return " ".join(filter(None, told))


def confidences(loop: RunFacts) -> str:
    """Of each text in turn, and what is asked for; "" before the first evaluation."""
    given = [percent(confidence_of(loop, number)) for number in range(loop.finished_rounds)]
    asked = f"; {percent(loop.run.threshold)} is asked for."
    return ", then ".join(given) + asked if given else ""


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


def faults_of(loop: RunFacts, iteration: int) -> Iterator[str]:
    """Why its text may not be used, as the loop judges it; what has not happened yet is no
    fault."""
    if loop.decision(iteration) == GateDecision.BLOCK:
        yield ("the overseer blocked it")
    revision = loop.step(Stage.REVISION, iteration)
    unresolved = revision.payload.get("unresolved_requirements") if revision else None
    if unresolved:
        noun = "requirement is" if len(unresolved) == 1 else "requirements are"
        yield (f"{len(unresolved)} {noun} left open")
    candidate = candidate_step(loop, iteration)
    if candidate is not None:
        # The others are a person's to decide, and stand beside the step.
        yield from (block_words(name) for name in candidate.findings if name in TEXT_BLOCKS)


def _reason(loop: RunFacts) -> str:
    """Why the run ended, where its course does not say so."""
    stop = StopReason(loop.run.stop_reason)
    failed = (step.payload["stage"] for step in loop.steps if step.stage == Stage.LOOP_ERROR)
    return (
        _WORDS["ended"]
        .get(stop, "")
        .format(
            stop=stop,
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
