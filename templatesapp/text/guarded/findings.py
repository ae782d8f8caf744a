"""What the guard of facts says of a text, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from templatesapp.entries import FactEntry

CONTRADICTS = "contradicts_fact"
UNKNOWN = "unknown_value"


@dataclass(frozen=True, slots=True)
class Finding:
    """``said`` as in the text, at ``span``; ``known`` as we would write it, "" for an unknown
    value; ``fact``: name of the fact, or key of the knowledge item."""

    code: str
    said: str
    known: str
    fact: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FactReading:
    """``matches``: the facts that the text states rightly, with the value of each; ``places``:
    where it does. ``is_cut``: it holds more values than are read."""

    findings: tuple[Finding, ...]
    matches: Mapping[str, str] = field(default_factory=dict)
    is_cut: bool = False
    places: tuple[tuple[str, tuple[int, int]], ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedFact:
    """``said``: the value when the text was written; ``known`` today's, "" where it is gone."""

    fact: str
    said: str
    known: str


def find_changed(
    matches: Mapping[str, str], facts: Mapping[str, FactEntry], *, language: str = "en"
) -> tuple[ChangedFact, ...]:
    """Which facts that a text stated have another value now."""
    return tuple(
        ChangedFact(name, said, fact.formatted(language) if fact else "")
        for name, said in matches.items()
        if (fact := facts.get(name)) is None or fact.value != said
    )
