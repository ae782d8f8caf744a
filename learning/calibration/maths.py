"""Computes the prior of one cell from its evidence. Pure, in exact fractions.
So the same events give the same digits on every machine and in every order.

Source: issue "Learning that makes the desk better", 2 and 3; constants from ``simulate_learning``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

TOPIC_PREFIX = "topic:"
MAXIMUM_DELTA = 30  # points either way; source: fact-find, layer 2
AGENT_RAISES = 10  # points that one agent may raise a cell by
# Half of it downwards: two keys together must not push a good letter further than that.
AGENT_LOWERS = 5
PERSON_WEIGHT = 2  # a person has looked at what an agent may have waved through


@dataclass(slots=True)
class Voice:
    """What one agent or person said in a cell: events, their points, the points' absolute sum."""

    events: int = 0
    points: int = 0
    mass: int = 0
    is_person: bool = False


def context_of(scenario: str, topic: str) -> str:
    """What evidence of fit is kept for: a scenario, or what mails ask in any scenario."""
    return f"{TOPIC_PREFIX}{topic}" if topic else scenario


def scenario_and_topic(context: str) -> tuple[str, str]:
    """The inverse of ``context_of``: one of the two is empty."""
    topic = context.removeprefix(TOPIC_PREFIX)
    return (context, "") if topic == context else ("", topic)


def cell_delta(voices: Sequence[Voice], *, shrinkage: float) -> Decimal:
    """Sum of the voices' bounded points less what is held, clamped to ±30, one decimal; no events
    give 0.0. An agent that joins or leaves a cell moves it by ``AGENT_RAISES`` at most.

    Ties of the last digit round to even, as ``round`` does.
    """
    points = [voice_points(voice, shrinkage) for voice in voices]
    total = sum(points, Fraction(0)) - _held(voices, points)
    bounded = max(Fraction(-MAXIMUM_DELTA), min(Fraction(MAXIMUM_DELTA), total))
    return Decimal(round(bounded * 10)).scaleb(-1)


def voice_points(voice: Voice, shrinkage: float) -> Fraction:
    """What one voice says: its points × n/(n+k), a person's twice; an agent's bounded.

    n: the voice's own events, so that nobody's evidence strengthens another's; k: shrinkage.
    """
    if voice.events == 0 or voice.mass == 0:
        return Fraction(0)
    points = voice.points * voice.events / (voice.events + Fraction(shrinkage))
    if voice.is_person:
        return points * PERSON_WEIGHT
    return max(Fraction(-AGENT_LOWERS), min(Fraction(AGENT_RAISES), points))


def _held(voices: Sequence[Voice], points: Sequence[Fraction]) -> Fraction:
    """What an agent raises by beyond the mass of the others, where others have mass.

    Another agent sets free no more of it than its own bound leaves, for its own points count as
    well: else a cell of two could be moved further by a third than by anybody alone. ``points``:
    one per voice, same order.
    """
    held = Fraction(0)
    for voice, raised in zip(voices, points, strict=True):
        others = [
            (mass, mass if each.is_person else min(mass, AGENT_RAISES - said))
            for each, said in zip(voices, points, strict=True)
            if each is not voice and (mass := Fraction(each.mass))
        ]
        if others and not voice.is_person:
            # At least one other counts with all of its mass: alone, nobody is held.
            freed = sum(own for _, own in others) + min(mass - own for mass, own in others)
            held = max(held, raised - freed)
    return held
