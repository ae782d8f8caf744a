"""Does a mail have to reach a person, and how fast? Triggers from each language's structure.

A trigger is a combination of concepts, never a sentence: a threat is an act against us, told as
the writer's own will or as the consequence of a condition, and not negated. The words of a concept
are data (``templatesapp/languages/<code>/threats.toml``), and so are most combinations
(``escalation.toml``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from drafting.pipeline.interpret.reading import Hit, Reading, Words, readings
from drafting.pipeline.interpret.told import is_urgent
from drafting.pipeline.plan import DEFAULT_SETTINGS, Escalation, InterpretSettings, Tier
from drafting.tables import table_beside
from templatesapp.text.references import SAID

CRITICAL_TRIGGERS = (
    "legal_threat",
    "platform_escalation_threat",
    "public_media_threat",
    "fraud_or_misconduct_accusation",
    "high_value_dispute",
)
VULNERABLE = "vulnerable_circumstance"  # ill, bereaved, in danger, stranded
HIGH_TRIGGERS = (
    "cancellation_refund_dispute",
    "chargeback_hint",
    VULNERABLE,
    "repeated_complaint",
)
_TRIGGERS = (*CRITICAL_TRIGGERS, *HIGH_TRIGGERS)
# Confidence of the first trigger of a tier, of each more, and at most: design "Escalation".
_TIERS = (
    (Tier.CRITICAL, CRITICAL_TRIGGERS, 0.86, 0.04, 0.99),
    (Tier.HIGH, HIGH_TRIGGERS, 0.74, 0.06, 0.95),
)
REQUIRED_HIGH = 0.70

# With an amount beside it; "disputed" alone is no trigger.
_DISPUTES = (
    *("cancellation_refund_dispute", "chargeback_hint", "legal_threat"),
    *("fraud_or_misconduct_accusation", "disputed"),
)
_AMOUNT_REACH = range(-3, 4)  # sentences: what was paid is told first, disputed at the end
_STAFF_REPLIES = 3  # after which a complaint is a repeated one
_OPEN_COMPLAINTS = 2  # complaints of the thread that this mail adds to
# Dollars, pounds and francs are taken at par: near enough to tell 50 from 500.
_CURRENCY = rf"(?:€|\$|£|{'|'.join(map(re.escape, sorted(SAID.currencies, reverse=True)))})"
# At most four groups of thousands; a space may part them (2 940 €).
_NUMBER = r"\d{1,7}(?:[.,'’ \u00a0\u202f]\d{3}){0,3}(?:[.,]\d{1,2}|,-|,–)?"
_AMOUNT = re.compile(
    rf"(?<![\w.,])(?:{_CURRENCY}[ \u00a0]?(?P<after>{_NUMBER})"
    rf"|(?P<before>{_NUMBER})[ \u00a0\u202f]?{_CURRENCY})(?!\w)",
    re.IGNORECASE,
)
_CENTS = re.compile(r"[.,](\d{1,2})$")


def find_escalation(
    text: str,
    language: str,
    *,
    staff_replies: int = 0,
    guest_complaints: int = 0,
    settings: InterpretSettings = DEFAULT_SETTINGS,
) -> Escalation:
    """The tier, its triggers (CRITICAL ones first) and a confidence of 0-1.

    ``text``: the new text, subject in front, quotes removed. ``language``: one of ours; any
    other value tries the rules of all of them. ``staff_replies`` counts our answers in the thread,
    ``guest_complaints`` the guest's earlier complaints in it.
    """
    is_late = staff_replies >= _STAFF_REPLIES or guest_complaints >= _OPEN_COMPLAINTS
    found: set[str] = set()
    for reading in readings(text, language, settings):
        found.update(name for name in _TRIGGERS if _applies(reading, name))
        if is_late and reading.has("complaints", "failures", "objections"):
            found.add("repeated_complaint")
    return rated(tuple(name for name in _TRIGGERS if name in found))


def rated(triggers: tuple[str, ...]) -> Escalation:
    """Their tier, and how surely the rules are right of it."""
    for tier, names, first, more, most in _TIERS:
        if count := len(set(triggers).intersection(names)):
            return Escalation(tier, triggers, round(min(most, first + more * (count - 1)), 2))
    return Escalation()


def is_required(escalation: Escalation) -> bool:
    """True where a person has to look: CRITICAL, or HIGH at .70 or more."""
    if escalation.tier is Tier.HIGH:
        return escalation.confidence >= REQUIRED_HIGH
    return escalation.tier is Tier.CRITICAL


def is_complaint(text: str, language: str) -> bool:
    """True where the text complains about us (for counting a thread's complaints)."""
    return any(_complains(mail) for mail in readings(text, language, DEFAULT_SETTINGS))


# What a rule may ask of a place in a mail, by its name: with a list of concepts, or by itself.
_OF_PLACE: dict[str, Callable[..., bool]] = {
    "has": lambda mail, hit, *names: mail.has(*names),
    "within": lambda mail, hit, *names: mail.within(hit.sentence, *names),
    "not_within": lambda mail, hit, *names: not mail.within(hit.sentence, *names),
    "around": lambda mail, hit, *names: mail.within(hit.sentence, *names, reach=1),
    "far_around": lambda mail, hit, *names: mail.within(hit.sentence, *names, reach=2),
    "next": lambda mail, hit, *names: mail.within(hit.sentence + 1, *names),
    "near": lambda mail, hit, *names: mail.near(hit, *names),
    "not_near": lambda mail, hit, *names: not mail.near(hit, *names),
    "in_reach": lambda mail, hit, *names: mail.near(hit, *names, words=12),
    "in_clause": lambda mail, hit, *names: mail.near(hit, *names, words=16),
    "told": lambda mail, hit: not mail.is_question(hit.sentence),
    "stated": lambda mail, hit: not mail.is_asked(hit.sentence),
    "willed": lambda mail, hit: mail.is_willed(hit.sentence),
    "ultimatum": lambda mail, hit: mail.is_ultimatum(hit.sentence),
}


@dataclass(frozen=True, slots=True)
class _Rule:
    """A row of ``escalation.toml``. ``asked``: each with the concepts that it names."""

    at: tuple[str, ...]
    harmless: bool
    asked: tuple[tuple[Callable[..., bool], tuple[str, ...]], ...]

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> _Rule:
        asked = [
            (_OF_PLACE[name], tuple(part.split("|")) if part else ())
            for name, said in row.items()
            if name not in ("at", "harmless")
            for part in ([""] if said is True else said.split())
        ]
        at = tuple(row["at"].split("|")) if "at" in row else ()
        return cls(at, row.get("harmless", False), tuple(asked))

    def holds(self, mail: Reading) -> bool:
        places: list[Hit | None] = [*mail.hits(*self.at)] if self.at else [None]
        if self.harmless:
            places += mail.harmless(*self.at)
        return any(all(holds(mail, at, *names) for holds, names in self.asked) for at in places)


_RULES = {name: tuple(map(_Rule.of, rows)) for name, rows in table_beside(__file__).items()}


def _applies(mail: Reading, trigger: str) -> bool:
    other = _BESIDE.get(trigger)
    rules = _RULES.get(trigger, ())
    return any(rule.holds(mail) for rule in rules) or (other is not None and other(mail))


def _is_reported(mail: Reading) -> bool:
    """A theft reported to the police is no threat, unless our own people are accused of it."""
    reported = mail.harmless("legal_acts", "police") or mail.has("police")
    return bool(reported) and _is_accusation(mail)


def _is_accusation(mail: Reading) -> bool:
    for hit in mail.hits("accusations", "fraud_words"):
        if mail.is_question(hit.sentence) or mail.within(hit.sentence, "fraud_doubts"):
            continue
        if hit.concept == "accusations" or _nearest_actor(mail, hit) == "staff":
            return True
    return any(_nearest_actor(mail, act) == "staff" for act in mail.hits("misconduct_acts"))


def _nearest_actor(mail: Reading, act: Hit) -> str:
    """Who did it: the nearest of "staff" and "others", "" where neither is named.

    A sentence without either whose subject is a pronoun speaks of whom the one before names first.
    """
    actors = mail.hits("staff", "others")
    here = [actor for actor in actors if actor.sentence == act.sentence]
    if here:
        return min(
            here, key=lambda actor: (max(act.start - actor.end, actor.start - act.end), actor.start)
        ).concept
    before = [actor for actor in actors if actor.sentence == act.sentence - 1]
    if before and mail.within(act.sentence, "pronouns", "demonstratives"):
        return min(before, key=lambda actor: actor.start).concept
    return ""


def _is_high_value_dispute(mail: Reading) -> bool:
    """An amount of the setting or more, beside what is disputed."""
    disputes = mail.hits("refunds", "charges", "objections", "damages", "reversals")
    disputes += mail.hits("demands") if mail.has("failures", "refusals", "objections") else []
    if not disputes or not any(_applies(mail, name) for name in _DISPUTES):
        return False
    sentences = {hit.sentence + step for hit in disputes for step in _AMOUNT_REACH}
    unrelated = {hit.sentence for hit in mail.hits("other_money")}
    return any(
        amount >= mail.settings.high_value_dispute_amount
        for amount, sentence in find_amounts(mail.words)
        if sentence in sentences - unrelated
    )


def _complains(mail: Reading) -> bool:
    return mail.has("complaints", "failures", "objections", "refusals")


# What no row says.
_BESIDE: dict[str, Callable[[Reading], bool]] = {
    "legal_threat": _is_reported,
    "fraud_or_misconduct_accusation": _is_accusation,
    "high_value_dispute": _is_high_value_dispute,
    "vulnerable_circumstance": is_urgent,
}


def find_amounts(words: Words) -> list[tuple[Decimal, int]]:
    """Every amount with the number of the sentence it stands in."""
    ends = [end for _, end in words.offsets]
    amounts = []
    for match in _AMOUNT.finditer(words.text):
        position = bisect_right(ends, match.start())
        if position < len(ends):
            number = match.group("after") or match.group("before")
            amounts.append((_value(number), words.sentences[position]))
    return amounts


def _value(number: str) -> Decimal:
    """The last mark before one or two digits parts the cents, every other mark thousands."""
    cents = _CENTS.search(number)
    whole = number[: cents.start()] if cents else number
    digits = "".join(char for char in whole if char.isdigit())
    return Decimal(f"{digits}.{cents.group(1)}" if cents else digits)
