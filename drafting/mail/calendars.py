"""Reads from a calendar file (RFC 5545) what, when and where, as a few lines of text.
A stranger's word: nothing of it is computed further, so a rule for a thousand repetitions costs
nothing."""

import re
from collections import defaultdict
from datetime import date, datetime, timedelta
from itertools import islice

from django.utils import timezone

from drafting.mail.headers import clean_text, decode
from drafting.tables import table_beside

MAX_READ_BYTES = 100_000
MAX_EVENTS = 3
MAX_VALUE_CHARACTERS = 150
MAX_CALENDAR_CHARACTERS = 800
CALENDAR_TYPES = frozenset({"text/calendar", "application/ics"})
_METHODS: dict[str, str] = table_beside(__file__)
_FOLD = re.compile(r"\n[ \t]")
_LINE = re.compile(
    r"(?P<name>[A-Za-z-]+)"
    r'(?P<parameters>(?:;[A-Za-z-]+=(?:"[^"\n]*"|[^";:\n])*)*):(?P<value>.*)'
)
_ZONE = re.compile(r';TZID="?(?P<name>(?<=")[^"]*|[^";:]*)', re.IGNORECASE)
_METHOD = re.compile(r"^METHOD[^:\n]*:[ \t]*(\w+)", re.IGNORECASE | re.MULTILINE)
_AS_BLOCK = re.IGNORECASE | re.MULTILINE | re.DOTALL
_EVENT = re.compile(r"^BEGIN:VEVENT[ \t]*$(.*?)(?:^END:VEVENT|\Z)", _AS_BLOCK)
# What stands inside of an event, such as an alarm.
_INSIDE = re.compile(r"^BEGIN:(\w+)[ \t]*$.*?(?:^END:\1|\Z)", _AS_BLOCK)
_ESCAPED = re.compile(r"\\(.)")
# Their zone is the sender's word, too, and is shown beside the time.
_UNSAFE = re.compile(r"[\u202a-\u202e\u2066-\u2069]")


def read_calendar(content: bytes) -> str:
    """Lines for people and agents; "" where it holds no event. Raises nothing for what a sender
    can write."""
    text = _FOLD.sub("", clean_text(decode(content[:MAX_READ_BYTES], "utf-8")[0]))
    told = [_told(event[1]) for event in islice(_EVENT.finditer(text), MAX_EVENTS)]
    method = _METHOD.search(text)
    if told and method and method[1].upper() in _METHODS:
        told.insert(0, _METHODS[method[1].upper()])
    return "\n".join(told)[:MAX_CALENDAR_CHARACTERS]


def _told(block: str) -> str:
    found = map(_LINE.fullmatch, _INSIDE.sub("", block).split("\n"))
    # Of two lines of one name the first counts.
    event = {line["name"].upper(): line for line in reversed(list(filter(None, found)))}
    values = defaultdict(str, {name: line["value"].strip() for name, line in event.items()})
    zone = _ZONE.search(event["DTSTART"]["parameters"]) if "DTSTART" in event else None
    lines = {
        "What": _plain(values["SUMMARY"]),
        "When": _span(values["DTSTART"], values["DTEND"], zone["name"] if zone else ""),
        "Where": _plain(values["LOCATION"]),
        "Repeats": "yes, by a rule in the file" if "RRULE" in event else "",
    }
    return "\n".join(f"{name}: {said}" for name, said in lines.items() if said)


def _plain(value: str) -> str:
    text = _ESCAPED.sub(lambda found: " " if found[1] in "nN" else found[1], value)
    return " ".join(_UNSAFE.sub("", text).split())[:MAX_VALUE_CHARACTERS]


def _span(start: str, end: str, zone: str) -> str:
    began, ended = _moment(start), _moment(end)
    if began is None:
        return ""
    if ended is not None and not isinstance(ended, datetime) and ended > date.min:
        ended -= timedelta(days=1)  # a day as an end is the first one after
    said = _written(began)
    if ended is not None and ended != began:
        are_moments = isinstance(began, datetime) and isinstance(ended, datetime)
        is_same_day = are_moments and ended.timetuple()[:3] == began.timetuple()[:3]
        said += f" – {ended:%H:%M}" if is_same_day else f" – {_written(ended)}"
    zone = _plain(zone) if isinstance(began, datetime) else ""
    return f"{said} ({zone})" if zone else said


def _moment(value: str) -> datetime | date | None:
    """As the sender's clock shows it; a moment in UTC by the clock of the house."""
    if not re.fullmatch(r"[0-9]{8}(T[0-9]{6}Z?)?", value):
        return None
    try:
        if len(value) == 8:
            return date.fromisoformat(value)
        moment = datetime.fromisoformat(value)
        return timezone.make_naive(moment) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        return None


def _written(moment: datetime | date) -> str:
    clock = ", %H:%M" if isinstance(moment, datetime) else ""
    return f"{moment.day} {moment:%B %Y{clock}}"
