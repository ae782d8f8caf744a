"""What the receiving server found out about a sender (RFC 8601, Authentication-Results)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from drafting.mail.headers import decode_value

MAX_AUTHENTICATION_CHARACTERS = 4_000
_DMARC = re.compile(r"\bdmarc\s{0,3}=\s{0,3}([a-z]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Authentication:
    text: str = ""
    is_sender_verified: bool = True  # unless our server says otherwise
    is_sender_proven: bool = False  # our server says so


def read_authentication(values: Sequence[str]) -> Authentication:
    """The lines of our own server, and False for the sender where one of them says DMARC failed.

    Our server writes its lines on top and under one name; lines of any other name are the sender's
    word. Where two lines of ours differ, the stricter one counts.
    """
    lines = [decode_value(value)[0] for value in values]
    if not lines:
        return Authentication()
    server = _server(lines[0])
    ours = [line for line in lines if _server(line) == server]
    results = {result.lower() for line in ours for result in _DMARC.findall(line)}
    text = "\n".join(ours)[:MAX_AUTHENTICATION_CHARACTERS]
    is_verified = "fail" not in results
    return Authentication(text, is_verified, is_verified and "pass" in results)


def _server(line: str) -> str:
    return line.partition(";")[0].strip().lower()
