"""Number words of a language up to 199, as phrases of folded words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from templatesapp.text.language_files import LanguageData, Listed
from templatesapp.text.languages import rules
from templatesapp.text.tokens import fold, words


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
    """``{("forty", "five"): 45, …}``."""
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
