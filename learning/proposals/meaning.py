"""Whether two sentences say the same in other words: by what they speak of, rare words first."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from templatesapp.entries import Catalogue
from templatesapp.text.coverage.clauses import clauses
from templatesapp.text.guarded.values import find_values
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, SLOT
from templatesapp.text.tokens import query_terms

SAME_MEANING = 0.5  # of the weight of both sentences' terms that both have
SAID_ALREADY = 0.75  # source: issue "Learning": so like a live text, it is that text


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
        return frozenset(query_terms(SLOT.sub(_fact_words, sentence), self.language))

    def likeness(self, left: str, right: str) -> float:
        """0-1; 0 where one denies what the other says, or their values differ."""
        if _denies(left, self.language) != _denies(right, self.language):
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


def _denies(sentence: str, language: str) -> bool:
    return any(clause.values.says("negations") for clause in clauses(sentence, language))


def _values(sentence: str, language: str) -> frozenset[tuple[str, object]]:
    found = find_values(SLOT.sub(" ", sentence), language).values
    return frozenset((v.kind.value, a) for v in found for a in (v.amounts or {v.written}))


def _fact_words(slot: re.Match[str]) -> str:
    return f" {slot.group(1).removeprefix(FACT_PREFIX).replace('_', ' ').lower()} "
