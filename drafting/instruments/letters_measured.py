"""The letter itself against its labels: is it the right one, does it say what was asked and little
else, was it right to call it ready. Compares with labels only, never with the desk's own table.

Source: asks.md, "What is measured, and by whom"; label rules in fixtures/eval/README.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drafting.pipeline.answer.compose import Composition
from drafting.pipeline.check.delivery import DeliveryStatus
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret.language import text_language
from drafting.pipeline.plan import ActionPlan
from templatesapp.entries import Catalogue
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.letter import names_owners, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import resolve_slots, slot_names
from templatesapp.text.tokens import concepts, terms, words

ACKNOWLEDGE, NONE = "acknowledge", "none"
_ASKING = ("question", "state", "action")
# Of the content words of a known answer: what a letter must share with it to have said it.
_SAID_SHARE = 0.5
_COMMON_CONCEPTS = frozenset({"time", "price", "night", "person", "day", "room", "booking"})

LETTER_MEASURES = (
    "ask_recall",
    "ask_precision",
    "ask_kind_accuracy",
    "state_answered_by_text",
    "letter_acceptable",
    "letter_acceptable_protected",
    "letter_language",
    "foreign_sentences",
    "ready_rate",
    "ready_rate_plain",
    "ready_right",
    "auto_letter_right",
    "none_precision",
    "acknowledge_recall",
    "acknowledge_precision",
)


@dataclass(frozen=True, slots=True)
class Count:
    """``hits`` of ``cases`` of one measure."""

    measure: str
    hits: float
    cases: float = 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """The letter of one labelled mail."""

    labels: Mapping[str, Any]
    plan: ActionPlan
    composition: Composition
    desk: Desk

    @property
    def chosen(self) -> str:
        """The letter's id, "acknowledge", or "none" where it stands on answers alone."""
        if self.composition.acknowledgement is not None:
            return ACKNOWLEDGE
        return self.composition.template.template_id if self.composition.template else NONE

    @property
    def is_acceptable(self) -> bool:
        """A letter without a template acknowledges what it does not answer."""
        wanted = set(self.labels["letters"])
        if self.chosen in (ACKNOWLEDGE, NONE):
            return bool(wanted & {ACKNOWLEDGE, NONE})
        return self.chosen in wanted

    @property
    def is_ready(self) -> bool:
        return self.composition.delivery is DeliveryStatus.READY

    @property
    def has_right_language(self) -> bool:
        wanted = self.desk.catalogue.letter_language(self.labels["language"])
        return text_language(self.composition.letter.text, self.composition.language) == wanted

    @property
    def is_plain(self) -> bool:
        """Nothing in it that only a person can do, and nothing urgent."""
        kinds = {ask["kind"] for ask in self.labels["asks"]}
        wanted = set(self.labels["letters"])
        return not kinds & {"state", "action"} and not (
            self.labels["escalation"] != "NONE" or wanted <= {ACKNOWLEDGE, NONE}
        )


def measure_letter(case: Measured) -> list[Count]:
    """What one mail adds to the measures."""
    found = [
        *_asks(case),
        Count("letter_acceptable", case.is_acceptable),
        Count("letter_language", case.has_right_language),
        Count("ready_rate", case.is_ready),
    ]
    if is_hard_rule_protected(case.labels["category"]):
        found.append(Count("letter_acceptable_protected", case.is_acceptable))
    if case.is_plain:
        found.append(Count("ready_rate_plain", case.is_ready))
    if case.is_ready:
        found.append(Count("ready_right", is_ready_right(case)))
    if case.composition.choice.selection == "auto":
        found.append(Count("auto_letter_right", case.is_acceptable))
    return [*found, *_states(case), *_acknowledged(case), *_foreign(case)]


def is_ready_right(case: Measured) -> bool:
    """Could it leave as it is: right letter and language, every known answer said, nothing asked
    that only somebody who looks or acts can settle."""
    return case.is_acceptable and case.has_right_language and not missing_of(case)


def missing_of(case: Measured) -> list[str]:
    """What the labels say was asked and the letter does not deal with."""
    text = case.composition.letter.text
    missing = []
    for ask in case.labels["asks"]:
        if ask["kind"] in ("state", "action") and not ask["answered_by"]:
            missing.append(ask["text"])
        elif ask["kind"] in _ASKING and ask["answered_by"]:
            keys = ask["answered_by"]
            if not any(_says(text, key, case.composition.language, case.desk) for key in keys):
                missing.append(ask["text"])
    return missing


def _asks(case: Measured) -> list[Count]:
    """By number in each mail, notices apart: a host may take note of more or less than a label."""
    labelled = Counter(a["kind"] for a in case.labels["asks"] if a["kind"] in _ASKING)
    found = Counter(a.kind.value for a in case.plan.asks if a.kind.value in _ASKING)
    both = min(labelled.total(), found.total())
    return [
        Count("ask_recall", both, labelled.total()),
        Count("ask_precision", both, found.total()),
        Count("ask_kind_accuracy", (labelled & found).total(), both),
    ]


def _states(case: Measured) -> list[Count]:
    """A state must never be settled by a text that nobody looked anything up for."""
    asked = [ask for ask in case.labels["asks"] if ask["kind"] == "state"]
    return [Count("state_answered_by_text", case.is_ready, 1.0)] if asked else []


def _acknowledged(case: Measured) -> list[Count]:
    wanted, chosen = set(case.labels["letters"]), case.chosen
    counts = []
    if wanted <= {ACKNOWLEDGE, NONE}:
        counts.append(Count("acknowledge_recall", chosen in (ACKNOWLEDGE, NONE)))
    if chosen == ACKNOWLEDGE:
        counts.append(Count("acknowledge_precision", bool(wanted & {ACKNOWLEDGE, NONE})))
    if chosen in (ACKNOWLEDGE, NONE):
        counts.append(Count("none_precision", bool(wanted & {ACKNOWLEDGE, NONE})))
    return counts


def _foreign(case: Measured) -> list[Count]:
    """Sentences that deal with no labelled ask. Greeting, closing and what policy asks for do not
    count; of an acknowledgement none is foreign, nor a promise where the labels know no answer."""
    if not case.labels["asks"] or case.composition.acknowledgement is not None:
        return []
    language = case.composition.language
    _, middle, _ = split_letter(case.composition.letter.text)
    mandatory = " ".join(case.composition.policy.mandatory_content(language))
    owners = case.desk.catalogue.profile.owners
    is_open = any(not ask["answered_by"] for ask in case.labels["asks"])
    said = [
        sentence
        for part in middle
        for sentence in sentences(part)
        if sentence not in mandatory and not (is_open and names_owners(sentence, owners))
    ]
    wanted = _wanted(case)
    foreign = sum(not _deals(sentence, language, wanted, case.desk) for sentence in said)
    return [Count("foreign_sentences", foreign, len(said))]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the labelled asks are about: concepts and stems of their English words, and keys."""

    concepts: frozenset[str]
    stems: frozenset[str]
    keys: tuple[str, ...]


def _wanted(case: Measured) -> _Wanted:
    text = " . ".join(ask["text"] for ask in case.labels["asks"])
    return _Wanted(
        frozenset(concepts(text, "en")) - _COMMON_CONCEPTS,
        frozenset(terms(text, "en")),
        tuple(key for ask in case.labels["asks"] for key in ask["answered_by"] or ()),
    )


def _deals(sentence: str, language: str, wanted: _Wanted, desk: Desk) -> bool:
    if wanted.concepts & set(concepts(sentence, language)):
        return True
    if language == "en" and wanted.stems & set(terms(sentence, "en")):
        return True
    return any(_says(sentence, key, language, desk, share=0.3) for key in wanted.keys)


def _says(text: str, key: str, language: str, desk: Desk, *, share: float = _SAID_SHARE) -> bool:
    """Whether a text says the fact or the known answer of that key."""
    catalogue = desk.catalogue
    fact = catalogue.facts.get(key)
    if fact is not None:
        return _holds(text, fact.formatted(language))
    return any(
        _says_answer(text, item.answer, language, catalogue, share)
        for item in catalogue.knowledge
        if item.key == key and item.language == language
    )


def _says_answer(text: str, answer: str, language: str, catalogue: Catalogue, share: float) -> bool:
    values = catalogue.fact_values(language)
    facts = [values[name] for name in slot_names(answer) if name in values]
    if any(_holds(text, value) for value in facts):
        return True
    own = set(terms(resolve_slots(answer, values).text, language))
    return any(_shares(own, set(terms(said, language)), share) for said in sentences(text))


def _shares(own: set[str], said: set[str], share: float) -> bool:
    """Of the shorter of the two, since a letter may say the same with fewer words, or more."""
    both = own & said
    return len(both) > 1 and len(both) >= share * min(len(own), len(said))


def _holds(text: str, value: str) -> bool:
    return f" {' '.join(words(value))} " in f" {' '.join(words(text))} "


def described(case: Measured) -> Sequence[str]:
    """One line of evidence for the list of failures."""
    kinds = ", ".join(f"{ask.kind.value}: {ask.text[:40]}" for ask in case.plan.asks)
    return [case.chosen, case.composition.delivery.value, kinds]
