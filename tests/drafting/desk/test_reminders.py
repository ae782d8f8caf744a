"""Guests who wait too long: who is told, once, and without a word of theirs."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from drafting.desk.briefing import briefing_text, remind
from drafting.mail.choices import MailState, ReminderStep, ThreadKind, ThreadStatus
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.work_models import OutgoingMail, Reminder
from drafting.outbox.replies import manager_addresses
from tests.concurrency import at_once
from tests.drafting.mail.mails import DESK, record
from tests.factories import UserFactory, role_group

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NOW = timezone.now()
ANNA, RUTH = "anna@hostel-brikette.example", "ruth@hostel-brikette.example"


def make_user(name, role, **fields):
    person = UserFactory.create(username=name, is_staff=True, **{"email": ""} | fields)
    person.groups.add(role_group(role))
    return person


@pytest.fixture
def manager():
    return make_user("ruth", "manager", email=RUTH)


def waiting(hours, body="My name is Isla Thornbury, where is my suitcase?", **fields):
    fields = {"message_id": f"<{hours}.{len(fields)}@phone.example>", "to": DESK} | fields
    thread = record(body, subject="Isla's suitcase", **fields).message.thread
    Message.objects.filter(thread=thread).update(received_at=NOW - timedelta(hours=hours))
    return thread


def test_first_whoever_it_is_assigned_to_then_the_managers(manager):
    thread = waiting(5)
    Thread.objects.update(assignee=make_user("anna", "reviewer", email=ANNA))

    (mail,) = remind(now=NOW)
    assert (mail.recipients, mail.state) == ([ANNA], MailState.QUEUED)
    assert remind(now=NOW) == []
    (later,) = remind(now=NOW + timedelta(hours=20))
    assert later.recipients == [RUTH]
    assert remind(now=NOW + timedelta(hours=40)) == []
    steps = thread.reminders.order_by("pk").values_list("step", flat=True)
    assert list(steps) == [ReminderStep.ASSIGNED, ReminderStep.MANAGERS]


def test_managers_are_the_same_for_reminders_and_alerts(manager):
    """A superuser is one, in a group or not; an address stands once."""
    UserFactory.create(is_superuser=True, email="boss@hostel-brikette.example")
    UserFactory.create(is_superuser=True, email=RUTH.upper())
    waiting(30)
    told = {address for mail in remind(now=NOW) for address in mail.recipients}
    assert told == set(manager_addresses()) == {RUTH, "boss@hostel-brikette.example"}


def test_what_is_nobodys_or_of_who_has_no_address_goes_to_the_managers(manager):
    waiting(5)
    Thread.objects.update(assignee=make_user("anna", "reviewer"))
    other = waiting(6, **{"from": "ben@guest.example"})

    (mail,) = remind(now=NOW)
    assert mail.recipients == [RUTH]
    assert mail.subject == "2 waiting: guests without an answer"
    assert f"Conversation {other.pk}, since" in mail.body_text


def test_no_word_of_the_guests_leaves(manager):
    waiting(30)
    (mail,) = remind(now=NOW)
    sent = f"{mail.subject} {mail.body_text}"
    assert "Isla" not in sent and "suitcase" not in sent and "@" not in mail.body_text
    assert mail.thread.kind == ThreadKind.BRIEFING


def test_a_new_wait_is_told_anew(manager):
    thread = waiting(5)
    remind(now=NOW)
    Message.objects.filter(thread=thread).update(received_at=NOW + timedelta(hours=1))
    assert remind(now=NOW + timedelta(hours=2)) == []
    assert len(remind(now=NOW + timedelta(hours=6))) == 1


@pytest.mark.parametrize(
    "change",
    [{"remind_after_hours": 0, "remind_managers_after_hours": 0}, {}],
    ids=["off", "closed"],
)
def test_nobody_is_told_where_it_is_off_or_the_conversation_closed(manager, change):
    waiting(50)
    if change:
        MailSettings.objects.update_or_create(pk=1, defaults=change)
    else:
        Thread.objects.update(status=ThreadStatus.CLOSED)
    assert remind(now=NOW) == []
    assert "Guests who wait too long" not in briefing_text(day=NOW.date(), now=NOW)


def test_without_managers_nothing_is_queued_and_nothing_is_taken_for_told():
    waiting(5)
    assert remind(now=NOW) == []
    make_user("ruth", "manager", email=RUTH)
    assert len(remind(now=NOW)) == 1


def test_the_briefing_says_who_waits_too_long_and_whose_they_are(manager):
    waiting(5)
    Thread.objects.update(assignee=manager)
    text = briefing_text(day=NOW.date(), now=NOW)
    assert "Guests who wait too long (1)" in text
    assert "ruth: " in text


def test_the_command_says_how_many(manager):
    waiting(5)
    Message.objects.update(received_at=timezone.now() - timedelta(hours=5))
    out = StringIO()
    call_command("send_reminders", stdout=out)
    assert "Reminders queued: 1." in out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_tell_once():
    make_user("ruth", "manager", email=RUTH)
    waiting(5)
    at_once(*[lambda: remind(now=NOW)] * 4)
    assert Reminder.objects.count() == 1
    assert OutgoingMail.objects.count() == 1
