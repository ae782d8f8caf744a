"""The validation gate, the report and its confirmation."""

from __future__ import annotations

import pytest

from config.errors import DomainError
from learning.events.choices import Boundaries
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import draw_bars, gate_state, is_gate_open, threshold_report
from learning.thresholds.services import confirm_thresholds
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW, filler, vote, votes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_what_waits_says_so() -> None:
    filler(7)
    gate = gate_state()
    assert not gate.is_open
    assert gate.waiting_for == "waiting for the threshold review: 7 of 10 finished drafts"
    assert not gate.is_review_due
    filler(3)
    assert gate_state().is_review_due
    assert not is_gate_open()


def test_a_confirmation_of_ten_opens_the_gate() -> None:
    manager = UserFactory.create(role="manager")
    filler(9)
    with pytest.raises(DomainError) as refused:
        confirm_thresholds(by=manager, reason="looked")
    assert refused.value.code == "gate_closed"
    assert "9 of 10" in refused.value.detail
    filler(1)
    confirmation = confirm_thresholds(by=manager, reason="looked", now=NOW)
    assert (confirmation.has_opened, confirmation.has_moved) == (True, False)
    gate = gate_state()
    assert gate.is_open
    assert is_gate_open()
    assert (gate.confirmed_by, gate.tuning.confirmed_at) == (manager.username, NOW)
    assert gate.as_dict() == {"open": True, "joined": 10, "confirmed_by": manager.username}
    history = LearningSettings.history.first()
    assert (history.history_user, history.history_change_reason) == (manager, "looked")


@pytest.mark.parametrize("role", ["reviewer", "none"])
def test_only_a_manager_or_superuser_confirms(role: str) -> None:
    filler(10)
    with pytest.raises(DomainError) as refused:
        confirm_thresholds(by=UserFactory.create(role=role), reason="looked")
    assert refused.value.code == "permission_denied"
    confirm_thresholds(by=UserFactory.create(role="superuser"), reason="looked")


def test_at_twenty_the_report_is_shown_again() -> None:
    manager = UserFactory.create(role="manager")
    filler(10)
    confirm_thresholds(by=manager, reason="looked")
    filler(9)
    assert not gate_state().is_review_due
    filler(1)
    assert gate_state().is_review_due
    assert gate_state().is_open
    second = confirm_thresholds(by=manager, reason="looked again")
    assert not second.has_opened
    assert not gate_state().is_review_due


def test_boundaries_must_rise() -> None:
    for values in ((0, 35, 70), (35, 35, 70), (12, 70, 70), (12, 35, 101)):
        with pytest.raises(ValueError, match="Boundaries rise"):
            Boundaries(*values)


def test_the_report_shows_distances_reasons_and_outcomes() -> None:
    template = EmailTemplateFactory.create(category="payment")
    votes(5, template=template, distance=3.0)
    votes(2, template=template, distance=13.0, reason="style")
    vote(template=template, distance=100.0, reason="missing-info")
    vote(template=template, distance=40.0, reason="wrong-template")
    report = threshold_report(now=NOW)
    assert report.gate.joined == 9
    drawn = {(bar.from_pct, bar.to_pct): (bar.votes, bar.outcome) for bar in report.bars}
    assert drawn[0, 5] == (5, "accepted")
    assert drawn[10, 12] == (0, "accepted")
    assert drawn[12, 15] == (2, "light-edit")
    assert drawn[95, 100] == (1, "wrong-template")
    assert report.reasons == {
        "none": 5,
        "style": 2,
        "wrong-template": 1,
        "missing-info": 1,
        "wrong-fact": 0,
        "language-adapt": 0,
    }
    assert report.outcomes == {
        "accepted": 5,
        "light-edit": 2,
        "heavy-rewrite": 0,
        "wrong-template": 2,
    }
    assert report.outcomes_by_reason["style"]["light-edit"] == 2
    moved = threshold_report(now=NOW, boundaries=Boundaries(2, 35, 70))
    assert moved.outcomes["accepted"] == 0
    assert LearningSettings.current().accepted_below_pct == 12


def test_the_report_names_small_cells_that_drift() -> None:
    small = EmailTemplateFactory.create()
    votes(2, template=small, scenario="wifi", distance=80.0, reason="wrong-template")
    votes(5, template=EmailTemplateFactory.create(), scenario="wifi")
    (cell,) = threshold_report(now=NOW).small_cells
    assert (cell["scenario_category"], cell["template_id"]) == ("wifi", small.template_id)
    assert (cell["sample_size"], cell["delta"]) == (2, -5.0)


@pytest.mark.parametrize("boundaries", [Boundaries(), Boundaries(1, 2, 3), Boundaries(7, 33, 100)])
def test_bars_cover_every_distance_once_and_straddle_no_boundary(boundaries: Boundaries) -> None:
    bars = draw_bars(dict.fromkeys(range(101), 1), boundaries)
    assert sum(bar.votes for bar in bars) == 101
    assert [bar.to_pct for bar in bars[:-1]] == [bar.from_pct for bar in bars[1:]]
    assert {bar.from_pct for bar in bars if bar.starts_at_boundary} >= {
        boundaries.accepted_below,
        boundaries.light_edit_below,
    }
