"""What the receiving server found out about a sender (RFC 8601, Authentication-Results)."""

import re
from collections.abc import Sequence

from django.conf import settings

from drafting.mail.headers import decode_value

MAX_AUTHENTICATION_CHARACTERS = 4_000
METHODS = ("spf", "dkim", "dmarc")
_DMARC = re.compile(r"\bdmarc\s{0,3}=\s{0,3}([a-z]+)", re.IGNORECASE)
_PASSED = re.compile(rf"[;\s]({'|'.join(METHODS)})\s{{0,3}}=\s{{0,3}}pass\b", re.IGNORECASE)
_SAID_BY_OTHERS = re.compile(r'"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)')


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
