"""Hours of the day that a text is sure of, and which of them are at night."""

import re

from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.values import find_values

_LATE_FROM = 21.5  # hours; after most receptions close
_NIGHT_UNTIL = 5
_BARE_HOUR = re.compile(r"(1[3-9]|2[0-3])\s?[hH]")  # "arrivée 22h"; below it is as well a length


def hours(text: str, language: str) -> list[float]:
    """Clock times as hours of the day (22.5 is half past ten at night), without those that may be
    of either half of it ("at nine")."""
    found = (_hour(value, text) for value in find_values(text, language).values)
    return [hour for hour in found if hour is not None]


def _hour(value: Value, text: str) -> float | None:
    written = text[value.start : value.end]
    if value.kind is Kind.MEASURE:
        bare = _BARE_HOUR.fullmatch(written)
        return float(bare[1]) if bare else None
    if value.kind is not Kind.TIME:
        return None
    if value.is_named or len(value.amounts) == 1:
        return float(max(value.amounts)) / 60
    if ":" not in written:
        return None
    return float(min(a for a in value.amounts if a >= 60)) / 60


def is_at_night(hour: float) -> bool:
    return hour >= _LATE_FROM or hour < _NIGHT_UNTIL
