"""The maths of priors and outcomes: properties, no database."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.calibration.maths import Voice, cell_delta, voice_points
from learning.events.choices import (
    Boundaries,
    Outcome,
    Reason,
    outcome_of,
)

POINTS = st.integers(-16, 16)  # they are settings


@st.composite
def voices(draw: st.DrawFn) -> Voice:
    points = draw(st.lists(POINTS, min_size=1, max_size=30))
    mass = sum(map(abs, points))
    return Voice(len(points), sum(points), mass, is_person=draw(st.booleans()))


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


@given(voices(), SHRINKAGE, SHRINKAGE)
def test_more_shrinkage_never_moves_a_lone_voice_away_from_zero(
    voice: Voice, one: float, other: float
) -> None:
    less, more = sorted((one, other))
    assert abs(cell_delta([voice], shrinkage=more)) <= abs(cell_delta([voice], shrinkage=less))


@given(CELLS, voices())
def test_one_agent_moves_a_cell_by_ten_at_most(cell: list[Voice], newcomer: Voice) -> None:
    """Also by what its mass does to the others, and to whoever is ignored later."""
    joined = cell_delta([*cell, replace(newcomer, is_person=False)], shrinkage=0)
    assert abs(joined - cell_delta(cell, shrinkage=0)) <= 10


@given(CELLS, voices(), voices())
def test_two_newcomers_lower_a_cell_by_ten_at_most(
    cell: list[Voice], one: Voice, other: Voice
) -> None:
    attackers = [replace(voice, is_person=False) for voice in (one, other)]
    honest = cell_delta(cell, shrinkage=0)
    assert cell_delta([*cell, *attackers], shrinkage=0) >= honest - 10


@given(CELLS)
def test_no_agent_raises_by_more_than_the_mass_of_the_others(cell: list[Voice]) -> None:
    for voice in cell:
        others = [each for each in cell if each is not voice]
        mass = sum(each.mass for each in others)
        if mass and not voice.is_person:
            said = sum(voice_points(each, 0) for each in others)
            assert cell_delta(cell, shrinkage=0) <= max(said + mass, Decimal(-30))


@given(CELLS)
def test_people_are_not_bounded_by_agents(cell: list[Voice]) -> None:
    person = Voice(5, 20, 20, is_person=True)
    agents = [replace(voice, is_person=False) for voice in cell]
    honest = cell_delta(agents, shrinkage=0)
    assert cell_delta([*agents, person], shrinkage=0) >= min(30, honest + 30)


@pytest.mark.parametrize(
    ("cell", "shrinkage", "delta"),
    [
        ([], 0, "0.0"),
        ([Voice(5, 20, 20)], 0, "10.0"),
        ([Voice(2, -16, 16)], 0, "-5.0"),
        ([Voice(2, 8, 8)], 2, "4.0"),  # 8 × 2/4
        ([Voice(5, 20, 20, is_person=True)], 0, "30.0"),  # 40, clamped
        ([Voice(2, -16, 16, is_person=True)], 0, "-30.0"),  # −32, clamped
        ([Voice(1, 4, 4), Voice(6, -48, 48)], 0, "-1.0"),  # −48 cut to −5
        ([Voice(5, 20, 100), Voice(1, -8, 8)], 0, "3.0"),  # 20 cut to 8
        ([Voice(28, 112, 112), Voice(5, 0, 0)], 0, "10.0"),  # light edits of another take nothing
        ([Voice(5, 20, 20), Voice(5, 20, 20), Voice(9, -72, 72)], 0, "15.0"),
        ([Voice(5, 20, 20), Voice(5, -20, 20)], 0, "5.0"),
        ([Voice(5, 20, 20), Voice(1, 4, 4)], 0, "8.0"),  # 20 cut to 4
        ([Voice(5, 20, 20), Voice(1, 4, 4), Voice(5, 20, 20)], 0, "18.0"),  # and no third frees it
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
