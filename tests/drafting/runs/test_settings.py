"""The settings of runs: who changes what, within which bounds, and what the environment says."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.urls import reverse

from drafting.runs.models import RunSettings
from tests.drafting.runs.factories import run_settings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PAGE = "/admin/drafting/runsettings/1/change/"


def change(**fields):
    row = RunSettings.current()
    for name, value in fields.items():
        setattr(row, name, value)
    row.save()


def test_the_database_is_the_last_stop():
    RunSettings().save()
    with pytest.raises(IntegrityError), transaction.atomic():
        RunSettings.objects.update(threshold=0.5)


# --- what holds ------------------------------------------------------------------------------------


def test_a_new_desk_neither_revises_nor_releases():
    assert RunSettings.in_force().of_run() == run_settings(is_revision_enabled=False)
    assert RunSettings.in_force().retention_days == 30
    assert not RunSettings.objects.exists()


def test_what_is_set_holds():
    change(threshold=0.85, token_budget=7, loop_places=1, retention_days=4)
    settings = RunSettings.in_force().of_run()
    assert (settings["threshold"], settings["token_budget"], settings["loop_places"]) == (
        0.85,
        7,
        1,
    )
    assert RunSettings.in_force().retention_days == 4


def test_the_environment_goes_before_the_row(settings):
    change(time_budget_ms=30_000, token_budget=7, retention_days=4)
    settings.AUTO_SEND_REVISION_DISABLED = True
    settings.AUTO_SEND_REVISION_LOOP_TIMEOUT_MS = 45_000
    settings.AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS = 9
    settings.DRAFT_PIPELINE_RUN_RETENTION_DAYS = 2
    held = RunSettings.in_force().of_run()
    assert held["is_globally_disabled"]
    assert (held["time_budget_ms"], held["token_budget"]) == (45_000, 9)
    assert RunSettings.in_force().retention_days == 2


# --- the sample desk -------------------------------------------------------------------------------


def load(*args):
    call_command("load_sample", *args, stdout=StringIO())


def test_a_new_sample_desk_revises_and_releases_nothing_by_itself():
    load("--sample-desk")
    row = RunSettings.objects.get()
    assert (row.is_revision_enabled, row.is_automatic_release) == (True, False)
    assert row.history.get().history_change_reason == "sample data"


def test_the_sample_alone_changes_no_run_setting():
    load()
    assert not RunSettings.objects.exists()
    load("--sample-desk")  # it is a desk by now, and stays what it is
    assert not RunSettings.objects.exists()


def test_loading_again_leaves_what_was_set():
    load("--sample-desk")
    change(is_revision_enabled=False)
    load("--sample-desk")
    assert not RunSettings.objects.get().is_revision_enabled


# --- the admin -------------------------------------------------------------------------------------


def posted(**changed):
    row = RunSettings.current()
    values = {name: getattr(row, name) for name in RunSettings.names()}
    values["memory_allow_list"] = "\n".join(row.memory_allow_list)
    values |= changed
    return {name: value for name, value in values.items() if value is not False}


def test_a_superuser_sets_everything_on_the_page(desk_client):
    client = desk_client("superuser")
    form = posted(
        is_automatic_release="on",
        threshold="0.7",
        threshold_floor="0.65",
        memory_allow_list="Timezone preference\r\n\r\ntimezone-preference\r\nÄrger",
        change_reason="tried for a week",
    )
    client.get(reverse("admin:drafting_runsettings_changelist"))
    assert client.post(PAGE, form).status_code == 302
    row = RunSettings.objects.get()
    assert (row.is_automatic_release, row.threshold, row.threshold_floor) == (True, 0.7, 0.65)
    assert row.memory_allow_list == ["timezone_preference", "ärger"]
    version = row.history.first()
    assert (version.history_user, version.history_change_reason) == (
        client.user,
        "tried for a week",
    )
    versions = row.history.count()
    client.post(PAGE, posted())
    assert row.history.count() == versions


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("threshold", value) for value in ("-1", "1.01", "nan", "inf", "high", "")),
        ("threshold_floor", "nan"),
        ("threshold_floor", "-0.1"),
        ("max_iterations", "0"),
        ("max_iterations", "4"),
        ("time_budget_ms", "19999"),
        ("time_budget_ms", "600001"),
        ("token_budget", "0"),
        ("loop_places", "0"),
        ("retention_days", "0"),
        ("reasoning_effort", "endless"),
        ("model_name", ""),
        ("memory_allow_list", "x" * 65),
    ],
)
def test_a_value_out_of_range_is_refused_by_field(desk_client, field, value):
    RunSettings().save()
    answer = desk_client("superuser").post(PAGE, posted(**{field: value}))
    assert list(answer.context["adminform"].form.errors) == [field]
    assert RunSettings.history.count() == 1


def test_a_manager_sets_the_threshold_and_nothing_else(desk_client):
    RunSettings().save()
    client = desk_client("manager")
    page = client.get(PAGE).content.decode()
    assert 'name="threshold"' in page
    assert 'name="is_automatic_release"' not in page and 'name="threshold_floor"' not in page
    form = {"threshold": "0.93", "is_automatic_release": "on", "threshold_floor": "0.1"}
    assert client.post(PAGE, form).status_code == 302
    row = RunSettings.objects.get()
    assert (row.threshold, row.is_automatic_release, row.threshold_floor) == (0.93, False, 0.8)
    assert row.history.first().history_user == client.user


@pytest.mark.parametrize("role", ["none", "guest"])
def test_nobody_else_sees_them(desk_client, role):
    RunSettings().save()
    assert desk_client(role).post(PAGE, {"threshold": "0.95"}).status_code in (302, 403)
    assert RunSettings.objects.get().threshold == 0.9


@pytest.mark.parametrize("role", ["manager", "superuser"])
def test_the_page_says_what_is_wrong_with_a_threshold(desk_client, role):
    RunSettings().save()
    answer = desk_client(role).post(PAGE, posted(threshold="0.5"))
    assert answer.status_code == 200
    assert "Not below the floor of 0.8." in answer.content.decode()
    assert RunSettings.objects.get().threshold == 0.9


def test_the_page_says_what_is_wrong_with_a_floor(desk_client):
    RunSettings().save()
    answer = desk_client("superuser").post(PAGE, posted(threshold_floor="0.95"))
    assert "Not below the floor of 0.95." in answer.content.decode()


def test_a_reviewer_reads(desk_client):
    RunSettings().save()
    client = desk_client("reviewer")
    assert 'name="threshold"' not in client.get(PAGE).content.decode()
    assert client.post(PAGE, {"threshold": "0.95"}).status_code == 403
    assert RunSettings.objects.get().threshold == 0.9


def test_the_page_says_what_the_environment_overrides(desk_client, settings):
    RunSettings().save()
    client = desk_client("reviewer")
    assert "AUTO_SEND" not in client.get(PAGE).content.decode()
    settings.AUTO_SEND_REVISION_DISABLED = True
    settings.AUTO_SEND_REVISION_LOOP_TIMEOUT_MS = 45_000
    page = client.get(PAGE).content.decode()
    assert "AUTO_SEND_REVISION_DISABLED: no run revises." in page
    assert "AUTO_SEND_REVISION_LOOP_TIMEOUT_MS: time (milliseconds) is 45000" in page
    assert "MAX_OUTPUT_TOKENS" not in page


def test_the_settings_stand_in_the_menu(desk_client):
    settings = reverse("admin:drafting_draftingsettings_changelist")
    page = desk_client("reviewer").get(settings, follow=True).content.decode()
    assert reverse("admin:drafting_runsettings_changelist") in page
