"""The letter itself against its labels: is it the right one, does it say what was asked and little
else, was it right to call it ready. Compares with labels only, never with the desk's own table.

Source: asks.md, "What is measured, and by whom"; label rules in fixtures/eval/README.md.
"""

from collections.abc import Callable

from drafting.instruments.labelled import ACKNOWLEDGE, NONE, Case, Tally, count_asks
from templatesapp.entries import Catalogue
from templatesapp.text.letter import names_owners, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import resolve_slots, slot_names
from templatesapp.text.tokens import concepts, terms, words

_ASKING = ("question", "state", "action")
# Of the content words of a known answer: what a letter must share with it to have said it, and a
# sentence to deal with it.
_SAID_SHARE, _DEALT_SHARE = 0.5, 0.3
_COMMON_CONCEPTS = frozenset({"time", "price", "night", "person", "day", "room", "booking"})


def measure_letter(case: Case, tally: Tally) -> None:
    """Counts what one mail adds to the measures."""
    is_acceptable = case.is_letter_acceptable
    is_auto = case.composition.choice.selection == "auto"
    asks_state = any(ask["kind"] == "state" for ask in case.labels["asks"])
    tally.count("letter_acceptable", is_acceptable)
    tally.count("letter_acceptable_protected", is_acceptable, among=case.is_protected)
    tally.count("auto_letter_right", is_acceptable, among=is_auto)
    tally.count("letter_language", case.has_right_language)
    tally.count("ready_rate", case.is_ready)
    tally.count("ready_rate_plain", case.is_ready, among=case.is_plain)
    tally.count("ready_rate_answerable", case.is_ready, among=case.is_answerable)
    # Must never be settled by a text that nobody looked anything up for.
    tally.count("state_answered_by_text", case.is_ready, among=asks_state)
    if case.is_ready:
        tally.count("ready_right", is_right(case))
    count_asks(case.labels, case.plan, tally)
    _count_acknowledged(case, tally)
    _count_foreign(case, tally)


def is_right(case: Case) -> bool:
    """Could it leave as it is: right letter and language, every known answer said, nothing asked
    that only somebody who looks or acts can settle."""
    return case.is_letter_acceptable and case.has_right_language and not missing_of(case)


def missing_of(case: Case) -> list[str]:
    """What the labels say was asked and the letter does not deal with."""
    text, language = case.composition.letter.text, case.composition.language
    missing = []
    for ask in case.labels["asks"]:
        keys = ask["answered_by"]
        if keys and ask["kind"] in _ASKING:
            is_missing = not any(_says(text, key, language, case.desk.catalogue) for key in keys)
        else:
            is_missing = not keys and ask["kind"] in ("state", "action")
        if is_missing:
            missing.append(ask["text"])
    return missing


def _count_acknowledged(case: Case, tally: Tally) -> None:
    letter, may_acknowledge = case.letter, case.may_acknowledge
    has_acknowledged = letter in (ACKNOWLEDGE, NONE)
    tally.count("acknowledge_recall", has_acknowledged, among=case.must_acknowledge)
    tally.count("acknowledge_precision", may_acknowledge, among=letter == ACKNOWLEDGE)
    tally.count("none_precision", may_acknowledge, among=has_acknowledged)


def _count_foreign(case: Case, tally: Tally) -> None:
    """Sentences that deal with no labelled ask. Greeting, closing and what policy asks for do not
    count; of an acknowledgement none is foreign, nor a promise where the labels know no answer."""
    if not case.labels["asks"] or case.composition.acknowledgement is not None:
        return
    _, middle, _ = split_letter(case.composition.letter.text)
    mandatory = " ".join(case.composition.policy.mandatory_content(case.composition.language))
    owners = case.desk.catalogue.profile.owners
    is_open = any(not ask["answered_by"] for ask in case.labels["asks"])
    said = [
        sentence
        for part in middle
        for sentence in sentences(part)
        if sentence not in mandatory and not (is_open and names_owners(sentence, owners))
    ]
    deals = _deals_with_asks(case)
    tally.count("foreign_sentences", sum(not deals(sentence) for sentence in said), len(said))


def _deals_with_asks(case: Case) -> Callable[[str], bool]:
    """Whether a sentence of the letter shares concepts or words with the labelled asks, which are
    in English, or says of what answers them."""
    language, catalogue = case.composition.language, case.desk.catalogue
    asked = " . ".join(ask["text"] for ask in case.labels["asks"])
    topics = set(concepts(asked, "en")) - _COMMON_CONCEPTS
    stems = set(terms(asked, "en")) if language == "en" else set()
    keys = [key for ask in case.labels["asks"] for key in ask["answered_by"] or ()]

    def deals(sentence: str) -> bool:
        if topics & set(concepts(sentence, language)) or stems & set(terms(sentence, language)):
            return True
        return any(_says(sentence, key, language, catalogue, _DEALT_SHARE) for key in keys)

    return deals


def _says(
    text: str, key: str, language: str, catalogue: Catalogue, share: float = _SAID_SHARE
) -> bool:
    """Whether a text says the fact or the known answer of that key."""
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
