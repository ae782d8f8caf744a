"""A mail of ten megabytes on its whole way through a real server that others use meanwhile."""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings as desk

from drafting.mail.models import MAX_READ_CHARACTERS, Message
from tests.databases import process_environment
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import mail
from tests.drafting.mail.servers import free_port
from tests.drafting.runs.runner import SCOPES, Runner
from tests.factories import make_agent_key

pytestmark = pytest.mark.django_db(transaction=True)
LINE = "Is there parking near the hostel for a small car on the fourth of May? "
TEN_MEGABYTES = 9_900_000
START_SECONDS = 120
# What a longer mail may cost where no more of it is read than of a letter.
TIMES_A_LONG_LETTER = 4.0


@dataclass
class Served:
    """An agent's client of a server, in the shape of the one in this process."""

    home: str
    secret: str
    seconds: list[tuple[str, float]] = field(default_factory=list)

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        began = time.perf_counter()
        key = {"Authorization": f"Bearer {self.secret}"}
        answer = httpx.request(method, self.home + path, json=body, headers=key, timeout=None)  # noqa: S113
        self.seconds.append((path.split("?")[0], time.perf_counter() - began))
        return answer

    def post(self, path: str, body: Any = None, format: str = "") -> httpx.Response:
        return self.ask("POST", path, body)

    def put(self, path: str, body: Any = None, format: str = "") -> httpx.Response:
        return self.ask("PUT", path, body)

    def get(self, path: str) -> httpx.Response:
        return self.ask("GET", path)


@contextmanager
def gunicorn(folder: Path) -> Iterator[str]:
    """One worker, so that whatever stops it stops everybody; its own 30 s are the judge."""
    port = free_port()
    environment = process_environment(DESK_SECRET_KEY=desk.SECRET_KEY)
    log = folder / "gunicorn.log"
    with log.open("w") as out:
        process = subprocess.Popen(  # noqa: S603 - our own server
            [sys.executable, "-m", "gunicorn", "config.wsgi", "--workers", "1", "--threads", "4",
             "--bind", f"127.0.0.1:{port}"],
            cwd=desk.BASE_DIR, env=environment, stdout=out, stderr=out,
        )  # fmt: skip
    home = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + START_SECONDS
        while not is_alive(home):
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        yield home
        assert "WORKER TIMEOUT" not in log.read_text()
    finally:
        process.terminate()
        process.wait()


def is_alive(home: str) -> bool:
    try:
        return httpx.get(f"{home}/healthz", timeout=5).is_success
    except httpx.HTTPError:
        return False


@contextmanager
def somebody_else(home: str, waited: list[float]) -> Iterator[None]:
    """Asks all the time, and notes how long each answer took."""
    over = threading.Event()

    def ask() -> None:
        while not over.wait(0.05):
            began = time.perf_counter()
            httpx.get(f"{home}/healthz", timeout=None).raise_for_status()  # noqa: S113
            waited.append(time.perf_counter() - began)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def walk(client: Served, person: Any, *, size: int, number: int) -> float:
    """Recorded, claimed, drafted in a run, read by a person; the seconds after recording."""
    raw = mail(LINE * (size // len(LINE)), message_id=f"<{number}@big.example>").decode()
    assert client.post("/api/v1/messages", {"raw": raw}).status_code == 201
    began = time.perf_counter()
    runner = Runner(client)  # type: ignore[arg-type]
    runner.begin()
    runner.first_round()
    thread_id = Message.objects.get(message_id=f"<{number}@big.example>").thread_id
    page = httpx.get(
        f"{client.home}/admin/drafting/thread/{thread_id}/change/",
        cookies={"sessionid": person.cookies["sessionid"].value}, timeout=None,  # noqa: S113
    )  # fmt: skip
    assert page.status_code == 200 and len(page.content) < 400_000
    return time.perf_counter() - began


def test_it_costs_what_a_long_letter_costs_and_others_are_served(tmp_path, desk_client):
    load_sample_desk()
    _, secret = make_agent_key(scopes=SCOPES)
    person, waited = desk_client("reviewer"), list[float]()
    with gunicorn(tmp_path) as home:
        client = Served(home, secret)
        walk(client, person, size=1_000, number=1)  # what is read once per process
        letter = walk(client, person, size=MAX_READ_CHARACTERS, number=2)
        client.seconds.clear()
        with somebody_else(home, waited):
            big = walk(client, person, size=TEN_MEGABYTES, number=3)
    assert big <= TIMES_A_LONG_LETTER * letter
    # Others wait for none of it as a rule, and for all of it never.
    longest = max(seconds for _, seconds in client.seconds)
    assert statistics.median(waited) < longest / 2
    assert max(waited) < big
