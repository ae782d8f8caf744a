"""Which requirements of letters the mail or the thread proves: templatesapp/requirements.py.

Each answers one question: would a letter that asserts this be true for this guest? What is asked or
supposed proves nothing, what is negated neither.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drafting.pipeline.interpret.emergencies import emergency_hits
from drafting.pipeline.interpret.escalation_reading import Reading
from drafting.pipeline.interpret.notices import complains
from drafting.pipeline.interpret.phrases import Hit
from drafting.pipeline.plan import Ask, AskKind, Emergency
from templatesapp.text.tokens import concepts

_ACCUSATION = "fraud_or_misconduct_accusation"
_LOST = frozenset({"left-behind", "lost", "found", "missing-thing"})
_TAX_NUMBER = re.compile(r"\b(?:[A-Z]{2}[ .]?)?[A-Z0-9]?(?:\d[ .]?){7,13}[A-Z0-9]?\b")
_STREET = re.compile(r"\b\d{4,5}\b\s+[A-Z][a-z]")
_PAYMENTS = frozenset({"payment", "deposit", "prepayment", "bank-transfer", "transfer", "paid-now"})
_CHANGES = frozenset(
    {"change", "postpone", "extend", "move", "shorten", "upgrade", "add-person", "name-change"}
)
_OTHER_THINGS = frozenset(
    {"boat-trip", "excursion", "taxi", "transfer", "parking", "newsletter", "restaurant", "kayak"}
    | {"cooking-class", "bus", "ferry", "train", "packed-breakfast", "luggage-storage", "laundry"}
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """``mail`` is read without its subject's doubts; ``ours``: our earlier mails, newest last."""

    mail: Reading
    language: str
    asks: Sequence[Ask]
    triggers: Sequence[str]
    has_agreed: bool
    has_paid: bool
    opts_out: bool
    ours: Sequence[Reading]

    def tells(self, *names: str) -> bool:
        return bool(self.mail.told(*names))

    def we_said(self, name: str) -> bool:
        return any(mail.told(name) for mail in self.ours)

    def either_said(self, name: str) -> bool:
        return self.tells(name) or self.we_said(name)

    def wants(self, name: str) -> bool:
        """A concept in what is to be done, about the stay and not about another thing; "what
        happens if we cancel?" wants to know."""
        return any(
            not self.mail.is_supposed(hit)
            for ask in self.asks
            if ask.kind is AskKind.ACTION
            and _OTHER_THINGS.isdisjoint(concepts(ask.text, self.language))
            for hit in self.said(ask, name)
        )

    def said(self, ask: Ask, name: str) -> list[Hit]:
        """Where the ask's sentence says it; "please don't cancel" says the contrary."""
        start = self.mail.words.text.replace("\n", " ").find(ask.evidence)
        hits = self.mail.among(start, start + len(ask.evidence), name) if start >= 0 else []
        return [hit for hit in hits if not self.mail.is_denied(hit)]


def _changes(mail: Evidence) -> bool:
    return mail.wants("changes") or any(
        ask.kind is not AskKind.NOTICE
        and mail.said(ask, "changes")
        and not _CHANGES.isdisjoint(concepts(ask.text, mail.language))
        for ask in mail.asks
    )


def _asks_about_payment(mail: Evidence) -> bool:
    return any(
        ask.kind is AskKind.STATE
        and mail.said(ask, "looked_up")
        and (mail.has_paid or _PAYMENTS & {ask.topic, *concepts(ask.text, mail.language)})
        for ask in mail.asks
    )


def _gives_thanks(mail: Evidence) -> bool:
    """Praise of the stay, or thanks for more than an answer, with nothing else wanted."""
    if complains(mail.mail) or mail.triggers or mail.opts_out:
        return False
    if any(ask.kind is not AskKind.NOTICE for ask in mail.asks):
        return False
    return mail.tells("praises", "good_publicity", "thanks")


def _waits(mail: Evidence) -> bool:
    read = mail.mail
    if any(not read.within(hit.sentence, "conditions") for hit in read.told("waits")):
        return True
    return read.has("unheard") and read.has("contacted_before")


def _has_lost(mail: Evidence) -> bool:
    if _ACCUSATION in mail.triggers:
        return False
    return mail.tells("losses") or any(
        ask.kind is AskKind.STATE and _LOST & set(concepts(ask.evidence, mail.language))
        for ask in mail.asks
    )


def _gives_invoice_data(mail: Evidence) -> bool:
    text = mail.mail.words.text
    has_tax_number = mail.mail.has("tax_ids") and _TAX_NUMBER.search(text)
    if not has_tax_number and not _STREET.search(text):
        return False
    return any("invoice" in concepts(ask.text, mail.language) for ask in mail.asks)


def _bothered(mail: Evidence) -> bool:
    """Another guest, and what he does, in one sentence or the next."""
    if _ACCUSATION in mail.triggers:
        return False
    return any(
        mail.mail.within(hit.sentence, "others", "menaces", reach=1)
        for hit in mail.mail.told("bothers", "misconduct_acts")
    )


PROOFS: dict[str, Callable[[Evidence], bool]] = {
    # One that is to be done, not one that happened or may happen to others.
    "wants_cancellation": lambda mail: mail.wants("cancels"),
    "non_refundable_rate": lambda mail: mail.either_said("non_refundable"),
    "refundable_rate": lambda mail: (
        mail.either_said("refundable") and not mail.either_said("non_refundable")
    ),
    "wants_change": _changes,
    "has_agreed": lambda mail: mail.has_agreed,
    "has_paid": lambda mail: mail.has_paid,
    "asks_about_payment": _asks_about_payment,
    "payment_link_failed": lambda mail: mail.tells("link_fails"),
    "card_declined": lambda mail: mail.tells("card_fails"),
    "disputes_refund": lambda mail: "cancellation_refund_dispute" in mail.triggers,
    "disputes_charge": lambda mail: mail.tells("strange_charges"),
    "complains": lambda mail: complains(mail.mail) or "repeated_complaint" in mail.triggers,
    "bothered_by_guest": _bothered,
    "is_locked_out": lambda mail: Emergency.LOCKED_OUT in emergency_hits(mail.mail),
    "gives_thanks": _gives_thanks,
    "opts_out": lambda mail: mail.opts_out,
    "waits_for_reply": _waits,
    "has_lost_item": _has_lost,
    "item_found": lambda mail: mail.we_said("item_found"),
    "item_sent": lambda mail: mail.we_said("item_sent"),
    "reports_booking_error": lambda mail: mail.tells("booking_errors"),
    "duplicate_booking": lambda mail: mail.tells("duplicates"),
    "invoice_data_given": _gives_invoice_data,
}
