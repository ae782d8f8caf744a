"""Folding and pattern building shared by the interpretation engines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

_LETTER_CEILING = 0x250  # Latin letters of the five languages end below


def _accent_table(keep: str) -> dict[str, str]:
    table: dict[str, str] = {}
    for code in range(0xC0, _LETTER_CEILING):
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0]
        if base != char and char not in keep:
            table[char] = base
    return table


# Accents that tell two function words apart stay: Italian "è" (is) and "e" (and), French "où"
# (where) and "ou" (or).
_KEPT_ACCENTS = {"it": "è", "fr": "ù"}
_TABLES = {code: _accent_table(kept) for code, kept in {"": "", **_KEPT_ACCENTS}.items()}


# Spanish "llamé" (I called) and "llame" (call!) differ in the accent of a long word's end; the
# stand-in is a letter no mail of ours has.
_PAST_END = re.compile(r"é(?<=[a-zñáíóú]{3}é)(?!\w)")
_PAST_MARK = "ə"
# str.translate looks every letter up; few of a mail's letters have an accent.
_ACCENTED = re.compile(rf"[À-{chr(_LETTER_CEILING - 1)}]")


def _mark_past(text: str, language: str) -> str:
    return _PAST_END.sub(_PAST_MARK, text) if language == "es" else text


def _without_accents(text: str, language: str) -> str:
    table = _TABLES.get(language, _TABLES[""])
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
