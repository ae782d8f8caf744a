"""Hours of the day that a text is sure of, and which of them are at night."""

import re

from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.values import find_values

_LATE_FROM = 21.5  # hours; after most receptions close
_NIGHT_UNTIL = 5
_WRITTEN = re.compile(r"(\d{1,2}):(\d\d)")
_BARE_HOUR = re.compile(r"(?<![\d.,:])(1[3-9]|2[0-3])\s?[hH](?!\w)")  # "arrivée 22h", no length


def hours(text: str, language: str) -> list[float]:
    """Clock times as hours of the day (22.5 is half past ten at night), without those that may be
    of either half of it ("at nine")."""
    found = [
        hour
        for value in find_values(text, language).values
        if value.kind is Kind.TIME and (hour := _hour(value, text)) is not None
    ]
    return [*found, *(float(bare) for bare in _BARE_HOUR.findall(text))]


def _hour(value: Value, text: str) -> float | None:
    if value.is_named or len(value.amounts) == 1:
        return float(max(value.amounts)) / 60
    written = _WRITTEN.search(text, value.start, value.end)
    return int(written[1]) + int(written[2]) / 60 if written else None


def is_at_night(hour: float) -> bool:
    return hour >= _LATE_FROM or hour < _NIGHT_UNTIL
