"""From the evidence of one cell to its prior. Pure, in exact fractions: the same events give the
same digits on every machine and in every order.

Source: issue "Learning that makes the desk better", 2 and 3; constants from ``simulate_learning``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

MAXIMUM_DELTA = 30  # points either way; source: fact-find, layer 2
AGENT_RAISES = 10  # points that one agent may raise a cell by
# Half of it downwards: two keys together must not push a good letter further than that.
AGENT_LOWERS = 5
PERSON_WEIGHT = 2  # a person has looked at what an agent may have waved through


@dataclass(frozen=True, slots=True)
class Voice:
    """What one agent or person said in a cell: events, their points, the points' absolute sum."""

    events: int
    points: int
    mass: int
    is_person: bool = False


def cell_delta(voices: Sequence[Voice], *, shrinkage: float) -> Decimal:
    """Sum of the voices' bounded points, clamped to ±30, one decimal; no events give 0.0.

    Ties of the last digit round to even, as ``round`` does.
    """
    total = sum((voice_points(voice, voices, shrinkage) for voice in voices), Fraction(0))
    bounded = max(Fraction(-MAXIMUM_DELTA), min(Fraction(MAXIMUM_DELTA), total))
    return Decimal(round(bounded * 10)).scaleb(-1)


def voice_points(voice: Voice, voices: Sequence[Voice], shrinkage: float) -> Fraction:
    """What one voice adds: its points × n/(n+k), a person's twice; an agent's bounded.

    n: the voice's own events, so that nobody's evidence strengthens another's; k: shrinkage.
    Where others have mass, an agent raises by no more than that. What it lowers is not measured by
    the others: a second agent could set it free, and two would lower by more than their bounds.
    """
    if voice.events == 0 or voice.mass == 0:
        return Fraction(0)
    points = voice.points * voice.events / (voice.events + Fraction(shrinkage))
    if voice.is_person:
        return points * PERSON_WEIGHT
    others = sum(each.mass for each in voices) - voice.mass
    if others:
        points = min(points, Fraction(others))
    return max(Fraction(-AGENT_LOWERS), min(Fraction(AGENT_RAISES), points))
