"""A mail body as received becomes what its writer wrote now, what was quoted, and a signature.

Sources of the forms handled: Gmail, Apple Mail, Thunderbird and Outlook replies and forwards in
many languages (``templatesapp/languages/<code>/mail_forms.toml``); quoted-printable and HTML
leftovers of gateways that pass raw parts on. Every step is one pass over the text or its lines.
"""

import html
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

from drafting.pipeline.interpret.quotes import split_quote
from drafting.pipeline.interpret.signature import split_signature
from templatesapp.text.reader.frames import read_frame

_FORMAT_CATEGORIES = frozenset({"Cf", "Cc", "Cs", "Co"})
# NFKC would tear these apart into a space and an accent.
_PLAIN_MARKS = str.maketrans(
    {
        **dict.fromkeys("´`‘’ʼ‛", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("\u2028\u2029\v\f", "\n"),
        **dict.fromkeys("\u2010\u2011\u2212", "-"),
    }
)
_UNUSUAL = re.compile(r"[^\n\t -~]")  # all that may be no visible character
_SOFT_BREAK = re.compile(r"=[ \t]{0,3}\n")
_ENCODED = re.compile(r"(?:=[0-9A-F]{2})+")
# What only quoted-printable leaves: an encoded "=", a non-ASCII byte, a space before a line end.
_ENCODED_EVIDENCE = re.compile(r"=(?:3D|C[23]|E2|E[0-9A-F]=|0D|0A|A0|20\s)")
_URL = re.compile(r"(https?://[^\s<>\"]{1,2000})")
_TAG = re.compile(
    r"</?(?:html|head|body|title|meta|style|script|div|p|br|span|table|tbody|tr|td|th|a|b|i|u|em|"
    r"strong|font|ul|ol|li|blockquote|img|h[1-6]|hr|center|pre|o:p)(?:\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
_BARE_ANGLE = re.compile(r"<(?![/!]?[a-zA-Z][a-zA-Z0-9:]{0,11}[\s/>])")
_BLOCK = re.compile(r"br|p|div|tr|li|ul|ol|table|blockquote|hr|h[1-6]")
_DOCUMENT = re.compile(r"<(?:html|body|!doctype)\b", re.IGNORECASE)
_HIDDEN = ("head", "style", "script", "title")
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
# In log-odds: of two hundred mails that no platform passed on one is cut, below its footer.
_SURELY_FRAMED = 4.0


@dataclass(frozen=True, slots=True)
class NormalisedMail:
    """``text`` is new, without quote and signature; the three never overlap."""

    text: str
    quote: str
    signature: str


def normalise(body: str, *, sender_name: str = "") -> NormalisedMail:
    """Split a body. ``sender_name`` (From header) helps to know a bare name as a signature."""
    written, quote = split_quote(clean_text(body))
    text, signature = split_signature(unframed(written), sender_name=sender_name)
    return NormalisedMail(text=_tidy(text), quote=_tidy(quote), signature=_tidy(signature))


def unframed(text: str) -> str:
    """The guest's words out of what a booking platform puts around them; all of the text where no
    frame is sure."""
    found = read_frame(text)
    return found.words if found.evidence >= _SURELY_FRAMED else text


def clean_text(raw: str) -> str:
    """Characters, encodings and markup made plain; lines and ``>`` marks stay."""
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    text = _decode_quoted_printable(text)
    if _TAG.search(text):
        text = _strip_markup(text)
    if "&" in text:
        text = html.unescape(text)
        if "&" in text:  # gateways escape twice
            text = html.unescape(text)
    text = unicodedata.normalize("NFKC", text.translate(_PLAIN_MARKS)).translate(_PLAIN_MARKS)
    text = text.replace("\r", "\n")
    return _UNUSUAL.sub(_visible, text)


def _visible(found: re.Match[str]) -> str:
    char = found.group()
    is_hidden = unicodedata.category(char) in _FORMAT_CATEGORIES or char == "\ufe0f"
    return "" if is_hidden else char


def clean_line(raw: str) -> str:
    """A subject: the same cleaning, on one line."""
    return " ".join(clean_text(raw).split())


def _decode_quoted_printable(text: str) -> str:
    if "=" not in text or not _ENCODED_EVIDENCE.search(text):
        return text
    parts = _URL.split(_SOFT_BREAK.sub("", text))
    parts[::2] = [_ENCODED.sub(_decode_run, part) for part in parts[::2]]  # "?id=20" is no leftover
    return "".join(parts)


def _decode_run(match: re.Match[str]) -> str:
    data = bytes.fromhex(match.group().replace("=", ""))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _strip_markup(text: str) -> str:
    """Text of HTML in one walk (changing a deep tree takes quadratic time)."""
    soup = BeautifulSoup(_BARE_ANGLE.sub("&lt;", text), "lxml")
    hidden = _inside(soup, _HIDDEN)
    quoted = _inside(soup, {"blockquote"})
    # In a whole document line breaks only lay out the source; among left-over tags they are the
    # writer's.
    is_document = _DOCUMENT.search(text) is not None
    parts: list[str] = []
    for node in soup.descendants:
        if isinstance(node, Tag):
            parts.append("\n" if _BLOCK.fullmatch(node.name) else "")
        elif isinstance(node, NavigableString) and not (
            id(node) in hidden or isinstance(node, PreformattedString)
        ):
            previous = node.previous_sibling
            ends_block = isinstance(previous, Tag) and _BLOCK.fullmatch(previous.name)
            line = str(node).replace("\n", " ") if is_document else str(node)
            mark = "\n> " if id(node) in quoted and node.strip() else ""
            parts.append(("\n" if ends_block else "") + mark + line)
    return "".join(parts)


def _inside(soup: BeautifulSoup, names: Collection[str]) -> set[int]:
    """Ids of the nodes inside such elements."""
    found: set[int] = set()
    for element in soup(list(names)):
        if id(element) not in found:  # nested ones are in already
            found.update(id(node) for node in element.descendants)
    return found


def _tidy(text: str) -> str:
    lines = [_SPACES.sub(" ", line).strip() for line in text.split("\n")]
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()
