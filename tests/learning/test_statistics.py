"""Numbers of the summary, by hand."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from learning import statistics
from templatesapp.models import EmailTemplate
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, filler, open_gate, refine, select, vote

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


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
    waiting = "waiting for the threshold review: 1 of 10 finished drafts"
    assert summary["gate"]["waiting_for"] == waiting
