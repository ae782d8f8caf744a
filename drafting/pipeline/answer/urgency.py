"""Mail that gets an acknowledgement of its kind, and a person, instead of an everyday letter."""

from collections.abc import Mapping
from datetime import datetime, time

from drafting.pipeline.plan import OTHER_LANGUAGE, ActionPlan, Emergency, Tier
from templatesapp.entries import FactEntry

EMERGENCY = "emergency"
_RECEPTION = "reception"
_TELLING_WORDS = 3
_POSSIBLE = "possible_"  # of the second reading alone: a person looks, the letter stays
# The first that holds is the kind; source: asks.md, "Acknowledgements".
_KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("threat", frozenset({"legal_threat", "platform_escalation_threat", "public_media_threat",
                          "fraud_or_misconduct_accusation"})),
    ("care", frozenset({"vulnerable_circumstance"})),
    ("dispute", frozenset({"high_value_dispute", "cancellation_refund_dispute",
                           "chargeback_hint"})),
    ("complaint", frozenset({"repeated_complaint"})),
)  # fmt: skip


def urgent_kind(plan: ActionPlan, *, is_night: bool) -> str:
    """The acknowledgement that this mail must get, "" where it may have a letter."""
    # "Ok" is no language; a word in other letters is.
    is_too_short = plan.normalized_text.isascii() and (
        len(plan.normalized_text.split()) < _TELLING_WORDS
    )
    if plan.language == OTHER_LANGUAGE and not is_too_short:
        return "unknown_language"
    if is_emergency(plan, is_night=is_night):
        return EMERGENCY
    if plan.escalation.tier is Tier.NONE:
        return ""
    triggers = {name for name in plan.escalation.triggers if not name.startswith(_POSSIBLE)}
    return next((kind for kind, names in _KINDS if names & triggers), "")


def is_emergency(plan: ActionPlan, *, is_night: bool) -> bool:
    """Danger and illness at any hour; who can't get in, at night."""
    found = set(plan.emergency)
    return bool(found - {Emergency.LOCKED_OUT}) or (Emergency.LOCKED_OUT in found and is_night)


def is_at_night(plan: ActionPlan, received_at: str, facts: Mapping[str, FactEntry]) -> bool:
    """Said in the mail, or received (ISO, local time) outside reception hours; unknown is night."""
    if plan.says_night is not None:
        return plan.says_night
    hours = {fact.edge: fact.value for fact in facts.values() if fact.concepts == {_RECEPTION}}
    if not received_at or not {"from", "until"} <= hours.keys():
        return True
    at = datetime.fromisoformat(received_at).time()
    return not time.fromisoformat(hours["from"]) <= at < time.fromisoformat(hours["until"])
