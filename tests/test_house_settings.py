"""The environment: nonsense is refused by name, production must be complete, the key is one."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.env import Environment, machine_time_zone, read_environment, secret_key

ROOT = Path(settings.BASE_DIR)
OURS = ("DESK_", "CALIBRATION_", "AUTO_SEND_", "DRAFT_PIPELINE_")
COMPLETE = {
    "DESK_ENV": "production",
    "DESK_SECRET_KEY": "aZ3-k9_" * 10 + "Qw7!pLmN4$tRx",
    "DESK_ALLOWED_HOSTS": "desk.example",
    "DATABASE_URL": "sqlite:////tmp/never-opened.sqlite3",
}
ASYNC_UNSAFE = "DJANGO_ALLOW_ASYNC_UNSAFE"  # left by browser tests of the same process


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for name in os.environ:
        if name.startswith(OURS) or name in ("DATABASE_URL", ASYNC_UNSAFE):
            monkeypatch.delenv(name)


@pytest.fixture
def environment(monkeypatch):
    def read(**values: str) -> Environment:
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        return read_environment()

    return read


def test_nothing_needs_to_be_set_for_development(environment):
    read = environment()
    assert (read.desk_env, read.is_production, read.is_https) == ("development", False, False)
    assert str(read.desk_time_zone) == machine_time_zone()


def test_without_a_name_the_machines_time_zone_holds(monkeypatch, tmp_path):
    monkeypatch.delenv("TZ", raising=False)
    link = tmp_path / "localtime"
    assert machine_time_zone(link) == "UTC"
    link.symlink_to("/usr/share/zoneinfo/Atlantic/Azores")
    assert machine_time_zone(link) == "Atlantic/Azores"
    monkeypatch.setenv("TZ", "Europe/Vienna")
    assert machine_time_zone(link) == "Europe/Vienna"
    monkeypatch.setenv("TZ", "CET-1CEST")
    assert machine_time_zone(link) == "UTC"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DESK_ENV", "staging"),
        ("DESK_TIME_ZONE", "Positano"),
        ("DESK_TIME_ZONE", "../../etc/passwd"),
        ("DESK_HTTPS", "perhaps"),
        ("DESK_LOG_LEVEL", "LOUD"),
        ("DESK_THROTTLE_PER_MINUTE", "0"),
        ("DESK_THROTTLE_PER_MINUTE", "many"),
        ("DESK_THROTTLE_PER_MINUTE", "1e99"),
        ("DESK_PAGE_SIZE", "-1"),
        ("DESK_PAGE_SIZE", "501"),
        ("CALIBRATION_SHRINKAGE", "-0.1"),
        ("CALIBRATION_SHRINKAGE", "nan"),
        ("CALIBRATION_SHRINKAGE", "inf"),
        ("AUTO_SEND_REVISION_DISABLED", "perhaps"),
        ("AUTO_SEND_REVISION_DISABLED", "2"),
        ("AUTO_SEND_REVISION_LOOP_TIMEOUT_MS", "19999"),
        ("AUTO_SEND_REVISION_LOOP_TIMEOUT_MS", "600001"),
        ("AUTO_SEND_REVISION_LOOP_TIMEOUT_MS", "60s"),
        ("AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS", "0"),
        ("AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS", "1000001"),
        ("AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS", "20K"),
        ("DRAFT_PIPELINE_RUN_RETENTION_DAYS", "0"),
        ("DRAFT_PIPELINE_RUN_RETENTION_DAYS", "-30"),
        ("DRAFT_PIPELINE_RUN_RETENTION_DAYS", "3651"),
        ("DRAFT_PIPELINE_RUN_RETENTION_DAYS", "0.5"),
    ],
)
def test_nonsense_is_refused_naming_the_variable(environment, name, value):
    with pytest.raises(ImproperlyConfigured, match=name):
        environment(**{name: value})


def test_every_wrong_variable_is_named_at_once(environment):
    with pytest.raises(ImproperlyConfigured) as refused:
        environment(DESK_PAGE_SIZE="none", DESK_LOG_LEVEL="LOUD")
    assert "DESK_PAGE_SIZE" in str(refused.value)
    assert "DESK_LOG_LEVEL" in str(refused.value)


def test_an_empty_variable_is_as_none(environment):
    assert environment(DESK_PAGE_SIZE="", DESK_ENV="").desk_page_size == 50


def test_a_refusal_shows_no_secret(environment):
    with pytest.raises(ImproperlyConfigured) as refused:
        environment(DESK_SECRET_KEY="hunter2" * 10, DESK_PAGE_SIZE="none")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("missing", ["DESK_SECRET_KEY", "DESK_ALLOWED_HOSTS", "DATABASE_URL"])
def test_incomplete_production_is_refused_naming_what_is_missing(environment, missing):
    with pytest.raises(ImproperlyConfigured, match=missing):
        environment(**{name: value for name, value in COMPLETE.items() if name != missing})


def test_all_that_is_missing_is_named(environment):
    with pytest.raises(ImproperlyConfigured) as refused:
        environment(DESK_ENV="production")
    for name in ("DESK_SECRET_KEY", "DESK_ALLOWED_HOSTS", "DATABASE_URL"):
        assert name in str(refused.value)


def test_a_short_key_is_refused_in_production(environment):
    with pytest.raises(ImproperlyConfigured, match="DESK_SECRET_KEY"):
        environment(**COMPLETE | {"DESK_SECRET_KEY": "x" * 49})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DESK_ALLOWED_HOSTS", "*"),
        ("DESK_ALLOWED_HOSTS", "desk.example, *"),
        ("DESK_ALLOWED_HOSTS", "."),
        ("DESK_ALLOWED_HOSTS", "desk.example, .com"),
        ("DESK_ALLOWED_HOSTS", "https://desk.example"),  # a name that no browser sends
        ("DESK_ALLOWED_HOSTS", "desk.example:443"),
        ("DESK_ALLOWED_HOSTS", "desk.example/"),
        ("DESK_SECRET_KEY", "django-insecure-" + "aZ3-k9_Qw7!pLmN4$tRx" * 3),
        ("DESK_SECRET_KEY", "a" * 60),
        ("DESK_SECRET_KEY", "change-me " * 10),
        ("DESK_HTTPS", "false"),
        ("DESK_CSRF_TRUSTED_ORIGINS", "https://*.example"),
        ("DESK_CSRF_TRUSTED_ORIGINS", "http://desk.example"),
        ("DESK_CSRF_TRUSTED_ORIGINS", "https://"),
    ],
)
def test_what_would_let_anybody_or_nobody_in_is_refused_in_production_alone(
    environment, name, value
):
    with pytest.raises(ImproperlyConfigured, match=name) as refused:
        environment(**COMPLETE | {name: value})
    assert name != "DESK_SECRET_KEY" or value not in str(refused.value)
    assert not environment(DESK_ENV="development").is_production


@pytest.mark.parametrize(
    "value",
    [
        "nonsense",
        "sqlite://",
        "sqlite://:memory:",
        "sqlite:///file::memory:",
        "sqlite:///file:desk?vfs=memdb",
        "mysql://u:hunter2@h/d",
        "postgresql://h:x/d",
    ],
)
def test_a_database_that_is_none_is_refused_in_plain_words(environment, value):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as refused:
        environment(DATABASE_URL=value)
    assert "sqlite:////path/desk.sqlite3" in str(refused.value)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("hosts", ["Desk", "desk.example", ".desk.example", "127.0.0.1,[::1]"])
def test_hosts_of_ones_own_are_taken(environment, hosts):
    assert environment(**COMPLETE | {"DESK_ALLOWED_HOSTS": hosts}).is_production


def test_complete_production_is_taken_and_is_https(environment):
    read = environment(**COMPLETE)
    assert (read.is_production, read.is_https) == (True, True)


def test_https_can_be_said_either_way(environment):
    assert environment(DESK_HTTPS="true").is_https
    assert not environment(DESK_HTTPS="false").is_https


def test_runs_are_left_to_their_settings_until_the_environment_says_otherwise(environment):
    read = environment()
    assert not read.auto_send_revision_disabled
    assert read.auto_send_revision_loop_timeout_ms is None
    assert read.auto_send_revision_loop_max_output_tokens is None
    assert read.draft_pipeline_run_retention_days is None


def test_the_environment_reaches_the_settings_of_runs():
    """In a process of its own: settings are read once, at start."""
    code = (
        "import django; django.setup();"
        "from drafting.runs.models import *; import json;"
        "print(json.dumps([settings.AUTO_SEND_REVISION_DISABLED, RunSettings.environment_values()]))"
    )
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "AUTO_SEND_REVISION_DISABLED": "1",
            "AUTO_SEND_REVISION_LOOP_TIMEOUT_MS": "45000",
            "AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS": "9000",
            "DRAFT_PIPELINE_RUN_RETENTION_DAYS": "1",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    in_force = {"time_budget_ms": 45_000, "token_budget": 9_000, "retention_days": 1}
    assert json.loads(ended.stdout) == [True, in_force]


# --- the secret key ---


def test_the_key_file_is_for_its_owner_alone(tmp_path, environment):
    folder = tmp_path / "var"
    key = secret_key(environment(), folder)
    file = folder / "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(key) >= 50
    assert [path.name for path in folder.iterdir()] == ["secret_key"]


def test_the_key_stays(tmp_path, environment):
    assert secret_key(environment(), tmp_path) == secret_key(environment(), tmp_path)


def test_the_environments_key_comes_first_and_makes_no_file(tmp_path, environment):
    assert secret_key(environment(DESK_SECRET_KEY="mine"), tmp_path) == "mine"
    assert list(tmp_path.iterdir()) == []


def test_a_second_process_reads_the_same_key(tmp_path, environment):
    code = (
        "import sys; from pathlib import Path; from config.env import *;"
        "print(secret_key(read_environment(), Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    started = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
        for _ in range(3)
    ]
    keys = {process.communicate(timeout=60)[0].strip() for process in started}
    assert keys == {secret_key(environment(), tmp_path)}
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_the_desk_does_not_start_on_nonsense():
    ended = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=os.environ | {"DESK_PAGE_SIZE": "plenty"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode != 0
    assert "DESK_PAGE_SIZE" in ended.stderr
