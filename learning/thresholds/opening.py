"""What happens when the validation gate opens. Learning keeps no drafts, so drafting says here how
those rewritten while the gate was shut are examined (it registers itself when Django starts)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

# Examines what is still kept; returns how many proposals came of it.
Examiner = Callable[[datetime], int]

_examiners: list[Examiner] = []


def register_examiner(examiner: Examiner) -> None:
    """Called once per process; the same one again is passed over."""
    if examiner not in _examiners:
        _examiners.append(examiner)


def examine_waiting_drafts(now: datetime) -> int:
    return sum(examiner(now) for examiner in _examiners)
