"""Phrases as people write them, made ready for finding: by whole folded words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from templatesapp.text.tokens import words

T = TypeVar("T")


class Lexicon(Generic[T]):
    """Phrases with a value each, found at a place or ending before it; the longest wins."""

    __slots__ = ("_by_first", "_by_last", "firsts")

    def __init__(self, entries: Iterable[tuple[tuple[str, ...], T]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], T]]] = {}
        self._by_last: dict[str, list[tuple[tuple[str, ...], T]]] = {}
        for phrase, value in sorted(entries, key=lambda entry: -len(entry[0])):
            if phrase:
                self._by_first.setdefault(phrase[0], []).append((phrase, value))
                self._by_last.setdefault(phrase[-1], []).append((phrase, value))
        self.firsts = frozenset(self._by_first)  # most words begin nothing

    def at(self, said: Sequence[str], place: int) -> tuple[T, int] | None:
        """Its value and the place after it."""
        if place >= len(said):
            return None
        for phrase, value in self._by_first.get(said[place], ()):
            if len(phrase) == 1 or tuple(said[place : place + len(phrase)]) == phrase:
                return value, place + len(phrase)
        return None

    def before(self, said: Sequence[str], place: int) -> tuple[T, int] | None:
        """Its value and the place where it begins."""
        if place <= 0:
            return None
        for phrase, value in self._by_last.get(said[place - 1], ()):
            start = place - len(phrase)
            if start >= 0 and (len(phrase) == 1 or tuple(said[start:place]) == phrase):
                return value, start
        return None

    def near_before(self, said: Sequence[str], place: int, reach: int) -> bool:
        """Whether one ends at most ``reach`` words before the place."""
        return any(self.before(said, end) for end in range(place, max(place - reach - 1, 0), -1))

    def first(self, said: Sequence[str]) -> int | None:
        """The place of the first."""
        if self.firsts.isdisjoint(said):
            return None
        begun = (place for place, word in enumerate(said) if word in self.firsts)
        return next((place for place in begun if self.at(said, place)), None)

    def is_in(self, said: Sequence[str]) -> bool:
        return self.first(said) is not None


class Phrases(Lexicon[bool]):
    """Phrases without a value; ``word in phrases``: whether the word alone is one."""

    __slots__ = ("_single", "all", "longest")

    def __init__(self, listed: Iterable[str]) -> None:
        found = {tuple(words(phrase)) for phrase in listed} - {()}
        self.all = tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))
        self.longest = len(self.all[0]) if self.all else 0  # words
        self._single = frozenset(phrase[0] for phrase in found if len(phrase) == 1)
        super().__init__((phrase, True) for phrase in self.all)

    def __contains__(self, word: str) -> bool:
        return word in self._single

    def places(self, said: Sequence[str]) -> list[tuple[int, int]]:
        """``(start, end)`` of each occurrence, the longest phrase first, none inside another."""
        if self.firsts.isdisjoint(said):
            return []
        found = [
            (-len(phrase), phrase, start)
            for start, word in enumerate(said)
            for phrase, _ in self._by_first.get(word, ())
            if len(phrase) == 1 or tuple(said[start : start + len(phrase)]) == phrase
        ]
        taken: list[tuple[int, int]] = []
        for less, _, start in sorted(found):
            if all(end <= start or start - less <= first for first, end in taken):
                taken.append((start, start - less))
        return sorted(taken)

    def length_at_start(self, said: Sequence[str]) -> int:
        """Words of the longest phrase that the text begins with; 0 for none."""
        hit = self.at(said, 0)
        return hit[1] if hit else 0


def valued(phrases_of: Mapping[T, Iterable[str]]) -> Lexicon[T]:
    return Lexicon(
        (tuple(words(phrase)), value) for value, phrases in phrases_of.items() for phrase in phrases
    )
