"""Paragraphs and sentences of a mail in any of the desk's languages, with their places in the text.

A stop ends a sentence where white space follows, unless it belongs to an abbreviation ("z. B.",
"Dr.", "p.m." before a small letter), an initial, a list number or a German ordinal ("6. Juli").
So does a smiley, and an emoji that no small letter follows.
URLs, times and prices hold no stop that is followed by white space. One pass, linear.
"""

import re
from functools import lru_cache
from typing import ClassVar, NamedTuple

from templatesapp.text.languages import SharedTable, Together

# No run of marks is begun in its middle, nor given back: linear also on hostile text.
_SMILEY = r"(?<!\S)(?:[:;=][-']?[)(DP]+|[xX]D+|<3)(?=\s|\Z)(?!\s*+[?!.,;:])"
_SIGN = r"\U0001F300-\U0001FAFF☀☺❤"
_EMOJI = rf"(?<![{_SIGN}\uFE0F])(?:[{_SIGN}]\uFE0F?)++(?=\s++[^\sa-zà-ÿ?!.,;:(]|\s*+\Z)"
SMILEY = re.compile(rf"{_SMILEY}|{_EMOJI}")  # an emoji before a small letter is no end
_STOP = re.compile(rf"(?<![.!?…])[.!?…]++[)\]\"'”’»]*+(?=\s|\Z)|{SMILEY.pattern}")
_BLANK = re.compile(r"\n[ \t\r]*(?:\n[ \t\r]*)+")
_BULLET = re.compile(r"[ \t]*(?:[-–—*•·]|\d{1,2}[.)]|[a-z]\))[ \t]+")
_LAST_WORD = re.compile(r"[^\s(\[\"'“„«¿¡]*\Z")
ENDS_TIME = re.compile(r"\d\s?(?:h|min)\Z")  # "at 18 h." is no initial
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


@lru_cache(maxsize=128)  # all that reads a text reads the same ones
def sentence_spans(text: str) -> tuple[Span, ...]:
    """Sentences in order; a greeting line, a list item and a signature line are one each."""
    spans: list[Span] = []
    for paragraph in paragraph_spans(text):
        for start, end in _line_groups(text, paragraph.start, paragraph.end):
            position, bullet = start, _BULLET.match(text, start, end)
            for stop in _STOP.finditer(text, bullet.end() if bullet else start, end):
                if _ends_sentence(text, stop, end):
                    spans += _trimmed(text, position, stop.end())
                    position = stop.end()
            spans += _trimmed(text, position, end)
    return tuple(spans)


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
    if _BULLET.match(line) or last.endswith((".", "!", "?", "…", ":")):
        return False
    is_small = line.lstrip()[:1].islower()
    return len(last) >= _WRAPPED_LINE or (is_small and not last.endswith(","))


def _ends_sentence(text: str, match: re.Match[str], end: int) -> bool:
    stop = match.group()
    if stop != ".":  # a closed "(really!)" in a sentence that goes on in small letters
        rest = text[match.end() : min(match.end() + 3, end)].lstrip()
        return stop[0] not in ".!?…" or not (stop[-1] in ")]" and rest[:1].islower())
    following = text[match.end() : min(match.end() + _LONGEST_WORD, end)].split(maxsplit=1)
    if not following:
        return True
    before = text[max(match.start() - _LONGEST_WORD, 0) : match.start()]
    last = _LAST_WORD.search(before)
    word = last.group().lower() if last else ""
    is_initial = len(word) == 1 and word.isalpha() and word != "i" and not ENDS_TIME.search(before)
    if is_initial or word in STOPS.never_last:
        return False
    is_small, is_number = following[0][0].islower(), following[0][0].isdigit()
    if word.isdigit() and len(word) <= 2:
        month = following[0].strip(",.!?").lower()
        return not is_small and month not in STOPS.ordinal_months
    return not (
        (is_number and word in STOPS.before_numbers)
        or ((is_small or is_number) and word in STOPS.seldom_last)
        or (is_small and "." in word)
    )
