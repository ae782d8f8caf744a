"""Commands that go on while the database or a mail server is away."""

from __future__ import annotations

import imaplib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.conf import settings as desk
from django.db import InterfaceError, OperationalError

from drafting.management.watching import MAX_PAUSE_SECONDS, watch
from tests.databases import copy_migrated
from tests.drafting.mail.mails import mail
from tests.drafting.mail.servers import free_port, smtp_sink

OUR_ADDRESS = (
    "from drafting.mail.models import MailSettings;"
    "MailSettings(staff_addresses=['info@hotel.example']).save()"
)
WAIT_SECONDS = 150  # the pauses between tries grow


class Clock(Event):
    """Waits take no time, and are kept."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.waits: list[float] = []
        self.steps = steps

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout or 0.0)
        if len(self.waits) >= self.steps:
            self.set()
        return self.is_set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "who"),
    [
        (OperationalError("server closed the connection\nHINT: none"), "database"),
        (InterfaceError("connection already closed"), "database"),
        (ConnectionRefusedError(111, "Connection refused"), "mail server"),
        (OSError(-2, "Name or service not known"), "mail server"),
        (imaplib.IMAP4.abort("BYE"), "mail server"),
    ],
)
def test_what_is_away_is_told_in_one_line_and_asked_again_later_and_later(error, who):
    said: list[str] = []
    clock = Clock(steps=12)

    def step() -> None:
        raise error

    watch(clock, step, say=said.append)
    assert clock.waits[:5] == [1, 2, 4, 8, 16] and max(clock.waits) == MAX_PAUSE_SECONDS
    assert len(said) == 12 and all("\n" not in line for line in said)
    assert said[0].startswith(f"The {who} did not answer: ") and "Next try in 1 s." in said[0]


@pytest.mark.django_db
def test_pauses_begin_anew_after_a_good_step():
    clock, fails = Clock(steps=4), iter([True, True, False, True, True])

    def step() -> None:
        if next(fails):
            raise OSError

    watch(clock, step, say=lambda _: None)
    assert clock.waits == [1, 2, 1, 2]


@pytest.mark.django_db
def test_a_fault_of_ours_is_not_taken_for_an_outage():
    def step() -> None:
        raise KeyError("a fault")

    with pytest.raises(KeyError):
        watch(Clock(steps=1), step, say=lambda _: None)


# --- the real commands ----------------------------------------------------------------------------


@contextmanager
def running(tmp_path: Path, command: str, **environment: str) -> Iterator[Any]:
    """``manage.py <command> --watch`` with a database of its own."""
    with (tmp_path / f"{command}.log").open("w") as log:
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "manage.py", command, "--watch"],
            cwd=desk.BASE_DIR, env=environment_of(tmp_path) | environment,
            stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def environment_of(tmp_path: Path) -> dict[str, str]:
    import os

    database = {"DATABASE_URL": f"sqlite:///{tmp_path}/desk.sqlite3"}
    return {**os.environ, **database, "DESK_SECRET_KEY": "x" * 60, "PYTHONUNBUFFERED": "1"}


def manage(tmp_path: Path, *arguments: str, stdin: bytes = b"", **environment: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "manage.py", *arguments], cwd=desk.BASE_DIR, input=stdin,
        env=environment_of(tmp_path) | environment, capture_output=True, check=True,
    )  # fmt: skip
    return done.stdout.decode()


def until(holds: Callable[[], object]) -> None:
    for _ in range(WAIT_SECONDS * 5):
        if holds():
            return
        time.sleep(0.2)
    raise AssertionError("It never came.")


def ask_to_stop(process: Any) -> int:
    process.send_signal(signal.SIGTERM)
    return int(process.wait(timeout=WAIT_SECONDS))


def test_fetch_mail_outlives_the_database_and_the_mailbox(tmp_path, dovecot):
    """Both are away when it starts; the mailbox comes, then the database."""
    dovecot.empty()
    dovecot.deliver(mail(date=""))
    log = tmp_path / "fetch_mail.log"
    with running(tmp_path, "fetch_mail", DESK_IMAP_URL=dovecot.url) as process:
        until(lambda: log.read_text().count("The database did not answer") >= 2)
        copy_migrated(tmp_path / "desk.sqlite3")
        until(lambda: "New: 1." in log.read_text())
        assert ask_to_stop(process) == 0
    assert "Traceback" not in log.read_text()
    with running(
        tmp_path, "fetch_mail", DESK_IMAP_URL=f"imap://u:p@127.0.0.1:{free_port()}"
    ) as two:
        until(lambda: log.read_text().count("The mail server did not answer") >= 2)
        assert ask_to_stop(two) == 0
    assert "Traceback" not in log.read_text()


def test_send_mail_outlives_the_database_and_sends_once(tmp_path):
    log = tmp_path / "send_mail.log"
    with smtp_sink() as (sink, port):
        url = f"smtp://127.0.0.1:{port}"
        with running(tmp_path, "send_mail", DESK_SMTP_URL=url) as process:
            until(lambda: log.read_text().count("The database did not answer") >= 2)
            copy_migrated(tmp_path / "desk.sqlite3")
            until(lambda: "no address of ours is set" in log.read_text())
            reviewers = {"DESK_REVIEWERS": "owner@hotel.example"}
            manage(tmp_path, "send_briefing", **reviewers)
            assert sink.taken == []  # it waits for an address to leave from
            manage(tmp_path, "shell", "-c", OUR_ADDRESS)
            until(lambda: len(sink.taken) == 1)
            assert ask_to_stop(process) == 0
        assert len(sink.taken) == 1 and b"\r\nFrom: info@hotel.example\r\n" in sink.taken[0]
    assert "Traceback" not in log.read_text()
