"""Fifty agents wait in `work/claim?wait=` of a real server: the back office has threads to spare,
waiting costs next to nothing, and each mail that comes is claimed once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from drafting.mail.models import Thread
from tests.drafting.mail.mails import record_many
from tests.factories import make_agent_key
from tests.serving import PATIENCE_SECONDS, Server, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
AGENTS, MAILS = 50, 10
PLACES = 40  # in each of the two processes; the kernel may give one of them more calls
WAIT_SECONDS = 20


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "log") as server:
        yield server


def look_at_the_back_office(server: Server, times: int) -> float:
    """CPU seconds of the server for so many looks at the login page."""
    before = server.cpu_seconds()
    for _ in range(times):
        assert httpx.get(f"{server.url}/admin/login/", timeout=PATIENCE_SECONDS).is_success
    return server.cpu_seconds() - before


def test_fifty_who_wait_leave_room_and_get_each_mail_once(server: Server) -> None:
    _, secret = make_agent_key(scopes=["work"])
    headers = {"Authorization": f"Bearer {secret}"}
    look_at_the_back_office(server, 6)  # both workers are warm
    begun = time.monotonic()

    def claim(_: int) -> tuple[int, Any, float]:
        with httpx.Client(headers=headers, timeout=PATIENCE_SECONDS) as client:
            answer = client.post(f"{server.url}/api/v1/work/claim?wait={WAIT_SECONDS}", json={})
        body = answer.json() if answer.content else None
        return answer.status_code, body, time.monotonic() - begun

    with ThreadPoolExecutor(AGENTS) as pool:
        waiting = [pool.submit(claim, number) for number in range(AGENTS)]
        time.sleep(6)  # all have come
        still = [each for each in waiting if not each.done()]
        before, since = server.cpu_seconds(), time.monotonic()
        time.sleep(5)
        share = (server.cpu_seconds() - before) / (time.monotonic() - since)
        look_at_the_back_office(server, 10)
        has_ended = [each.done() for each in still]
        record_many(MAILS)
        answers = [each.result() for each in waiting]
    assert len(still) >= PLACES, "whoever came beyond a process's places was told at once"
    assert share <= 0.03, share
    assert not any(has_ended), "the back office answered while all waited"
    statuses = [status for status, _, _ in answers]
    assert sorted(statuses) == [200] * MAILS + [204] * (AGENTS - MAILS)
    threads = {body["thread_id"] for _, body, _ in answers if body}
    assert len(threads) == MAILS == Thread.objects.filter(claim_number=1).count()
    in_vain = [each.result() for each in still if each.result()[0] == 204]
    assert all(took >= WAIT_SECONDS for _, _, took in in_vain)
