"""Words of a guest who stands before a shut door: somebody has to know at once.

Danger, illness and being stranded alone are the escalation rules'; this adds the plain lock-out.
"""

from __future__ import annotations

import re

from drafting.mail.mail_words import choice

_LOCKED_OUT = re.compile(rf"\b{choice('locked_out')}\b", re.IGNORECASE)
# "What if we are locked out", "so that nobody gets locked out": a question beforehand.
_NOT_NOW = re.compile(rf"\b{choice('not_now')}\b[^.!?\n]{{0,60}}$", re.IGNORECASE)


def is_locked_out(text: str) -> bool:
    return any(
        not _NOT_NOW.search(text[max(0, match.start() - 80) : match.start()])
        for match in _LOCKED_OUT.finditer(text)
    )
