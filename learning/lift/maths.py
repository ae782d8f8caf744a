"""The lift of a change. Pure: counts in, differences with 95 % intervals out.

Lift is counted so that more is better: per cents of edit distance that a draft needs less, and
points of the share of drafts that are sent unchanged.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

LIFT_MINIMUM = 10  # drafts with the new text before "no lift" is said
_Z = 1.959964  # two-sided 95 % of the normal distribution
# Two-sided 95 % of Student's t by degrees of freedom; between two rows the wider one is taken.
_T = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262,
    10: 2.228, 11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110,
    18: 2.101, 19: 2.093, 20: 2.086, 22: 2.074, 24: 2.064, 26: 2.056, 28: 2.048, 30: 2.042,
    40: 2.021, 60: 2.000, 120: 1.980,
}  # fmt: skip


class Verdict(StrEnum):
    """What may be said of a change, from nothing to certain."""

    NO_BASE = "no-base"  # a new template, or no draft was ever made from the old text
    WAITING = "waiting"  # fewer than LIFT_MINIMUM drafts with the new text
    LIFT = "lift"  # the whole interval lies above zero
    LIKELY = "likely"  # better so far, but the interval holds zero
    NO_LIFT = "no-lift"  # enough drafts, and no better than before


@dataclass(frozen=True, slots=True)
class Taken:
    """How one text was taken. ``votes_by_whole_pct`` spreads the same votes over edit distances."""

    votes: int = 0
    unchanged: int = 0
    mean_distance_pct: float | None = None
    votes_by_whole_pct: Mapping[int, int] | None = None

    @property
    def unchanged_pct(self) -> float | None:
        return round(100 * self.unchanged / self.votes, 1) if self.votes else None


@dataclass(frozen=True, slots=True)
class Difference:
    """``low`` and ``high`` bound it with 95 %; None where too few drafts say how they spread."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Lift:
    before: Taken
    after: Taken
    distance: Difference | None  # per cents less; None without drafts on both sides
    unchanged: Difference | None  # points of share more
    verdict: Verdict


def lift_of(before: Taken, after: Taken) -> Lift:
    """Before against after. The verdict rests on the edit distance."""
    distance = distance_lift(before, after)
    return Lift(
        before=before,
        after=after,
        distance=distance,
        unchanged=unchanged_lift(before, after),
        verdict=_verdict(before, after, distance),
    )


def distance_lift(before: Taken, after: Taken) -> Difference | None:
    """Difference of the mean edit distances with Welch's interval (unequal variances)."""
    if before.mean_distance_pct is None or after.mean_distance_pct is None:
        return None
    value = before.mean_distance_pct - after.mean_distance_pct
    half = _welch_half_width(before, after)
    if half is None:
        return Difference(round(value, 1), None, None)
    return Difference(round(value, 1), round(value - half, 1), round(value + half, 1))


def unchanged_lift(before: Taken, after: Taken) -> Difference | None:
    """Difference of the unchanged shares with Newcombe's interval (method 10), in points."""
    if not before.votes or not after.votes:
        return None
    old, new = before.unchanged / before.votes, after.unchanged / after.votes
    old_low, old_high = wilson(before.unchanged, before.votes)
    new_low, new_high = wilson(after.unchanged, after.votes)
    low = new - old - math.hypot(new - new_low, old_high - old)
    high = new - old + math.hypot(new_high - new, old - old_low)
    return Difference(*(round(100 * share, 1) for share in (new - old, low, high)))


def wilson(hits: int, votes: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, 0 to 1; right for small numbers and shares near 0 or 1."""
    share = hits / votes
    scale = 1 + _Z**2 / votes
    centre = (share + _Z**2 / (2 * votes)) / scale
    half = _Z / scale * math.sqrt(share * (1 - share) / votes + _Z**2 / (4 * votes**2))
    return max(centre - half, 0.0), min(centre + half, 1.0)


def t_quantile(degrees: float) -> float:
    """The two-sided 95 % quantile; of the next lower tabled number of degrees, so never too small.

    Beyond the table the normal distribution.
    """
    if degrees > max(_T) * 10:
        return _Z
    return _T[max((tabled for tabled in _T if tabled <= max(degrees, 1)), default=1)]


def _welch_half_width(before: Taken, after: Taken) -> float | None:
    if before.votes < 2 or after.votes < 2:
        return None
    old, new = (_variance(taken) / taken.votes for taken in (before, after))
    if old + new == 0:
        return 0.0
    degrees = (old + new) ** 2 / (old**2 / (before.votes - 1) + new**2 / (after.votes - 1))
    return t_quantile(degrees) * math.sqrt(old + new)


def _variance(taken: Taken) -> float:
    """Of the sample, from whole per cents: retention keeps no finer ones."""
    spread = taken.votes_by_whole_pct or {}
    count = sum(spread.values())
    mean = sum(pct * votes for pct, votes in spread.items()) / count
    return sum(votes * (pct - mean) ** 2 for pct, votes in spread.items()) / (count - 1)


def _verdict(before: Taken, after: Taken, distance: Difference | None) -> Verdict:
    if not before.votes:
        return Verdict.NO_BASE
    if distance is None or after.votes < LIFT_MINIMUM:
        return Verdict.WAITING
    if distance.value <= 0:
        return Verdict.NO_LIFT
    return Verdict.LIFT if distance.low is not None and distance.low > 0 else Verdict.LIKELY
