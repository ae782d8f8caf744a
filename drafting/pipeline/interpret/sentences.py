"""Sentences with their places. Wrapped lines are joined, list items and short lines stand alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from drafting.pipeline.interpret.matching import WORD, fold
from drafting.pipeline.interpret.rules import AskRules
from templatesapp.text.languages import rules

_MIN_WRAPPED = 40  # characters: a shorter line was ended by its writer
_MAX_WIDTH = 110  # programs that break lines do so at 72-100 characters
_SLACK = 2
_MAX_SENTENCE = 500  # characters
_ITEM = re.compile(r"\s*(?:[-*•–—·]\s|\(?\d{1,2}[.)]\s|\(?[a-h]\)\s)\s*")
_INLINE_ITEM = re.compile(r"(?<=[\s,;:.?!])\(?(?:\d{1,2}|[a-h])\)\s")
_URL = re.compile(r"(?:https?://|www\.)\S{1,2000}")
_TERMINATOR = re.compile(r"[.!?]+[\"')\]]{0,3}")
_SPANISH_OPENING = re.compile("¿")
_LAST_TOKEN = re.compile(r"\S{1,12}$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """``start`` is the offset in the text; ``asked``: it ends with a question mark.

    ``folded``: its text as the language's rules compare it, letter for letter. ``is_item``: it
    belongs to an item of a list; ``opens``: and begins it.
    """

    text: str
    folded: str
    start: int
    asked: bool
    is_item: bool = False
    opens: bool = False


@lru_cache(maxsize=8)  # four concerns read the sentences of the same mail one after the other
def split_sentences(text: str, language: str) -> tuple[Sentence, ...]:
    """Sentences in reading order; an unknown language is split like English."""
    return tuple(
        sentence
        for start, end, is_item in _units(text)
        for sentence in _split_unit(text[start:end], start, is_item, language)
    )


def _units(text: str) -> Iterator[tuple[int, int, bool]]:
    """Runs of lines that belong together, list markers left out."""
    lines = text.split("\n")
    width = max(map(len, lines))
    offset = 0
    open_start: int | None = None
    open_item = False
    previous = ""
    for line in lines:
        item = _ITEM.match(line)
        if open_start is not None and not (
            line.strip() and _continues(previous, line, item, width)
        ):
            yield open_start, offset - 1, open_item
            open_start = None
        if line.strip() and open_start is None:
            open_start = offset + (item.end() if item else 0)
            open_item = bool(item)
        previous = line
        offset += len(line) + 1
    if open_start is not None:
        yield open_start, len(text), open_item


def _continues(previous: str, line: str, item: re.Match[str] | None, width: int) -> bool:
    """Whether a mail program broke the line: the next word would not have fitted."""
    stripped, following = previous.rstrip(), line.lstrip()
    if item or len(stripped) < _MIN_WRAPPED or width > _MAX_WIDTH:
        return False
    if stripped[-1] in ".!?:;" and not following[:1].islower():
        return False
    first_word = following.split(" ", 1)[0]
    return len(stripped) + 1 + len(first_word) > width - _SLACK


def _split_unit(unit: str, offset: int, is_item: bool, language: str) -> Iterator[Sentence]:
    """``unit`` keeps its line breaks, so offsets stay true."""
    ask_rules = rules(AskRules).get(language) or rules(AskRules)["en"]
    breaks = sorted({*_terminations(unit, ask_rules), *_openings(unit)})
    start, has_opened = 0, False
    for end in [*breaks, len(unit)]:
        for begin, stop in _chunks(unit, start, end):
            piece = unit[begin:stop]
            marker = _INLINE_ITEM.match(" " + piece.lstrip(), 1)
            lead = len(piece) - len(piece.lstrip()) + (marker.end() - 1 if marker else 0)
            text = piece[lead:].rstrip().replace("\n", " ")
            if text.strip(".!?,;:-()[]\"' "):
                yield Sentence(
                    text,
                    fold(text, language),
                    offset + begin + lead,
                    asked="?" in text.rstrip("\"')] ")[-4:],
                    is_item=is_item or bool(marker),
                    opens=bool(marker) or (is_item and not has_opened),
                )
                has_opened = True
        start = end


def _chunks(unit: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence without end is cut at a space, so that work per sentence stays bounded."""
    while end - start > _MAX_SENTENCE:
        space = unit.rfind(" ", start + 1, start + _MAX_SENTENCE)
        cut = space if space > start else start + _MAX_SENTENCE
        yield start, cut
        start = cut
    yield start, end


def _openings(unit: str) -> Iterator[int]:
    """A Spanish "¿" or an inline "2)" opens a sentence."""
    for opening in (_SPANISH_OPENING, _INLINE_ITEM):
        yield from (match.start() for match in opening.finditer(unit) if match.start())


def _terminations(unit: str, ask_rules: AskRules) -> Iterator[int]:
    links = [(m.start(), m.end()) for m in _URL.finditer(unit)]
    link = 0
    for match in _TERMINATOR.finditer(unit):
        while link < len(links) and links[link][1] <= match.start():
            link += 1
        inside_link = link < len(links) and links[link][0] <= match.start() < links[link][1]
        if inside_link and match.end() < links[link][1]:
            continue
        if _ends_sentence(unit, match, ask_rules):
            yield match.end()


def _ends_sentence(unit: str, match: re.Match[str], ask_rules: AskRules) -> bool:
    mark, end = match.group(), match.end()
    following = unit[end : end + 2]
    if "?" in mark:
        return not (following[:1] in {",", ";", ")"} and mark[-1] not in ")]")
    if following and not following[0].isspace():
        return "!" in mark and following[0].isalpha()
    if "!" in mark:
        return True
    rest = unit[end : end + 40].lstrip(" \"'(\n")
    if not rest:
        return True
    is_abbreviation = _is_abbreviation(unit, match, ask_rules)
    if not rest[0].islower():
        return mark != "." or not is_abbreviation
    if unit[match.start() - 1].isdigit():
        return False  # "am 3.10. noch"
    # People who never write capitals still end sentences with a dot.
    return len(mark) == 1 and not is_abbreviation and unit[end : end + 1].isspace()


def _is_abbreviation(unit: str, match: re.Match[str], ask_rules: AskRules) -> bool:
    token_match = _LAST_TOKEN.search(unit[max(0, match.start() - 12) : match.start()])
    token = fold(token_match.group().lstrip("(\"'")) if token_match else ""
    if token[-1:].isdigit():
        number = len(token) - len(token.rstrip("0123456789"))
        follower = WORD.match(fold(unit[match.end() : match.end() + 20].lstrip()))
        return (
            number <= 2 and follower is not None and follower.group() in ask_rules.ordinal_followers
        )
    if len(token) == 1 and token.isalpha():
        return True
    return token in ask_rules.abbreviations or token.replace(".", "") in ask_rules.abbreviations
