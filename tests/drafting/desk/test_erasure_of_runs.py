"""What runs and the memory hold of a guest goes with them: looked for in every table."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from drafting.mail.models import Contact, Message, Thread
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.runs.memory import propose_memory
from drafting.runs.models import DraftRun, MemoryEntry, RunArtifact
from tests.drafting.runs.factories import add_step, make_batch, make_message, make_run
from tests.drafting.runs.test_memory import proposal

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NAME, ADDRESS, TEXT = "Quilliana Zanderbolt", "quilliana@canary.example", "xylophonic-canary"
CANARIES = ("quilliana", "zanderbolt", "canary")
LONG_AGO = timezone.now() - timedelta(days=800)


def found_in_tables():
    """``table.column`` of everything that names the guest or holds their text."""
    found = set()
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')  # noqa: S608
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    if any(canary in readable(value).lower() for canary in CANARIES):
                        found.add(f"{model._meta.db_table}.{column}")
    return found


def readable(value):
    return bytes(value).decode() if isinstance(value, bytes | memoryview) else str(value)


def run_command(command, *args):
    out = StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


@pytest.fixture
def guest(desk_client):
    """A guest who left a trace in every table of runs, and in the admin's log."""
    contact = Contact.objects.create(address=ADDRESS, name=NAME)
    message = make_message(contact=contact)
    Message.objects.filter(pk=message.pk).update(
        body_text=TEXT, new_text=TEXT, subject=TEXT, from_name=NAME, from_address=ADDRESS
    )
    Thread.objects.update(subject=TEXT)
    run = make_run(thread=message.thread, status="completed", snapshot={"category": TEXT})
    add_step(run, "verification", text=f"Dear {NAME}, {TEXT}")
    add_step(run, "strategy", payload={"plan": f"{NAME} {TEXT}"})
    remember(run, desk_client("manager"))
    return contact


def remember(run, client):
    """A secret of the guest that no redaction can know stands in memory of their own."""
    entries = [
        proposal(category="timezone_preference", content=f"Says {TEXT} at night."),
        proposal(category="allergy", content=f"Never {TEXT}."),
        proposal(
            scope="workspace", category="house_rules", content=f"{NAME} ({ADDRESS}) found the key."
        ),
    ]
    outcomes = propose_memory(run=run, proposals=entries, now=timezone.now())
    decide = {"decision": "approve", "reason": f"{NAME} wrote so"}
    client.post(reverse("admin:drafting_memoryentry_decide", args=[outcomes[0].id]), decide)
    gone = reverse("admin:drafting_memoryentry_delete", args=[outcomes[1].id])
    assert client.post(gone, {"post": "yes"}).status_code == 302


def test_the_traces_are_there_before_anybody_is_forgotten(guest):
    found = found_in_tables()
    assert {
        "drafting_draftrun.snapshot",
        "drafting_runartifact.text",
        "drafting_runartifact.payload",
        "drafting_memoryentry.content",
        "drafting_historicalmemoryentry.content",
        "drafting_historicalmemoryentry.history_change_reason",
        "django_admin_log.object_repr",
    } <= found


def test_forgetting_leaves_no_trace_in_any_table(guest):
    run_command("forget_contact", ADDRESS)
    assert found_in_tables() == set()
    assert not DraftRun.objects.exists() and not RunArtifact.objects.exists()
    entry = MemoryEntry.objects.get()  # of the whole desk, and names nobody
    assert (entry.scope, entry.run, entry.contact) == ("workspace", None, None)
    assert entry.content == "[NAME] ([EMAIL]) found the key."
    assert MemoryEntry.history.values_list("id", flat=True).distinct().get() == entry.pk


def test_old_mail_goes_with_its_runs_and_the_memory_of_the_guest(guest):
    Message.objects.update(received_at=LONG_AGO)
    Thread.objects.update(created_at=LONG_AGO)
    assert "1 conversations were deleted" in run_command("purge_mail")
    assert found_in_tables() == set()
    assert not DraftRun.objects.exists()
    assert MemoryEntry.objects.get().scope == "workspace"


def test_others_keep_their_runs_and_memory(guest):
    other = make_run(status="completed")
    nuts = proposal(category="allergy", content="Nuts.")
    propose_memory(run=other, proposals=[nuts], now=timezone.now())
    run_command("forget_contact", ADDRESS)
    assert DraftRun.objects.get() == other
    kept = MemoryEntry.objects.get(scope="contact")
    assert (kept.contact, kept.history.count()) == (other.trigger.contact, 1)


def test_an_old_mail_of_a_conversation_that_goes_on_takes_the_runs_that_quote_it():
    old, young = make_message(), None
    Message.objects.filter(pk=old.pk).update(new_text=TEXT, received_at=LONG_AGO)
    young = make_message(thread=old.thread)
    quoting = make_run(thread=old.thread, status="completed")
    later = make_message(thread=old.thread)
    batch = make_batch_of(later)
    fresh = make_run(batch=batch, status="completed")
    assert quoting.trigger == young
    assert "1 old mails" in run_command("purge_mail")
    assert found_in_tables() == set()
    assert DraftRun.objects.get() == fresh


def make_batch_of(message):
    type(message.thread).objects.get(pk=message.thread_id).batches.update(state="answered")
    batch = make_batch(thread=message.thread)
    batch.message_ids = [message.pk]
    batch.save()
    return batch


def test_the_log_of_replies_and_follow_ups_goes_too(guest, desk_client):
    thread = Thread.objects.get()
    now = timezone.now()
    mail = OutgoingMail.objects.create(
        thread=thread,
        recipients=[ADDRESS],
        subject=TEXT,
        body_text=TEXT,
        message_id="<own@desk.example>",
        headers={},
        created_at=now,
    )
    follow_up = FollowUp.objects.create(
        question=TEXT, thread=thread, due=now.date(), created_at=now
    )
    client = desk_client("manager")
    client.post(reverse("admin:drafting_release_decide", args=[mail.pk]), {"decision": "cancel"})
    client.post(
        reverse("admin:drafting_followup_changelist"),
        {"action": "mark_done", "_selected_action": [follow_up.pk]},
    )
    assert "django_admin_log.change_message" in found_in_tables()
    run_command("forget_contact", ADDRESS)
    assert found_in_tables() == set()
