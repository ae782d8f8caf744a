"""The lift of a change: the maths by hand-worked numbers, the selector on a small desk."""

from __future__ import annotations

import math
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from learning.events.outcomes import Boundaries
from learning.lift.maths import (
    LIFT_MINIMUM,
    Difference,
    Taken,
    Verdict,
    distance_lift,
    lift_of,
    t_quantile,
    unchanged_lift,
    wilson,
)
from learning.lift.selectors import recent_lifts
from learning.proposals.services import approve_proposal, roll_back_proposal
from learning.retention import compact_events
from templatesapp.models import EmailTemplate
from tests.factories import UserFactory
from tests.learning.factories import NOW, vote
from tests.learning.proposal_factories import pending_patch


def taken(spread: dict[int, int], unchanged: int = 0) -> Taken:
    votes = sum(spread.values())
    mean = sum(pct * count for pct, count in spread.items()) / votes
    return Taken(votes, unchanged, round(mean, 1), spread)


# Ten drafts each. Both variances are 10 * 10² / 9 = 111.11; the standard error is
# √(111.11/10 + 111.11/10) = 4.714; Welch's degrees of freedom are 18, t = 2.101; half = 9.904.
BEFORE, AFTER = taken({40: 5, 60: 5}), taken({10: 5, 30: 5})


def test_welchs_interval_by_hand():
    assert distance_lift(BEFORE, AFTER) == Difference(30.0, 20.1, 39.9)
    assert distance_lift(AFTER, BEFORE) == Difference(-30.0, -39.9, -20.1)


def test_unequal_spread_costs_degrees_of_freedom():
    # Variances 0 and 400/3 = 133.33, four drafts each: the standard error is √33.33 = 5.774;
    # degrees of freedom 33.33² / (33.33²/3) = 3, t = 3.182; half = 18.37.
    assert distance_lift(taken({50: 4}), taken({20: 2, 40: 2})) == Difference(20.0, 1.6, 38.4)


def test_one_draft_says_nothing_of_the_spread():
    assert distance_lift(taken({50: 1}), AFTER) == Difference(30.0, None, None)
    assert distance_lift(taken({50: 3}), taken({20: 2})) == Difference(30.0, 30.0, 30.0)
    assert distance_lift(Taken(), AFTER) is None


def test_newcombes_interval_as_published():
    # Newcombe 1998, table II, example (a), method 10: 56/70 - 48/80 = 0.2 (0.0524, 0.3339).
    found = unchanged_lift(Taken(80, 48), Taken(70, 56))
    assert found == Difference(20.0, 5.2, 33.4)
    assert unchanged_lift(Taken(), Taken(70, 56)) is None


def test_wilsons_interval_at_the_edges():
    low, high = wilson(0, 10)
    assert low == 0
    assert math.isclose(high, 3.8415 / 13.8415, rel_tol=1e-3)
    assert math.isclose(wilson(10, 10)[1], 1.0)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(0.4, 12.706), (1, 12.706), (18.9, 2.101), (21.5, 2.086), (59, 2.021), (1500, 1.959964)],
)
def test_the_quantile_is_never_too_small(degrees, quantile):
    assert t_quantile(degrees) == quantile


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (BEFORE, AFTER, Verdict.LIFT),
        (AFTER, BEFORE, Verdict.NO_LIFT),
        (BEFORE, BEFORE, Verdict.NO_LIFT),
        (BEFORE, taken({0: 1, 90: 9}), Verdict.NO_LIFT),
        (BEFORE, taken({0: 5, 96: 5}), Verdict.LIKELY),  # 2 points better, ± 35
        (BEFORE, taken({0: LIFT_MINIMUM - 1}), Verdict.WAITING),
        (BEFORE, Taken(), Verdict.WAITING),
        (Taken(), AFTER, Verdict.NO_BASE),
    ],
)
def test_what_may_be_said(before, after, verdict):
    assert lift_of(before, after).verdict == verdict


# --- on a desk ---


@pytest.fixture
def manager(db):
    return UserFactory.create(role="manager")


def lifts(**fields):
    return recent_lifts(sources=("live",), boundaries=Boundaries(), **fields)


def votes_of(template, *distances, reason="style"):
    for distance in distances:
        vote(template=template, distance=distance, reason=reason)


def approved(manager, at=NOW):
    """An approved patch whose old text had three drafts: 40, 50 and 60 %."""
    proposal = pending_patch()
    template = proposal.source_template
    votes_of(template, 40.0, 50.0, 60.0)
    approve_proposal(proposal_id=proposal.pk, by=manager, now=at)
    return proposal, EmailTemplate.objects.get(pk=template.pk)


@pytest.mark.django_db
@pytest.mark.both_databases
def test_drafts_are_told_apart_by_the_text_they_were_made_with(manager):
    proposal, template = approved(manager)
    votes_of(template, 20.0, 30.0, 40.0, 0.0)
    votes_of(template, 99.0, reason="language-adapt")
    (change,) = lifts()
    assert (change.proposal_id, change.decided_by) == (proposal.pk, manager.username)
    assert (change.lift.before.votes, change.lift.before.mean_distance_pct) == (3, 50.0)
    assert (change.lift.after.votes, change.lift.after.mean_distance_pct) == (4, 22.5)
    assert (change.lift.before.unchanged, change.lift.after.unchanged) == (0, 1)
    assert change.lift.unchanged.value == 25.0
    assert change.verdict_words == "too early: 4 of 10 drafts"
    assert change.is_live
    assert not change.suggests_roll_back


@pytest.mark.django_db
def test_no_lift_after_ten_drafts_suggests_to_roll_back(manager):
    _, template = approved(manager)
    votes_of(template, *[55.0] * LIFT_MINIMUM)
    (change,) = lifts()
    assert change.verdict_words == "no lift after 10 drafts"
    assert change.suggests_roll_back
    template.body = template.body.replace("oat milk", "soy milk")
    template.version += 1
    template.save()
    (change,) = lifts()
    assert change.verdict_words == "no lift after 10 drafts; replaced since"
    assert not change.suggests_roll_back


@pytest.mark.django_db
def test_a_change_that_was_rolled_back_is_no_approved_one(manager):
    proposal, _ = approved(manager)
    roll_back_proposal(proposal_id=proposal.pk, by=manager, now=NOW)
    assert lifts() == []


@pytest.mark.django_db
def test_retention_of_events_and_bodies_changes_nothing(manager):
    proposal, template = approved(manager)
    votes_of(template, 20.0, 30.0)
    before = lifts()
    proposal.refresh_from_db()
    proposal.previous_body = proposal.proposed_body_redacted = ""
    proposal.save()
    compact_events(now=NOW + timedelta(days=400))
    assert lifts() == before


@pytest.mark.django_db
def test_the_newest_come_first_at_four_queries_however_many(manager):
    first, _ = approved(manager, at=NOW - timedelta(days=2))
    second, _ = approved(manager, at=NOW - timedelta(days=1))
    with CaptureQueriesContext(connection) as queries:
        assert [change.proposal_id for change in lifts()] == [second.pk, first.pk]
    assert len(queries) == 4
    assert [change.proposal_id for change in lifts(limit=1)] == [second.pk]


@pytest.mark.django_db
def test_nothing_approved_costs_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert lifts() == []
