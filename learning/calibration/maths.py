"""From the events of one cell to its prior. Pure, in exact fractions: the same events give the
same digits on every machine and in every order.

Source: design page "Learning", Priors and calibration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

MAXIMUM_DELTA = 30  # points either way; source: fact-find, layer 2
HEARD_EVENTS = 5  # events from which a voice takes part in bounding another


@dataclass(frozen=True, slots=True)
class Voice:
    """What one agent or person said in a cell: events, their points, the points' absolute sum."""

    events: int
    points: int
    mass: int


def cell_delta(voices: Sequence[Voice], *, shrinkage: float) -> Decimal:
    """bounded sum × n/(n+k), clamped to ±30, one decimal. n: events of all voices; k: shrinkage.

    No events give 0.0. Ties of the last digit round to even, as ``round`` does.
    """
    events = sum(voice.events for voice in voices)
    if events == 0:
        return Decimal("0.0")
    shrunk = bounded_points(voices) * events / (events + Fraction(shrinkage))
    bounded = max(Fraction(-MAXIMUM_DELTA), min(Fraction(MAXIMUM_DELTA), shrunk))
    tenths = round(bounded * 10)
    return Decimal(tenths).scaleb(-1)


def bounded_points(voices: Sequence[Voice]) -> Fraction:
    """Sum of the points, where no voice makes up more than half of the absolute mass.

    Bounding needs two voices of ``HEARD_EVENTS`` events or more: before, there is nobody to weigh
    a voice against. A voice that is too loud is scaled down to the mass of all others together.
    """
    heard = sum(voice.events >= HEARD_EVENTS for voice in voices)
    total = sum(voice.mass for voice in voices)
    points = Fraction(0)
    for voice in voices:
        others = total - voice.mass
        is_too_loud = heard >= 2 and voice.mass > others
        points += Fraction(voice.points * others, voice.mass) if is_too_loud else voice.points
    return points
