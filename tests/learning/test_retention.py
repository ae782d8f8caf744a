"""Events become sums, and every number says the same before and after."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from learning import retention, statistics
from learning.calibration.models import CalibrationState, TemplatePrior
from learning.calibration.services import calibrate, recompute_priors
from learning.events.models import EventAggregate, ExcludedDraft, RefinementEvent, SelectionEvent
from learning.events.selectors import count_votes, counted_sources, sum_votes
from learning.events.services import exclude_drafts
from learning.retention import compact_events
from learning.statistics import read_overview
from learning.thresholds.selectors import current_tuning, gate_state, threshold_report
from templatesapp.models import DeskProfile, EmailTemplate
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, open_gate, refine, select, vote

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LONG_AGO = NOW - timedelta(days=200)
REASONS = ("none", "style", "missing-info", "wrong-template", "language-adapt")


@pytest.fixture
def template() -> EmailTemplate:
    return EmailTemplateFactory.create(category="payment")


def busy_half_year(template: EmailTemplate) -> None:
    """Two drafts a day over 200 days, of every kind, then orphans of both sorts."""
    for day in range(200):
        at = LONG_AGO + timedelta(days=day)
        vote(
            template=template,
            scenario=("payment", "wifi")[day % 2],
            distance=(day * 7.3) % 100,
            reason=REASONS[day % 5],
            mismatch=day % 11 == 0,
            at=at,
            selected={"source": ("live", "sample")[day % 7 == 0]},
        )
        draft_id = select(template=None, at=at, is_composite=day % 3 == 0)
        refine(draft_id=draft_id, at=at, distance=float(day % 2), original_matches=day % 4 != 0)
        if day % 5 == 0:
            refine(draft_id=draft_id, at=at + timedelta(hours=1), attempt=2, distance=44.4)
            select(template=template, at=at)
            refine(draft_id=uuid.uuid4(), at=at, attempt=0, distance=90.0)
        if day % 13 == 0:
            exclude_drafts(draft_ids=[draft_id], now=at)


def every_number() -> dict[str, Any]:
    tuning = current_tuning()
    numbers: dict[str, Any] = {
        " ".join(by): sum_votes(by=by, tuning=tuning)
        for by in (
            ("month", "scenario_category", "outcome"),
            ("month", "template_key", "rewrite_reason"),
            ("template_text_hash", "whole_distance_pct"),
        )
    }
    numbers["overview"] = read_overview(now=NOW, is_sample_desk=False)
    numbers["stats"] = statistics.signals_stats()
    numbers["session"] = statistics.session_counts()
    report = threshold_report(now=NOW)
    numbers["report"] = (
        report.bars,
        report.outcomes_by_reason,
        report.gate.joined,
        report.small_cells,
    )
    numbers["joined"] = count_votes(sources=counted_sources())
    numbers["gate"] = gate_state()
    return numbers


@pytest.mark.parametrize("is_sample_desk", [False, True])
def test_every_number_is_the_same_before_and_after(
    template: EmailTemplate, is_sample_desk: bool
) -> None:
    DeskProfile(is_sample_desk=is_sample_desk).save()
    busy_half_year(template)
    before = every_number()
    assert before["stats"]["orphan_count"] == 80
    planned = compact_events(now=NOW, dry_run=True)
    assert every_number() == before
    stored = SelectionEvent.objects.count() + RefinementEvent.objects.count()
    done = compact_events(now=NOW, batch_size=17)
    assert done == planned
    assert done == stored - SelectionEvent.objects.count() - RefinementEvent.objects.count()
    assert SelectionEvent.objects.count() == 90 * 2 + 18
    assert every_number() == before
    assert compact_events(now=NOW) == 0


def test_sums_follow_the_sample_desk_setting(template: EmailTemplate) -> None:
    for source in ("live", "sample"):
        vote(template=template, at=LONG_AGO, selected={"source": source})
    compact_events(now=NOW)
    stats = statistics.session_counts()
    assert (stats["joined"], stats["excluded"]["source_not_counted"]) == (1, 1)
    DeskProfile(is_sample_desk=True).save()
    stats = statistics.session_counts()
    assert (stats["joined"], stats["excluded"]["source_not_counted"]) == (2, 0)


def test_equal_drafts_become_one_row(template: EmailTemplate) -> None:
    for _ in range(5):
        vote(template=template, at=LONG_AGO, distance=12.7)
    compact_events(now=NOW, batch_size=2)
    row = EventAggregate.objects.get()
    assert (row.month.isoformat(), row.kind, row.whole_distance_pct) == ("2025-11-01", "joined", 12)
    assert (row.draft_count, row.attempt_count, row.distance_tenths_sum) == (5, 5, 635)
    assert (row.template_key, row.unchanged_count) == (template.pk, 0)


def test_ninety_days_are_counted_from_the_last_cut_off(template: EmailTemplate) -> None:
    vote(template=template, at=NOW - timedelta(days=100))
    CalibrationState(cut_off=NOW - timedelta(days=20)).save()
    assert compact_events(now=NOW) == 0
    CalibrationState(cut_off=NOW - timedelta(days=5)).save()
    assert compact_events(now=NOW) == 2


def test_a_draft_goes_as_a_whole_or_not_at_all(template: EmailTemplate) -> None:
    draft_id = select(template=template, at=LONG_AGO)
    refine(draft_id=draft_id, at=LONG_AGO)
    refine(draft_id=draft_id, attempt=2, at=NOW - timedelta(days=1))
    lone = uuid.uuid4()
    refine(draft_id=lone, at=LONG_AGO)
    refine(draft_id=lone, attempt=2, at=NOW - timedelta(days=1))
    assert compact_events(now=NOW) == 0
    assert RefinementEvent.objects.count() == 4


def test_an_interruption_loses_nothing_and_counts_nothing_twice(
    template: EmailTemplate, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(10):
        vote(template=template, at=LONG_AGO + timedelta(hours=number))
    real, calls = retention._add_to_sums, []

    def breaks_late(rows: Any) -> None:
        calls.append(1)
        real(rows)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(retention, "_add_to_sums", breaks_late)
    with pytest.raises(KeyboardInterrupt):
        compact_events(now=NOW, batch_size=3)
    assert SelectionEvent.objects.count() == 7
    assert EventAggregate.objects.get().draft_count == 3
    compact_events(now=NOW, batch_size=3)
    assert EventAggregate.objects.get().draft_count == 10
    assert not SelectionEvent.objects.exists()
    assert not ExcludedDraft.objects.exists()


def test_priors_are_the_same_after_retention(template: EmailTemplate) -> None:
    busy_half_year(template)
    open_gate()
    calibrate(by=None, now=NOW)
    rows = list(TemplatePrior.objects.values_list())
    assert compact_events(now=NOW)
    assert not recompute_priors(reason="replay", now=NOW)
    assert list(TemplatePrior.objects.values_list()) == rows
