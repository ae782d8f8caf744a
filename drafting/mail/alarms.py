"""Words of a guest who stands before a shut door: somebody has to know at once.

Danger, illness and being stranded alone are the escalation rules'; this adds the plain lock-out.
"""

from __future__ import annotations

import re

_LOCKED_OUT = re.compile(
    r"\b(?:locked out|locked outside|stuck outside"
    r"|chius[oaie] fuori"
    r"|ausgesperrt|ausgeschlossen vor"
    r"|enferm[ée]e?s? dehors|coinc[ée]e?s? dehors|bloqu[ée]e?s? dehors"
    r"|encerrad[oa]s? fuera|atrapad[oa]s? fuera|quedado fuera|quedamos fuera)\b",
    re.IGNORECASE,
)
# "What if we are locked out", "so that nobody gets locked out": a question beforehand.
_NOT_NOW = re.compile(
    r"\b(?:if|in case|would|could|might|wenn|falls|se|nel caso|si|en caso)\b[^.!?\n]{0,60}$",
    re.IGNORECASE,
)


def is_locked_out(text: str) -> bool:
    return any(
        not _NOT_NOW.search(text[max(0, match.start() - 80) : match.start()])
        for match in _LOCKED_OUT.finditer(text)
    )
