"""A claim that waits for mail: it gets it, takes its turn, and leaves room for others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction

from config.errors import DomainError
from drafting.mail import claims
from drafting.mail.claims import claim_thread
from drafting.mail.models import Thread
from tests.drafting.mail.mails import record, record_many

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "LOOK_EVERY_SECONDS", 0.02)


@pytest.fixture
def slots(settings: Any) -> Any:
    """So many may wait: ``slots(2)``."""

    def make(count: int) -> None:
        settings.DESK_WAITING_CLAIMS = count
        claims._slots.cache_clear()

    yield make
    claims._slots.cache_clear()


def in_threads(calls: list[Callable[[], Any]]) -> tuple[list[Any], list[threading.Thread]]:
    found: list[Any] = []

    def run(call: Callable[[], Any]) -> None:
        try:
            found.append(call())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    return found, threads


def waiter(number: int, seconds: int = 30) -> Callable[[], Any]:
    return lambda: claims.claim_when_ready(holder=f"agent{number}", wait_seconds=seconds)


def test_what_is_there_is_claimed_at_once():
    record("Hello")
    assert waiter(1)() is not None


def test_mail_that_comes_is_claimed_by_one_of_those_who_wait(slots):
    slots(10)
    found, threads = in_threads([waiter(n) for n in range(5)])
    record_many(5)
    for thread in threads:
        thread.join()
    assert len({work.thread.pk for work in found}) == 5
    assert Thread.objects.filter(claim_number=1).count() == 5


def test_without_mail_the_wait_ends_with_nothing(monkeypatch):
    looked: list[int] = []
    monkeypatch.setattr(claims, "is_anything_claimable", lambda: bool(looked.append(1)))
    assert waiter(1, 1)() is None
    assert len(looked) > 1


def test_beyond_the_places_nobody_waits(slots, monkeypatch):
    slots(0)
    monkeypatch.setattr(claims, "_wait", lambda *_: pytest.fail("It waited."))
    assert waiter(1)() is None
    record("Hello")
    assert waiter(1)() is not None, "a claim itself needs no place"


def test_a_place_is_given_back(slots):
    slots(1)
    for _ in range(3):
        assert waiter(1, 0)() is None
    found, threads = in_threads([waiter(1)])
    record("Hello")
    threads[0].join()
    assert found[0] is not None
    assert claims._slots().acquire(blocking=False)
    claims._slots().release()


def test_those_who_wait_hold_no_connection_and_look_in_turn(slots, monkeypatch):
    slots(20)
    looking: list[str] = []

    def look() -> bool:
        looking.append(threading.current_thread().name)
        return bool(Thread.objects.exists()) and claimable()

    claimable = claims.is_anything_claimable
    monkeypatch.setattr(claims, "is_anything_claimable", look)
    found, threads = in_threads([waiter(n) for n in range(8)])
    while len(looking) < 5:
        time.sleep(0.01)
    assert len(set(looking)) == 1, "one looks for all"
    record_many(8)
    for thread in threads:
        thread.join()
    assert len(found) == 8


def test_nobody_waits_within_a_transaction():
    with pytest.raises(DomainError) as error, transaction.atomic():
        waiter(1)()
    assert list(error.value.fields) == ["wait"]
    assert not connection.in_atomic_block


def test_over_the_api_it_is_seconds_from_0_to_30(agent_client):
    client = agent_client(["work"])
    for wait, status in ((0, 204), (-1, 400), (31, 400), ("x", 400)):
        answer = client.post(f"/api/v1/work/claim?wait={wait}", {}, format="json")
        assert answer.status_code == status
    keyed = client.post("/api/v1/work/claim?wait=5", {}, format="json", HTTP_IDEMPOTENCY_KEY="one")
    assert keyed.status_code == 400
    assert claim_thread(holder="x") is None
