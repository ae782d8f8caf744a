"""The standard library's mail parser, within bounds: what a sender can write costs what its length
says, and no more."""

from __future__ import annotations

import re
from email import policy
from email.message import Message as MailPart
from email.parser import BytesHeaderParser, BytesParser
from itertools import islice

MAX_HEADERS = 2_000  # of one part; real mail has fewer than a hundred
# The library reads the parameters of these in time that grows with their square.
MAX_PARAMETER_CHARACTERS = 4_000
_WITH_PARAMETERS = frozenset({"content-type", "content-disposition"})
# Each may open a part, and each part takes half a kilobyte and ten microseconds.
MAX_BOUNDARY_LINES = 50_000
_BOUNDARY_LINE = re.compile(rb"^--", re.MULTILINE)


class TooManyPartsError(ValueError):
    """More lines that could open a part than any mail has parts."""


class BoundedPart(MailPart):
    """A part that forgets headers beyond the bound, and cuts those that are slow to read."""

    def set_raw(self, name: str, value: str) -> None:
        if len(self._headers) >= MAX_HEADERS:  # type: ignore[attr-defined]
            return
        if name.lower() in _WITH_PARAMETERS:
            value = value[:MAX_PARAMETER_CHARACTERS]
        super().set_raw(name, value)


def parse_parts(raw: bytes) -> MailPart:
    """A whole mail. Raises TooManyPartsError, and whatever else the library lets through."""
    if next(islice(_BOUNDARY_LINE.finditer(raw), MAX_BOUNDARY_LINES, None), None) is not None:
        raise TooManyPartsError
    return BytesParser(BoundedPart, policy=policy.compat32).parsebytes(raw)


def parse_headers(raw: bytes) -> MailPart:
    """The headers alone; what follows them is one text."""
    return BytesHeaderParser(BoundedPart, policy=policy.compat32).parsebytes(raw)
