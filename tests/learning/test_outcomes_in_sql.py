"""The database derives the outcome that Python does, and from it the points."""

from __future__ import annotations

import uuid
from itertools import product
from typing import Any

import pytest

from learning.events.choices import Boundaries, Outcome, Reason, Recognised, outcome_of
from learning.events.models import RefinementEvent
from learning.events.selectors import outcome_expression, points_expression
from learning.thresholds.models import LearningSettings
from tests.learning.factories import refine

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DISTANCES = (0.0, 11.9, 12.0, 34.9, 35.0, 69.9, 70.0, 100.0, 6.9, 7.0, 90.1)


def points_of(kind: str, **fields: Any) -> int:
    refine(draft_id=uuid.uuid4(), recognised=kind, **fields)
    points = LearningSettings(points_heavy_rewrite=-1).points
    rows = RefinementEvent.objects.annotate(outcome=outcome_expression(Boundaries()))
    return rows.annotate(points=points_expression(points)).latest("pk").points


@pytest.mark.parametrize("boundaries", [Boundaries(), Boundaries(7, 35, 90)])
def test_outcome(boundaries: Boundaries) -> None:
    kinds = ("", *Recognised.values)
    for distance, reason, is_mismatch, kind in product(DISTANCES, Reason, (False, True), kinds):
        refine(
            draft_id=uuid.uuid4(),
            distance=distance,
            reason=reason,
            category_mismatch=is_mismatch,
            recognised=kind,
        )
    rows = RefinementEvent.objects.annotate(outcome=outcome_expression(boundaries))
    assert len(rows) == len(DISTANCES) * len(Reason) * 2 * len(kinds)
    for row in rows:
        assert row.outcome == outcome_of(
            edit_distance_pct=row.edit_distance_pct,
            category_mismatch=row.category_mismatch,
            rewrite_reason=row.rewrite_reason,
            boundaries=boundaries,
        )


@pytest.mark.parametrize("kind", ["", "unchanged", "reworded", "new"])
@pytest.mark.parametrize("reason", [r for r in Reason if r != Reason.WRONG_TEMPLATE])
@pytest.mark.parametrize(("distance", "points"), [(3.0, 4), (20.0, 4), (50.0, -1), (90.0, 0)])
def test_points_of_a_choice_that_nobody_blames(
    kind: str, reason: Reason, distance: float, points: int
) -> None:
    is_translated = reason == Reason.LANGUAGE_ADAPT
    assert points_of(kind, distance=distance, reason=reason) == (0 if is_translated else points)


@pytest.mark.parametrize("blamed", [{"category_mismatch": True}, {"reason": "wrong-template"}])
@pytest.mark.parametrize("distance", [3.0, 20.0, 50.0, 90.0])
@pytest.mark.parametrize(
    ("kind", "points"), [("", -8), ("new", -8), ("became", -8), ("reworded", 0), ("blocked", 0)]
)
def test_points_of_a_blamed_choice(
    blamed: dict[str, Any], distance: float, kind: str, points: int
) -> None:
    assert points_of(kind, distance=distance, **blamed) == points


@pytest.mark.parametrize("reason", ["none", "style", "missing-info", "language-adapt"])
@pytest.mark.parametrize(("kind", "points"), [("became", -8), ("blocked", 0)])
def test_points_of_what_became_another_letter_or_was_blocked(
    reason: str, kind: str, points: int
) -> None:
    assert points_of(kind, distance=3.0, reason=reason) == points


def test_each_outcome_has_its_points() -> None:
    assert set(LearningSettings().points) == set(Outcome)
