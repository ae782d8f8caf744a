"""What passes by itself is 503 ``busy`` with Retry-After; what breaks leaves its cause in the log,
and nothing of what was being worked on."""

from __future__ import annotations

import errno
import json
import logging
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.contrib.auth.models import Group
from django.db import OperationalError, ProgrammingError, connection, connections
from django.test import Client

from config.faults import is_busy
from drafting.access.models import IdempotencyRecord
from tests.factories import UserFactory

urls = pytest.mark.urls("tests.urls")
WRITE = {"name": "x", "username": "a", "password": "b"}


def assert_busy(answer) -> None:
    assert answer.status_code == 503, answer.content
    assert answer.headers["Retry-After"] == "2"
    if answer.headers["Content-Type"] == "application/problem+json":
        assert (answer.json()["code"], answer.json()["retryable"]) == ("busy", True)


@contextmanager
def locked_table(table: str) -> Iterator[None]:
    """Another connection holds the write lock, and we are impatient."""
    other = connections.create_connection("default")
    other.inc_thread_sharing()
    try:
        with connection.cursor() as cursor, other.cursor() as their:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA busy_timeout=50")
                their.execute("BEGIN IMMEDIATE")
            else:
                cursor.execute("SET lock_timeout=50")
                their.execute("BEGIN")
                their.execute(f"LOCK TABLE {table}")
            yield
            their.execute("ROLLBACK")
    finally:
        other.close()
        connection.close()


@urls
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [{}, {"HTTP_IDEMPOTENCY_KEY": "k1"}])
def test_a_locked_database_is_busy_and_the_same_call_succeeds_later(agent_client, headers):
    client = agent_client()
    client.raise_request_exception = False
    client.get("/api/test/echo")  # the key is marked as used
    with locked_table("auth_group"):
        assert_busy(client.post("/api/test/make", WRITE, **headers))
    assert not Group.objects.filter(name__startswith="x ").exists()
    IdempotencyRecord.objects.all().delete()  # where its own release met the lock, too
    assert client.post("/api/test/make", WRITE, **headers).status_code == 201


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_session_that_cannot_be_saved_is_busy_and_goes_on(desk_client):
    client = desk_client("reviewer")
    client.raise_request_exception = False
    with locked_table("django_session"):
        assert_busy(client.get("/admin/"))  # notes when the session was last used
    assert client.get("/admin/").status_code == 200


@urls
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/admin/login/", "/api/test/make"])
def test_a_database_that_is_away_is_busy(agent_client, monkeypatch, tmp_path, path):
    client = agent_client()
    client.raise_request_exception = False
    connection.close()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # taken, and nobody listens
        away = {
            "sqlite": {"NAME": str(tmp_path / "gone" / "desk.sqlite3")},
            "postgresql": {"HOST": "127.0.0.1", "PORT": str(probe.getsockname()[1])},
        }
        with monkeypatch.context() as patch:
            for name, value in away[connection.vendor].items():
                patch.setitem(connection.settings_dict, name, value)
            answer = client.post(path, WRITE, format="multipart" if "admin" in path else "json")
            assert client.get("/readyz").json()["checks"]["database"] == "unreachable"
            connection.close()
    assert_busy(answer)
    if "admin" in path:
        assert b"The desk is busy" in answer.content


@urls
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_busy(agent_client):
    """A real SQLITE_FULL: the file may not grow."""
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own way to say it; PostgreSQL's is below")
    client = agent_client()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # no free pages of earlier tests to write into
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count={pages}")
        try:
            answers = [
                client.post("/api/test/make", {"name": "x" * 120}, HTTP_IDEMPOTENCY_KEY=f"k{n}")
                for n in range(200)
            ]
        finally:
            cursor.execute("PRAGMA max_page_count=1073741823")
    assert {answer.status_code for answer in answers} == {201, 503}
    assert_busy(answers[-1])


@urls
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "statement",
    [
        "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '53100'; END $$",  # disk full
        "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$",  # deadlock
        "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '57P01'; END $$",  # shutting down
        "SELECT pg_terminate_backend(pg_backend_pid())",
    ],
)
def test_what_postgresql_refuses_for_a_while_is_busy(agent_client, monkeypatch, statement):
    def fail(request: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    monkeypatch.setattr("tests.urls.after_write", fail)
    client = agent_client()
    client.raise_request_exception = False
    assert_busy(client.post("/api/test/make", WRITE, HTTP_IDEMPOTENCY_KEY="k1"))
    connection.close()
    assert not Group.objects.filter(name__startswith="x ").exists()


def sqlite_error(code: int) -> OperationalError:
    cause = sqlite3.OperationalError("x")
    cause.sqlite_errorcode = code
    error = OperationalError("x")
    error.__cause__ = cause
    return error


def postgres_error(state: str) -> OperationalError:
    error = OperationalError("x")
    error.__cause__ = psycopg.errors.lookup(state)("x")
    return error


@pytest.mark.parametrize(
    ("error", "busy"),
    [
        (sqlite_error(sqlite3.SQLITE_BUSY), True),
        (sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT), True),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), True),
        (sqlite_error(sqlite3.SQLITE_ERROR), False),  # no such table: ours
        (postgres_error("53100"), True),
        (postgres_error("55P03"), True),
        (postgres_error("54001"), False),  # a statement too deep: ours
        (ProgrammingError("x"), False),
        (OSError(errno.ENOSPC, "x"), True),
        (FileNotFoundError(errno.ENOENT, "x"), False),
        (RuntimeError("x"), False),
        (None, False),
    ],
)
def test_only_what_passes_by_itself_is_busy(error, busy):
    assert is_busy(error) is busy


# --- the cause in the log -------------------------------------------------------------------------


@pytest.fixture
def log_lines(caplog) -> Iterator[list[dict[str, object]]]:
    """The lines as they are written to stderr, every logger of Django's included."""
    formatter = logging.getLogger().handlers[0].formatter
    lines: list[dict[str, object]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(formatter.format(record)))

    keep = Keep()
    logging.getLogger().addHandler(keep)
    yield lines
    logging.getLogger().removeHandler(keep)


SECRETS = ("ada@guest.example", "hunter2", "a secret detail", "Thornbury")


@urls
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/test/broken", "/broken/ada@guest.example"])
def test_a_fault_leaves_type_frames_and_request_but_no_data(agent_client, log_lines, path):
    client = agent_client()
    client.raise_request_exception = False
    answer = client.get(path, {"q": "hunter2"}, HTTP_X_REQUEST_ID="request-0001")
    assert answer.status_code == 500
    line = next(line for line in log_lines if line["event"] == "server_error")
    assert line["request_id"] == "request-0001"
    raised, cause = line["exception"]
    assert raised["type"] == "RuntimeError"
    assert raised["frames"][-1].startswith("tests/urls.py:")
    assert raised["frames"][-1].endswith(" broken")
    assert cause["type"] == "KeyError"
    for secret in SECRETS:
        assert secret not in json.dumps(log_lines)
        assert secret.encode() not in answer.content


@urls
@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_database_names_its_refusal_without_the_row(agent_client, log_lines, monkeypatch):
    def fail(request: object) -> None:
        UserFactory.create(username="Thornbury")
        UserFactory.create(username="Thornbury")

    monkeypatch.setattr("tests.urls.after_write", fail)
    client = agent_client()
    client.raise_request_exception = False
    assert client.post("/api/test/make", WRITE).status_code == 500
    line = next(line for line in log_lines if line["event"] == "server_error")
    codes = {found.get("code") for found in line["exception"]}
    assert codes & {"23505", "SQLITE_CONSTRAINT_UNIQUE"}
    assert "Thornbury" not in json.dumps(log_lines)


@urls
@pytest.mark.django_db
def test_the_desk_says_in_a_page_that_something_broke():
    client = Client(raise_request_exception=False)
    answer = client.get("/broken/x")
    assert (answer.status_code, answer.headers["Content-Type"]) == (500, "text/html; charset=utf-8")
    assert b"Something broke here" in answer.content
