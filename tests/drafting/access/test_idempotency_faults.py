"""Two calls at the same moment, and calls killed on their way. Real connections, real processes."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from drafting.access.idempotency import TAKEOVER_AFTER_SECONDS
from tests.databases import process_environment
from tests.factories import make_agent_key

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.urls"),
    pytest.mark.both_databases,
]

ROOT = Path(__file__).resolve().parents[3]
BODY = {"name": "team"}


def make(secret: str, body: dict[str, str]):
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client.post("/api/test/make", body, format="json", HTTP_IDEMPOTENCY_KEY="key-1")


def groups() -> int:
    return Group.objects.filter(name__startswith="team").count()


@pytest.mark.parametrize("count", [2, 6])
def test_calls_at_the_same_moment_have_one_effect(count):
    _, secret = make_agent_key()
    barrier = threading.Barrier(count)
    answers = []

    def call() -> None:
        try:
            barrier.wait(timeout=10)
            answers.append(make(secret, {**BODY, "then": "wait"}))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=call) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert groups() == 1
    assert len(answers) == count
    done = [answer for answer in answers if answer.status_code == 201]
    waiting = [answer.json()["code"] for answer in answers if answer.status_code != 201]
    assert len({answer.content for answer in done}) == 1
    assert set(waiting) <= {"in_progress"}
    assert make(secret, {**BODY, "then": "wait"}).content == done[0].content


@pytest.mark.parametrize("kill_at", ["after_write", "after_completion"])
def test_a_call_killed_before_its_commit_left_nothing_and_runs_again(kill_at):
    _, secret = make_agent_key()
    run_and_kill(secret, kill_at)
    assert groups() == 0
    assert make(secret, BODY).json()["code"] == "in_progress"
    with time_machine.travel(timezone.now() + timedelta(seconds=TAKEOVER_AFTER_SECONDS + 1)):
        assert make(secret, BODY).status_code == 201
        assert make(secret, BODY).status_code == 201
    assert groups() == 1


def test_a_call_killed_after_its_commit_is_answered_from_the_record():
    _, secret = make_agent_key()
    run_and_kill(secret, "before_answer")
    assert groups() == 1
    answer = make(secret, BODY)
    assert answer.status_code == 201
    assert answer["Idempotency-Replayed"] == "true"
    assert answer.json()["id"] == Group.objects.get(name__startswith="team").pk
    assert groups() == 1


def run_and_kill(secret: str, kill_at: str) -> None:
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tests.drafting.access.killed_call", secret, kill_at],
        cwd=ROOT,
        env=process_environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
