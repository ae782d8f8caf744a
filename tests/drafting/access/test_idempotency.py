"""The same call twice: one effect, one answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from rest_framework.response import Response

from config.errors import DomainError
from drafting.access.idempotency import (
    KEPT_HOURS,
    TAKEOVER_AFTER_SECONDS,
    claim_record,
    complete_record,
    release_record,
)
from drafting.access.models import IdempotencyRecord, RecordState

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.urls("tests.urls"),
    pytest.mark.both_databases,
]

MAKE = "/api/test/make"
CALL = IdempotencyRecord(principal="agent:abc", key="k", operation="POST /x", body_hash="0" * 64)


def make(client, body=None, key="key-1", path=MAKE):
    headers = {} if key is None else {"HTTP_IDEMPOTENCY_KEY": key}
    return client.post(path, body or {"name": "team"}, format="json", **headers)


def test_the_same_call_twice_has_one_effect_and_one_answer(agent_client):
    client = agent_client()
    first, second = make(client), make(client)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert Group.objects.filter(name__startswith="team").count() == 1
    assert not first.has_header("Idempotency-Replayed")
    assert second["Idempotency-Replayed"] == "true"


def test_without_a_key_each_call_has_its_effect(agent_client):
    client = agent_client()
    assert make(client, key=None).json() != make(client, key=None).json()
    assert not IdempotencyRecord.objects.exists()


def test_the_order_of_names_makes_no_other_body(agent_client):
    client = agent_client()
    first = make(client, {"name": "team", "b": 1})
    assert make(client, {"b": 1, "name": "team"}).content == first.content


@pytest.mark.parametrize(
    ("body", "path"),
    [({"name": "other"}, MAKE), (None, "/api/test/make-other"), (None, MAKE + "?a=1")],
)
def test_the_same_key_for_another_call_is_a_conflict(agent_client, body, path):
    client = agent_client()
    make(client)
    answer = make(client, body, path=path)
    assert answer.status_code == 422
    assert answer.json()["code"] == "idempotency_conflict"
    assert Group.objects.filter(name__startswith="team").count() == 1
    assert not Group.objects.filter(name__startswith="other").exists()


def test_the_keys_of_two_callers_are_apart(agent_client, staff_client):
    callers = [agent_client(), agent_client(), staff_client("manager")]
    assert len({make(caller).json()["id"] for caller in callers}) == 3


@pytest.mark.parametrize("key", ["", "x" * 201, "tab\there", "clé", "NUL\x00"])
def test_a_key_must_be_short_and_printable(agent_client, key):
    answer = make(agent_client(), key=key)
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == ["Idempotency-Key"]


@pytest.mark.parametrize("key", ["x" * 200, "with space", "0", "~!'\";--"])
def test_keys_of_any_printable_characters_are_taken(agent_client, key):
    client = agent_client()
    assert make(client, key=key).content == make(client, key=key).content


def test_a_refusal_is_kept_with_its_code(agent_client):
    client = agent_client()
    first = make(client, {"name": "team", "then": "refuse"})
    second = make(client, {"name": "team", "then": "refuse"})
    assert (first.status_code, first.json()["code"]) == (409, "conflict")
    assert second.content == first.content
    assert second["Content-Type"] == "application/problem+json"
    # As without a key: what was written outside the refused transaction stays.
    assert Group.objects.filter(name__startswith="team").count() == 1


@pytest.mark.parametrize(("then", "status"), [("break", 500), ("throttle", 429)])
def test_a_failure_is_not_kept_and_writes_nothing(agent_client, then, status):
    client = agent_client()
    client.raise_request_exception = False
    assert make(client, {"name": "team", "then": then}).status_code == status
    assert not Group.objects.filter(name__startswith="team").exists()
    assert not IdempotencyRecord.objects.exists()
    assert make(client, {"name": "team"}).status_code == 201


@pytest.mark.parametrize("case", ["no key", "no scope", "malformed"])
def test_what_is_refused_before_the_call_leaves_no_record(agent_client, client, case):
    if case == "no key":
        status = make_raw(client, "{}").status_code
    elif case == "no scope":
        status = make(agent_client(["stats"])).status_code
    else:
        status = make_raw(agent_client(), "{").status_code
    assert status in (400, 401, 403)
    assert not IdempotencyRecord.objects.exists()


def make_raw(client, body):
    return client.generic(
        "POST", MAKE, body, content_type="application/json", HTTP_IDEMPOTENCY_KEY="k"
    )


def test_a_get_with_a_key_is_answered_as_without(agent_client):
    answer = agent_client().get("/api/test/make", HTTP_IDEMPOTENCY_KEY="key-1")
    assert answer.status_code == 405
    assert not IdempotencyRecord.objects.exists()


def test_a_call_still_running_is_told_to_come_later():
    claim_record(call=CALL)
    with pytest.raises(DomainError) as refused:
        claim_record(call=CALL)
    assert refused.value.code == "in_progress"


def test_a_call_that_never_ended_is_taken_over_once():
    start = timezone.now()
    first = claim_record(call=CALL, now=start)
    late = start + timedelta(seconds=TAKEOVER_AFTER_SECONDS)
    second = claim_record(call=CALL, now=late)
    assert (second.pk, second.state) == (first.pk, RecordState.RUNNING)
    assert second.claim_token != first.claim_token
    with pytest.raises(DomainError):
        claim_record(call=CALL, now=late + timedelta(seconds=1))


def test_one_who_was_taken_over_writes_nothing():
    start = timezone.now()
    slow = claim_record(call=CALL, now=start)
    quick = claim_record(call=CALL, now=start + timedelta(seconds=TAKEOVER_AFTER_SECONDS))
    with pytest.raises(DomainError) as refused, transaction.atomic():
        Group.objects.create(name="slow")
        complete_record(record=slow, response=Response({}))
    assert refused.value.code == "in_progress"
    assert not Group.objects.filter(name="slow").exists()
    release_record(record=slow)
    complete_record(record=quick, response=Response({"who": "quick"}))
    assert claim_record(call=CALL).response_body == '{"who":"quick"}'


def test_an_answer_is_kept_for_a_day(agent_client):
    client = agent_client()
    with time_machine.travel("2026-06-01T12:00:00Z") as clock:
        first = make(client).json()
        clock.shift(timedelta(hours=KEPT_HOURS, minutes=-1))
        assert make(client).json() == first
        clock.shift(timedelta(minutes=2))
        assert make(client).json() != first


def test_purge_deletes_only_what_is_past_its_time(capsys):
    with time_machine.travel("2026-06-01T12:00:00Z") as clock:
        claim_record(call=CALL)
        clock.shift(timedelta(hours=KEPT_HOURS, minutes=-1))
        claim_record(call=IdempotencyRecord(principal="agent:abc", key="new", operation="POST /x"))
        call_command("apply_retention")
        assert IdempotencyRecord.objects.count() == 2
        clock.shift(timedelta(minutes=2))
        call_command("apply_retention", dry_run=True)
        assert IdempotencyRecord.objects.count() == 2
        call_command("apply_retention")
    assert IdempotencyRecord.objects.get().key == "new"
    assert capsys.readouterr().out.count(" 1 stored answers dropped") == 2


def test_a_repeated_call_costs_two_reads(agent_client, django_assert_num_queries):
    client = agent_client()
    make(client)
    with django_assert_num_queries(2):  # the key, the record
        make(client)
