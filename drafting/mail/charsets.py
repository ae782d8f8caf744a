"""Character sets as mail programs mean them: labels of the WHATWG's Encoding Standard (4.2).
Each is the codec whose characters really stand under it."""

import codecs
import re
from contextlib import suppress
from functools import cache

from drafting.tables import table_beside

# Codec → labels that mean it.
_LABELS: dict[str, str] = table_beside(__file__)
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
# Codecs that are no character sets of mail, the first two of them quadratic in time.
_NO_CHARSETS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})
_NOT_BUILT_ON_ASCII = re.compile(r"utf[-_]?(?:16|32|7)|iso[-_]?2022|hz")
_MULTI_BYTE = frozenset({"gb18030", "big5hkscs", "cp932", "euc_jp", "cp949"})
# Of a text with fewer of them it cannot be told that they are UTF-8 by more than chance.
_FEW_BYTES = 8


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
    return _by_declared(data, declared) or _guessed(data)


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


def _guessed(data: bytes) -> tuple[str, bool]:
    text = data.decode("utf-8", "replace")
    return (text if _fits(text) else data.decode("cp1252", "replace")), True


def _fits(text: str) -> bool:
    """More of the letters beyond ASCII could be read than were lost."""
    lost = text.count("\ufffd")
    return sum(not character.isascii() for character in text) > 2 * lost
