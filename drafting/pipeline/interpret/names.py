"""The guest's name as signed; a mail without a signature has none, whatever its From says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from drafting.pipeline.interpret.matching import fold
from drafting.pipeline.interpret.signature import after_closing, clean_name

# The last sentence of a line, where a closing and a name may follow the text.
_SENTENCE_END = re.compile(r"[.!?;)]+[\s]+|[,–—]\s|\s-\s|^")
_TAIL = 80
_POSTSCRIPT = 6  # lines below the name


def find_guest_name(text: str, signature: str, *, sender_name: str = "") -> str | None:
    """The first name-like line of the signature ("meilleures" only where the From header knows no
    other there), else the name behind a closing that ends the text."""
    signed = list(_signed_names(signature, sender_name))
    if signed or signature.strip():
        doubtful = signed[:1] if signed and signed[0][0].islower() else []
        known = [name for name in signed if doubtful and _is_sender(name, sender_name)]
        return next(iter([*known, *signed]), None)
    return _name_in_last_line(text, sender_name) or _name_above_postscript(text, sender_name)


def _signed_names(signature: str, sender_name: str) -> Iterator[str]:
    previous_was_closing = False
    for line in signature.split("\n"):
        if not line.strip():
            continue
        rest = after_closing(line)
        if rest is not None:
            name = clean_name(rest, sender_name=sender_name, trusted=True) if rest else None
            if name:
                yield name
            previous_was_closing = True
            continue
        name = clean_name(line, sender_name=sender_name, trusted=previous_was_closing)
        if name:
            yield name


def _name_above_postscript(text: str, sender_name: str) -> str | None:
    """The sender's name on a line of its own, with a postscript under it."""
    for line in reversed(text.split("\n")[-_POSTSCRIPT:]):
        name = clean_name(line, sender_name=sender_name)
        if name and name == line.strip(" ,.") and _is_sender(name, sender_name):
            return name
    return None


def _name_in_last_line(text: str, sender_name: str) -> str | None:
    tail = text.rstrip().rsplit("\n", 1)[-1][-_TAIL:]
    starts = [m.end() for m in _SENTENCE_END.finditer(tail)]
    for start in starts:
        rest = after_closing(tail[start:])
        if rest:
            name = clean_name(rest, sender_name=sender_name, trusted=True)
            if name:
                return name
    for start in reversed(starts):  # "…, see you there. Tom": only a name we know from the header
        name = clean_name(tail[start:], sender_name=sender_name)
        if name and start and _is_sender(name, sender_name):
            return name
    return None


def _is_sender(name: str, sender_name: str) -> bool:
    parts = set(re.split(r"[\W_]+", fold(sender_name))) - {""}
    return bool(parts & set(re.split(r"[\W_]+", fold(name))))
