"""The page a redaction works on: cleaned text, what is covered already, and its words."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from learning.redaction.words import WORDS
from templatesapp.text.tokens import fold_letters

# Stands for a covered character. Private use: removed from the input, so never a guest's own.
COVER = "\ue000"
TOKENS = ("[EMAIL]", "[PHONE]", "[BOOKING_REF]", "[CARD]", "[IBAN]", "[NAME]")

_COVERED_BEFORE = re.compile("|".join([*map(re.escape, TOKENS), r"\{\{SLOT:[A-Z0-9_]+\}\}"]))
_COVERED_RUN = re.compile(f"{COVER}+")
_LONGEST_LOOK = 512  # characters: more than an address and a number before it
_WORD = re.compile(r"[^\W\d_]+(?:['’.‑-][^\W\d_]+)*")
_ELISION = re.compile(rf"(?:{'|'.join(sorted(WORDS.elisions))})['’](?=.)", re.I)
_DROPPED_CATEGORIES = frozenset({"Cf", "Cc", "Co", "Cs", "Cn"})


def clean(text: str) -> str:
    """NFKC without zero-width, bidi and control characters, so that none of them hides a name."""
    kept = "".join(char for char in text if _is_kept(char))
    # Composing may bring forth what was just removed, and removing may bring letters together.
    composed = unicodedata.normalize("NFKC", kept)
    return composed if composed == text else clean(composed)


def _is_kept(char: str) -> bool:
    return char in "\n\t\r" or unicodedata.category(char) not in _DROPPED_CATEGORIES


def before(masked: str, start: int, size: int) -> str:
    """The last ``size`` characters before ``start``, what is covered as one of them: a token is
    not as long as what it stands for, and a rule must see the same of both."""
    return _COVERED_RUN.sub(COVER, masked[max(start - _LONGEST_LOOK, 0) : start])[-size:]


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    key: str  # folded
    start: int
    end: int

    @property
    def is_capitalised(self) -> bool:
        return self.text[0].isupper()


Span = tuple[int, int]


class Page:
    """Rules look at ``masked`` and cover what they find; offsets never move."""

    def __init__(self, text: str) -> None:
        self.source = clean(text)
        self.findings: list[tuple[int, int, str]] = []  # start and end in ``source``, token
        self.masked = _COVERED_BEFORE.sub(lambda match: COVER * len(match.group()), self.source)
        self._words: list[Word] | None = None

    def cover(self, spans: Iterable[Span], token: str) -> bool:
        """Cover the spans that are still open; True where there was one."""
        pieces: list[str] = []
        position, found = 0, False
        for start, end in sorted(set(spans)):
            if start < position or start >= end or COVER in self.masked[start:end]:
                continue
            self.findings.append((start, end, token))
            pieces += [self.masked[position:start], COVER * (end - start)]
            position, found = end, True
        if found:
            self.masked = "".join(pieces) + self.masked[position:]
            self._words = None
        return found

    @property
    def words(self) -> list[Word]:
        """The open words, elided articles split off (d'Odile -> Odile)."""
        if self._words is None:
            folded = fold_letters(self.masked)
            self._words = []
            for match in _WORD.finditer(self.masked):
                elided = _ELISION.match(match.group())
                start = match.start() + (elided.end() if elided else 0)
                end = match.end()
                key = folded[start:end].replace("ß", "ss")
                self._words.append(Word(self.masked[start:end], key, start, end))
        return self._words

    def redacted(self) -> str:
        pieces: list[str] = []
        position = 0
        for start, end, token in sorted(self.findings):
            pieces += [self.source[position:start], token]
            position = end
        return "".join(pieces) + self.source[position:]
