"""Agents and people at the same moment, with connections of their own."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from drafting.desk.erasure import forget_contact
from drafting.runs.memory import decide_memory, propose_memory, write_memory
from drafting.runs.models import MemoryEntry, RunArtifact
from drafting.runs.retention import purge_runs
from tests.concurrency import at_once
from tests.drafting.runs.factories import make_message, make_run
from tests.drafting.runs.test_memory import proposal
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
NOW = timezone.now()


def test_the_same_from_many_runs_at_once_makes_one_row():
    contact = make_message().contact
    runs = [make_run(contact=contact) for _ in range(8)]
    results = at_once(
        *(lambda run=run: propose_memory(run=run, proposals=[proposal()], now=NOW) for run in runs)
    )
    entry = MemoryEntry.objects.get()
    assert [outcome.id for (outcome,) in results] == [entry.pk] * 8
    assert MemoryEntry.history.count() == 1
    assert RunArtifact.objects.count() == 8


def test_the_same_of_one_run_at_once_makes_one_row_and_one_artifact():
    run = make_run()
    many = [proposal(), proposal(scope="workspace")]
    results = at_once(*[lambda: propose_memory(run=run, proposals=many, now=NOW)] * 6)
    assert len({tuple(outcome.id for outcome in result) for result in results}) == 1
    assert (MemoryEntry.objects.count(), RunArtifact.objects.count()) == (2, 1)


def test_the_same_in_another_order_does_not_deadlock():
    contact = make_message().contact
    runs = [make_run(contact=contact) for _ in range(8)]
    many = [proposal(content=f"Number {number}") for number in range(8)]
    results = at_once(
        *(
            lambda run=run, number=number: propose_memory(
                run=run, proposals=many[number:] + many[:number], now=NOW
            )
            for number, run in enumerate(runs)
        )
    )
    assert all(len(result) == 8 for result in results)
    assert MemoryEntry.objects.count() == 8


def test_an_expired_one_is_replaced_once():
    contact = make_message().contact
    by = UserFactory.create(role="manager")
    text = {"category": "timezone_preference", "content": proposal()["content"]}
    entry = MemoryEntry(scope="contact", contact=contact, ttl_days=1, **text)
    write_memory(entry=entry, by=by, now=NOW)
    MemoryEntry.objects.update(expires_at=NOW)
    runs = [make_run(contact=contact) for _ in range(6)]
    results = at_once(
        *(lambda run=run: propose_memory(run=run, proposals=[proposal()], now=NOW) for run in runs)
    )
    assert len({outcome.id for (outcome,) in results}) == 1
    assert MemoryEntry.objects.filter(retired_at__isnull=True).count() == 1
    assert MemoryEntry.objects.count() == 2


def test_ten_a_run_hold_against_calls_at_once():
    run = make_run()
    calls = [[proposal(content=f"{letter}{number}") for number in range(6)] for letter in "abcd"]
    results = at_once(
        *(lambda call=call: propose_memory(run=run, proposals=call, now=NOW) for call in calls)
    )
    assert Counter(isinstance(result, list) for result in results) == {True: 1, False: 3}
    assert MemoryEntry.objects.count() == 6


def test_approving_and_rejecting_at_once_is_one_decision():
    (outcome,) = propose_memory(run=make_run(), proposals=[proposal()], now=NOW)
    people = [UserFactory.create(role="manager") for _ in range(6)]
    results = at_once(
        *(
            lambda by=by, number=number: decide_memory(
                entry_id=outcome.id, decision=("approve", "reject")[number % 2], by=by, now=NOW
            )
            for number, by in enumerate(people)
        )
    )
    assert results.count("already_decided") == 5
    assert MemoryEntry.history.count() == 2


def test_purges_at_once_share_the_work():
    for _ in range(40):
        make_run(status="completed", finished_at=NOW - timedelta(days=31))
    results = at_once(*[lambda: purge_runs(now=NOW, batch_size=3)] * 4)
    assert sum(result.runs for result in results) == 40


def test_forgetting_a_guest_while_memory_of_them_is_decided():
    run = make_run()
    (outcome,) = propose_memory(run=run, proposals=[proposal()], now=NOW)
    by = UserFactory.create(role="manager")
    address = run.trigger.contact.address
    at_once(
        lambda: forget_contact(address=address),
        lambda: decide_memory(entry_id=outcome.id, decision="approve", by=by, now=NOW),
    )
    assert not MemoryEntry.objects.exists()
    assert not MemoryEntry.history.exists()
