"""Paragraphs and sentences of a mail in any of the desk's languages, with their places in the text.

A stop ends a sentence where white space follows, unless it belongs to an abbreviation ("z. B.",
"Dr.", "p.m." before a small letter), an initial, a list number or a German ordinal ("6. Juli").
URLs, times and prices hold no stop that is followed by white space. One pass, linear.
"""

import re
from typing import ClassVar, NamedTuple

from templatesapp.text.language_files import SharedTable
from templatesapp.text.languages import Together

_STOP = re.compile(r"[.!?…]+[)\]\"'”’»]*(?=\s|\Z)")
_BLANK = re.compile(r"\n[ \t\r]*(?:\n[ \t\r]*)+")
_BULLET = re.compile(r"[ \t]*(?:[-–—*•·]|\d{1,2}[.)]|[a-z]\))[ \t]+")
_LAST_WORD = re.compile(r"[^\s(\[\"'“„«¿¡]*\Z")
_LONGEST_WORD = 40
# A line this short was ended by its writer, not by a mail program that wraps at 65-78 columns.
_WRAPPED_LINE = 45


class SentenceWords(SharedTable):
    """Where a full stop ends no sentence. As written, in small letters."""

    FILE: ClassVar[str] = "sentences"


STOPS = Together(SentenceWords)


class Span(NamedTuple):  # a mail makes hundreds
    """``text`` is ``whole[start:end]``, without white space around it."""

    text: str
    start: int
    end: int


def paragraph_spans(text: str) -> list[Span]:
    """What blank lines part; line ends of any kind."""
    spans = []
    start = 0
    for match in _BLANK.finditer(text):
        spans += _trimmed(text, start, match.start())
        start = match.end()
    return [*spans, *_trimmed(text, start, len(text))]


def sentence_spans(text: str) -> list[Span]:
    """Sentences in order; a greeting line, a list item and a signature line are one each."""
    spans: list[Span] = []
    for paragraph in paragraph_spans(text):
        for start, end in _line_groups(text, paragraph.start, paragraph.end):
            spans += _in_lines(text, start, end)
    return spans


def sentences(text: str) -> list[str]:
    return [span.text for span in sentence_spans(text)]


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    piece = text[start:end]
    bare = piece.strip()
    if not bare:
        return []
    start += len(piece) - len(piece.lstrip())
    return [Span(bare, start, start + len(bare))]


def _line_groups(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Lines of a paragraph that belong together: wrapped prose is joined, all else stays apart."""
    groups: list[tuple[int, int]] = []
    position = start
    before = ""
    while position < end:
        line_end = text.find("\n", position, end)
        line_end = end if line_end < 0 else line_end + 1
        line = text[position:line_end]
        if groups and _goes_on(before.rstrip(), line):
            groups[-1] = (groups[-1][0], line_end)
        else:
            groups.append((position, line_end))
        before, position = line, line_end
    return groups


def _goes_on(last: str, line: str) -> bool:
    """Whether ``line`` continues the sentence that the ``last`` line broke off."""
    first = line.lstrip()[:1]
    if _BULLET.match(line) or last.endswith((".", "!", "?", "…", ":")):
        return False
    if first.islower():
        return not last.endswith(",") or len(last) >= _WRAPPED_LINE
    return len(last) >= _WRAPPED_LINE


def _in_lines(text: str, start: int, end: int) -> list[Span]:
    spans: list[Span] = []
    bullet = _BULLET.match(text, start, end)
    position = start
    for match in _STOP.finditer(text, bullet.end() if bullet else start, end):
        if _ends_sentence(text, match, end):
            spans += _trimmed(text, position, match.end())
            position = match.end()
    return [*spans, *_trimmed(text, position, end)]


def _ends_sentence(text: str, match: re.Match[str], end: int) -> bool:
    if match.group() != ".":
        return not _is_quoted_aside(text, match, end)
    following = text[match.end() : min(match.end() + _LONGEST_WORD, end)].split(maxsplit=1)
    if not following:
        return True
    word = _word_before(text, match.start())
    is_initial = len(word) == 1 and word.isalpha() and word != "i"
    if is_initial or word in STOPS.never_last:
        return False
    is_small, is_number = following[0][0].islower(), following[0][0].isdigit()
    if word.isdigit() and len(word) <= 2:
        month = following[0].strip(",.!?").lower()
        return not is_small and month not in STOPS.ordinal_months
    if is_number and word in STOPS.before_numbers:
        return False
    if (is_small or is_number) and word in STOPS.seldom_last:
        return False
    return not (is_small and "." in word)


def _is_quoted_aside(text: str, match: re.Match[str], end: int) -> bool:
    """A closed "(really!)" in the middle of a sentence that goes on in small letters."""
    rest = text[match.end() : min(match.end() + 3, end)].lstrip()
    return match.group()[-1] in ")]" and rest[:1].islower()


def _word_before(text: str, position: int) -> str:
    found = _LAST_WORD.search(text[max(position - _LONGEST_WORD, 0) : position])
    return found.group().lower() if found else ""
