"""What a calendar file says (RFC 5545), in a few lines of text: what, when and where. A stranger's
word: nothing of it is computed further, so a rule for a thousand repetitions costs nothing."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta

from django.utils import timezone

from drafting.mail import charsets
from drafting.mail.headers import clean_text

MAX_READ_BYTES = 100_000
MAX_EVENTS = 3
MAX_VALUE_CHARACTERS = 150
MAX_CALENDAR_CHARACTERS = 800
_TYPES = frozenset({"text/calendar", "application/ics"})
_METHODS = {
    "REQUEST": "Invitation",
    "CANCEL": "Cancelled",
    "REPLY": "Answer to an invitation",
    "COUNTER": "Another time is proposed",
}
_FOLD = re.compile(r"\n[ \t]")
_LINE = re.compile(
    r"(?P<name>[A-Za-z-]+)"
    r'(?P<parameters>(?:;[A-Za-z-]+=(?:"[^"\n]*"|[^";:\n])*)*):(?P<value>.*)'
)
_ZONE = re.compile(r';TZID=(?:"([^"]*)"|([^";:]*))', re.IGNORECASE)
_START_ZONE = "DTSTART;TZID"  # no property has such a name
_ESCAPED = re.compile(r"\\(.)")
# Their zone is the sender's word, too, and is shown beside the time.
_UNSAFE = re.compile(r"[\u202a-\u202e\u2066-\u2069]")


def is_calendar(*, filename: str, content_type: str) -> bool:
    return content_type in _TYPES or filename.lower().endswith(".ics")


def read_calendar(content: bytes) -> str:
    """Lines for people and agents; "" where it holds no event. Raises nothing for what a sender
    can write."""
    text, _ = charsets.decode(content[:MAX_READ_BYTES], "utf-8")
    method, events = _parse(_FOLD.sub("", clean_text(text)))
    told = [_told(event) for event in events]
    heading = [_METHODS[method]] if told and method in _METHODS else []
    return "\n".join([*heading, *told])[:MAX_CALENDAR_CHARACTERS]


def _parse(text: str) -> tuple[str, list[dict[str, str]]]:
    """Its method and first events: values by name, and the zone of its start. What stands
    inside of an event, such as an alarm, is left out."""
    method, events, within = "", list[dict[str, str]](), list[str]()
    for line in filter(None, map(_LINE.fullmatch, text.split("\n"))):
        name, said = line["name"].upper(), line["value"].strip()
        if name == "BEGIN":
            within.append(said.upper())
            if within[-1] == "VEVENT":
                if len(events) == MAX_EVENTS:
                    break
                events.append({})
        elif name == "END":
            del within[-1:]
        elif name == "METHOD":
            method = said.upper()
        elif within[-1:] == ["VEVENT"] and name not in events[-1]:
            events[-1][name] = said
            if name == "DTSTART" and (zone := _ZONE.search(line["parameters"])):
                events[-1][_START_ZONE] = zone[1] or zone[2] or ""
    return method, events


def _told(event: Mapping[str, str]) -> str:
    lines = {
        "What": _plain(event.get("SUMMARY", "")),
        "When": _span(event),
        "Where": _plain(event.get("LOCATION", "")),
        "Repeats": "yes, by a rule in the file" if "RRULE" in event else "",
    }
    return "\n".join(f"{name}: {said}" for name, said in lines.items() if said)


def _plain(value: str) -> str:
    text = _ESCAPED.sub(lambda found: " " if found[1] in "nN" else found[1], value)
    return " ".join(_UNSAFE.sub("", text).split())[:MAX_VALUE_CHARACTERS]


def _span(event: Mapping[str, str]) -> str:
    began, ended = _moment(event.get("DTSTART", "")), _moment(event.get("DTEND", ""))
    if began is None:
        return ""
    if ended is not None and not isinstance(ended, datetime) and ended > date.min:
        ended -= timedelta(days=1)  # a day as an end is the first one after
    parts = [_written(began)]
    if ended is not None and ended != began:
        is_same_day = isinstance(began, datetime) and isinstance(ended, datetime)
        is_same_day = is_same_day and ended.timetuple()[:3] == began.timetuple()[:3]
        parts.append(f"{ended:%H:%M}" if is_same_day else _written(ended))
    zone = _plain(event.get(_START_ZONE, "")) if isinstance(began, datetime) else ""
    return " – ".join(parts) + (f" ({zone})" if zone else "")


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
