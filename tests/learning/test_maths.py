"""The maths of priors and outcomes: properties, no database."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.calibration.maths import Voice, bounded_points, cell_delta
from learning.events.outcomes import (
    FAULT_REASONS,
    Boundaries,
    Contributions,
    Outcome,
    Reason,
    contribution_of,
    outcome_of,
)

POINTS = st.sampled_from([4, 0, -8, -16])


@st.composite
def voices(draw: st.DrawFn) -> Voice:
    points = draw(st.lists(POINTS, min_size=1, max_size=30))
    return Voice(events=len(points), points=sum(points), mass=sum(map(abs, points)))


CELLS = st.lists(voices(), max_size=6)
SHRINKAGE = st.floats(min_value=0, max_value=1000, allow_nan=False)


@given(CELLS, SHRINKAGE)
def test_a_prior_is_bounded_and_has_one_decimal(cell: list[Voice], shrinkage: float) -> None:
    delta = cell_delta(cell, shrinkage=shrinkage)
    assert -30 <= delta <= 30
    assert delta == delta.quantize(Decimal("0.1"))


@given(CELLS, SHRINKAGE, st.randoms())
def test_the_order_of_voices_changes_nothing(cell: list[Voice], shrinkage: float, rng) -> None:
    shuffled = rng.sample(cell, len(cell))
    assert cell_delta(shuffled, shrinkage=shrinkage) == cell_delta(cell, shrinkage=shrinkage)


@given(CELLS, SHRINKAGE, SHRINKAGE)
def test_more_shrinkage_never_moves_a_prior_away_from_zero(
    cell: list[Voice], one: float, other: float
) -> None:
    less, more = sorted((one, other))
    assert abs(cell_delta(cell, shrinkage=more)) <= abs(cell_delta(cell, shrinkage=less))


@given(voices())
def test_a_lone_voice_is_the_plain_sum(voice: Voice) -> None:
    assert bounded_points([voice]) == voice.points
    assert cell_delta([voice], shrinkage=0) == max(-30, min(30, voice.points))


@given(CELLS)
def test_no_voice_outweighs_all_others_where_two_are_heard(cell: list[Voice]) -> None:
    """Adding the loudest voice moves the sum by at most the mass of all the others."""
    if sum(voice.events >= 5 for voice in cell) < 2:
        assert bounded_points(cell) == sum(voice.points for voice in cell)
        return
    loudest = max(cell, key=lambda voice: voice.mass)
    others = list(cell)
    others.remove(loudest)
    without = Fraction(sum(voice.points for voice in others))
    mass = sum(voice.mass for voice in others)
    assert abs(bounded_points(cell) - without) <= min(mass, loudest.mass)


@pytest.mark.parametrize(
    ("cell", "shrinkage", "delta"),
    [
        ([], 0, "0.0"),
        ([Voice(5, 20, 20)], 0, "20.0"),
        ([Voice(2, -32, 32)], 0, "-30.0"),
        ([Voice(5, 20, 20)], 2, "14.3"),  # 20 × 5/7 = 14.2857
        ([Voice(30, 12, 12)], 2, "11.2"),  # 12 × 30/32 = 11.25, to even
        ([Voice(5, 20, 20), Voice(6, -96, 96)], 0, "0.0"),  # −96 cut to −20
        ([Voice(5, 20, 20), Voice(5, -16, 48)], 0, "13.3"),  # −16 × 20/48 = −6.667
        ([Voice(5, 20, 20), Voice(4, -64, 64)], 0, "-30.0"),  # four events bound nobody
        ([Voice(5, 0, 0), Voice(6, -96, 96)], 0, "0.0"),  # half of nothing
        ([Voice(5, 20, 20), Voice(5, -20, 20)], 0, "0.0"),  # exactly half is allowed
    ],
)
def test_cells_worked_out_by_hand(cell: list[Voice], shrinkage: float, delta: str) -> None:
    assert str(cell_delta(cell, shrinkage=shrinkage)) == delta


BOUNDARIES = st.sets(st.integers(1, 100), min_size=3, max_size=3).map(
    lambda values: Boundaries(*sorted(values))
)
DISTANCE = st.integers(0, 1000).map(lambda tenths: tenths / 10)


@given(DISTANCE, BOUNDARIES, st.sampled_from(list(Reason)), st.booleans())
def test_a_whole_per_cent_has_the_outcome_of_its_distance(
    distance: float, boundaries: Boundaries, reason: Reason, is_mismatch: bool
) -> None:
    """What retention keeps tells the same outcome under any boundaries."""
    whole, exact = (
        outcome_of(
            edit_distance_pct=value,
            category_mismatch=is_mismatch,
            rewrite_reason=reason,
            boundaries=boundaries,
        )
        for value in (int(distance), distance)
    )
    assert whole == exact


@given(DISTANCE, DISTANCE, BOUNDARIES)
def test_a_longer_distance_is_never_a_better_outcome(
    one: float, other: float, boundaries: Boundaries
) -> None:
    order = list(Outcome)
    near, far = (
        order.index(
            outcome_of(
                edit_distance_pct=value,
                category_mismatch=False,
                rewrite_reason="none",
                boundaries=boundaries,
            )
        )
        for value in sorted((one, other))
    )
    assert near <= far


@pytest.mark.parametrize("outcome", list(Outcome))
@pytest.mark.parametrize("reason", list(Reason))
def test_only_faults_of_the_choice_are_negative(outcome: Outcome, reason: Reason) -> None:
    points = contribution_of(outcome=outcome, rewrite_reason=reason, contributions=Contributions())
    assert points >= 0 or reason in FAULT_REASONS
