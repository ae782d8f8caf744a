"""A text as it is shown: as HTML, or cut into plain words, slots and hidden characters.

Characters that have no shape of their own (zero-width, direction controls) can make a text read as
something that it is not. They are named instead of printed, so they have no effect on the page.
"""

import re
import unicodedata
from dataclasses import dataclass
from html import escape
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
# Tags and Markdown: headings, bold, fenced code, links. Mail shows them as they are written.
_MARKUP = re.compile(
    r"</?[a-z][a-z0-9]{0,9}(?:\s[^<>\n]{0,200})?/?>|\*\*\S[^*\n]{0,200}\*\*|^#{1,6}\s|^```"
    r"|\[[^\[\]\n]{1,80}\]\((?=https?:)",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
# C0 controls and DEL are no characters of HTML text; tab and newline stay.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127])
_SHELL = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><title></title></head>
<body>
{paragraphs}
</body>
</html>
"""


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
        if piece := _piece(match, folded):
            pieces += [Piece("plain", folded[plain_from : match.start()]), piece]
            plain_from = match.end()
    pieces.append(Piece("plain", folded[plain_from:]))
    return [piece for piece in pieces if piece.text]


def hidden_characters(text: str) -> list[str]:
    """Names of the hidden characters of a text, each once: "U+200B ZERO WIDTH SPACE"."""
    labels = [piece.label for piece in shown_pieces(text) if piece.kind == "hidden"]
    return list(dict.fromkeys(labels))


def markup(text: str) -> list[str]:
    """What of a plain text is meant as formatting, each once."""
    return list(dict.fromkeys(match.group().strip() for match in _MARKUP.finditer(text)))


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


def plain_to_html(text: str, language: str = "en") -> str:
    """The only way a reply gets its HTML part; no HTML is ever taken as input.

    Blank lines part ``<p>``, newlines become ``<br>``, everything is escaped. ``language``: BCP 47
    code for the ``lang`` attribute."""
    folded = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS).strip()
    paragraphs = [part.strip("\n") for part in _BLANK_LINES.split(folded) if part.strip()]
    inner = "\n".join(f"<p>{escape(part).replace(chr(10), '<br>')}</p>" for part in paragraphs)
    return _SHELL.format(language=escape(language), paragraphs=inner)
