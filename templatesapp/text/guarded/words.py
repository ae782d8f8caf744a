"""What the guard knows of a language, compiled.

The data stand in ``templatesapp/languages/<code>/values.toml``, written as people write them; the
English file says what each list is for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from babel.dates import get_month_names

from templatesapp.text.languages import LanguageData, Listed, WordTable, known_language, rules
from templatesapp.text.lexicon import Lexicon, Phrases, valued
from templatesapp.text.tokens import fold, words


class GuardWords(WordTable):
    FILE: ClassVar[str] = "values.words"
    NOTATION: ClassVar[str] = "words"


@dataclass(frozen=True, slots=True)
class GuardValues(LanguageData):
    """Phrases that mean a value each."""

    FILE: ClassVar[str] = "values.valued"

    before_hour_of: Mapping[int, Listed]  # minutes: "half past", "quarter to"
    after_hour_of: Mapping[int, Listed]  # minutes: "y media"
    named_times_of: Mapping[int, Listed]  # minutes after midnight: noon
    units_of: Mapping[str, Listed]
    amounts_of: Mapping[int, Listed]  # minutes: "half an hour"
    has_half_days: bool = False  # "8:30" may be either: am and pm are in use


@dataclass(frozen=True, slots=True)
class NumberWords(LanguageData):
    """``joiner`` stands between ten and one ("treinta y cinco"), ``after_hundred`` before what
    follows a hundred: blanks count."""

    FILE: ClassVar[str] = "numbers"

    small: Listed  # from zero, until the rule for tens and ones begins
    tens: Listed  # twenty, thirty, …
    joiner: str
    hundred: str  # as it stands before a smaller number
    after_hundred: str
    ones_first: bool = False  # "fünfunddreißig"
    irregular: Mapping[int, str] = field(default_factory=dict)  # below a hundred
    also: Mapping[int, Listed] = field(default_factory=dict)
    also_after_hundred: str = ""
    articles: Listed = ()  # among ``small``, but they count nobody: "ein Kind"


@cache
def number_words(language: str) -> Mapping[tuple[str, ...], int]:
    """``{("forty", "five"): 45, …}`` up to 199."""
    known = rules(NumberWords)[language]
    found = {tuple(words(known.hundred)): 100}
    for number in range(100):
        below = _below_hundred(number, known)
        found[tuple(words(below))] = number
        for glue in {known.after_hundred, known.also_after_hundred or known.after_hundred}:
            if number:
                found[tuple(words(f"{known.hundred}{glue}{below}"))] = 100 + number
    for number, phrases in known.also.items():
        found |= {tuple(words(fold(phrase))): number for phrase in phrases}
    articles = {tuple(words(article)) for article in known.articles}
    return {phrase: number for phrase, number in found.items() if phrase not in articles}


def _below_hundred(number: int, known: NumberWords) -> str:
    if number in known.irregular:
        return known.irregular[number]
    if number < len(known.small):
        return known.small[number]
    ten, one = known.tens[number // 10 - 2], known.small[number % 10]
    if not number % 10:
        return ten
    return known.joiner.join((one, ten) if known.ones_first else (ten, one))


class Guarding:
    """The words of one language, compiled: its phrases by their names, and those with a value."""

    def __init__(self, language: str) -> None:
        self._words = rules(GuardWords)[language]
        source = rules(GuardValues)[language]
        self.has_half_days = source.has_half_days
        self.before_hour = valued(source.before_hour_of)
        self.after_hour = valued(source.after_hour_of)
        self.named_times = valued(source.named_times_of)
        self.units = valued(source.units_of)
        self.per_each = Phrases(
            (*self._words.by_name["per_person"], *self._words.by_name["per_thing"])
        )
        self.people = Phrases(source.units_of["person"] + source.units_of["minor"])
        self.amounts = valued(source.amounts_of)
        self.numbers = Lexicon(number_words(language).items())
        self.months = _months(language)
        # Words that a value can begin with, besides digits.
        self.heads = (
            self.named_times.firsts | self.amounts.firsts | self.numbers.firsts | self.months.firsts
        )

    def __getattr__(self, name: str) -> Phrases:
        """Compiled when first asked for."""
        made = Phrases(self._words.by_name[name])
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


_guarding = cache(Guarding)
