"""What a sentence says: whether two say the same in other words, whether it holds for any guest.

Nothing of one guest may become part of a letter. What no rule here catches is caught by numbers: a
proposal names nothing that fewer guests were told than the setting asks for
(``evidence.shared_marks``).
"""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from learning.redaction import TOKENS
from learning.redaction.page import WORDS
from templatesapp.entries import Catalogue
from templatesapp.lint import asserts_state
from templatesapp.text.coverage.clauses import clauses
from templatesapp.text.guarded.kinds import Kind
from templatesapp.text.guarded.values import find_values
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, SLOT, name_in_words, slot_names
from templatesapp.text.tokens import concepts, content_words, fold, query_terms, words

SAME_MEANING = 0.5  # of the weight of both sentences' terms that both have
SAID_ALREADY = 0.75  # source: issue "Learning": so like a live text, it is that text
_GUESTS_UNITS = frozenset({"person", "night"})
_CONCEPTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ANYBODY, _OF_ONE, _CHANGES, _BOOKED, _STAY = (
    frozenset(_CONCEPTS[name]) for name in ("anybody", "of_one", "changes", "booked", "stay")
)
_ONE_GUEST = frozenset(f" {' '.join(words(phrase))} " for phrase in WORDS.one_guest)
_FEWEST_WORDS = 2
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORT_WORD = 3  # letters: what days and months are shortened to
_MARK = re.compile(r"\d+(?:[.:,]\d+)*|(?<=[^.!?:\s]\s)[A-ZÀ-Þ][\w’'-]+")


class Meanings:
    """The sentences of one language beside those that the live letters and answers say."""

    def __init__(self, language: str, catalogue: Catalogue) -> None:
        self.language = language
        said = [
            *(t.body for t in catalogue.templates if t.language == language),
            *(item.answer for item in catalogue.knowledge if item.language == language),
        ]
        self._of_letters = [frozenset(self.terms(s)) for text in said for s in sentences(text)]
        told = Counter(term for terms in self._of_letters for term in terms)
        top = math.log(len(self._of_letters) + 1) + 1
        self._weights = {term: top - math.log(count + 1) for term, count in told.items()}
        self._rarest = top
        self._places: dict[str, list[int]] = {}
        for number, terms in enumerate(self._of_letters):
            for term in terms:
                self._places.setdefault(term, []).append(number)

    def terms(self, sentence: str) -> frozenset[str]:
        """What a sentence speaks of: stems and concepts; a fact by its name."""
        return frozenset(
            query_terms(
                SLOT.sub(lambda slot: f" {name_in_words(slot[1])} ", sentence), self.language
            )
        )

    def likeness(self, left: str, right: str) -> float:
        """0-1; 0 where one denies what the other says, or their values differ."""
        if _sides(left, self.language) != _sides(right, self.language):
            return 0.0
        values, others = _values(left, self.language), _values(right, self.language)
        if values and others and values.isdisjoint(others):
            return 0.0
        return self._overlap(self.terms(left), self.terms(right))

    def is_same(self, left: str, right: str) -> bool:
        return self.likeness(left, right) >= SAME_MEANING

    def is_said(self, sentence: str) -> bool:
        """Whether a live letter or answer of the language has this sentence."""
        terms = self.terms(sentence)
        near = {number for term in terms for number in self._places.get(term, ())}
        return any(self._overlap(terms, self._of_letters[n]) >= SAID_ALREADY for n in near)

    def _overlap(self, left: frozenset[str], right: frozenset[str]) -> float:
        both = self._weight(left) + self._weight(right)
        return 2 * self._weight(left & right) / both if both else 0.0

    def _weight(self, terms: Iterable[str]) -> float:
        return sum(self._weights.get(term, self._rarest) for term in terms)


# Two versions of every language.
meanings = lru_cache(maxsize=12)(Meanings)


def _sides(sentence: str, language: str) -> tuple[bool, bool]:
    """Whether it is a no ("closed", "not"), and whether something is free."""
    said = [clause.values for clause in clauses(sentence, language)]
    is_no = any(one.says("negations") or one.says("lexical_no") for one in said)
    return is_no, any(one.says("free_words") for one in said)


def _values(sentence: str, language: str) -> frozenset[tuple[str, object]]:
    found = find_values(SLOT.sub(" ", sentence), language).values
    return frozenset((v.kind.value, a) for v in found for a in (v.amounts or {v.written}))


def is_for_anyone(sentence: str, language: str) -> bool:
    """Whether a slotted and redacted sentence may be said to every guest.

    Not with a date, a count of guests or nights, a name, a relation, a word of what the guest
    wrote, a state of their booking; and no courtesy or promise, which tell nothing.
    """
    if any(token in sentence for token in TOKENS) or sentence.endswith("?"):
        return False
    if any(not name.startswith(FACT_PREFIX) for name in slot_names(sentence)):
        return False
    bare = SLOT.sub(" ", sentence)
    if all(clause.is_idle or clause.is_promise for clause in clauses(bare, language)):
        return False
    is_said = len(set(content_words(bare, language))) >= _FEWEST_WORDS
    return is_said and not is_own_matter(sentence, language)


def is_own_matter(sentence: str, language: str) -> bool:
    """Whether a sentence tells of one guest: a date, a count of guests or nights, a relation, a
    word of what they wrote, a state of their booking."""
    bare = SLOT.sub(" ", sentence)
    return (
        _names_a_date_or_count(bare, language)
        or _names_a_relation(bare)
        or _speaks_to_one(bare, language)
        or asserts_state(bare, language)
        or _tells_what_happened(bare, language)
    )


def is_own_request(sentence: str, language: str) -> bool:
    """Whether what is to be done is one guest's own: a stranger could not ask the same. "Move our
    booking" is; "change the towels" and "book us a tour" are not."""
    if is_own_matter(sentence, language):
        return True
    named = frozenset(concepts(sentence, language))
    is_only_a_stay = named <= _CHANGES | _STAY and bool(named & (_CHANGES | {"booking"}))
    is_changed = bool(named & _CHANGES and named & _BOOKED)
    is_sent_on = {"belonging", "post-item"} <= named
    return bool(named & _OF_ONE) or is_only_a_stay or is_changed or is_sent_on


def _tells_what_happened(sentence: str, language: str) -> bool:
    """ "The transfer has arrived" tells of one guest's, though it names nobody."""
    return any(
        clause.values.says("done_words") and not clause.values.says("supposing")
        for clause in clauses(sentence, language)
    )


def marks(sentence: str, language: str) -> frozenset[str]:
    """Numbers, and words in capitals inside the sentence: by these it could tell of somebody."""
    bare = SLOT.sub(" ", sentence)
    numbers = {str(number) for _, number in find_values(bare, language).numbers}
    return frozenset(_MARK.findall(bare)) | numbers


def _names_a_date_or_count(sentence: str, language: str) -> bool:
    if _names_the_calendar(sentence) and re.search(r"\d", sentence):
        return True
    return any(
        value.kind is Kind.DATE or (value.kind is Kind.MEASURE and value.unit in _GUESTS_UNITS)
        for value in find_values(sentence, language).values
    )


def _names_the_calendar(sentence: str) -> bool:
    """ "On Friday", "Fri"; "do", "so", "di" and "may" in small letters are other words."""
    return any(
        fold(word.group()) in WORDS.calendar
        and (len(word.group()) > _SHORT_WORD or (word.start() and word.group()[0].isupper()))
        for word in _WORD.finditer(sentence)
    )


def _names_a_relation(sentence: str) -> bool:
    """ "Your friend", "your little daughter"; "the manager" is anybody's."""
    said = words(sentence)
    return any(
        word in WORDS.relations - _ANYBODY
        and _before(said, place) in WORDS.owners - {"the", "a", "an", "our", "another"}
        for place, word in enumerate(said)
    )


def _speaks_to_one(sentence: str, language: str) -> bool:
    """ "Your bed is ready"; "if your bed is ready" may be said to anyone."""
    if any(clause.values.says("supposing") for clause in clauses(sentence, language)):
        return False
    said = f" {' '.join(words(sentence))} "
    return any(phrase in said for phrase in _ONE_GUEST)


def _before(said: list[str], place: int) -> str:
    """The nearest word that is no adjective."""
    earlier = reversed(said[:place])
    return next((word for word in earlier if word not in WORDS.relation_adjectives), "")
