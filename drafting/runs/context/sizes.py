"""How large a text is for a language model, by the desk's one rule: 4 UTF-8 bytes are a token."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

BYTES_PER_TOKEN = 4  # design page "Draft runs", the context pack


def byte_count(text: str) -> int:
    """UTF-8 bytes."""
    return len(text.encode("utf-8", "replace"))


def token_count(text: str) -> int:
    """Tokens, a begun one counts."""
    return -(-byte_count(text) // BYTES_PER_TOKEN)


def cut_to_bytes(text: str, most_bytes: int) -> str:
    """The longest start of ``text`` that fits; never a part of a character."""
    if most_bytes <= 0:
        return ""
    # No character is shorter than a byte: what lies further back need not be encoded.
    start = text[:most_bytes].encode("utf-8", "replace")[:most_bytes]
    return start.decode("utf-8", "ignore")


def fitting(texts: Iterable[str], most_bytes: int, *, between: int = 0) -> Iterator[str]:
    """Whole texts from the first on, until one does not fit; ``between``: bytes from one to the
    next."""
    left = most_bytes + between
    for text in texts:
        left -= byte_count(text) + between
        if left < 0:
            return
        yield text
