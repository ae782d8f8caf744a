"""May a text leave? The one place that turns findings into a delivery status.

Source: asks.md: ready is a promise, this letter may leave as it is.
"""

from enum import StrEnum

from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.outcomes import AnswerSource, Outcome, OutcomeKind
from drafting.pipeline.plan import OF_SCENARIO, ActionPlan, Ask, AskKind
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.guarded.kinds import CONTRADICTS, UNKNOWN


class DeliveryStatus(StrEnum):
    READY = "ready"
    NEEDS_FOLLOW_UP = "needs_follow_up"
    BLOCKED = "blocked"  # cannot become a reply


class WaitsFor(StrEnum):
    """Why a draft waits for a person, whatever its text becomes."""

    PROOF = "proof"  # nobody has said what proves the claims of its letter
    ANSWER = "answer"  # it only says that the mail was read
    CASE = "case"  # its letter is for a case that somebody sees to
    LETTER = "letter"  # the letter is the likeliest, not a sure one
    ASK = "ask"  # the mail may ask for more than was read
    DEED = "deed"  # the reader suspects that somebody must look or act


# Warnings that stop "ready"; a long text or a notice without a word of thanks do not.
_STOPPING = frozenset({"language_mismatch", "partial_question_coverage", UNKNOWN})


# Failed checks that stop what a person writes themselves, too. What they leave open, how they sign
# and what they have done is theirs to know.
PERSON_IS_HELD_TO = frozenset(
    {
        "missing_plaintext",
        "missing_policy_mandatory_content",
        "policy_prohibited_content",
        "unresolved_slot",
        "foreign_link",
        CONTRADICTS,
    }
)


_GENERAL = frozenset({AnswerSource.TEMPLATE, AnswerSource.KNOWLEDGE})


def delivery_status(
    report: QualityReport, *, plan: ActionPlan, waits_for: WaitsFor | None = None
) -> DeliveryStatus:
    """``waits_for``: what no text settles."""
    if not report.passed:
        return DeliveryStatus.BLOCKED
    is_ready = (
        _is_read_with_certainty(plan)
        and not report.is_cut
        and not _STOPPING.intersection(report.warnings)
        and not report.is_acknowledgement
        and waits_for is None
        and all(map(_is_settled, plan.asks, report.outcomes))
    )
    return DeliveryStatus.READY if is_ready else DeliveryStatus.NEEDS_FOLLOW_UP


def _is_read_with_certainty(plan: ActionPlan) -> bool:
    """Nothing urgent, nothing unclear, nothing unread."""
    return not (
        _is_uncertain(plan)
        or plan.is_cut
        or plan.emergency
        or plan.escalation_required
        or plan.escalation.triggers
        or plan.agreement.requires_human_confirmation
        or plan.opt_out  # somebody must take the address off the list
        or "wants_change" in plan.proofs  # somebody must look for a free bed and enter it
    )


def _is_uncertain(plan: ActionPlan) -> bool:
    """That only the category is in doubt says nothing of a letter that answers each question,
    unless mail of one of the categories gets fixed text."""
    if not plan.is_uncertain or plan.reading is None:
        return plan.is_uncertain
    is_of_category = plan.reading.uncertain == (OF_SCENARIO,)
    asks = any(ask.kind is AskKind.QUESTION for ask in plan.asks)
    categories = [plan.reading.scenario.rules, plan.reading.scenario.reader, plan.scenario.category]
    return not (is_of_category and asks and not any(map(is_hard_rule_protected, categories)))


def _is_settled(ask: Ask, outcome: Outcome) -> bool:
    if ask.kind is AskKind.NOTICE:
        return True
    if ask.kind is not AskKind.QUESTION and outcome.source in _GENERAL:
        return False  # somebody must look, or act
    return outcome.outcome is OutcomeKind.ANSWERED and not outcome.is_unproven
