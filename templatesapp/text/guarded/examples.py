"""Which fact the desk's own answers state in much the same words.

What the concepts of a clause leave open, our texts often tell: "the ride takes about 60 minutes"
is said of a bus. Sentences are compared as weighted words and concepts, the clause of the value
counting more than the rest (cosine of inverse document frequencies)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING

from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.scopes import Sentence, read_sentences
from templatesapp.text.guarded.values import find_values
from templatesapp.text.tokens import stem, stop_words

if TYPE_CHECKING:
    from templatesapp.text.guarded.known import GuardedFact

LEAST_ALIKE = 0.4  # cosine
_NEARLY_BEST = 0.9  # of the best cosine: what else it may be
_BESIDE = 0.4  # weight of what stands in the sentence, but not in the clause


@dataclass(frozen=True, slots=True)
class Example:
    """A value as one of our texts states it. ``names``: the facts that have this value."""

    value: Value
    names: tuple[str, ...]
    is_supposing: bool
    words: Mapping[str, float]


class Examples:
    """Those of one language."""

    def __init__(self, found: Iterable[Example]) -> None:
        said = list(found)
        counts = Counter(word for one in said for word in one.words)
        self._rarity = {word: log(1 + len(said) / count) for word, count in counts.items()}
        self._unheard = log(1 + len(said))
        self._by_kind: dict[tuple[Kind, str], list[tuple[Example, dict[str, float]]]] = {}
        for one in said:
            rows = self._by_kind.setdefault((one.value.kind, one.value.unit), [])
            rows.append((one, self._normal(one.words)))

    def alike(self, value: Value, sentence: Sentence, language: str) -> list[tuple[float, Example]]:
        """The best first, and those nearly as good; none below ``LEAST_ALIKE``."""
        asked = self._normal(_words_about(value, sentence, language))
        is_supposing = sentence.piece_of(value).is_supposing
        scored = [
            (sum(weight * words.get(word, 0.0) for word, weight in asked.items()), one)
            for one, words in self._by_kind.get((value.kind, value.unit), ())
            if one.value.is_later == value.is_later
            and (one.is_supposing or not is_supposing)
            and _may_bound(one.value, value)
        ]
        scored.sort(key=lambda pair: -pair[0])
        least = max(LEAST_ALIKE, _NEARLY_BEST * scored[0][0]) if scored else 1.0
        return [(score, one) for score, one in scored if score >= least]

    def _normal(self, words: Mapping[str, float]) -> dict[str, float]:
        weighted = {w: n * self._rarity.get(w, self._unheard) for w, n in words.items()}
        length = sqrt(sum(n * n for n in weighted.values())) or 1.0
        return {word: n / length for word, n in weighted.items()}


def _may_bound(known: Value, said: Value) -> bool:
    """Not the two ends of a span; "for three nights" is no "at most six"."""
    if said.kind is Kind.MEASURE and not said.edge:
        return not known.edge
    return {known.edge, said.edge} != {"from", "until"}


def stated_in(
    text: str, language: str, facts: Mapping[tuple[Kind, str], Sequence[GuardedFact]]
) -> Iterator[Example]:
    values = find_values(text, language).values
    for sentence in read_sentences(text, language, values):
        for value in values:
            if not sentence.holds(value.start):
                continue
            near = facts.get((value.kind, value.unit), ())
            names = tuple(one.name for one in near if one.value.equals(value))
            if names:
                is_supposing = sentence.piece_of(value).is_supposing
                yield Example(value, names, is_supposing, _words_about(value, sentence, language))


def _words_about(value: Value, sentence: Sentence, language: str) -> dict[str, float]:
    """Stems and concepts with their weights."""
    own = sentence.piece_at(value.start)
    found: dict[str, float] = {}
    for index, piece in enumerate(sentence.pieces):
        weight = 1.0 if index == own else _BESIDE
        stems = (
            stem(word, language)
            for word in piece.said
            if not word[0].isdigit() and word not in stop_words(language)
        )
        for word in (*stems, *(f"={concept}" for concept in piece.concepts)):
            found[word] = max(weight, found.get(word, 0.0))
    if value.edge:
        found[f"<{value.edge}"] = 1.0
    return found
