"""Clock times in a text, in every language alike, and which of them are at night."""

import re

_LATE_FROM = 21.5  # hours; after most receptions close
_NIGHT_UNTIL = 5
# A clock time needs its mark (23:40, 11.40pm, 23 Uhr, 21h50): a bare number may be anything.
_CLOCK = re.compile(
    r"(?<![\d.,:])(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m|p\.m|uhr|h)(?![^\W\d_])(\d{2})?"
    r"|(?<![\d.,:])(\d{1,2})[:](\d{2})(?![\d:])",
    re.IGNORECASE,
)


def hours(text: str) -> list[float]:
    """Clock times as hours of the day (22.5 is half past ten at night)."""
    hours = []
    for match in _CLOCK.finditer(text):
        marked, minutes, mark, after, plain, plain_minutes = match.groups()
        hour = int(marked or plain)
        if mark and mark.lower().startswith("p") and hour < 12:
            hour += 12
        if mark and mark.lower().startswith("a") and hour == 12:
            hour = 0
        hours.append(hour + int(minutes or after or plain_minutes or 0) / 60)
    return [hour for hour in hours if hour <= 24]


def is_at_night(hour: float) -> bool:
    return hour >= _LATE_FROM or hour < _NIGHT_UNTIL
