"""The values that texts hold, by kind, and what the guard of facts says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

MAX_VALUES = 200
# Units that are read as so many of another.
IN_BASE_UNITS = {
    "minute": ("minute", 1),
    "hour": ("minute", 60),
    "week": ("day", 7),
    "m": ("cm", 100),
    "km": ("cm", 100_000),
}


class Kind(StrEnum):
    TIME = "time"  # minutes after midnight
    MONEY = "money"
    PERCENT = "percent"
    DATE = "date"  # month * 100 + day
    MEASURE = "measure"  # of a unit: minutes, days, nights, steps, people, cm …
    AGE = "age"  # a limit, in years; how old somebody is is a measure
    PHONE = "phone"
    EMAIL = "email"
    IBAN = "iban"
    URL = "url"


WRITTEN = frozenset({Kind.PHONE, Kind.EMAIL, Kind.IBAN, Kind.URL})


@dataclass(frozen=True, slots=True)
class Value:
    """``amounts``: what it may mean; "half past three" is 3:30 and 15:30. ``written``: normal form
    of a number or address. ``edge``: from | until, as said."""

    kind: Kind
    start: int
    end: int
    amounts: frozenset[Decimal] = frozenset()
    unit: str = ""
    written: str = ""
    edge: str = ""
    is_denied: bool = False
    is_later: bool = False  # "after 22:30"
    is_moment: bool = False  # "is at 15:00"
    is_named: bool = False  # noon, midnight

    def equals(self, other: Value) -> bool:
        if self.kind != other.kind or self.unit != other.unit:
            return False
        if self.kind in WRITTEN:
            return self.written == other.written
        return not self.amounts.isdisjoint(other.amounts)


@dataclass(frozen=True, slots=True)
class Found:
    """``numbers``: whole numbers of the text with their places, whatever they count."""

    values: tuple[Value, ...]
    numbers: tuple[tuple[int, int], ...]
    is_cut: bool


def day_amounts(month: int, day: int) -> frozenset[Decimal]:
    return frozenset({Decimal(month * 100 + day)})


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
