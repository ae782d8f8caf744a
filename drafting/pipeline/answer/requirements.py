"""What the case of a mail allows: which letters may assert what they assert, and which mail gets an
acknowledgement of its kind, and a person, instead of an everyday letter."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, time

from drafting.pipeline.interpret.escalation import VULNERABLE
from drafting.pipeline.interpret.scenario import GROUPS
from drafting.pipeline.interpret.signs import paid_at
from drafting.pipeline.interpret.told import (
    claims_damage,
    denied_cases,
    has_cancelled,
    is_ill_served,
    lacks_code,
    may_give_data,
    tells_now,
)
from drafting.pipeline.plan import OTHER_LANGUAGE, ActionPlan, AskKind, Emergency
from drafting.tables import table_beside
from templatesapp.entries import FactEntry, TemplateEntry
from templatesapp.requirements import REQUIREMENTS, Proof
from templatesapp.text.tokens import concepts

# Letters for these cases stay the letter of a mail that is urgent; a person releases them.
CASES = frozenset({"disputes_refund", "disputes_charge", "complains", "bothered_by_guest"})
# Who is in distress hears of nothing else: no word of rates to a mourner.
COMFORTED = frozenset({"bothered_by_guest"})
_OF_DATA = frozenset({"invoice_data_given"})
# Of who has paid it is not said, whichever opinion read it: the letter for it asks to pay.
_PAID, _UNPAID = "has_paid", frozenset({"payment_link_failed"})
_ASKS_OF_PAID = frozenset({"asks_about_payment"})
_READ_ALONE = frozenset(
    name for name, required in REQUIREMENTS.items() if required.proofs == {Proof.READING}
).union(_OF_DATA)
# Read, it takes the address off the list: who is told so without it is told what is not true.
_DONE_BY_READING = frozenset({"opts_out"})
_NOTHING_TO_DO = frozenset({"gives_thanks"})
EMERGENCY, CARE, STATE, UNREAD = "emergency", "care", "state", "unread"
_RECEPTION = "reception"
_TELLING_WORDS = 3
_ON_THE_WAY = 30  # words of who stands in the street
# The reader's chance from which on an emergency needs no word of the lists: of 1 080 mails that it
# had never read all 24 emergencies are found so (21 from .95 on), and two others (one from .95 on).
# Of 66 small troubles of guests in the house five are, too.
_SURELY = 0.8


@dataclass(frozen=True, slots=True)
class Proofs:
    """What is known of this guest. ``states``: what the caller says to have looked up; a False is
    a word, too: it takes back what the mail claims. ``unsaid``: what this mail cannot tell."""

    read: frozenset[str]
    states: Mapping[str, bool]
    has_step: bool = False
    unsaid: frozenset[str] = frozenset()

    def proves(self, name: str) -> bool:
        if name in self.states:
            return self.states[name]
        requirement = REQUIREMENTS.get(name)
        if requirement is None or name in self.unsaid:
            return False
        return name in self.read or (self.has_step and Proof.STEP in requirement.proofs)

    def allows(self, template: TemplateEntry) -> bool:
        """Undecided requirements (None) do not keep a letter out; they keep it from leaving."""
        return all(self.proves(name) for name in template.requires or ())

    def may_be_read(self, template: TemplateEntry) -> bool:
        """Whether what is not proven of the letter's claims only the mail itself could prove."""
        return all(
            self.proves(name)
            or (name in _READ_ALONE - _DONE_BY_READING and name not in {*self.unsaid, *self.states})
            for name in template.requires or ()
        )

    def is_unread(self, template: TemplateEntry) -> bool:
        """Whether the letter asserts what the mail alone could prove, and nobody read there."""
        names = _READ_ALONE.intersection(template.requires or ())
        return not all(map(self.proves, names))

    def has_case(self, template: TemplateEntry, cases: frozenset[str]) -> bool:
        """Whether the letter is for one of these cases, which this mail is."""
        return not cases.isdisjoint(template.requires or ()) and self.allows(template)

    def rests_on_reading(self, template: TemplateEntry) -> bool:
        """Whether the letter is for a case that only the mail tells of: somebody sees to it."""
        names = frozenset(template.requires or ()) - _NOTHING_TO_DO - self.states.keys()
        return bool(names) and not self.has_step

    def rests_on_state(self, template: TemplateEntry) -> bool:
        """Whether somebody must have looked for this letter to be true, and did."""
        return any(
            REQUIREMENTS[name].is_state or Proof.STEP in REQUIREMENTS[name].proofs
            for name in template.requires or ()
            if name in REQUIREMENTS and (name in self.states or self.has_step)
        )


def proofs_of(plan: ActionPlan, states: Mapping[str, bool], *, has_step: bool) -> Proofs:
    said = plan.normalized_text.replace(plan.booking_ref or "\n", " ")
    unsaid = frozenset() if may_give_data(said) else _OF_DATA
    denied = denied_cases(plan.normalized_text, plan.language)
    if paid_at(plan.normalized_text, plan.language) is None:
        unsaid |= denied
    else:
        unsaid |= denied - _ASKS_OF_PAID
    if _PAID in plan.proofs:
        unsaid |= _UNPAID
    return Proofs(frozenset(plan.proofs), states, has_step, unsaid)


def is_undecided(template: TemplateEntry, asserting: Collection[int]) -> bool:
    """A fixed text, or one that asserts a state, of which nobody has said what proves it."""
    return template.requires is None and (template.is_protected or template.key in asserting)


_KINDS = table_beside(__file__)  # the first that holds


def urgent_kind(plan: ActionPlan, *, is_night: bool) -> str:
    """The acknowledgement that this mail must get, "" where it may have a letter."""
    # "Ok" is no language; a word in other letters is.
    is_too_short = plan.normalized_text.isascii() and (
        len(plan.normalized_text.split()) < _TELLING_WORDS
    )
    # Danger and illness at any hour and in any language; who can't get in, at night.
    if set(plan.emergency) - (set() if is_night else {Emergency.LOCKED_OUT}):
        return EMERGENCY
    if plan.language == OTHER_LANGUAGE and not is_too_short:
        return "unknown_language"
    suspicions = plan.reading.suspicions if plan.reading else ()
    suspected = {one.name: one.confidence for one in suspicions}
    if suspected.get(EMERGENCY, 0) >= _SURELY:
        return EMERGENCY
    triggers = set(plan.escalation.triggers)
    if kind := next((kind for kind, names in _KINDS.items() if triggers.intersection(names)), ""):
        return kind
    if kind := _kind_told(plan):
        return kind
    # One in four such is an emergency, the others want something mended: no everyday answer.
    # Any other "possible_…" is of the second reading alone: a person looks, the letter stays.
    return UNREAD if {EMERGENCY, VULNERABLE} <= suspected.keys() else ""


def _kind_told(plan: ActionPlan) -> str:
    """What no everyday letter answers, by what the mail tells: a theft, harm to what is theirs,
    or a bad breakfast and nothing else, is the owners', who has lost the way and writes a line
    hears of reception first, what became of a cancelled stay or of a missing code is looked up."""
    text, language = plan.normalized_text, plan.language
    asked = [ask.text for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    if tells_now(text, language, "thefts") or claims_damage(text, language):
        return "complaint"
    if not asked and is_ill_served(text, language):
        return "complaint"
    if len(text.split()) <= _ON_THE_WAY and tells_now(text, language, "astray"):
        return UNREAD
    if lacks_code(text, language, asked) or _asks_of_cancelled(plan):
        return STATE
    return ""


def _asks_of_cancelled(plan: ActionPlan) -> bool:
    """Whether nothing is asked but what became of a stay that the guest has cancelled: how to
    cancel is no answer. What is to be done, and whoever disputes, has its own letter."""
    asks = [ask for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    claims = {"wants_cancellation", "disputes_refund", "wants_change"}
    is_plain = not plan.escalation.triggers and claims.isdisjoint(plan.proofs)
    about = {concept for ask in asks for concept in concepts(ask.text, plan.language)}
    return (
        bool(asks)
        and is_plain
        and about <= GROUPS["of_a_cancellation"]
        and has_cancelled(plan.normalized_text, plan.language)
    )


def is_at_night(plan: ActionPlan, received_at: str, facts: Mapping[str, FactEntry]) -> bool:
    """Said in the mail, or received (ISO, local time) outside reception hours; unknown is night."""
    if plan.says_night is not None:
        return plan.says_night
    hours = {fact.edge: fact.value for fact in facts.values() if fact.concepts == {_RECEPTION}}
    if not received_at or not {"from", "until"} <= hours.keys():
        return True
    at = datetime.fromisoformat(received_at).time()
    return not time.fromisoformat(hours["from"]) <= at < time.fromisoformat(hours["until"])
