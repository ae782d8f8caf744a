"""Faults under load, drawn by a seed: receive → claim → generate → refine → reply → release → send →
record → bounce goes on through each, and after each the books are right.

FAULTS says how many on each database, FAULTS_SEED which; ``make nightly`` draws 500.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as desk
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, connections
from rest_framework.test import APIClient

from config.mail_urls import read_imap_url
from drafting.failpoints import failpoint
from drafting.mail.choices import MailState
from drafting.mail.models import MailSettings, Message
from drafting.mail.pausing import RESTORED
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.releases import settle_uncertain
from tests.databases import database_url
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record
from tests.drafting.mail.servers import (
    HANG_UP,
    SILENCE,
    Gate,
    dovecot_server,
    send_through,
    smtp_sink,
)
from tests.drafting.mail.work import Worker
from tests.factories import UserFactory, make_agent_key
from tests.faults.books import LETTERS, Books
from tests.faults.house import MAX_HELD_SECONDS, MIN_HELD_SECONDS, House, Place
from tests.run import find_postgres, own_account, postgres_server

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.dovecot,
]
FAULTS = int(os.environ.get("FAULTS", "50"))
SEED = int(os.environ.get("FAULTS_SEED", "1"))
# The last is longer than anybody waits.
AWAY_SECONDS = (0.5, 0.5, 1, float(os.environ.get("FAULTS_AWAY", "7")))
SETTLED_EVERY = 20
EMAIL_SECONDS = 2
UNDER_WAY = 4  # mails at any moment
SCOPES = ["work", "draft", "messages"]
# In the order in which a mail passes them.
FAILPOINTS = (
    *("recorded", "claimed", "batch_frozen", "drafted"),
    *("queued", "before_data", "after_data", "result_recorded"),
)


class Faults:
    """Each method is one fault, from the blow to the moment when all are at work again."""

    def __init__(
        self, house: House, books: Books, gates: dict[str, Gate], chance: random.Random
    ) -> None:
        self.house, self.books, self.gates, self.chance = house, books, gates, chance
        self.folder = house.failpoints.parent
        self.seconds: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()
        self.newest: list[str] = []

    def kinds(self) -> dict[str, tuple[int, Callable[[], None]]]:
        """``name: (weight, fault)``"""
        answers = ("451 4.3.0 Later", "554 5.7.1 No", HANG_UP, SILENCE)
        return (
            {f"killed at {name}": (4, lambda name=name: self.kill_at(name)) for name in FAILPOINTS}
            | {f"killed: {role}": (8, lambda role=role: self.kill(role)) for role in ROLES}
            | {f"SMTP: {said}": (2, lambda said=said: self.answer(said)) for said in answers}
            | {
                "SMTP: 450 to RCPT": (2, self.refuse_recipient),
                "IMAP away": (2, lambda: self.server_away("imap")),
                "SMTP away": (2, lambda: self.server_away("smtp")),
                "IMAP twice": (2, self.delivered_twice),
                "database restarted": (3, self.database_away),
                "disk full": (3, self.disk_full),
                "clock + 1 h": (2, lambda: self.clock(1)),
                "clock - 1 h": (2, lambda: self.clock(-1)),
                "backup restored": (2, self.restore),
            }
        )

    def strike(self) -> None:
        kinds = self.kinds()
        weights = [weight for weight, _ in kinds.values()]
        (name,) = self.chance.choices(list(kinds), weights)
        begun = time.monotonic()
        self.counted[name] += 1
        self.newest.append(name)
        kinds[name][1]()
        self.house.start_all()
        self.keep_busy()
        self.books.check()
        self.seconds[name] += int(1000 * (time.monotonic() - begun))

    def keep_busy(self) -> None:
        while len(self.books.delivered) - self.books.count_settled() < UNDER_WAY:
            self.books.write()
        if self.chance.random() < 0.1:
            self.books.bounce()

    def settle(self) -> None:
        self.house.until(self.books.is_settled, "everything answered and gone")
        self.books.check_settled()
        figures = desk.VAR_DIR / f"faults-{connection.vendor}.json"
        figures.parent.mkdir(exist_ok=True)
        figures.write_text(json.dumps(self.figures()))

    # --- the faults --------------------------------------------------------------------------------

    def kill_at(self, failpoint: str) -> None:
        file = self.house.arm(failpoint)
        self.books.may_be_uncertain += failpoint == "after_data"
        self.house.until(lambda: self._is_passed(file), f"{failpoint} was passed")

    def _is_passed(self, file: Path) -> bool:
        self.keep_busy()
        return not file.exists()

    def kill(self, role: str) -> None:
        time.sleep(self.chance.random() * 0.3)
        place = self._any(role)
        self.books.may_be_uncertain += role == "send"
        self.house.kill(place, at=self.chance.randrange(2) if role == "web" else None)

    def _any(self, role: str) -> Place:
        return self.chance.choice([each for each in self.house.places if each.role == role])

    def answer(self, said: str) -> None:
        self.books.sink.answers.append(said)
        self.books.may_be_uncertain += said in (HANG_UP, SILENCE)
        self.house.until(lambda: self._is_over(self.books.sink.answers), f"{said} was said")

    def refuse_recipient(self) -> None:
        self.books.sink.refuses_recipients.append("450 4.2.1 Later")
        self.house.until(lambda: self._is_over(self.books.sink.refuses_recipients), "450")

    def _is_over(self, waiting: list[str]) -> bool:
        self.keep_busy()
        return not waiting

    def server_away(self, name: str) -> None:
        self.books.may_be_uncertain += 2 * (name == "smtp")  # each sender may be cut off
        self.gates[name].shut()
        self.wait()
        self.gates[name].open()

    def wait(self) -> None:
        time.sleep(self.chance.choice(AWAY_SECONDS))

    def delivered_twice(self) -> None:
        self.books.mailbox.deliver(self.books.write())

    def database_away(self) -> None:
        """Of PostgreSQL a restart that waits for nobody; of a file another process's lock."""
        self.books.may_be_uncertain += 2  # both senders may wait for the end in vain
        if connection.vendor == "postgresql":
            with stopped_postgres():
                self.wait()
            return
        other = sqlite3.connect(connection.settings_dict["NAME"], timeout=30, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        self.wait()
        other.execute("ROLLBACK")
        other.close()

    def disk_full(self) -> None:
        """SQLite: no file may grow. PostgreSQL: what it says then, to every row that is new."""
        self.books.may_be_uncertain += 2
        if connection.vendor == "postgresql":
            with refused_by_postgres():
                self.wait()
            return
        self.house.fill_disk(True)
        self.wait()
        self.house.fill_disk(False)

    def clock(self, hours: int) -> None:
        place = self.chance.choice(
            [p for p in self.house.places if p.role in ("web", "send", "fetch")]
        )
        self.books.may_be_uncertain += place.role == "send"
        self.house.kill(place)
        self.house.start(place, hours=hours)

    def restore(self) -> None:
        """A backup under load, more work, the machine lost, the backup gone on with."""
        path = self.folder / "backup"
        known = set(Message.objects.values_list("pk", flat=True))
        sent = set(OutgoingMail.objects.filter(state=MailState.SENT).values_list("pk", flat=True))
        call_command("backup", path, stdout=StringIO())
        goal = self.books.count_settled() + 2
        self.house.until(lambda: self._has_settled(goal), "more work after the backup")
        self.house.kill_all()
        self.books.file_what_left()
        connections.close_all()
        call_command("restore", path, replace=True, stdout=StringIO())
        assert known <= set(Message.objects.values_list("pk", flat=True)), "lost by the restore"
        assert sent <= set(
            OutgoingMail.objects.filter(state=MailState.SENT).values_list("pk", flat=True)
        )
        self.house.start_all()
        self.house.until(lambda: MailSettings.current().sending_paused_at is None, "Sent was read")
        settle_restored(self.books)

    def _has_settled(self, goal: int) -> bool:
        self.keep_busy()
        return self.books.count_settled() >= goal

    def figures(self) -> dict[str, Any]:
        """``{name: [times, milliseconds each]}`` and what they met."""
        by_kind = {
            n: [times, self.seconds[n] // times] for n, times in sorted(self.counted.items())
        }
        unsure = OutgoingMail.objects.filter(state=MailState.UNCERTAIN).count()
        return {
            "database": connection.vendor, "seed": SEED, "faults": self.counted.total(),
            "mails": len(self.books.delivered), "sent": len(self.books.sink.taken),
            "bounced": len(self.books.bounced), "uncertain": unsure,
            "uncertain at most": self.books.may_be_uncertain, "by kind": by_kind,
        }  # fmt: skip


ROLES = ("web", "fetch", "send", "agent", "person")


def settle_restored(books: Books) -> None:
    """A person asks the guests about what the backup was about to send, and says what they say."""
    person = User.objects.get(username="releaser")
    left = set(books.read_sink())
    for mail in OutgoingMail.objects.filter(state=MailState.UNCERTAIN, last_error=RESTORED):
        was_sent = mail.headers.get("In-Reply-To") in left
        settle_uncertain(mail_id=mail.pk, was_sent=was_sent, by=person)


@contextmanager
def refused_by_postgres() -> Iterator[None]:
    tables = ("drafting_message", "drafting_draft", "drafting_batch", "drafting_outgoingmail")
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute(
            "CREATE OR REPLACE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$ "
            "BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
        )
        for table in tables:
            cursor.execute(
                f"CREATE TRIGGER full_{table} BEFORE INSERT OR UPDATE ON {table}"
                " EXECUTE FUNCTION disk_is_full()"
            )
        yield
        for table in tables:
            cursor.execute(f"DROP TRIGGER full_{table} ON {table}")


@contextmanager
def stopped_postgres() -> Iterator[None]:
    """As in a crash: nobody is waited for, and the log is replayed when it is there again."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        data = cursor.fetchone()[0]
    connections.close_all()
    control_postgres(data, "-m", "immediate", "stop")
    yield
    control_postgres(data, "-l", str(Path(data).parent / "log"), "restart")


def control_postgres(data: str, *command: str) -> None:
    binaries = find_postgres()
    assert binaries is not None
    program = [*own_account(), str(binaries / "pg_ctl"), "-D", data, "-w", *command]
    subprocess.run(program, check=True, cwd="/", stdout=subprocess.DEVNULL)  # noqa: S603


@pytest.fixture
def own_database(transactional_db: None) -> Iterator[None]:
    """On PostgreSQL a server that nobody else uses, with the test database's tables."""
    if connection.vendor != "postgresql":
        yield
        return
    binaries = find_postgres()
    assert binaries is not None
    shared = dict(connection.settings_dict)
    with postgres_server(binaries) as url:
        dump = subprocess.run(  # noqa: S603
            [str(binaries / "pg_dump"), database_url()], check=True, stdout=subprocess.PIPE
        )
        subprocess.run(  # noqa: S603
            [str(binaries / "psql"), "-q", "-X", url], input=dump.stdout, check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        connections.close_all()
        connection.settings_dict.update(NAME="postgres", PORT=url.rpartition(":")[2].split("/")[0])
        yield
        connections.close_all()
        connection.settings_dict.update(shared)


@pytest.fixture
def faults(own_database: None, settings: Any, tmp_path: Path) -> Iterator[Faults]:
    load_sample_desk()
    UserFactory.create(username="releaser", role="reviewer")
    secrets = [make_agent_key(name=f"agent {n}", scopes=SCOPES)[1] for n in range(2)]
    secrets.append(make_agent_key(name="agent 2", scopes=[*SCOPES, "runs"])[1])
    with dovecot_server() as mailbox, smtp_sink() as (sink, port):
        gates = {"imap": Gate(mailbox.port), "smtp": Gate(port)}
        send_through(settings, gates["smtp"].port)
        settings.EMAIL_TIMEOUT = EMAIL_SECONDS
        url = mailbox.url.replace(f":{mailbox.port}", f":{gates['imap'].port}")
        settings.DESK_IMAP_SERVER = read_imap_url(url)
        house = House(tmp_path, secrets)
        try:
            yield Faults(house, Books(mailbox, sink), gates, random.Random(SEED))  # noqa: S311
        finally:
            house.kill_all()


def warm_up(books: Books) -> float:
    """Processes forked from this one find the letters' index built. Returns what it took."""
    begun = time.monotonic()
    name = "<0@guests.example>"
    record(LETTERS[0], message_id=name, **{"from": "Guest 0 <guest0@example.com>"})
    books.delivered.append(name)
    worker = Worker(APIClient(HTTP_AUTHORIZATION=f"Bearer {make_agent_key(scopes=SCOPES)[1]}"))
    worker.generate(worker.claim()["work_token"])
    return time.monotonic() - begun


@pytest.mark.parametrize("seed", [SEED])  # in the name of what failed
def test_nothing_is_lost_or_doubled_whatever_breaks(faults: Faults, seed: int) -> None:
    # No live work takes as long as four of the first, however slow the machine.
    held_seconds = max(MIN_HELD_SECONDS, 4 * warm_up(faults.books))
    faults.house.held_seconds = min(held_seconds, MAX_HELD_SECONDS)
    # The mail server is a thread of this process: where all are slow, it greets late.
    desk.EMAIL_TIMEOUT = max(EMAIL_SECONDS, faults.house.held_seconds / 3)
    faults.house.start_all()
    faults.keep_busy()
    for number in range(1, FAULTS + 1):
        try:
            faults.strike()
            if number % SETTLED_EVERY == 0 or number == FAULTS:
                faults.settle()
        except AssertionError as error:
            raise AssertionError(f"{error}, at fault {number}: {faults.newest[-20:]}") from error
    lines = faults.house.said
    broken = [n for n, line in enumerate(lines) if "Traceback" in line or "server_error" in line]
    assert not broken, "".join(lines[max(broken[0] - 5, 0) : broken[0] + 60])
    if faults.counted["IMAP away"]:
        assert "The mail server did not answer" in "".join(lines)


def test_a_failpoint_is_off_in_production(settings: Any, monkeypatch: Any, tmp_path: Path) -> None:
    (tmp_path / "recorded").touch()
    monkeypatch.setenv("DESK_FAILPOINTS", str(tmp_path))
    settings.IS_PRODUCTION = True
    failpoint("recorded")
    assert (tmp_path / "recorded").exists()
