"""Sixteen agents, four people and an import at once, on two web processes: who is refused is told
to come again, and that seldom; generating a draft takes at most thrice what it takes alone.

LOAD_SECONDS says for how long; ``make nightly`` lets it last three minutes.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from drafting.instruments.bench_import import make_mails
from drafting.mail.choices import MailState
from drafting.mail.models import Message
from drafting.mail.work_models import OutgoingMail
from tests.conftest import MODEL_BACKEND
from tests.databases import process_environment
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record_many
from tests.factories import UserFactory, make_agent_key
from tests.load.server import PATIENCE_SECONDS, Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
SECONDS = float(os.environ.get("LOAD_SECONDS", "10"))
AGENTS, PEOPLE, ALONE = 16, 4, 20
# What a model takes to write and a person to read; a seconds' part of what either does.
AGENT_THINKS_SECONDS, PERSON_THINKS_SECONDS = 5.0, 3.0
MAILS_A_SECOND = 200  # more than an import on this side of the house records
MAX_BUSY = 0.005
MAX_SLOWER = 3
LONG_ENOUGH_SECONDS = 60  # for a 95th percentile
QUEUE = "/admin/drafting/outgoingmail/queue/"


class Caller:
    """One of many who call the desk: what it was answered, and how long each drafting took."""

    def __init__(self, url: str, **options: Any) -> None:
        once = httpx.Limits(max_keepalive_connections=0)  # a server may close it meanwhile
        self.http = httpx.Client(base_url=url, timeout=PATIENCE_SECONDS, limits=once, **options)
        self.answers: Counter[tuple[str, int]] = Counter()
        self.drafting: list[float] = []

    def call(self, name: str, method: str, path: str, **options: Any) -> httpx.Response:
        begun = time.monotonic()
        answer = self.http.request(method, path, **options)
        self.answers[name, answer.status_code] += 1
        if name == "generate" and answer.is_success:
            self.drafting.append(time.monotonic() - begun)
        if answer.status_code == 503:
            time.sleep(float(answer.headers["Retry-After"]))
        return answer

    def post(self, name: str, path: str, body: Any) -> httpx.Response:
        return self.call(name, "POST", f"/api/v1/{path}", json=body)


def answer_one(caller: Caller, think: Callable[[float], object]) -> None:
    """An agent's turn: claim, generate, write, finish."""
    claimed = caller.post("claim", "work/claim", {})
    if claimed.status_code != 200:
        think(1)
        return
    token = claimed.json()["work_token"]
    drafted = caller.post("generate", "drafts/generate", {"work_token": token})
    think(AGENT_THINKS_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311
    if drafted.is_success:
        body = {"text": drafted.json()["draft"]["body_plain"], "rewrite_reason": "none"}
        finished = caller.post("finish", f"work/{token}/finish", body)
        if finished.status_code == 409:
            caller.post("hand-over", f"work/{token}/hand-over", {"reason": "It was refused."})


def decide_one(caller: Caller, think: Callable[[float], object]) -> None:
    """A person's turn: look at what waits, read it, release it."""
    page = caller.call("page", "GET", QUEUE, follow_redirects=True)
    think(PERSON_THINKS_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311
    if page.is_success and (number := page.url.path.rstrip("/").rpartition("/")[2]).isdigit():
        decide = f"{QUEUE}{number}/decide/"
        caller.call("decide", "POST", decide, data={"decision": "release", "has_read": "1"})
    caller.call("page", "GET", random.choice(("/admin/", "/admin/drafting/thread/")))  # noqa: S311


def agents(server: Server) -> list[Caller]:
    secrets = (
        make_agent_key(name=f"agent {n}", scopes=["work", "draft"])[1] for n in range(AGENTS)
    )
    return [Caller(server.url, headers={"Authorization": f"Bearer {each}"}) for each in secrets]


def people(server: Server) -> list[Caller]:
    """With a session each, as the login page gives one."""
    callers = []
    for _ in range(PEOPLE):
        browser = Client()
        browser.force_login(UserFactory.create(role="manager"), backend=MODEL_BACKEND)
        token = "a" * 32
        cookies = {"sessionid": browser.cookies["sessionid"].value, "csrftoken": token}
        headers = {"X-CSRFToken": token, "Accept": "application/json, text/html"}
        callers.append(Caller(server.url, headers=headers, cookies=cookies))
    return callers


@contextmanager
def importing(folder: Path) -> Iterator[None]:
    """An import that is still at work when the load ends."""
    mbox = folder / "mails.mbox"
    with mbox.open("wb") as file:
        mails = make_mails(int(MAILS_A_SECOND * SECONDS), 2_000, random.Random(1))  # noqa: S311
        for raw in mails:
            file.write(b"From guest@example.com Mon Apr 27 18:42:00 2026\n" + raw + b"\n\n")
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "manage.py", "import_mail", str(mbox)],
        cwd=settings.BASE_DIR, env=process_environment(), stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
        assert process.poll() in (None, 0), "the import broke"
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def p95(seconds: list[float]) -> float:
    return quantiles(seconds, n=20)[-1]


def test_who_is_refused_under_load_is_told_to_come_again(server: Server, tmp_path: Path) -> None:
    load_sample_desk()
    record_many(ALONE + 2)
    workers, deciders = agents(server), people(server)
    over = threading.Event()

    def work(caller: Caller, turn: Callable[..., None]) -> None:
        over.wait(random.uniform(0, AGENT_THINKS_SECONDS))  # noqa: S311 - not all at one moment
        while not over.is_set():
            turn(caller, over.wait)

    alone = workers.pop()
    for _ in range(ALONE + 2):
        answer_one(alone, lambda _: None)
    quiet = alone.drafting[2:]  # both processes have read the letters
    workers.append(Caller(server.url, headers=alone.http.headers))
    callers = [*workers, *deciders]
    with importing(tmp_path), ThreadPoolExecutor(len(callers)) as pool:
        turns = [answer_one] * AGENTS + [decide_one] * PEOPLE
        all_works = [pool.submit(work, *each) for each in zip(callers, turns, strict=True)]
        time.sleep(SECONDS)
        over.set()
        for each in all_works:
            each.result()
    answers = sum((caller.answers for caller in callers), Counter[tuple[str, int]]())
    drafting = [seconds for caller in workers for seconds in caller.drafting]
    broken = {key: times for key, times in answers.items() if key[1] >= 500}
    figures = {
        "database": connection.vendor, "seconds": SECONDS, "calls": answers.total(),
        "answers": {f"{name} {status}": n for (name, status), n in sorted(answers.items())},
        "imported": Message.objects.count(),
        "released": OutgoingMail.objects.filter(state=MailState.QUEUED).count(),
        "p95 alone ms": round(1000 * p95(quiet)), "p95 ms": round(1000 * p95(drafting)),
    }  # fmt: skip
    settings.VAR_DIR.mkdir(exist_ok=True)
    (settings.VAR_DIR / f"load-{connection.vendor}.json").write_text(json.dumps(figures))
    assert answers["generate", 201] and answers["finish", 201] and answers["decide", 200]
    assert {status for _, status in broken} <= {503}, broken
    allowed = MAX_BUSY * answers.total() if connection.vendor == "sqlite" else 0
    assert sum(broken.values()) <= allowed, figures
    if SECONDS >= LONG_ENOUGH_SECONDS:
        assert p95(drafting) <= MAX_SLOWER * p95(quiet), figures
