"""The figures of loops, and what the front page makes of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.desk.dashboard import LOOP_DAYS, build_dashboard
from drafting.runs.choices import RunStatus, Stage, StopReason
from drafting.runs.rows import loop_statistics
from tests.drafting.runs.factories import add_step, make_run
from tests.drafting.runs.full_runs import exhausted_run, improved_run
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def statistics(days: int = 30):
    now = timezone.now()
    return loop_statistics(since=now - timedelta(days=days), until=now + timedelta(minutes=1))


def ended(stop: str, *, is_loop: bool = True, status: str = RunStatus.COMPLETED, **fields):
    run = make_run(status=status, stop_reason=stop, **fields)
    if is_loop:
        add_step(run, Stage.REVISION, 1)
        add_step(run, Stage.REVISION, 2)
    return run


def test_loops_are_runs_with_a_revision():
    ended(StopReason.EXHAUSTED)
    ended(StopReason.THRESHOLD_MET)
    ended(StopReason.TIMEOUT_BUDGET, status=RunStatus.ABORTED)
    ended(StopReason.ABOVE_THRESHOLD, is_loop=False)
    ended(StopReason.ABOVE_THRESHOLD, is_loop=False)
    make_run()  # at work
    found = statistics()
    assert (found.runs, found.loops, found.reached) == (5, 3, 1)
    assert (found.reached_pct, found.is_goal_met) == (33.3, False)
    assert found.otherwise == {"exhausted": 1, "timeout_budget": 1}
    assert found.stop_reasons == {
        "above_threshold": 2, "exhausted": 1, "threshold_met": 1, "timeout_budget": 1,
    }  # fmt: skip
    assert next(iter(found.stop_reasons)) == "above_threshold"


def test_a_desk_where_every_loop_timed_out_is_not_as_wanted():
    for _ in range(3):
        ended(StopReason.TIMEOUT_BUDGET, status=RunStatus.ABORTED)
    assert (statistics().reached, statistics().is_goal_met) == (0, False)
    says = front()["loops"].says
    assert "too few" in says
    assert "time used up (3)" in says


def test_half_of_the_loops_is_not_enough():
    ended(StopReason.EXHAUSTED)
    ended(StopReason.THRESHOLD_MET)
    assert (statistics().reached_pct, statistics().is_goal_met) == (50.0, False)
    ended(StopReason.THRESHOLD_MET)
    assert statistics().is_goal_met


def test_a_period_counts_by_the_end_of_a_run():
    now = timezone.now()
    old, young = now - timedelta(days=40), now - timedelta(days=2)
    ended(StopReason.EXHAUSTED, finished_at=old)
    ended(StopReason.THRESHOLD_MET, finished_at=young, started_at=old)
    assert statistics().stop_reasons == {"threshold_met": 1}
    assert loop_statistics(since=old, until=young).stop_reasons == {"exhausted": 1}
    assert statistics(days=50).runs == 2


def test_means_are_of_loops_and_of_what_is_known():
    improved_run(now=timezone.now())  # 62 → 93 %, 3 870 tokens, 34 100 ms
    exhausted_run(now=timezone.now())  # 55 → 84 %, 19 120 tokens, 38 800 ms
    ended(StopReason.ABOVE_THRESHOLD, is_loop=False, tokens_used=99_999)
    found = statistics()
    assert found.mean_start_confidence == pytest.approx(0.585)
    assert found.mean_end_confidence == pytest.approx(0.885)
    assert found.mean_output_tokens == pytest.approx(11_495)
    assert found.mean_worked_ms == pytest.approx(36_450)


def test_without_a_run_nothing_is_made_up():
    found = statistics()
    assert (found.runs, found.loops, found.reached_pct, found.is_goal_met) == (0, 0, None, True)
    assert found.mean_start_confidence is None
    assert found.stop_reasons == {}


def test_two_queries_however_many_runs_there_are():
    for number in (1, 9):
        for _ in range(number):
            ended(StopReason.EXHAUSTED)
        with CaptureQueriesContext(connection) as captured:
            statistics()
        assert len(captured) == 2


# --- the front page -------------------------------------------------------------------------------


def front(role: str = "manager"):
    request = RequestFactory().get("/admin/")
    request.user, request.session = UserFactory.create(role=role), {}
    dashboard = build_dashboard(request, now=timezone.now() + timedelta(minutes=1))
    return {chart.key: chart for chart in dashboard["charts"]}


def test_the_front_page_draws_why_runs_ended():
    improved_run(now=timezone.now())
    exhausted_run(now=timezone.now())
    ended(StopReason.EXHAUSTED)
    chart = front()["loops"]
    assert chart.title == f"Why runs ended, last {LOOP_DAYS} days"
    assert chart.says == (
        "Confident enough after revision: 1 of 3 loops (33.3 %), too few; the goal is above 50 %."
        " The others: all rounds used, not confident enough (2). On average loops took the"
        " confidence from 58.5 % to 88.5 % in 24 s and 7663 tokens: +1.23 points a second,"
        " +3.91 a thousand tokens."
    )
    assert list(chart.series[0].values) == [2, 1]
    assert list(chart.series[0].colour) == ["heavy-rewrite", "raised"]
    assert chart.table.rows[0] == ("all rounds used, not confident enough", 2, "66.7 %", "no")


def test_a_run_that_needed_no_model_is_told_without_speed():
    run = exhausted_run(now=timezone.now())
    type(run).objects.filter(pk=run.pk).update(tokens_used=0)
    assert "confidence from" in (said := front()["loops"].says) and "points a second" not in said


def test_runs_without_a_revision_are_no_loops():
    ended(StopReason.ABOVE_THRESHOLD, is_loop=False)
    assert front()["loops"].says == "1 run, none of them was revised."


def test_a_desk_without_anything_to_draw_shows_no_charts(desk_client):
    assert not front()["loops"].has_values
    page = desk_client("reviewer").get("/admin/").content.decode()
    assert "Does the desk get better?" not in page
    ended(StopReason.ABOVE_THRESHOLD)
    page = desk_client("reviewer").get("/admin/").content.decode()
    assert "Does the desk get better?" in page


def test_who_may_not_see_runs_sees_no_chart_of_them():
    assert front("none") == {}
