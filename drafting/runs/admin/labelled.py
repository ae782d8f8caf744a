"""What a step left, as labelled values for reading. Pure: JSON in, lines out."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

# Beyond these the whole is read as JSON.
MAX_FIELDS = 40
MAX_DEPTH = 3
_LABELS = {
    "draft_id": "Draft",
    "safe_to_send": "Safe to send",
    "requires_human_review": "Asks for a person",
    "unresolved_requirements": "Left open",
    "ttl_days": "Days to live",
}


Labelled = tuple[str, list[str]]  # a label; one value, or several lines of a list


def labelled(
    payload: Mapping[str, Any], *, without: frozenset[str] = frozenset()
) -> list[Labelled]:
    """The values by name, nested names joined; empty ones and the names of ``without`` left out."""
    fields = _fields({name: payload[name] for name in payload if name not in without}, "", 1)
    return list(islice(fields, MAX_FIELDS))


def known_to(snapshot: Mapping[str, Any]) -> list[Labelled]:
    """What every step of a run saw beside the mail."""
    lessons = snapshot.get("lessons") or {}
    return labelled(
        {
            "Questions": snapshot.get("questions"),
            "Knowledge": snapshot.get("knowledge"),
            "Memory": [
                {name: entry.get(name) for name in ("category", "content")}
                for entry in snapshot.get("memory") or []
            ],
            "What worked": lessons.get("worked"),
            "What failed": lessons.get("failed"),
            "Notes of the managers": lessons.get("notes"),
            "Thread summary": snapshot.get("thread_summary"),
            "Catalogue version": snapshot.get("catalogue_version"),
        }
    )


def label_words(name: str) -> str:
    """ "must_answer" → "Must answer"."""
    if name in _LABELS:
        return _LABELS[name]
    words = " ".join(name.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:]


def _fields(payload: Mapping[str, Any], before: str, depth: int) -> Iterator[Labelled]:
    for name, value in payload.items():
        label = f"{before}: {label_words(str(name)).lower()}" if before else label_words(str(name))
        if isinstance(value, Mapping) and depth < MAX_DEPTH:
            yield from _fields(value, label, depth + 1)
        else:
            said = [_in_one_line(one) for one in (value if isinstance(value, list) else [value])]
            if lines := list(filter(None, said)):
                yield label, lines


def _in_one_line(value: Any, depth: int = 1) -> str:
    """An item of a list: of an object its values by name, in one line."""
    if isinstance(value, Mapping | list) and depth > MAX_DEPTH:
        return "…"
    if isinstance(value, Mapping):
        named = ((str(name), _in_one_line(item, depth + 1)) for name, item in value.items())
        return "; ".join(f"{label_words(name)}: {line}" for name, line in named)
    if isinstance(value, list):
        return ", ".join(_in_one_line(item, depth + 1) for item in value)
    return _word(value)


def _word(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
