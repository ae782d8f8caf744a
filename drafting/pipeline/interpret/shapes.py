"""Numbers that say what a sentence is about: a late or early hour, a stretch of nights.

The same in every language: digits, and the few short words that join or mark them.
"""

import re
from functools import cache

from drafting.pipeline.interpret.rules import ScenarioRules
from templatesapp.text.languages import rules

LATE_HOUR = "late-hour"
EARLY_HOUR = "early-hour"
DATE_RANGE = "date-range"

_LATE_FROM = 21.5  # hours; after most receptions close
_NIGHT_UNTIL = 5
_EARLY_FROM, _EARLY_UNTIL = 4, 7.5

# A clock time needs its mark (23:40, 11.40pm, 23 Uhr, 21h50): a bare number may be anything.
_CLOCK = re.compile(
    r"(?<![\d.,:])(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m|p\.m|uhr|h)(?![^\W\d_])(\d{2})?"
    r"|(?<![\d.,:])(\d{1,2})[:](\d{2})(?![\d:])",
    re.IGNORECASE,
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|[.°º])?"
_DIGIT = re.compile(r"\d")
_LONGEST = 2000  # characters of a sentence that are read


@cache
def _range() -> re.Pattern[str]:
    """ "from the 4th to the 9th", "13-16 agosto", "vom 2. bis 5.", "del 9 al 12 de"."""
    until = "|".join(form for rule in rules(ScenarioRules).values() for form in rule.until)
    return re.compile(
        rf"(?<![\d:.,€$£]){_DAY}(?: (?:of |de )?[^\W\d_]{{3,10}}\.?)?"
        rf"\s?(?:-|–|{until})\s?(?:the )?{_DAY}(?![\d:,%€$£])",
        re.IGNORECASE,
    )


def shapes(sentence: str) -> set[str]:
    """The shapes found in a sentence."""
    text = sentence[:_LONGEST]
    if not _DIGIT.search(text):
        return set()
    found: set[str] = {DATE_RANGE} if _range().search(text) else set()
    for hour in hours(text):
        if hour >= _LATE_FROM or hour < _NIGHT_UNTIL:
            found.add(LATE_HOUR)
        if _EARLY_FROM <= hour <= _EARLY_UNTIL:
            found.add(EARLY_HOUR)
    return found


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
