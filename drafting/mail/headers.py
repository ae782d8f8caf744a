"""Header values as mail programs really write them, read without ever failing.

The standard library's header objects raise on some malformed values and turn raw 8-bit text into
replacement characters, so the source text of each header is read here instead.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime

from drafting.mail import charsets
from drafting.mail.models import MAX_ADDRESS_CHARACTERS, MAX_HEADER_CHARACTERS, MAX_NAME_CHARACTERS

MAX_REFERENCES = 100  # ids kept of one References header: the first and the newest
MAX_RECIPIENTS = 100
# Characters of a header's source that are looked at: what reads them may take quadratic time.
MAX_HEADER_SOURCE = 50_000
MAX_SENDER_CHARACTERS = 2_000
EARLIEST_YEAR, LATEST_YEAR = 1990, 2100  # outside: a clock that was never set
_ADDRESS = re.compile(r"[^\s<>\"(),:;@\[\]]{1,64}@[^\s<>\"(),:;@]{1,255}")
_ANGLED = re.compile(r"<([^<>]{3,2000})>")
_BETWEEN_IDS = re.compile(r"[\s<>,;\"]+")
_QUOTED_STRING = re.compile(r'"(?:\\.|[^"\\])*"')
_ENCODED_WORD = re.compile(r"=\?[^?\s]+\?[bBqQ]\?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def clean_text(text: str) -> str:
    """Without NUL, lone surrogates (databases refuse both) and control characters; ``\\n`` ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROLS.sub("", text.encode("utf-8", "replace").decode("utf-8"))


def one_line(text: str) -> str:
    return " ".join(clean_text(text).split())


def decode_value(source: str) -> tuple[str, bool]:
    """``(text, repaired)`` of a header's source: unfolded, raw 8-bit and encoded words decoded."""
    source, is_repaired = _as_text(source[:MAX_HEADER_SOURCE])
    source = " ".join(source.replace("\0", "").split())
    if not _ENCODED_WORD.search(source):
        return one_line(source), is_repaired
    text, is_word_repaired = _decode_words(source)
    return one_line(text), is_repaired or is_word_repaired


def _as_text(source: str) -> tuple[str, bool]:
    """With its raw 8-bit bytes, which stand there as surrogates, read."""
    if source.isascii():
        return source, False
    return charsets.decode(source.encode("utf-8", "surrogateescape"))


def _decode_words(source: str) -> tuple[str, bool]:
    try:
        parts = decode_header(source)
    except (HeaderParseError, ValueError):
        return source, True
    read = [
        (content, False) if isinstance(content, str) else charsets.decode(content, charset)
        for content, charset in parts
    ]
    return "".join(text for text, _ in read), any(is_repaired for _, is_repaired in read)


def fold_address(address: str) -> str:
    """The form by which an address is known: trimmed, NFC, lower case. "" when it is none."""
    folded = unicodedata.normalize("NFC", address).strip().strip("<>").lower()
    if len(folded) > MAX_ADDRESS_CHARACTERS or not _ADDRESS.fullmatch(folded):
        return ""
    return folded


def read_sender(source: str) -> tuple[str, str]:
    """``(name, folded address)`` of a From header; empty where it holds none.

    The one address in angle brackets counts, whatever address stands before it as a name.
    """
    source = one_line(_as_text(source[:MAX_SENDER_CHARACTERS])[0])
    angled = [fold_address(inner) for inner in _ANGLED.findall(_QUOTED_STRING.sub("", source))]
    if len(angled) == 1 and angled[0]:
        name = decode_value(source.rpartition("<")[0].strip().strip('"'))[0]
        return name.replace('\\"', '"')[:MAX_NAME_CHARACTERS], angled[0]
    found = read_addresses(source)
    if not found:  # the whole header as an encoded word, which is not allowed and happens
        decoded = decode_value(source)[0]
        found = [("", fold_address(match)) for match in _ADDRESS.findall(decoded)]
    return next((pair for pair in found if pair[1]), ("", ""))


def read_addresses(source: str) -> list[tuple[str, str]]:
    """``[(name, folded address)]`` in order, each address once; what holds none is left out."""
    source = one_line(_as_text(source[:MAX_HEADER_SOURCE])[0])
    found: dict[str, str] = {}
    try:
        pairs = getaddresses([source])
    except RecursionError:  # comments within comments within …
        return []
    for name, address in pairs:
        folded = fold_address(address)
        if folded and len(found) < MAX_RECIPIENTS:
            found.setdefault(folded, decode_value(name)[0][:MAX_NAME_CHARACTERS])
    return [(name, address) for address, name in found.items()]


def read_ids(source: str) -> list[str]:
    """The ids of an id header, each once, in angle brackets, as long as a header line at most."""
    source = source[:MAX_HEADER_SOURCE]
    if _ENCODED_WORD.search(source):
        source = decode_value(source)[0]  # some programs encode what may never be encoded
    found = [re.sub(r"\s", "", inner) for inner in _ANGLED.findall(source)]
    if not found:
        tokens = [token for token in _BETWEEN_IDS.split(source) if token]
        found = tokens if len(tokens) == 1 else [t for t in tokens if "@" in t.strip("@")]
    # Ids are ASCII; an index of PostgreSQL takes 2 700 bytes, so nothing longer may get in.
    plain = (re.sub(r"[^ -~]", "", id_) for id_ in found)
    fitting = (id_ for id_ in plain if 0 < len(id_) <= MAX_HEADER_CHARACTERS - 2)
    return [f"<{id_}>" for id_ in dict.fromkeys(fitting)]


def as_reported(ids: Iterable[str]) -> list[str]:
    """Ids, and what some providers report of theirs: the part before the @ (Amazon SES)."""
    known = list(ids)
    return [*known, *(each.strip("<>").partition("@")[0] for each in known)]


def read_references(source: str) -> list[str]:
    """Ids of a References header, oldest first; of very many, the first and the newest."""
    ids = read_ids(source)
    return ids if len(ids) <= MAX_REFERENCES else [ids[0], *ids[-(MAX_REFERENCES - 1) :]]


def read_date(source: str) -> datetime | None:
    """The moment in UTC, or None where nothing sensible can be read."""
    try:
        moment = parsedate_to_datetime(" ".join(source.split()))
        if moment.tzinfo is None:  # "-0000": UTC, of unknown place
            moment = moment.replace(tzinfo=UTC)
        moment = moment.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError, AttributeError):
        return None
    return moment if EARLIEST_YEAR <= moment.year <= LATEST_YEAR else None
