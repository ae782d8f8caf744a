"""Folding and pattern building shared by the interpretation engines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from drafting.pipeline.interpret.rules import LanguageRules
from templatesapp.text.languages import rules

_LETTER_CEILING = 0x250  # Latin letters of the five languages end below


def _accent_table(keep: str) -> dict[str, str]:
    table: dict[str, str] = {}
    for code in range(0xC0, _LETTER_CEILING):
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0]
        if base != char and char not in keep:
            table[char] = base
    return table


@cache
def _accents(language: str) -> dict[str, str]:
    """Letters without their accents, but for those that tell two function words apart: Italian "è"
    (is) and "e" (and), French "où" (where) and "ou" (or)."""
    known = rules(LanguageRules)
    return _accent_table(known[language].kept_accents if language in known else "")


# A stand-in for an accent that tells past from imperative (Spanish "llamé", I called, and "llame",
# call!): a letter no mail of ours has.
_PAST_MARK = "ə"


@cache
def _past_end(language: str) -> re.Pattern[str] | None:
    known = rules(LanguageRules)
    form = known[language].past_end if language in known else ""
    return re.compile(form) if form else None


# str.translate looks every letter up; few of a mail's letters have an accent.
_ACCENTED = re.compile(rf"[À-{chr(_LETTER_CEILING - 1)}]")


def _mark_past(text: str, language: str) -> str:
    past_end = _past_end(language)
    return past_end.sub(_PAST_MARK, text) if past_end else text


def _without_accents(text: str, language: str) -> str:
    table = _accents(language)
    return _ACCENTED.sub(lambda found: table.get(found.group(), found.group()), text)


def fold(text: str, language: str = "") -> str:
    """Lower case without accents, letter for letter: offsets stay those of ``text``."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    if len(lowered) != len(text):  # a few letters (İ) grow when lowered
        lowered = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    return _folded(lowered, language)


def _folded(fragment: str, language: str) -> str:
    return _without_accents(_mark_past(fragment, language), language)


@cache
def words_pattern(fragments: tuple[str, ...], language: str = "") -> re.Pattern[str]:
    """One pattern for any of the fragments, as whole words. Never matches when there are none."""
    if not fragments:
        return re.compile(r"(?!)")
    folded = "|".join(_folded(f, language) for f in fragments)
    return re.compile(rf"(?<!\w)(?:{folded})(?!\w)")


@cache
def line_pattern(fragments: tuple[str, ...], language: str = "") -> re.Pattern[str]:
    """The same, for a whole line (use with ``fullmatch``)."""
    if not fragments:
        return re.compile(r"(?!)")
    return re.compile("|".join(f"(?:{_folded(f, language)})" for f in fragments))


def union(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All fragments of several languages, each once, in order."""
    return tuple(dict.fromkeys(fragment for group in groups for fragment in group))


WORD = re.compile(r"\w+(?:['-]\w+)*")


_PART = re.compile(r"\w+")


def count_words(text: str) -> int:
    """ "C'è l'ascensore" are four: elided words count."""
    return sum(1 for _ in _PART.finditer(text))
