"""So many requests a minute for each caller."""

from __future__ import annotations

import pytest
import time_machine

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.urls")]

NOON = "2026-06-01T12:00:20Z"


@pytest.fixture
def three_a_minute(settings):
    settings.DESK_THROTTLE_PER_MINUTE = 3


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def statuses(client, count):
    return [client.get("/api/test/echo").status_code for _ in range(count)]


def test_the_fourth_request_of_a_minute_is_throttled(agent_client, three_a_minute, clock):
    client = agent_client()
    assert statuses(client, 3) == [200, 200, 200]
    answer = client.get("/api/test/echo")
    assert answer.status_code == 429
    assert answer["Retry-After"] == "40"
    assert answer.json()["code"] == "throttled"
    assert answer.json()["retryable"] is True


def test_the_next_minute_counts_anew(agent_client, three_a_minute, clock):
    client = agent_client()
    assert statuses(client, 4)[-1] == 429
    clock.shift(40)
    assert statuses(client, 1) == [200]


def test_callers_are_counted_apart(agent_client, staff_client, three_a_minute, clock):
    first, second, person = agent_client(), agent_client(), staff_client("manager")
    assert statuses(first, 4) == [200, 200, 200, 429]
    assert statuses(second, 3) == [200, 200, 200]
    assert statuses(person, 4) == [200, 200, 200, 429]


def test_a_refused_caller_is_not_counted(agent_client, client, three_a_minute, clock):
    assert statuses(client, 5) == [401] * 5
