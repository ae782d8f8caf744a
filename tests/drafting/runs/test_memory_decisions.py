"""Memory: what staff decide, take back and write themselves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from config.errors import DomainError
from drafting.runs.memory import decide_memory, write_memory
from drafting.runs.models import MemoryEntry
from tests.drafting.runs.factories import make_message, make_run
from tests.drafting.runs.test_memory import NOW, allow, gated_run, proposal, propose
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def manager():
    return UserFactory.create(role="manager")


@pytest.fixture
def waiting():
    propose(make_run(), proposal())
    return MemoryEntry.objects.get()


def test_approving_starts_the_days(waiting, manager):
    later = NOW + timedelta(days=5)
    decide_memory(
        entry_id=waiting.pk, decision="approve", by=manager, reason=" so  it is ", now=later
    )
    waiting.refresh_from_db()
    assert (waiting.status, waiting.expires_at) == ("approved", later + timedelta(days=30))
    assert (waiting.decided_by, waiting.decided_at) == (manager, later)
    version = waiting.history.first()
    assert (version.history_user, version.history_change_reason) == (manager, "so it is")


def test_rejecting(waiting, manager):
    decide_memory(entry_id=waiting.pk, decision="reject", by=manager, now=NOW)
    waiting.refresh_from_db()
    assert (waiting.status, waiting.expires_at, waiting.decided_by) == ("rejected", None, manager)
    assert waiting.history.first().history_change_reason == "rejected"


@pytest.mark.parametrize("role", ["reviewer", "none", "guest"])
def test_others_decide_nothing(waiting, role):
    by = UserFactory.create(role=role)
    for call in (
        lambda: decide_memory(entry_id=waiting.pk, decision="approve", by=by, now=NOW),
        lambda: decide_memory(entry_id=waiting.pk, decision="withdraw", by=by, now=NOW),
        lambda: written(by),
    ):
        with pytest.raises(DomainError) as refused:
            call()
        assert refused.value.code == "permission_denied"
    assert MemoryEntry.objects.get().status == "pending"


@pytest.mark.parametrize(("first", "second"), [("approve", "reject"), ("reject", "approve")])
def test_a_decision_is_made_once(waiting, manager, first, second):
    decide_memory(entry_id=waiting.pk, decision=first, by=manager, now=NOW)
    with pytest.raises(DomainError) as refused:
        decide_memory(entry_id=waiting.pk, decision=second, by=manager, now=NOW)
    assert refused.value.code == "already_decided"
    assert refused.value.extra["decided_by"] == manager.username
    assert MemoryEntry.history.count() == 2


def test_a_replaced_entry_is_not_decided(waiting, manager):
    MemoryEntry.objects.update(retired_at=NOW)
    with pytest.raises(DomainError) as refused:
        decide_memory(entry_id=waiting.pk, decision="approve", by=manager, now=NOW)
    assert refused.value.code == "already_decided"


def test_an_unknown_entry_is_not_found(manager):
    with pytest.raises(DomainError) as refused:
        decide_memory(entry_id=4711, decision="approve", by=manager, now=NOW)
    assert refused.value.code == "not_found"


def test_an_approved_entry_is_taken_back_and_does_not_return(manager):
    allow("timezone_preference")
    approved_run = gated_run("approve")
    (outcome,) = propose(approved_run, proposal())
    decide_memory(entry_id=outcome.id, decision="withdraw", by=manager, now=NOW)
    entry = MemoryEntry.objects.get()
    assert (entry.status, entry.expires_at, entry.decided_by) == ("rejected", None, manager)
    assert propose(approved_run, proposal())[0].reason == "rejected_before"
    with pytest.raises(DomainError) as refused:
        decide_memory(entry_id=outcome.id, decision="withdraw", by=manager, now=NOW)
    assert refused.value.code == "already_decided"


# --- written by a person ---------------------------------------------------------------------------


def written(by, reason="", **fields):
    values = {
        "scope": "workspace",
        "category": "House rules",
        "content": "The roof is closed.",
        "ttl_days": 10,
    }
    entry = MemoryEntry(**(values | fields))
    write_memory(entry=entry, by=by, reason=reason, now=NOW)
    return entry


def test_a_person_writes_an_approved_entry(manager):
    entry = MemoryEntry.objects.get(pk=written(manager, reason="seen").pk)
    assert (entry.category, entry.status, entry.source) == ("house_rules", "approved", "manual")
    assert (entry.decided_by, entry.expires_at) == (manager, NOW + timedelta(days=10))
    version = entry.history.get()
    assert (version.history_user, version.history_change_reason) == (manager, "seen")


def test_what_a_person_writes_is_redacted_too(manager):
    contact = make_message().contact
    contact.name = "Isla Thornbury"
    contact.save()
    entry = written(manager, scope="contact", contact=contact, content="isla calls +393331234567")
    assert entry.content == "[NAME] calls [PHONE]"


def test_the_same_is_written_once_and_again_when_it_has_run_out(manager, waiting):
    old = written(manager)
    with pytest.raises(DomainError) as refused:
        written(manager)
    assert refused.value.code == "conflict"
    MemoryEntry.objects.filter(pk=old.pk).update(expires_at=NOW)
    assert written(manager).pk != old.pk


@pytest.mark.parametrize(("field", "value"), [("category", "?!"), ("content", "\u200b")])
def test_what_a_person_writes_says_something(manager, field, value):
    with pytest.raises(DomainError) as refused:
        written(manager, **{field: value})
    assert refused.value.code == "validation_error"
    assert not MemoryEntry.objects.exists()
