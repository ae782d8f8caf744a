"""The guest's name as signed; a mail without a signature has none, whatever its From says."""

import re
from collections.abc import Iterator

from drafting.pipeline.interpret.matching import fold
from drafting.pipeline.interpret.signature import after_closing, clean_name, name_parts

# The last sentence of a line, where a closing and a name may follow the text.
_SENTENCE_END = re.compile(r"[.!?;)]+[\s]+|[,–—]\s|\s-\s|^")
_TAIL = 80
_POSTSCRIPT = 6  # lines below the name


def find_guest_name(text: str, signature: str, *, sender_name: str = "") -> str | None:
    """The first name-like line of the signature ("Nervously" only where the From header knows no
    other there), else the name after a closing that ends the text."""
    signed = list(_signed_names(signature, sender_name))
    if signed or signature.strip():
        known = [name for name in signed if _is_sender(name, sender_name)]
        return next(iter([*known, *signed]), None)
    return _name_in_last_line(text, sender_name) or _name_above_postscript(text, sender_name)


def name_in_header(sender_name: str, address: str) -> str:
    """The From header's name where it is surely a person's: the address is made of it, too
    ("Callum Reid" <callum.reid@…>, <creid@…>). Empty for a house, a desk, a team."""
    name = clean_name(sender_name) or ""
    local = re.split(r"[\W\d_]+", fold(address.partition("@")[0]))
    said = [part for part in re.split(r"[\W_]+", fold(name)) if len(part) > 1]
    if local == said:  # "Reservations" <reservations@…>: one word of both may be anything
        said = said if len(said) > 1 else []
    account = "".join(local)
    if len(said) > 1 and account == said[0][0] + said[-1]:
        return name
    return name if any(part in local or account.startswith(part) for part in said) else ""


def _signed_names(signature: str, sender_name: str) -> Iterator[str]:
    is_closed = False
    for line in filter(str.strip, signature.split("\n")):
        rest = after_closing(line)
        is_closed = is_closed or rest is not None
        said = line if rest is None else rest
        name = clean_name(said, sender_name=sender_name, trusted=is_closed)
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
        name = clean_name(rest or "", sender_name=sender_name, trusted=True)
        if name:
            return name
    for start in reversed(starts):  # "…, see you there. Tom": only a name we know from the header
        name = clean_name(tail[start:], sender_name=sender_name)
        if name and start and _is_sender(name, sender_name):
            return name
    return None


def _is_sender(name: str, sender_name: str) -> bool:
    return not name_parts(sender_name).isdisjoint(name_parts(name))
