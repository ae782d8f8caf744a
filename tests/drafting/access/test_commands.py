"""create_agent and ensure_staff."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from drafting.access.models import AgentKey, Scope

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_create_agent_prints_the_key_alone_on_the_last_line():
    secret = run("create_agent", "robot").splitlines()[-1]
    key = AgentKey.objects.get()
    assert key.holds(secret)
    assert (key.name, key.scopes, key.source) == ("robot", list(Scope.values), "live")
    assert key.history.get().history_change_reason == "Created with create_agent"


def test_create_agent_with_scopes_and_source():
    run("create_agent", "robot", "--scope", "draft, stats", "--source", "sample")
    key = AgentKey.objects.get()
    assert (key.scopes, key.source) == (["draft", "stats"], "sample")


@pytest.mark.parametrize("scope", ["approve", "draft,approve", "", ","])
def test_create_agent_refuses_unknown_scopes_by_name(scope):
    with pytest.raises(CommandError, match="draft, stats, calibrate, messages, work, runs"):
        run("create_agent", "robot", "--scope", scope)
    assert not AgentKey.objects.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        *(("x" * 51,), ("",), ("robot", "--source", "other")),
        *(("robot", "--days", days) for days in ("0", "99999999999")),
    ],
)
def test_create_agent_refuses_bad_values(arguments):
    with pytest.raises(CommandError):
        run("create_agent", *arguments)
    assert not AgentKey.objects.exists()


def test_ensure_staff_makes_a_superuser_once():
    line = run("ensure_staff", "admin")
    user = User.objects.get()
    assert user.is_superuser
    assert user.is_staff
    assert user.check_password(line.rstrip().rpartition(" ")[2])
    hashed = user.password
    assert run("ensure_staff", "admin") == ""
    assert User.objects.get().password == hashed


def test_ensure_staff_keeps_a_name_as_the_sign_in_reads_it():
    run("ensure_staff", "\uff41nna")  # a wide "a", which forms make plain
    assert User.objects.get().username == "anna"
    assert run("ensure_staff", "anna") == ""


def test_ensure_staff_refuses_a_name_that_is_none():
    with pytest.raises(CommandError):
        run("ensure_staff", "bad name!")
    assert not User.objects.exists()
