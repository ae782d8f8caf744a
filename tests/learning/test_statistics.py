"""Numbers of the summary and the charts, by hand."""

from __future__ import annotations

import uuid
from datetime import date, timedelta

import pytest

from learning import statistics
from learning.statistics import Point
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, filler, open_gate, refine, select, vote

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

THIS_WEEK, LAST_WEEK = date(2026, 6, 15), date(2026, 6, 8)


@pytest.fixture
def template() -> EmailTemplate:
    return EmailTemplateFactory.create(template_id="T05", category="payment")


def test_signal_stats(template: EmailTemplate) -> None:
    vote(template=template)
    draft_id = vote(template=template)
    refine(draft_id=draft_id, attempt=2)
    select(template=template)
    refine(draft_id=uuid.uuid4(), attempt=0)
    assert statistics.signals_stats() == {
        "selection_count": 3,
        "refinement_count": 4,
        "joined_count": 2,
        "orphan_count": 2,
        "events_since_last_calibration": 2,
        "pending_proposals": 0,
        "gate": {"open": False, "joined": 2, "confirmed_by": None},
    }


def test_session_counts_of_a_span_and_the_question_to_calibrate(template: EmailTemplate) -> None:
    open_gate()
    filler(19)
    vote(template=template, at=NOW - timedelta(days=3))
    summary = statistics.session_counts(since=NOW - timedelta(days=1))
    assert (summary["selections"], summary["refinements"], summary["joined"]) == (19, 19, 19)
    assert set(summary["excluded"].values()) == {0}
    assert summary["events_since_last_calibration"] == 20
    assert summary["calibrate_prompt"] == "Run calibrate?"
    assert summary["gate"]["open"]
    assert summary["gate"]["is_review_due"]
    assert statistics.session_counts()["joined"] == 20


def test_no_question_below_twenty(template: EmailTemplate) -> None:
    vote(template=template)
    summary = statistics.session_counts()
    assert summary["calibrate_prompt"] is None
    waiting = "waiting for the threshold review: 1 of 10 joined events"
    assert summary["gate"]["waiting_for"] == waiting


def test_edit_distance_leaves_language_adapt_beside(template: EmailTemplate) -> None:
    vote(template=template, distance=10.0)
    vote(template=template, distance=15.5)
    vote(template=template, distance=90.0, reason="language-adapt")
    vote(template=template, distance=50.0, at=NOW - timedelta(days=5))
    assert statistics.edit_distance_series(now=NOW) == [
        Point(LAST_WEEK, "edit distance", 50.0, 1),
        Point(THIS_WEEK, "edit distance", 12.8, 2),
        Point(THIS_WEEK, "language adapted", 90.0, 1),
    ]
    assert statistics.edit_distance_by_scenario(now=NOW, period="month") == [
        Point(date(2026, 6, 1), "payment", 25.2, 3),
    ]
    assert statistics.edit_distance_by_template(now=NOW, period="month") == [
        Point(date(2026, 6, 1), "T05 en", 25.2, 3),
    ]


def test_shares_of_outcomes_wrong_templates_and_unchanged(template: EmailTemplate) -> None:
    vote(template=template)
    vote(template=template, scenario="wifi", distance=20.0)
    vote(template=template, scenario="wifi", distance=80.0)
    vote(template=template, scenario="wifi", distance=5.0, reason="wrong-template")
    assert [(p.series, p.value, p.votes) for p in statistics.outcome_series(now=NOW)] == [
        ("accepted", 25.0, 1),
        ("light-edit", 25.0, 1),
        ("heavy-rewrite", 0.0, 0),
        ("wrong-template", 50.0, 2),
    ]
    assert statistics.wrong_template_share(now=NOW, period="week") == [
        Point(THIS_WEEK, "payment", 0.0, 1),
        Point(THIS_WEEK, "wifi", 66.7, 3),
    ]
    assert statistics.unchanged_series(now=NOW) == [
        Point(THIS_WEEK, "sent unchanged", 25.0, 4),
    ]


def test_weeks_reach_back_twelve_whole_ones(template: EmailTemplate) -> None:
    first_monday = NOW.replace(hour=0) - timedelta(weeks=11)
    vote(template=template, at=first_monday)
    vote(template=template, at=first_monday - timedelta(days=1))
    (point,) = statistics.unchanged_series(now=NOW)
    assert point == Point(date(2026, 3, 30), "sent unchanged", 100.0, 1)
    assert sum(p.votes for p in statistics.unchanged_series(now=NOW, period="month")) == 2


def test_a_text_is_measured_apart_from_the_next(template: EmailTemplate) -> None:
    vote(template=template)
    vote(template=template, distance=30.5)
    vote(template=template, distance=99.0, reason="language-adapt")
    vote(template=EmailTemplateFactory.create(), distance=77.0)
    old = text_hash(template.body)
    template.body = "Dear Guest,\n\nAnother text."
    vote(template=template, distance=10.0)
    texts = statistics.performance_by_text(template_key=template.pk)
    assert set(texts) == {old, text_hash(template.body)}
    assert (texts[old].votes, texts[old].unchanged, texts[old].mean_distance_pct) == (2, 1, 15.2)
    assert texts[old].votes_by_whole_pct == {0: 1, 30: 1}
