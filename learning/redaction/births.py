"""Spans of dates of birth on a page."""

import re
from collections.abc import Iterator

from learning.redaction.page import Keep, Page, Span
from templatesapp.text.name_words import WORDS
from templatesapp.text.tokens import fold_letters

_DAY = rf"\d{{1,2}}(?:{'|'.join(sorted(WORDS.day_marks))}|[.ºª°])?"
_JOINER = rf"(?:(?:{'|'.join(sorted(WORDS.date_joiners))})\s)?"
_MONTH, _YEAR = r"[^\W\d_]{3,10}\.?", r"((?:19|20)\d\d)"
_DATE = re.compile(
    r"(?<![\w./-])(?:"
    r"\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?((?:19|20)?\d\d)"
    rf"|{_YEAR}[./-]\d{{1,2}}[./-]\d{{1,2}}"
    rf"|{_DAY}\s{_JOINER}{_MONTH},?\s{_JOINER}((?:19|20)\d\d|['’]\d\d)"
    rf"|{_MONTH}\s{_DAY},?\s{_YEAR}"
    r")(?![\w/-]|\.\d)",
    re.I,
)
_LAST_OF_GROWN, _LAST = 2008, 2024  # years of birth of who travels alone, of all but infants
_BEFORE, _AFTER = 32, 20  # characters in which the word for it may stand, on the same line
_CENTURY = 36  # of two digits from here on it is the last
_BETWEEN = ",;|\t()"  # what stands around an item of a list


def find_births(page: Page, keep: Keep) -> Iterator[Span]:
    """Whole dates of long ago, and dates beside a word for birth; where a text speaks of birth or
    of passports also those of a list."""
    text = page.masked
    is_spoken_of = _speaks(text, WORDS.birth_words | WORDS.passport_words)
    for match in _DATE.finditer(text):
        year = _year(next(filter(None, match.groups())))
        is_listed = _is_listed(text, *match.span())
        is_told = year <= (_LAST if is_spoken_of and is_listed else _LAST_OF_GROWN)
        is_told |= _is_said_beside(text, *match.span())
        if is_told and not keep.has_text(match.group()):
            yield match.span()


def _year(digits: str) -> int:
    year = int(digits.lstrip("'’"))
    return year if year > 99 else year + (1900 if year >= _CENTURY else 2000)


def _is_listed(text: str, start: int, end: int) -> bool:
    ahead = text[max(start - _BEFORE, 0) : start].rstrip(" ")
    behind = text[end : end + _AFTER].lstrip(" ")
    is_alone = not ahead or ahead[-1] in _BETWEEN + "\n" or ahead.split()[-1][0].isupper()
    return is_alone and (not behind or behind[0] in _BETWEEN + "\n")


def _is_said_beside(text: str, start: int, end: int) -> bool:
    ahead = text[max(start - _BEFORE, 0) : start].rpartition("\n")[2]
    ahead = re.split(r"\d|[.!?;]\s[A-Z]", ahead)[-1]
    if ahead.rstrip()[-1:] in ("*", "°"):
        return True
    said = f"{ahead} {text[end : end + _AFTER].partition(chr(10))[0]}"
    return _speaks(said, WORDS.birth_words)


def _speaks(text: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(re.findall(r"[^\W\d_]+", fold_letters(text)))
