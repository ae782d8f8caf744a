"""A text cut into what a reader must be able to tell apart: plain words, slots, hidden characters.

Characters that have no shape of their own (zero-width, direction controls) can make a text read as
something that it is not. They are named instead of printed, so they have no effect on the page.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from templatesapp.text.slots import ALWAYS, SLOT

PieceKind = Literal["plain", "slot", "hidden"]

# Without a shape though their category (letter, space, mark) does not say so.
_SHAPELESS = "\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0"
_JOINER = "\u200d"
_TOKEN = re.compile(
    rf"(?P<slot>{SLOT.pattern}|{re.escape(ALWAYS)})"
    r"|(?P<odd>[^\n\t -~]|[\x00-\x08\x0b-\x1f\x7f])"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """``text`` is what stood there; ``label`` is what a reader is shown where that differs."""

    kind: PieceKind
    text: str
    label: str = ""


def shown_pieces(text: str) -> list[Piece]:
    """The text in order, line ends folded; no piece is empty."""
    folded = text.replace("\r\n", "\n").replace("\r", "\n")
    pieces: list[Piece] = []
    plain_from = 0
    for match in _TOKEN.finditer(folded):
        piece = _piece(match, folded)
        if piece is None:
            continue
        if match.start() > plain_from:
            pieces.append(Piece("plain", folded[plain_from : match.start()]))
        pieces.append(piece)
        plain_from = match.end()
    if plain_from < len(folded):
        pieces.append(Piece("plain", folded[plain_from:]))
    return pieces


def hidden_characters(text: str) -> list[str]:
    """Names of the hidden characters of a text, each once: "U+200B ZERO WIDTH SPACE"."""
    labels = [piece.label for piece in shown_pieces(text) if piece.kind == "hidden"]
    return list(dict.fromkeys(labels))


def _piece(match: re.Match[str], text: str) -> Piece | None:
    if match["slot"]:
        return Piece("slot", match["slot"], match.group(2) or ALWAYS.strip("{}"))
    character = match["odd"]
    is_hidden = unicodedata.category(character) in ("Cf", "Cc", "Co") or character in _SHAPELESS
    if not is_hidden or _joins_an_emoji(text, match.start()):
        return None
    name = unicodedata.name(character, "CONTROL CHARACTER")
    return Piece("hidden", character, f"U+{ord(character):04X} {name}")


def _joins_an_emoji(text: str, at: int) -> bool:
    """A joiner between two pictures makes one picture of them: it hides nothing."""
    if text[at] != _JOINER or not 0 < at < len(text) - 1:
        return False
    before = text[at - 1]
    is_picture = before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk")
    return is_picture and unicodedata.category(text[at + 1]) == "So"
