"""Values in a text with their places: times, prices, dates, measures, ages, addresses.

The one finder: coverage, lint and the guard of facts read from it. One pass over the words of the
text from left to right; nothing is looked at more than a few words around a number.
"""

from __future__ import annotations

from functools import lru_cache

from templatesapp.text.guarded.kinds import MAX_VALUES, WRITTEN, Found, Kind, Value
from templatesapp.text.guarded.reader import Reader
from templatesapp.text.guarded.written import numeric_dates, written_values

__all__ = ["MAX_VALUES", "WRITTEN", "Found", "Kind", "Value", "find_values"]


@lru_cache(maxsize=2_048)  # one letter is read by lint, coverage and the guard
def find_values(text: str, language: str) -> Found:
    """Values of the text in order of place, at most ``MAX_VALUES``."""
    written, bare = written_values(text)
    reader = Reader(bare, language)
    values = sorted([*written, *numeric_dates(bare), *reader.read()], key=lambda v: v.start)
    values = _without_overlaps(values)
    return Found(
        values=tuple(values[:MAX_VALUES]),
        numbers=tuple(reader.numbers),
        is_cut=len(values) > MAX_VALUES,
    )


def _without_overlaps(values: list[Value]) -> list[Value]:
    kept: list[Value] = []
    for value in values:
        if not kept or value.start >= kept[-1].end:
            kept.append(value)
        elif value.end - value.start > kept[-1].end - kept[-1].start:
            kept[-1] = value
    return kept
