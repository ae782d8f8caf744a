"""The database and Python derive the same outcome and the same points."""

from __future__ import annotations

import uuid
from itertools import product

import pytest

from learning.events.choices import Recognised
from learning.events.expressions import outcome_expression, points_expression
from learning.events.models import RefinementEvent
from learning.events.outcomes import Boundaries, Contributions, Reason, contribution_of, outcome_of
from tests.learning.factories import refine

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DISTANCES = (0.0, 11.9, 12.0, 34.9, 35.0, 69.9, 70.0, 100.0, 6.9, 7.0, 90.1)


@pytest.mark.parametrize("boundaries", [Boundaries(), Boundaries(7, 35, 90)])
@pytest.mark.parametrize("contributions", [Contributions(), Contributions(2, -1, -3, -30)])
def test_outcome_and_points(boundaries: Boundaries, contributions: Contributions) -> None:
    kinds = ("", *Recognised.values)
    for distance, reason, is_mismatch, kind in product(DISTANCES, Reason, (False, True), kinds):
        refine(
            draft_id=uuid.uuid4(),
            distance=distance,
            reason=reason,
            category_mismatch=is_mismatch,
            recognised=kind,
        )
    rows = RefinementEvent.objects.annotate(outcome=outcome_expression(boundaries)).annotate(
        points=points_expression(contributions)
    )
    assert len(rows) == len(DISTANCES) * len(Reason) * 2 * len(kinds)
    for row in rows:
        outcome = outcome_of(
            edit_distance_pct=row.edit_distance_pct,
            category_mismatch=row.category_mismatch,
            rewrite_reason=row.rewrite_reason,
            boundaries=boundaries,
        )
        assert row.outcome == outcome
        assert row.points == contribution_of(
            outcome=outcome,
            is_blamed=row.category_mismatch or row.rewrite_reason == Reason.WRONG_TEMPLATE,
            rewrite_reason=row.rewrite_reason,
            recognised=row.recognised,
            contributions=contributions,
        )
