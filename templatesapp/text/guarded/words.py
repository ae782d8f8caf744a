"""The shape of what the guard knows of a language, and its compiled form.

The data stand in ``templatesapp/languages/<code>/values.toml``, written as people write them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from babel.dates import get_month_names

from templatesapp.text.guarded.numbers import number_words
from templatesapp.text.language_files import LanguageData, Listed
from templatesapp.text.languages import known_language, rules
from templatesapp.text.tokens import fold, words

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GuardWords(LanguageData):
    """One language. Names that end in ``_of`` map a phrase list to a value."""

    FILE: ClassVar[str] = "values"

    clock_before: Listed  # a bare number after one of them is an hour
    clock_after: Listed  # "o'clock": the number before is an hour
    before_hour_of: Mapping[int, Listed]  # minutes: "half past", "quarter to"
    after_hour_of: Mapping[int, Listed]  # minutes: "y media"
    named_times_of: Mapping[int, Listed]  # minutes after midnight: noon
    mornings: Listed
    evenings: Listed
    coins: Listed
    cents: Listed
    per_person: Listed  # "8.50 per person": an amount, though no coin is named
    percent: Listed
    units_of: Mapping[str, Listed]
    amounts_of: Mapping[int, Listed]  # minutes: "half an hour"
    lasting: Listed  # before "1h15": it lasts so long
    ages: Listed  # a number near one of them is an age
    starts: Listed  # the value after it is where a span begins
    ends: Listed
    later: Listed  # "after 22:30": a time that is spoken of, not told
    joiners: Listed  # between the two ends of a span
    or_more: Listed  # after a value: a lower bound
    or_less: Listed
    moments: Listed  # "is at": the very moment, not one inside a span
    nots: Listed  # straight before a value: it is denied
    totals: Listed
    clause_heads: Listed  # begin another statement: and, but, while
    included: Listed
    free: Listed
    charged: Listed  # costs something: a no to "is it free"
    forbidden: Listed
    limiting: Listed  # coverage reads them as a no, though they only limit or regret
    # Single words.
    hour_units: frozenset[str]  # of a clock in one place, a length in another: "à|en 8 heures"
    fillers: frozenset[str]  # between what leads a number and the number
    between_words: frozenset[str]
    and_words: frozenset[str]
    or_words: frozenset[str]
    of_words: frozenset[str] = frozenset()  # before a length: "un délai de 24 heures"
    beyond_words: frozenset[str] = frozenset()  # before an age: under, over
    by_words: frozenset[str] = frozenset()  # between two sides
    has_half_days: bool = False  # "8:30" may be either: am and pm are in use


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

    def anywhere(self, said: Sequence[str]) -> bool:
        return bool(self.places(said))

    def places(self, said: Sequence[str]) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        if self.firsts.isdisjoint(said):
            return found
        place = 0
        while place < len(said):
            hit = self.at(said, place)
            if hit:
                found.append((place, hit[1]))
            place = hit[1] if hit else place + 1
        return found


def _valued(phrases_of: Mapping[T, Iterable[str]]) -> Lexicon[T]:
    return Lexicon(
        (tuple(words(phrase)), value) for value, phrases in phrases_of.items() for phrase in phrases
    )


class Guarding:
    """The words of one language, compiled: its phrases and single words by their names, and those
    with a value each."""

    def __init__(self, source: GuardWords, language: str) -> None:
        self._source = source
        self.has_half_days = source.has_half_days
        self.before_hour = _valued(source.before_hour_of)
        self.after_hour = _valued(source.after_hour_of)
        self.named_times = _valued(source.named_times_of)
        self.units = _valued(source.units_of)
        self.people = _valued({True: source.units_of["person"] + source.units_of["minor"]})
        self.amounts = _valued(source.amounts_of)
        self.numbers = Lexicon(number_words(language).items())
        self.months = _months(language)
        # Words that a value can begin with, besides digits.
        self.heads = (
            self.named_times.firsts | self.amounts.firsts | self.numbers.firsts | self.months.firsts
        )

    def __getattr__(self, name: str) -> Any:
        """Compiled when first asked for."""
        said = getattr(self._source, name)
        made = _valued({True: said}) if isinstance(said, tuple) else frozenset(map(fold, said))
        setattr(self, name, made)
        return made


def _months(language: str) -> Lexicon[int]:
    entries: dict[tuple[str, ...], int] = {}
    for width in ("wide", "abbreviated"):
        for number, name in get_month_names(width, locale=language).items():
            entries[tuple(words(name))] = number
    if language == "en":
        entries[("sept",)] = 9
    return Lexicon(entries.items())


def guarding(language: str) -> Guarding:
    """The words of ``language``; English for one that the desk does not speak."""
    return _guarding(known_language(language))


@cache
def _guarding(language: str) -> Guarding:
    return Guarding(rules(GuardWords)[language], language)
