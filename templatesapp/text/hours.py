"""Hours of the day that a text is sure of, and which of them are at night."""

import re

from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.values import find_values
from templatesapp.text.guarded.words import Guarding, guarding
from templatesapp.text.tokens import words

_LATE_FROM = 21.5  # hours; after most receptions close
_NIGHT_UNTIL = 5
_NOON, _EVENING = 12, 18  # "at two at night" is no afternoon
# A mark makes a number an hour in every language (23:40, 11.40pm, 23 Uhr, 21h50).
_MARKED = re.compile(
    r"(?<![\d.,:])(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m|p\.m|uhr|h)(?![^\W\d_])(\d{2})?"
    r"|(?<![\d.,:])(\d{1,2})[:](\d{2})(?![\d:])",
    re.IGNORECASE,
)


def hours(text: str, language: str) -> list[float]:
    """Clock times as hours of the day (22.5 is half past ten at night): those with a mark, and
    those that words of the language make one ("alle 22", "at ten in the evening")."""
    marked = list(_MARKED.finditer(text))
    told = [_marked_hour(match) for match in marked]
    know = guarding(language)
    for value in find_values(text, language).values:
        is_marked = any(m.start() < value.end and value.start < m.end() for m in marked)
        if value.kind is Kind.TIME and not is_marked and _is_sure(value, text, know):
            told.append(float(max(value.amounts)) / 60)
    return [hour for hour in told if hour <= 24]


def _marked_hour(match: re.Match[str]) -> float:
    marked, minutes, mark, after, plain, plain_minutes = match.groups()
    hour = int(marked or plain)
    if mark and mark.lower().startswith("p") and hour < _NOON:
        hour += _NOON
    if mark and mark.lower().startswith("a") and hour == _NOON:
        hour = 0
    return hour + int(minutes or after or plain_minutes or 0) / 60


def _is_sure(value: Value, text: str, know: Guarding) -> bool:
    """A bare number may be a room or an age: a word must say that it is an hour, and of which
    half of the day."""
    if len(value.amounts) > 1 or _NOON * 60 <= max(value.amounts) < _EVENING * 60:
        return False
    said, before = words(text[value.start : value.end]), words(text[: value.start])
    is_led = know.hour_before.before(before, len(before)) is not None
    return is_led or know.evenings.is_in(said) or know.mornings.is_in(said)


def is_at_night(hour: float) -> bool:
    return hour >= _LATE_FROM or hour < _NIGHT_UNTIL
