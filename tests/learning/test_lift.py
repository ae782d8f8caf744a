"""The lift of a change: the maths by hand-worked numbers, the selector on a small desk."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from learning.events.selectors import VoteSum
from learning.lift import (
    LIFT_MINIMUM,
    Difference,
    Verdict,
    distance_lift,
    holdout_lift,
    lift_of,
    recent_lifts,
    unchanged_lift,
    wilson,
)
from learning.proposals.decisions import approve_proposal, roll_back_proposal
from learning.retention import compact_events
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW, vote
from tests.learning.proposal_factories import pending_patch


def taken(spread: dict[int, int], unchanged: int = 0) -> VoteSum:
    tenths = 10 * sum(pct * count for pct, count in spread.items())
    return VoteSum(sum(spread.values()), unchanged, tenths, Counter(spread))


# Ten drafts each. Both variances are 10 * 10² / 9 = 111.11; that of the difference is 22.22, its
# information V 0.045; half = √((V + 0.012) * (2 ln 10 + ln((V + 0.012) / 0.012))) / V = 13.24.
BEFORE, AFTER = taken({40: 5, 60: 5}), taken({10: 5, 30: 5})


def test_the_interval_by_hand():
    assert distance_lift(BEFORE, AFTER) == Difference(30.0, 16.8, 43.2)
    assert distance_lift(AFTER, BEFORE) == Difference(-30.0, -43.2, -16.8)


def test_one_draft_says_nothing_of_the_spread():
    assert distance_lift(taken({50: 1}), AFTER) == Difference(30.0, None, None)
    assert distance_lift(VoteSum(), AFTER) is None


def test_equal_distances_are_no_certainty():
    found = distance_lift(taken({50: 3}), taken({20: 3}))
    assert found is not None
    assert found.low < 30.0 < found.high


def evenly(source: random.Random, gain: float) -> int:
    return max(0, min(100, round(source.gauss(50 - gain, 20))))


def mostly_unchanged(source: random.Random, gain: float) -> int:
    """Six of ten drafts leave as they are, 20 on average; a gain makes them more."""
    if source.random() > 0.4 * (1 - gain / 20):
        return 0
    return max(1, min(100, round(source.gauss(50, 20))))


def hardly_ever_changed(source: random.Random, gain: float) -> int:
    if source.random() > 0.1 * (1 - gain / 5):
        return 0
    return max(1, min(100, round(source.gauss(50, 20))))


def all_or_nothing(source: random.Random, gain: float) -> int:
    return 100 if source.random() < 0.5 - gain / 100 else 0


Drawn = Callable[[random.Random, float], int]
KINDS: list[Drawn] = [evenly, mostly_unchanged, hardly_ever_changed, all_or_nothing]


def watched(gain: float, *, seed: int, looks: int, drawn: Drawn = evenly) -> list[Verdict]:
    """What is said after each draft with the new text, of a hundred with the old one."""
    source = random.Random(seed)  # noqa: S311
    before = Counter(drawn(source, 0) for _ in range(100))
    after: Counter[int] = Counter()
    said = []
    for _ in range(looks):
        after[drawn(source, gain)] += 1
        said.append(lift_of(taken(before), taken(after), useful_gain=3).verdict)
    return said


RUNS = range(200)


@pytest.mark.parametrize("drawn", KINDS)
def test_a_change_without_effect_is_hardly_ever_called_a_lift(drawn):
    wrong = sum(Verdict.LIFT in watched(0, seed=seed, looks=100, drawn=drawn) for seed in RUNS)
    assert wrong <= len(RUNS) * 0.05


@pytest.mark.parametrize("drawn", KINDS)
def test_a_true_gain_is_hardly_ever_told_to_roll_back(drawn):
    wrong = sum(Verdict.NO_LIFT in watched(5, seed=seed, looks=100, drawn=drawn) for seed in RUNS)
    assert wrong <= len(RUNS) * 0.05


def test_a_large_gain_is_seen_by_forty_drafts():
    seen = sum(Verdict.LIFT in watched(13, seed=seed, looks=40) for seed in RUNS)
    assert seen >= len(RUNS) * 0.75


def test_what_a_change_must_bring_is_a_setting():
    equal = taken({40: 500, 60: 500})
    assert lift_of(equal, equal, useful_gain=3).verdict == Verdict.NO_LIFT
    assert lift_of(equal, equal, useful_gain=1).verdict == Verdict.WAITING


def test_newcombes_interval_as_published():
    # Newcombe 1998, table II, example (a), method 10: 56/70 - 48/80 = 0.2 (0.0524, 0.3339).
    found = unchanged_lift(VoteSum(80, 48), VoteSum(70, 56))
    assert found == Difference(20.0, 5.2, 33.4)
    assert unchanged_lift(VoteSum(), VoteSum(70, 56)) is None


def test_wilsons_interval_at_the_edges():
    low, high = wilson(0, 10)
    assert low == 0
    assert math.isclose(high, 3.8415 / 13.8415, rel_tol=1e-3)
    assert math.isclose(wilson(10, 10)[1], 1.0)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (BEFORE, AFTER, Verdict.LIFT),
        (AFTER, BEFORE, Verdict.NO_LIFT),
        (BEFORE, BEFORE, Verdict.WAITING),  # ± 13
        (taken({40: 500, 60: 500}), taken({40: 500, 60: 500}), Verdict.NO_LIFT),  # ± 1.7
        (BEFORE, taken({0: 5, 96: 5}), Verdict.WAITING),
        (BEFORE, taken({0: LIFT_MINIMUM - 1}), Verdict.WAITING),
        (BEFORE, VoteSum(), Verdict.WAITING),
        (VoteSum(), AFTER, Verdict.NO_BASE),
    ],
)
def test_what_may_be_said(before, after, verdict):
    assert lift_of(before, after, useful_gain=3).verdict == verdict


# --- on a desk ---


@pytest.fixture
def manager(db):
    return UserFactory.create(role="manager")


def tuning():
    settings = LearningSettings()
    settings.sources = ("live",)
    return settings


def lifts():
    return recent_lifts(tuning())


def votes_of(template, *distances, reason="style"):
    for distance in distances:
        vote(template=template, distance=distance, reason=reason)


def approved(manager, at=NOW):
    """An approved patch whose old text had twelve drafts: 40, 50 and 60 %."""
    proposal = pending_patch()
    template = proposal.source_template
    votes_of(template, *[40.0, 50.0, 60.0] * 4)
    approve_proposal(proposal_id=proposal.pk, by=manager, now=at)
    return proposal, EmailTemplate.objects.get(pk=template.pk)


@pytest.mark.django_db
@pytest.mark.both_databases
def test_drafts_are_told_apart_by_the_text_they_were_made_with(manager):
    proposal, template = approved(manager)
    votes_of(template, 20.0, 30.0, 40.0, 0.0)
    votes_of(template, 99.0, reason="language-adapt")
    (change,) = lifts()
    assert (change.proposal, change.proposal.decided_by) == (proposal, manager)
    assert (change.lift.before.votes, change.lift.before.mean_distance_pct) == (12, 50.0)
    assert (change.lift.after.votes, change.lift.after.mean_distance_pct) == (4, 22.5)
    assert (change.lift.before.unchanged, change.lift.after.unchanged) == (0, 1)
    assert change.lift.unchanged.value == 25.0
    assert change.verdict_words == "too early: 4 of 10 drafts"
    assert change.is_live
    assert not change.suggests_roll_back


@pytest.mark.django_db
def test_no_lift_once_it_is_certain_suggests_to_roll_back(manager):
    _, template = approved(manager)
    votes_of(template, *[50.0] * LIFT_MINIMUM)
    (change,) = lifts()
    assert change.verdict_words == "too early after 10 drafts: about 77 more"
    assert not change.suggests_roll_back
    votes_of(template, *[65.0] * LIFT_MINIMUM)
    (change,) = lifts()
    assert change.verdict_words == "no lift after 20 drafts"
    assert change.suggests_roll_back
    template.body = template.body.replace("oat milk", "soy milk")
    template.version += 1
    template.save()
    (change,) = lifts()
    assert change.verdict_words == "no lift after 20 drafts; replaced since"
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
def test_the_newest_come_first_at_four_queries_however_many(manager, monkeypatch):
    first, _ = approved(manager, at=NOW - timedelta(days=2))
    second, _ = approved(manager, at=NOW - timedelta(days=1))
    with CaptureQueriesContext(connection) as queries:
        assert [change.proposal for change in lifts()] == [second, first]
    assert len(queries) == 4
    monkeypatch.setattr("learning.lift.SHOWN_CHANGES", 1)
    assert [change.proposal for change in lifts()] == [second]


@pytest.mark.django_db
def test_nothing_approved_costs_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert lifts() == []


@pytest.mark.django_db
@pytest.mark.both_databases
def test_what_learning_is_worth_is_told_by_the_held_out_conversations():
    template = EmailTemplateFactory.create()
    for number in range(12):
        spread = number % 3
        vote(
            template=template,
            distance=50.0 + spread,
            reason="style",
            selected={"is_held_out": True},
        )
        vote(
            template=template,
            distance=20.0 + spread,
            reason="style",
            selected={"is_held_out": False},
        )
    vote(template=template, distance=99.0, reason="style")  # takes no part
    vote(template=template, distance=99.0, reason="language-adapt", selected={"is_held_out": False})
    with CaptureQueriesContext(connection) as captured:
        lift = holdout_lift(tuning())
    assert len(captured) == 1
    assert (lift.before.votes, lift.before.mean_distance_pct) == (12, 51.0)
    assert (lift.after.votes, lift.after.mean_distance_pct) == (12, 21.0)
    assert lift.distance is not None
    assert lift.distance.value == 30.0
    assert lift.verdict == Verdict.LIFT
