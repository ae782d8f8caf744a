"""Memory: what agents propose, and what becomes of it."""

from __future__ import annotations

from datetime import timedelta
from math import nan

import pytest
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.models import Message
from drafting.runs.memory import decide_memory, propose_memory
from drafting.runs.models import MemoryEntry, RunArtifact, RunSettings
from tests.drafting.runs.factories import add_step, make_message, make_run
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NOW = timezone.now()
GATE = "overseer_gate"


def proposal(**fields):
    values = {
        "scope": "contact",
        "category": "timezone_preference",
        "content": "Reads mail in the evening.",
        "ttl_days": 30,
        "confidence": 0.9,
    }
    return values | fields


def propose(run, *proposals, now=NOW):
    return propose_memory(run=run, proposals=proposals, now=now)


def refusal(run, *proposals):
    with pytest.raises(DomainError) as refused:
        propose(run, *proposals)
    assert not MemoryEntry.objects.exists() and not MemoryEntry.history.exists()
    return refused.value


def allow(*categories):
    RunSettings(memory_allow_list=list(categories)).save()


@pytest.fixture
def approved_run():
    """A run that completed and whose last gate approved, on a desk that allows the category."""
    allow("timezone_preference")
    return gated_run("revise", "approve")


def gated_run(*decisions, status="completed", **fields):
    run = make_run(status=status, **fields)
    for iteration, decision in enumerate(decisions):
        add_step(run, GATE, iteration, {"decision": decision})
    return run


@pytest.fixture
def manager():
    return UserFactory.create(role="manager")


# --- what becomes of a proposal --------------------------------------------------------------------


def test_all_four_conditions_approve_at_once(approved_run):
    (outcome,) = propose(approved_run, proposal())
    assert (outcome.status, outcome.reason) == ("approved", "gate_approved")
    entry = MemoryEntry.objects.get(pk=outcome.id)
    assert entry.expires_at == NOW + timedelta(days=30)
    assert (entry.contact, entry.run) == (approved_run.trigger.contact, approved_run)
    assert (entry.source, entry.decided_by, entry.decided_at) == ("inference", None, NOW)


@pytest.mark.parametrize(
    ("fields", "status", "gates", "reason"),
    [
        ({"category": "allergy"}, "completed", ["approve"], "category_not_allowed"),
        ({"confidence": 0.69}, "completed", ["approve"], "low_confidence"),
        ({}, "running", ["approve"], "run_not_completed"),
        ({}, "aborted", ["approve"], "run_not_completed"),
        ({}, "failed", ["approve"], "run_not_completed"),
        ({}, "completed", [], "gate_not_approved"),
        ({}, "completed", ["approve", "revise"], "gate_not_approved"),
        ({}, "completed", ["approve", "block"], "gate_not_approved"),
    ],
)
def test_without_one_of_them_a_person_decides(fields, status, gates, reason):
    allow("timezone_preference")
    (outcome,) = propose(gated_run(*gates, status=status), proposal(**fields))
    assert (outcome.status, outcome.reason) == ("pending", reason)
    entry = MemoryEntry.objects.get()
    assert (entry.status, entry.expires_at, entry.decided_at) == ("pending", None, None)


def test_the_allow_list_is_empty_until_somebody_fills_it():
    (outcome,) = propose(gated_run("approve"), proposal())
    assert outcome.reason == "category_not_allowed"


def test_just_enough_confidence(approved_run):
    assert propose(approved_run, proposal(confidence=0.7))[0].status == "approved"


def test_the_run_is_read_anew_not_as_the_caller_holds_it(approved_run):
    type(approved_run).objects.update(status="aborted")
    assert propose(approved_run, proposal())[0].reason == "run_not_completed"


def test_workspace_memory_belongs_to_nobody(approved_run):
    propose(approved_run, proposal(scope="workspace"))
    assert MemoryEntry.objects.get().contact is None


def test_the_same_of_a_guest_and_of_the_desk_are_two(approved_run):
    propose(approved_run, proposal(), proposal(scope="workspace"))
    assert MemoryEntry.objects.count() == 2


def test_the_same_of_two_guests_are_two():
    propose(make_run(), proposal())
    propose(make_run(), proposal())
    assert MemoryEntry.objects.count() == 2


def test_history_names_the_run_and_no_person(approved_run):
    propose(approved_run, proposal())
    version = MemoryEntry.history.get()
    assert version.history_user is None
    assert str(approved_run.pk)[:8] in version.history_change_reason


# --- the same again --------------------------------------------------------------------------------


def test_ten_times_the_same_makes_one_row():
    outcomes = propose(make_run(), *[proposal()] * 10)
    assert len(outcomes) == 10
    assert {(outcome.id, outcome.status) for outcome in outcomes} == {
        (MemoryEntry.objects.get().pk, "pending")
    }


def test_wording_that_differs_in_case_and_space_is_the_same():
    run = make_run()
    propose(run, proposal())
    (outcome,) = propose(
        run,
        proposal(category="Timezone Preference", content="  reads mail\nin the EVENING. "),
    )
    assert (outcome.id, outcome.reason) == (MemoryEntry.objects.get().pk, "known")


def test_another_run_of_the_guest_finds_the_row(approved_run):
    (first,) = propose(approved_run, proposal())
    contact = approved_run.trigger.contact
    (again,) = propose(make_run(contact=contact), proposal(confidence=0.1, ttl_days=1))
    assert (again.id, again.status, again.reason) == (first.id, "approved", "known")
    assert MemoryEntry.objects.get().confidence == 0.9


def test_what_waits_is_not_approved_by_asking_again():
    run = make_run()
    propose(run, proposal())
    allow("timezone_preference")
    (again,) = propose(gated_run("approve", contact=run.trigger.contact), proposal())
    assert (again.status, again.reason) == ("pending", "known")


def test_a_rejected_one_stays_rejected(approved_run, manager):
    (first,) = propose(make_run(contact=approved_run.trigger.contact), proposal())
    decide_memory(entry_id=first.id, decision="reject", by=manager, now=NOW)
    much_later = NOW + timedelta(days=400)
    (again,) = propose(approved_run, proposal(), now=much_later)
    assert (again.id, again.status, again.reason) == (first.id, "rejected", "rejected_before")
    assert MemoryEntry.objects.count() == 1


def test_an_expired_one_is_replaced(approved_run):
    (first,) = propose(approved_run, proposal())
    contact = approved_run.trigger.contact
    before = NOW + timedelta(days=30) - timedelta(seconds=1)
    assert propose(make_run(contact=contact), proposal(), now=before)[0].id == first.id
    (new,) = propose(make_run(contact=contact), proposal(), now=NOW + timedelta(days=30))
    old = MemoryEntry.objects.get(pk=first.id)
    assert (old.status, old.retired_at) == ("approved", NOW + timedelta(days=30))
    assert (new.status, new.reason) == ("pending", "run_not_completed")
    assert new.id != first.id


def test_one_that_waited_too_long_is_replaced():
    run = make_run()
    (first,) = propose(run, proposal(ttl_days=1))
    (new,) = propose(run, proposal(ttl_days=1), now=NOW + timedelta(days=1))
    assert new.id != first.id
    assert MemoryEntry.objects.get(pk=first.id).retired_at


# --- bounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("category", ""),
        ("category", "?!"),
        ("content", ""),
        ("content", " \n"),
        ("content", "\u200b\u0000"),
        ("confidence", -0.01),
        ("confidence", 1.01),
        ("confidence", nan),
    ],
)
def test_what_is_out_of_bounds_is_refused_by_field_and_nothing_is_kept(field, value):
    error = refusal(make_run(), proposal(), proposal(**{field: value}))
    assert (error.code, list(error.fields)) == ("validation_error", [f"proposals.1.{field}"])


@pytest.mark.parametrize("days", [1, 90])
def test_the_days_at_their_bounds(days):
    propose(make_run(), proposal(ttl_days=days, content="x" * 500, category="y" * 64))
    entry = MemoryEntry.objects.get()
    assert (entry.ttl_days, len(entry.content), len(entry.category)) == (days, 500, 64)


def test_a_mail_without_a_sender_has_nobody_to_remember_it_of():
    message = make_message()
    Message.objects.filter(pk=message.pk).update(contact=None, from_address="")
    run = make_run(thread=message.thread)
    assert list(refusal(run, proposal()).fields) == ["proposals.0.scope"]
    assert propose(run, proposal(scope="workspace"))[0].status == "pending"


def test_ten_in_all_a_run():
    run = make_run()
    different = [proposal(content=f"Number {number}") for number in range(11)]
    assert list(refusal(run, *different).fields) == ["proposals"]
    propose(run, *different[:6])
    propose(run, *different[3:10])  # three of them again: they count once
    with pytest.raises(DomainError) as refused:
        propose(run, different[10])
    assert list(refused.value.fields) == ["proposals"]
    assert MemoryEntry.objects.count() == 10
    assert propose(run, *different[:10])[0].reason == "known"


def test_four_calls_a_run_but_the_same_call_again_is_free():
    run = make_run()
    for number in range(4):
        propose(run, proposal(content=f"Number {number}"))
        propose(run, proposal(content=f"Number {number}"))
    with pytest.raises(DomainError) as refused:
        propose(run, proposal(content="Number 4"))
    assert refused.value.code == "validation_error"
    assert MemoryEntry.objects.count() == 4


# --- the artifact ----------------------------------------------------------------------------------


def test_the_artifact_holds_what_became_of_them_and_no_text(approved_run):
    outcomes = propose(approved_run, proposal(), proposal(category="allergy", content="Nuts"))
    propose(approved_run, proposal(content="Another one"))
    first, second = RunArtifact.objects.filter(run=approved_run, stage="memory_proposal")
    assert (first.iteration, second.iteration) == (0, 1)
    assert sorted(first.payload["proposals"], key=lambda each: each["id"]) == sorted(
        ({"id": each.id, "status": each.status, "reason": each.reason} for each in outcomes),
        key=lambda each: each["id"],
    )
    kept = f"{first.payload}{first.text}{first.input_hash}"
    assert "evening" not in kept and "Nuts" not in kept


# --- redaction -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["contact", "workspace"])
def test_nothing_that_names_a_guest_is_stored(scope):
    message = make_message()
    Message.objects.update(from_name="Isla Thornbury", from_address="isla@example.com")
    run = make_run(thread=message.thread)
    content = "Isla Thornbury (isla@example.com, +39 333 123 4567) likes thornbury jam."
    propose(run, proposal(scope=scope, content=content, category="isla_thornbury_likes"))
    entry, version = MemoryEntry.objects.get(), MemoryEntry.history.get()
    kept = f"{entry.category} {entry.content} {version.category} {version.content}".lower()
    for part in ("isla", "thornbury", "example.com", "333"):
        assert part not in kept
    assert "likes" in entry.content


def test_a_number_in_a_category_goes_too():
    propose(make_run(), proposal(category="call_+39_333_123_4567"))
    assert MemoryEntry.objects.get().category == "call_phone"


def test_the_names_of_everybody_in_the_conversation_go():
    first = make_message()
    Message.objects.update(from_name="Isla Thornbury")
    second = make_message(thread=first.thread)
    Message.objects.filter(pk=second.pk).update(from_name="Fenwick Oduya")
    propose(make_run(thread=first.thread), proposal(content="isla and fenwick share a room."))
    assert MemoryEntry.objects.get().content == "[NAME] and [NAME] share a room."


def test_two_texts_that_differ_in_the_name_only_are_one():
    message = make_message()
    Message.objects.update(from_name="Isla Thornbury")
    run = make_run(thread=message.thread)
    outcomes = propose(
        run,
        proposal(content="Call Isla in the evening."),
        proposal(content="Call Thornbury in the evening."),
    )
    assert len({outcome.id for outcome in outcomes}) == 1


def test_tokens_that_are_longer_than_names_do_not_overflow():
    message = make_message()
    Message.objects.update(from_name="Bo Xu")
    propose(make_run(thread=message.thread), proposal(content=("Bo Xu, " * 80)[:500]))
    entry = MemoryEntry.objects.get()
    assert len(entry.content) <= 500 and "Bo" not in entry.content
