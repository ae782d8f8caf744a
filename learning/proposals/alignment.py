"""Which words of one text stand in another: tokens with their places, aligned. Pure."""

import re
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from templatesapp.text.slots import SLOT

_TOKEN = re.compile(rf"{SLOT.pattern}|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Token:
    """A slot, a word or a punctuation mark: ``text`` is ``whole[start:end]``."""

    text: str
    start: int
    end: int

    @property
    def slot(self) -> str:
        """Name of the slot that the token is, or an empty string."""
        found = SLOT.fullmatch(self.text)
        return found.group(1) if found else ""

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()


def tokens(text: str) -> list[Token]:
    return [Token(match.group(), *match.span()) for match in _TOKEN.finditer(text)]


def align(left: list[Token], right: list[Token]) -> dict[int, int]:
    """``pairs_of`` tokens, case ignored."""
    return pairs_of([_key(t) for t in left], [_key(t) for t in right])


def pairs_of(left: list[str], right: list[str]) -> dict[int, int]:
    """Index in ``left`` → index in ``right`` of the longest common subsequence."""
    pairs: dict[int, int] = {}
    for code in Indel.opcodes(left, right):
        if code.tag == "equal":
            pairs |= zip(
                range(code.src_start, code.src_end),
                range(code.dest_start, code.dest_end),
                strict=True,
            )
    return pairs


def is_same_text(left: str, right: str) -> bool:
    """Whether two texts differ in white space only."""
    return [t.text for t in tokens(left)] == [t.text for t in tokens(right)]


def _key(token: Token) -> str:
    if token.text in "’‘`´":
        return "'"
    return token.text if token.slot else token.text.casefold()
