"""Reads header values without ever failing, as mail programs really write them.
And what the receiving server found out about a sender (RFC 8601, Authentication-Results).

The standard library's header objects raise on some malformed values and turn raw 8-bit text into
replacement characters, so the source text of each header is read here instead. Character sets are
meant as mail programs mean them: each label is the codec whose characters really stand under it.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime
from functools import cache

from django.conf import settings

from drafting.mail.models import MAX_ADDRESS_CHARACTERS, MAX_HEADER_CHARACTERS, MAX_NAME_CHARACTERS
from drafting.tables import table_beside

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
MAX_AUTHENTICATION_CHARACTERS = 4_000
METHODS = ("spf", "dkim", "dmarc")
_DMARC = re.compile(r"\bdmarc\s{0,3}=\s{0,3}([a-z]+)", re.IGNORECASE)
_PASSED = re.compile(rf"[;\s]({'|'.join(METHODS)})\s{{0,3}}=\s{{0,3}}pass\b", re.IGNORECASE)
_SAID_BY_OTHERS = re.compile(r'"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)')
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Codec → labels that mean it: those of the WHATWG's Encoding Standard (4.2).
_LABELS: dict[str, str] = table_beside(__file__, "charsets.toml")
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
# Codecs that are no character sets of mail, the first two of them quadratic in time.
_NO_CHARSETS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})
_NOT_BUILT_ON_ASCII = re.compile(r"utf[-_]?(?:16|32|7)|iso[-_]?2022|hz")
_MULTI_BYTE = frozenset({"gb18030", "big5hkscs", "cp932", "euc_jp", "cp949"})
# Of a text with fewer of them it cannot be told that they are UTF-8 by more than chance.
_FEW_BYTES = 8


def clean_text(text: str) -> str:
    """Without NUL, lone surrogates (databases refuse both) and control characters; ``\\n`` ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROLS.sub("", text.encode("utf-8", "replace").decode("utf-8"))


def one_line(text: str) -> str:
    return " ".join(clean_text(text).split())


def decode(data: bytes, label: str | None = None) -> tuple[str, bool]:
    """``(text, repaired)``: by the declared charset, with a mark for each byte that does not fit;
    guessed (UTF-8, else Windows-1252) only where it is unknown or fits next to nothing.

    Bytes that are valid UTF-8 are UTF-8 whatever was declared: text of any other charset is
    practically never valid UTF-8 by chance, but for a few bytes of a multi-byte one.
    """
    declared = _codec(label or "utf-8")
    is_taken_at_its_word = _NOT_BUILT_ON_ASCII.match(declared) or (
        declared in _MULTI_BYTE
        and not data.isascii()
        and sum(byte > 0x7F for byte in data[:1000]) < _FEW_BYTES
    )
    if not is_taken_at_its_word:
        with suppress(ValueError):
            return data.decode(), declared != "utf-8" and not data.isascii()
    if (found := _by_declared(data, declared)) is not None:
        return found
    text = data.decode("utf-8", "replace")
    return (text if _fits(text) else data.decode("cp1252", "replace")), True


@cache
def _codec(label: str) -> str:
    """Python's name of the codec; "" where there is none."""
    folded = label.strip().strip("\"'").lower()
    name = _CODECS.get(folded, folded)
    try:
        found = codecs.lookup(name).name if name else ""
    except (LookupError, ValueError):
        return ""
    return "" if found.replace("-", "_") in _NO_CHARSETS else _CODECS.get(found, found)


def _by_declared(data: bytes, codec: str) -> tuple[str, bool] | None:
    """None where the bytes are hardly of this charset."""
    with suppress(LookupError, ValueError):
        return data.decode(codec), False
    with suppress(LookupError, ValueError):  # no codec of texts, such as hex
        text = data.decode(codec, "replace")
        return (text, True) if _fits(text) else None
    return None


def _fits(text: str) -> bool:
    """More of the letters beyond ASCII could be read than were lost."""
    lost = text.count("\ufffd")
    return sum(not character.isascii() for character in text) > 2 * lost


def decode_value(source: str) -> tuple[str, bool]:
    """``(text, repaired)`` of a header's source: unfolded, raw 8-bit and encoded words decoded."""
    source, is_repaired = _as_text(source[:MAX_HEADER_SOURCE])
    source = " ".join(source.replace("\0", "").split())
    if not _ENCODED_WORD.search(source):
        return one_line(source), is_repaired
    try:
        parts = decode_header(source)
    except (HeaderParseError, ValueError):
        return one_line(source), True
    read = [
        (content, False) if isinstance(content, str) else decode(content, charset)
        for content, charset in parts
    ]
    text = "".join(word for word, _ in read)
    return one_line(text), is_repaired or any(is_word_repaired for _, is_word_repaired in read)


def _as_text(source: str) -> tuple[str, bool]:
    """With its raw 8-bit bytes, which stand there as surrogates, read."""
    if source.isascii():
        return source, False
    return decode(source.encode("utf-8", "surrogateescape"))


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


def read_authentication(values: Sequence[str]) -> tuple[str, bool, bool]:
    """What our server says of a sender, whether it does not refute them, whether it proves them.

    Ours is the one that DESK_AUTHSERV_ID names, which takes such lines of others away (RFC 8601,
    5). DMARC proves a sender where each of its results is ``pass``.

    Where the variable is not set nothing is proven; a failure that the topmost server tells still
    counts, as it only makes the desk more careful.
    """
    lines = [decode_value(value)[0] for value in values]
    trusted = settings.DESK_AUTHSERV_IDS
    ours = [line for line in lines if _server(line) in (trusted or {_server(lines[0])})]
    results = {result.lower() for line in ours for result in _DMARC.findall(_stated(line))}
    text = "\n".join(ours)[:MAX_AUTHENTICATION_CHARACTERS]
    return text, "fail" not in results, bool(trusted) and results == {"pass"}


def passed_methods(text: str) -> frozenset[str] | None:
    """Which of SPF, DKIM and DMARC passed, of what was kept with a mail; None where the server that
    DESK_AUTHSERV_ID names today did not check it."""
    ours = [line for line in text.splitlines() if _server(line) in settings.DESK_AUTHSERV_IDS]
    if not ours:
        return None
    return frozenset(method.lower() for line in ours for method in _PASSED.findall(_stated(line)))


def _stated(line: str) -> str:
    """Without comments and quoted values, which hold what the sender wrote (RFC 8601, 2.2)."""
    line = line[:MAX_AUTHENTICATION_CHARACTERS]
    while (inner := _SAID_BY_OTHERS.sub(" ", line)) != line:  # comments nest
        line = inner
    return line


def _server(line: str) -> str:
    # The id may carry a version: "mx.example.com 1; spf=pass".
    return line.partition(";")[0].strip().partition(" ")[0].lower()
