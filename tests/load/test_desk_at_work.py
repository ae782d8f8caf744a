"""Sixteen agents, four people and an import at once on a served desk: nothing fails, and a draft
takes not much longer than when it is quiet.

LOAD_SECONDS says how long, LOAD_THOUGHT how long an agent's model writes: ``make nightly`` takes
three minutes, and ten seconds a reply. The figures stand in var/load-DATABASE.json.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings as desk
from django.core.management import call_command
from django.db import connection, connections

from drafting.instruments.agent import AgentError, DeskClient, work_once
from drafting.instruments.scripted_stages import Playbook
from drafting.mail.models import Message
from drafting.mail.services import record_mail
from drafting.management.commands.run_agent import PLAYBOOK
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.servers import end_with_parent
from tests.factories import make_agent_key
from tests.load import locks
from tests.serving import PATIENCE_SECONDS, Server, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
AGENTS, PEOPLE = 16, 4
SECONDS = float(os.environ.get("LOAD_SECONDS", "8"))
THOUGHT_SECONDS = float(os.environ.get("LOAD_THOUGHT", "1"))
IS_LONG = SECONDS >= 60  # enough calls for shares and percentiles
QUIET_SHARE = 0.25  # of the time one agent alone works, before and once more afterwards
WARM_SECONDS = 6  # both processes have read a mail
MAX_SLOWER, MAX_BUSY_SHARE = 3, 0.005
PAGES = (
    "/admin/drafting/thread/",
    "/admin/drafting/thread/needs-you/",
    "/admin/drafting/message/?q=ferry",
)
QUEUE = "/admin/drafting/outgoingmail/queue/"
_FORK = multiprocessing.get_context("fork")


class OverError(Exception):
    """The time is up, and who is at work leaves it where it is."""


@dataclass
class Day(httpx.BaseTransport):
    """Carries the calls of some time, each on a line of its own since the server closes idle ones,
    and keeps what they took: ``(what, status, seconds)``."""

    seconds: float
    thought: Callable[[], float]
    calls: list[tuple[str, int, float]] = field(default_factory=list)
    _until: float = 0

    def __post_init__(self) -> None:
        self._until = time.monotonic() + self.seconds
        self._inner = httpx.HTTPTransport(limits=httpx.Limits(max_keepalive_connections=0))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        what = next(part for part in reversed(request.url.path.split("/")) if part)
        if what in ("finish", "decide"):  # the words come first
            self.think()
        self.go_on()
        begun = time.monotonic()
        response = self._inner.handle_request(request)
        response.read()
        self.calls.append((what, response.status_code, time.monotonic() - begun))
        return response

    def go_on(self) -> None:
        if time.monotonic() > self._until:
            raise OverError

    def think(self) -> None:
        time.sleep(self.thought())
        self.go_on()

    def p95(self, what: str) -> float:
        took = sorted(seconds for name, _, seconds in self.calls if name == what)
        return took[min(len(took) - 1, int(len(took) * 0.95))]


def be_agent(server: Server, day: Day, secret: str) -> None:
    playbook = Playbook.read(PLAYBOOK)
    with DeskClient(server.url, secret, transport=day) as client:
        while True:
            try:
                list(work_once(client, playbook))
            except AgentError as error:
                if not error.is_retryable:  # such an answer is counted
                    raise
            day.think()


def be_person(server: Server, day: Day, session: str) -> None:
    """Looks at pages, and releases what waits."""
    client = httpx.Client(
        base_url=server.url, transport=day, follow_redirects=True, timeout=PATIENCE_SECONDS,
        cookies={"sessionid": session}, headers={"Accept": "application/json"},
    )  # fmt: skip
    for page in cycle(PAGES):
        client.get(page, headers={"Accept": "text/html"}).raise_for_status()
        item = client.get(QUEUE, headers={"Accept": "text/html"})
        if item.url.path != QUEUE:
            token = {"X-CSRFToken": client.cookies["csrftoken"]}
            decision = {"decision": "release", "has_read": "on", "has_looked": "on"}
            client.post(f"{item.url.path}decide/", data=decision, headers=token)
        day.think()


def at_once(people: list[Callable[[], None]]) -> None:
    """All of them until the time is up; what one of them breaks on is raised here."""
    broken: list[BaseException] = []

    def live(one: Callable[[], None]) -> None:
        try:
            one()
        except OverError:
            pass
        except BaseException as error:
            broken.append(error)

    threads = [threading.Thread(target=live, args=(one,)) for one in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS + PATIENCE_SECONDS)
    if broken:
        raise broken[0]


def guests_mails(first: int, count: int) -> Iterator[bytes]:
    """Labelled mail, each time of another guest."""
    lines = (Path(desk.BASE_DIR) / "fixtures/eval/guest_mails.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    random.Random(1).shuffle(rows)  # noqa: S311
    for number in range(first, first + count):
        row = rows[number % len(rows)]
        head = (
            f"From: Guest {number} <guest{number}@example.com>\n"
            f"To: info@hostel-brikette.example\nSubject: {row['subject']}\n"
            f"Message-ID: <{number}@guests.example>\n"
            f"Date: Mon, 27 Apr 2026 {number % 24:02d}:{number % 60:02d}:00 +0200\n"
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
        )
        yield f"{head}{row['body']}\n".replace("\nFrom ", "\n>From ").encode()


def import_mails(mbox: Path, log: Path) -> None:
    end_with_parent()
    locks.watch_locks(log)
    call_command("import_mail", str(mbox), stdout=StringIO())
    os._exit(0)


@pytest.fixture
def sessions(desk_client: Any) -> list[str]:
    return [desk_client("reviewer").cookies["sessionid"].value for _ in range(PEOPLE)]


def test_sixteen_agents_four_people_and_an_import(tmp_path: Path, sessions: list[str]) -> None:
    load_sample_desk()
    secrets = [make_agent_key(name=f"agent {n}", scopes=["work", "draft", "messages"])[1]
               for n in range(AGENTS)]  # fmt: skip
    pool = 40 + int(SECONDS)
    for raw in guests_mails(0, pool):
        record_mail(source="imported", raw=raw)
    mbox, log = tmp_path / "mails.mbox", tmp_path / "locks"
    lines = (b"From x Mon Apr 27 18:42:00 2026\n" + raw + b"\n"
             for raw in guests_mails(pool, int(60 * SECONDS)))  # fmt: skip
    mbox.write_bytes(b"".join(lines))
    connections.close_all()
    chance = random.Random(2)  # noqa: S311
    options = ("--config", "python:tests.load.locks")
    with serving(tmp_path / "log", *options, DESK_LOCKS=str(log)) as server:
        at_once([lambda: be_agent(server, Day(WARM_SECONDS, lambda: 0.0), secrets[0])])
        quiet = [quiet_day(server, secrets[0])]
        day = Day(SECONDS, lambda: chance.uniform(0.5, 1.5) * THOUGHT_SECONDS)
        before = Message.objects.count()
        log.write_text("")
        importing = _FORK.Process(target=import_mails, args=(mbox, log))
        connections.close_all()
        importing.start()
        until = time.monotonic() + PATIENCE_SECONDS
        while Message.objects.count() == before:  # its process has come up
            assert importing.is_alive() and time.monotonic() < until
            time.sleep(0.2)
        agents = [lambda secret=each: be_agent(server, day, secret) for each in secrets]
        people = [lambda session=each: be_person(server, day, session) for each in sessions]
        at_once([*agents, *people])
        importing.terminate()
        importing.join()
        imported = Message.objects.filter(direction="in").count() - before
        held = locks.longest(log)
        quiet.append(quiet_day(server, secrets[0]))
    figures = told(day, quiet, imported, held)
    assert imported > 0 and held
    statuses = Counter(status for _, status, _ in day.calls)
    called = {what for what, _, _ in day.calls}
    assert {"claim", "generate", "thread"} <= called
    allowed = {503} if connection.vendor == "sqlite" else set()
    assert {status for status in statuses if status >= 500} <= allowed, figures
    if IS_LONG:
        assert {"finish", "needs-you", "decide"} <= called
        assert statuses[503] <= MAX_BUSY_SHARE * len(day.calls), figures
        assert figures["generate: times as slow"] <= MAX_SLOWER, figures


def quiet_day(server: Server, secret: str) -> Day:
    """One agent alone, which does not think: as many calls as the time gives."""
    day = Day(QUIET_SHARE * SECONDS, lambda: 0.0)
    at_once([lambda: be_agent(server, day, secret)])
    return day


def told(day: Day, quiet: list[Day], imported: int, held: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures, written down."""
    alone = Day(0, lambda: 0.0, [call for each in quiet for call in each.calls])
    figures = {
        "database": connection.vendor, "seconds": SECONDS, "thought": THOUGHT_SECONDS,
        "calls": dict(Counter(what for what, _, _ in day.calls)),
        "statuses": dict(Counter(status for _, status, _ in day.calls)),
        "imported": imported,
        "generate p95 ms, quiet": round(1000 * alone.p95("generate")),
        "generate p95 ms": round(1000 * day.p95("generate")),
        "generate: times as slow": round(day.p95("generate") / alone.p95("generate"), 2),
        "p95 ms": {what: round(1000 * day.p95(what)) for what in {w for w, _, _ in day.calls}},
        "locks": held[:8],
    }  # fmt: skip
    desk.VAR_DIR.mkdir(exist_ok=True)
    (desk.VAR_DIR / f"load-{connection.vendor}.json").write_text(json.dumps(figures, indent=1))
    return figures
