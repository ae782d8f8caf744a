"""The admin of events, priors, calibrations and thresholds: who sees what, and what it calls."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from learning.calibration.models import CalibrationRun, CalibrationState, TemplatePrior
from learning.calibration.services import calibrate
from learning.events.models import ExcludedDraft, RefinementEvent, SelectionEvent
from learning.events.services import exclude_drafts
from learning.retention import compact_events
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import is_gate_open
from tests.factories import EmailTemplateFactory
from tests.learning.factories import filler, open_gate, vote, votes

pytestmark = pytest.mark.django_db

DeskClient = Callable[..., Client]
LISTS = [
    "selectionevent",
    "refinementevent",
    "excludeddraft",
    "eventaggregate",
    "templateprior",
    "calibrationrun",
]
PAGES = [
    "/admin/learning/learningsettings/1/change/",
    "/admin/learning/learningsettings/report/",
]
MOST_QUERIES = 15


def calibrated_desk(number: int) -> None:
    """``number`` templates with a vote, summed events and a calibration."""
    now = timezone.now()
    open_gate()
    for _ in range(number):
        template = EmailTemplateFactory.create(category="payment")
        draft_id = vote(template=template, at=now, distance=80.0)
        exclude_drafts(draft_ids=[draft_id], now=now)
        vote(template=template, at=now)
        vote(template=template, at=now - timedelta(days=200 + number))
    votes(20, template=EmailTemplateFactory.create(), scenario="faq", at=now)
    compact_events(now=now)
    assert calibrate(by="agent-1", now=now).status == "calibrated"


def test_an_event_leads_to_its_draft(desk_client: DeskClient) -> None:
    calibrated_desk(1)
    event = SelectionEvent.objects.latest("pk")
    page = desk_client("manager").get(f"/admin/learning/selectionevent/{event.pk}/change/")
    assert f'href="/admin/drafting/draft/{event.draft_id}/change/"' in page.content.decode()
    assert f">{event.draft_id}<" not in page.content.decode()


@pytest.mark.parametrize("name", LISTS)
def test_lists_cost_as_many_queries_with_one_row_as_with_ten(
    name: str, desk_client: DeskClient
) -> None:
    client = desk_client("manager")
    client.get(f"/admin/learning/{name}/")  # the first request of a session notes it
    counts = []
    for number in (1, 10):
        calibrated_desk(number)
        with CaptureQueriesContext(connection) as queries:
            response = client.get(f"/admin/learning/{name}/")
        assert response.status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MOST_QUERIES


@pytest.mark.parametrize(
    ("path", "most"),
    # The last computes all priors anew and tries them; lists are held to the limit.
    [*((path, MOST_QUERIES) for path in PAGES), ("/admin/learning/calibrationrun/calibrate/", 24)],
)
def test_pages_stay_within_their_queries(path: str, most: int, desk_client: DeskClient) -> None:
    calibrated_desk(3)
    votes(20, template=EmailTemplateFactory.create(), at=timezone.now())
    client = desk_client("manager")
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(path)
    assert response.status_code == 200
    assert len(queries) <= most


@pytest.mark.parametrize("name", LISTS)
def test_rows_are_shown_and_never_written(name: str, desk_client: DeskClient) -> None:
    calibrated_desk(1)
    client = desk_client("superuser")
    model = {
        "selectionevent": SelectionEvent,
        "refinementevent": RefinementEvent,
        "excludeddraft": ExcludedDraft,
        "templateprior": TemplatePrior,
        "calibrationrun": CalibrationRun,
    }.get(name)
    assert client.get(f"/admin/learning/{name}/add/").status_code == 403
    if model is not None:
        row = model._default_manager.all()[0]
        path = f"/admin/learning/{name}/{row.pk}"
        assert client.get(f"{path}/change/").status_code == 200
        assert client.post(f"{path}/change/", {"source": "sample"}).status_code == 403
        assert client.get(f"{path}/delete/").status_code == 403


@pytest.mark.parametrize("name", LISTS)
def test_staff_without_a_group_see_nothing(name: str, desk_client: DeskClient) -> None:
    assert desk_client("none").get(f"/admin/learning/{name}/").status_code == 403


def test_a_draft_is_found_by_its_whole_id(desk_client: DeskClient) -> None:
    template = EmailTemplateFactory.create()
    wanted, other = vote(template=template), vote(template=template)
    page = desk_client().get(f"/admin/learning/refinementevent/?q={wanted}").content.decode()
    assert str(wanted) in page
    assert str(other) not in page


def test_calibrate_now_shows_what_would_change_then_does_it(desk_client: DeskClient) -> None:
    template = EmailTemplateFactory.create(category="payment")
    EmailTemplateFactory.create(template_id=template.template_id, language="de", category="payment")
    votes(25, template=template, at=timezone.now())
    open_gate()
    client = desk_client("manager")
    page = client.get("/admin/learning/calibrationrun/calibrate/").content.decode()
    assert "25 finished drafts" in page
    assert "10.0" in page
    assert not TemplatePrior.objects.exists()
    response = client.post("/admin/learning/calibrationrun/calibrate/", follow=True)
    assert "1 preferences changed" in response.content.decode()
    assert {float(prior.delta) for prior in TemplatePrior.objects.all()} == {10.0}
    assert CalibrationRun.objects.get().person == client.user  # type: ignore[attr-defined]
    assert TemplatePrior.objects.count() == 2, "the letter's languages"
    response = client.post("/admin/learning/calibrationrun/calibrate/", follow=True)
    assert "0 of 20 finished drafts" in response.content.decode()


def test_calibrate_now_says_what_it_waits_for(desk_client: DeskClient) -> None:
    filler(7)
    page = desk_client("manager").get("/admin/learning/calibrationrun/calibrate/")
    assert "7 of 10 finished drafts" in page.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_reviewer_may_not_calibrate(method: str, desk_client: DeskClient) -> None:
    client = desk_client("reviewer")
    assert getattr(client, method)("/admin/learning/calibrationrun/calibrate/").status_code == 403


def test_undo_of_a_mixed_selection_tells_each_row(desk_client: DeskClient) -> None:
    calibrated_desk(2)
    run = CalibrationRun.objects.get()
    client = desk_client("manager")
    recomputation = CalibrationRun.objects.create(kind="recomputation", created_at=timezone.now())
    action = {"action": "undo", "_selected_action": [run.pk, recomputation.pk]}
    path = "/admin/learning/calibrationrun/"
    page = client.post(path, action, follow=True).content.decode()
    assert "undone." in page
    assert "There is no calibration to undo." in page
    assert CalibrationState.current().cut_off is None
    assert not TemplatePrior.objects.exists()
    page = client.post(path, action, follow=True).content.decode()
    assert "undone already" in page


def test_a_reviewer_may_not_undo(desk_client: DeskClient) -> None:
    calibrated_desk(1)
    run = CalibrationRun.objects.get()
    action = {"action": "undo", "_selected_action": [run.pk]}
    desk_client("reviewer").post("/admin/learning/calibrationrun/", action, follow=True)
    run.refresh_from_db()
    assert not run.is_undone


@pytest.mark.parametrize(("role", "epoch"), [("manager", 2), ("reviewer", 1)])
def test_only_managers_make_the_desk_forget_a_template(
    role: str, epoch: int, desk_client: DeskClient
) -> None:
    calibrated_desk(1)
    prior = TemplatePrior.objects.get(scenario_category="payment")
    action = {"action": "forget", "_selected_action": [prior.pk]}
    desk_client(role).post("/admin/learning/templateprior/", action, follow=True)
    prior.template.refresh_from_db()
    assert prior.template.learning_epoch == epoch
    assert TemplatePrior.objects.filter(pk=prior.pk).exists() == (epoch == 1)


def test_a_run_shows_priors_before_and_after(desk_client: DeskClient) -> None:
    calibrated_desk(1)
    run = CalibrationRun.objects.get()
    page = desk_client().get(f"/admin/learning/calibrationrun/{run.pk}/change/").content.decode()
    assert "payment" in page
    assert "4.0" in page
    CalibrationRun.objects.update(before=run.after)  # as one that moved nothing
    page = desk_client().get(f"/admin/learning/calibrationrun/{run.pk}/change/").content.decode()
    assert "4.0" not in page
    priors = desk_client().get("/admin/learning/templateprior/").content.decode()
    assert "1 accepted, 1 wrong letter" in priors or "1 wrong letter, 1 accepted" in priors


def test_a_manager_confirms_on_the_report_and_the_gate_opens(desk_client: DeskClient) -> None:
    filler(10)
    client = desk_client("manager")
    path = "/admin/learning/learningsettings/report/"
    page = client.get(path).content.decode()
    assert "10 finished drafts" in page
    assert "12–15 %" in page
    values = {"accepted_below": 15, "light_edit_below": 35, "heavy_rewrite_below": 70}
    drawn = client.get(path, values).content.decode()
    assert "10–15 %" in drawn
    assert LearningSettings.current().accepted_below_pct == 12
    response = client.post(path, values | {"reason": "short mails"}, follow=True)
    assert "Boundaries moved. Calibration and proposals are open;" in response.content.decode()
    tuning = LearningSettings.current()
    assert (tuning.accepted_below_pct, tuning.confirmed_by) == (15, client.user)  # type: ignore[attr-defined]
    assert LearningSettings.history.first().history_change_reason == "short mails"
    assert is_gate_open()


def test_boundaries_that_do_not_rise_are_refused_on_the_page(desk_client: DeskClient) -> None:
    filler(10)
    values = {"accepted_below": 40, "light_edit_below": 35, "heavy_rewrite_below": 70}
    response = desk_client("manager").post("/admin/learning/learningsettings/report/", values)
    assert "Boundaries rise" in response.content.decode()
    assert not is_gate_open()


def test_a_reviewer_reads_the_report_and_cannot_confirm(desk_client: DeskClient) -> None:
    filler(10)
    client = desk_client("reviewer")
    path = "/admin/learning/learningsettings/report/"
    assert "Confirm these boundaries" not in client.get(path).content.decode()
    values = {"accepted_below": 15, "light_edit_below": 35, "heavy_rewrite_below": 70}
    assert "Not allowed" in client.post(path, values, follow=True).content.decode()
    assert not is_gate_open()
    assert desk_client("none").get(path).status_code == 403


def test_settings_are_saved_with_person_and_reason_and_priors_follow(
    desk_client: DeskClient,
) -> None:
    calibrated_desk(1)
    client = desk_client("manager")
    path = "/admin/learning/learningsettings/1/change/"
    tuning = LearningSettings.current()
    values = {
        name: getattr(tuning, name)
        for name in (
            "points_light_edit",
            "points_heavy_rewrite",
            "points_wrong_template",
            "points_became",
            "window_events",
            "window_days",
            "calibration_minimum",
            "validation_minimum",
            "minimum_evidence",
            "useful_gain_pct",
            "holdout_pct",
        )
    }
    client.post(path, values | {"points_accepted": 2, "change_reason": "too eager"})
    row = LearningSettings.history.first()
    assert (row.points_accepted, row.history_change_reason) == (2, "too eager")
    assert row.history_user == client.user  # type: ignore[attr-defined]
    assert float(TemplatePrior.objects.get(scenario_category="payment").delta) == 2.0
    client.post(path, values | {"points_accepted": 31, "change_reason": "out of range"})
    client.post(path, values | {"points_accepted": 2, "accepted_below_pct": 20})
    tuning = LearningSettings.current()
    assert (tuning.points_accepted, tuning.accepted_below_pct) == (2, 12)
    # Boundaries that are confirmed while the form is saved stay.
    confirmed = LearningSettings.objects.filter(pk=1)
    with patch("learning.admin.calibration.lock_calibration") as lock:
        lock.side_effect = lambda: confirmed.update(accepted_below_pct=9)
        client.post(path, values | {"points_accepted": 3, "change_reason": "again"})
    tuning = LearningSettings.current()
    assert (tuning.points_accepted, tuning.accepted_below_pct) == (3, 9)
    with patch("learning.admin.calibration.recompute_priors") as anew:  # nothing has changed
        client.post(path, values | {"points_accepted": 3, "change_reason": "looked only"})
        assert not anew.called
        client.post(path, values | {"points_accepted": 4})
        assert anew.called
