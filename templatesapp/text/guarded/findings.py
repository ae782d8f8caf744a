"""What the guard of facts says of a text, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
