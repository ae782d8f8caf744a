"""Database, mailbox and mail server go away while mail comes in and replies leave, and come back.

OUTAGE_SECONDS says for how long; ``make nightly`` lets each last a minute.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as desk
from django.db import InterfaceError, OperationalError, connection, connections
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.choices import Direction, MailState
from drafting.mail.models import Message
from drafting.mail.selectors import IS_UNANSWERED
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.staff_actions import write_reply
from tests.databases import database_url, process_environment
from tests.drafting.mail.mails import DESK, mail
from tests.drafting.mail.servers import Mailbox, Sink, free_port, smtp_sink
from tests.factories import UserFactory

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.dovecot,
]
# Longer than SQLite waits for a lock (5 s), or nobody would notice.
OUTAGE_SECONDS = float(os.environ.get("OUTAGE_SECONDS", "8"))
BETWEEN_MAILS_SECONDS = 0.4
AROUND_SECONDS = 3.0  # of load before and after
PATIENCE_SECONDS = 120 + 2 * OUTAGE_SECONDS
AWAY = (OperationalError, InterfaceError)


class Gate:
    """A way to a server on this machine that can be shut: who is inside is cut off, and nobody
    answers at the door."""

    def __init__(self, target: int) -> None:
        self.target, self.port = target, free_port()
        self._inside: list[socket.socket] = []
        self.open()

    def open(self) -> None:
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._let_in, args=(self._door,), daemon=True).start()

    def shut(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for end in self._inside:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._inside.clear()

    def _let_in(self, door: socket.socket) -> None:
        with suppress(OSError):  # the door was shut
            while True:
                ends = (door.accept()[0], socket.create_connection(("127.0.0.1", self.target)))
                self._inside += ends
                for source, goal in (ends, ends[::-1]):
                    threading.Thread(target=_carry, args=(source, goal), daemon=True).start()


def _carry(source: socket.socket, goal: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            goal.sendall(data)
    with suppress(OSError):
        goal.shutdown(socket.SHUT_RDWR)


class Load:
    """Guests write without pause, and a person answers each; both go on through an outage."""

    def __init__(self, mailbox: Mailbox, by: Any) -> None:
        self.mailbox, self.by = mailbox, by
        self.delivered: list[str] = []
        self._over = threading.Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        with ThreadPoolExecutor(2) as threads:
            works = [threads.submit(work) for work in (self._write, self._answer)]
            try:
                yield
            finally:
                self._over.set()
            for work in works:
                work.result()

    def _write(self) -> None:
        while not self._over.wait(BETWEEN_MAILS_SECONDS):
            number = len(self.delivered)
            sender = {"from": f"Guest {number} <guest{number}@example.com>"}
            name = f"<{number}@guests.example>"
            self.mailbox.deliver(mail("Breakfast?", message_id=name, date="", **sender))
            self.delivered.append(name)

    def _answer(self) -> None:
        try:
            while not self._over.wait(BETWEEN_MAILS_SECONDS):
                with suppress(*AWAY):
                    self.answer_all()
        finally:
            connections.close_all()

    def answer_all(self) -> None:
        unanswered = Message.objects.filter(IS_UNANSWERED).values_list("thread_id", flat=True)
        for thread_id in unanswered:
            with suppress(DomainError):
                write_reply(thread_id=thread_id, body_text="From 8 to 10.", by=self.by)
        # The minute in which it can be taken back is over.
        OutgoingMail.objects.filter(state=MailState.QUEUED, attempts=0).update(
            not_before=timezone.now() - timedelta(seconds=1)
        )


class Desk:
    """The two watchers, each behind gates of its own to what may go away."""

    def __init__(self, tmp_path: Path, mailbox: Mailbox, smtp_port: int) -> None:
        self.folder = tmp_path
        self.gates = {"mailbox": Gate(mailbox.port), "mail server": Gate(smtp_port)}
        environment = {
            "DESK_IMAP_URL": mailbox.url.replace(
                f":{mailbox.port}", f":{self.gates['mailbox'].port}"
            ),
            "DESK_SMTP_URL": f"smtp://127.0.0.1:{self.gates['mail server'].port}",
            "DESK_FROM": f"Hostel Brikette <{DESK}>",
            "DESK_SECRET_KEY": "x" * 60,
            "PYTHONUNBUFFERED": "1",
        }
        self.environment = process_environment(**environment)
        if connection.vendor == "postgresql":
            self.gates["database"] = gate = Gate(int(connection.settings_dict["PORT"]))
            self.environment["DATABASE_URL"] = re.sub(
                r"@127\.0\.0\.1:\d+", f"@127.0.0.1:{gate.port}", database_url()
            )

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Both run until the end, and then stop when they are asked to."""
        with ExitStack() as stack:
            processes = [self._start(stack, name) for name in ("fetch_mail", "send_mail")]
            yield
            assert [process.poll() for process in processes] == [None, None]
            for process in processes:
                process.send_signal(signal.SIGTERM)
            assert [process.wait(timeout=PATIENCE_SECONDS) for process in processes] == [0, 0]

    def _start(self, stack: ExitStack, command: str) -> subprocess.Popen[bytes]:
        log = stack.enter_context((self.folder / f"{command}.log").open("w"))
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "manage.py", command, "--watch"],
            cwd=desk.BASE_DIR, env=self.environment, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        stack.callback(process.wait)
        stack.callback(process.kill)
        return process

    def said(self, command: str) -> str:
        return (self.folder / f"{command}.log").read_text()

    def takes_away(self, what: str) -> Any:
        if what == "database" and connection.vendor == "sqlite":
            return _locked_file()
        return self._shut(self.gates[what])

    @contextmanager
    def _shut(self, gate: Gate) -> Iterator[None]:
        gate.shut()
        yield
        gate.open()


@contextmanager
def _locked_file() -> Iterator[None]:
    """Another process keeps the write lock: what an embedded database knows of being away."""
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=30, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "It never came."
        time.sleep(0.3)


def is_settled(load: Load) -> bool:
    """Whether all that came is answered and gone. Lets the pauses of sending pass meanwhile."""
    load.answer_all()
    now = timezone.now()
    OutgoingMail.objects.filter(state=MailState.QUEUED).update(not_before=now)
    OutgoingMail.objects.filter(
        state=MailState.SENDING, sending_since__lt=now - timedelta(seconds=20)
    ).update(sending_since=now - timedelta(hours=1))
    is_under_way = OutgoingMail.objects.filter(state__in=(MailState.QUEUED, MailState.SENDING))
    recorded = Message.objects.filter(direction=Direction.IN)
    return recorded.count() >= len(load.delivered) and not is_under_way.exists()


SAYS = {
    "database": ("fetch_mail", "The database did not answer"),
    "mailbox": ("fetch_mail", "The mail server did not answer"),
    "mail server": ("send_mail", r"To be tried again: [1-9]"),
}


@pytest.mark.parametrize("what", SAYS)
def test_away_under_load_nothing_is_lost_or_doubled(tmp_path, dovecot, what):
    dovecot.empty()
    load = Load(dovecot, by=UserFactory.create(username="anna", role="reviewer"))
    with smtp_sink() as (sink, port):
        house = Desk(tmp_path, dovecot, port)
        with house.watching():
            until(lambda: "Mailbox:" in house.said("fetch_mail") + house.said("send_mail"))
            with load.running():
                until(lambda: sink.taken)
                time.sleep(AROUND_SECONDS)
                with house.takes_away(what):
                    time.sleep(OUTAGE_SECONDS)
                time.sleep(AROUND_SECONDS)
            until(lambda: is_settled(load))
    command, line = SAYS[what]
    assert re.search(line, house.said(command))
    assert "Traceback" not in house.said("fetch_mail") + house.said("send_mail")
    _is_whole(load, sink)


def _is_whole(load: Load, sink: Sink) -> None:
    recorded = Message.objects.filter(direction=Direction.IN).values_list("message_id", flat=True)
    assert sorted(recorded) == sorted(load.delivered)
    mails = {out.headers["In-Reply-To"]: out for out in OutgoingMail.objects.all()}
    assert len(mails) == OutgoingMail.objects.count() == len(load.delivered)
    left = Counter(str(sent["In-Reply-To"]) for sent in sink.mails)
    assert max(left.values()) == 1, "sent twice"
    sent = {name for name, out in mails.items() if out.state == MailState.SENT}
    unsure = {name for name, out in mails.items() if out.state == MailState.UNCERTAIN}
    # One was under way at most when the door was shut; a person looks at it.
    assert sent | unsure == set(mails) and len(unsure) <= 1
    assert sent <= set(left) <= sent | unsure
