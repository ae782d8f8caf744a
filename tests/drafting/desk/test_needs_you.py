"""What only a person can move on: one list, one count, one click away."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.utils import timezone
from django.utils.html import strip_tags

from drafting.desk.waiting import (
    _shown_needs,
    count_badges,
    count_waiting,
    list_needs,
    moments,
    needing_threads,
)
from drafting.drafts.models import Draft
from drafting.mail.choices import MailState, ThreadStatus, Urgency
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.outbox import staff_actions
from drafting.outbox.release_queue import release_queue
from templatesapp.written import Written
from tests.conftest import MODEL_BACKEND
from tests.drafting.mail.mails import record
from tests.factories import UserFactory
from tests.learning.proposal_factories import pending_patch

pytestmark = pytest.mark.django_db
PAGE = "/admin/drafting/thread/needs-you/"


@pytest.fixture
def person(desk_client):
    return desk_client("reviewer")


def needs(person, now=None):
    found = list_needs(person_id=person.user.pk, now=now or timezone.now())
    return {thread.pk: [words for words, _ in reasons] for thread, reasons in found}


def thread_of(number, text="What time is breakfast?"):
    return record(
        text, message_id=f"<n{number}@x.example>", date="", **{"from": f"g{number}@example.net"}
    ).message.thread


def test_a_mail_handed_over_stands_there_until_it_is_answered(person, worker):
    thread = thread_of(1)
    assert needs(person) == {}  # an agent may take it
    work = worker.claim()
    worker.post(f"work/{work['work_token']}/hand-over", {"reason": "A theft accusation."}, 204)
    assert needs(person) == {thread.pk: ["Handed over"]}
    page = person.get(PAGE).content.decode()
    assert f"/admin/drafting/thread/{thread.pk}/change/?write=1" in page
    assert "g1@example.net" in page and "A theft accusation." in page and "waits since" in page
    seen_at = person.session.get("seen_at")
    with time_machine.travel(timezone.now() + timedelta(minutes=5), tick=False):
        counts = person.get("/admin/drafting/thread/counts/", HTTP_X_DESK_POLL="1").json()
    assert counts["counts"][PAGE] == 1
    assert person.session.get("seen_at") == seen_at  # asking again and again is no use
    staff_actions.write_reply(thread_id=thread.pk, body_text="We look into it.", by=person.user)
    assert needs(person) == {}


@pytest.mark.both_databases
def test_the_poll_counts_what_the_page_counts(person, desk_client, worker):
    """Written once, for whoever asks whenever: the person's own and what becomes overdue."""
    other, first, second = desk_client("manager"), thread_of(1), thread_of(2)
    staff_actions.hand_to_colleague(thread_id=first.pk, assignee=person.user, by=person.user)
    pending_patch()
    begun = timezone.now()
    for hours, wanted in ((0, (1, 0)), (25, (2, 2))):
        with time_machine.travel(begun + timedelta(hours=hours), tick=False):
            for client, needs_you in zip((person, other), wanted, strict=True):
                client.force_login(client.user, backend=MODEL_BACKEND)
                polled = client.get("/admin/drafting/thread/counts/").json()["counts"]
                whole = count_waiting(person_id=client.user.pk)
                counted = count_badges(person_id=client.user.pk, now=timezone.now())
                assert polled[PAGE] == counted["needs_you"] == needs_you
                assert counted == {name: whole[name] for name in counted}
    assert counted["proposals"] == 1 and second.status == "open"


def test_the_menu_counts_the_replies_that_the_queue_shows(person, desk_client, worker):
    """Not what a colleague looks after."""
    thread, colleague = thread_of(1), desk_client("reviewer")
    worker.answer_next()
    staff_actions.hand_to_colleague(thread_id=thread.pk, assignee=colleague.user, by=person.user)
    for client, replies in ((person, 0), (colleague, 1)):
        assert count_waiting(person_id=client.user.pk)["replies"] == replies
        assert release_queue(client.user).count() == replies


def test_threats_come_first_then_what_waits_longest(person):
    calm, old, grave = thread_of(1), thread_of(2), thread_of(3)
    Thread.objects.filter(pk=grave.pk).update(urgency=Urgency.CRITICAL)
    long_ago = timezone.now() - timedelta(hours=25)
    Message.objects.filter(thread=old).update(received_at=long_ago)
    staff_actions.hand_to_colleague(thread_id=calm.pk, assignee=person.user, by=person.user)
    assert list(needs(person).items()) == [
        (grave.pk, ["Threat or emergency"]),
        (old.pk, ["Overdue"]),
        (calm.pk, ["Yours"]),
    ]


def queue_line(person):
    page = person.get(PAGE).content.decode()
    _, _, rest = page.partition('<p class="desk-queue">')
    return " ".join(strip_tags(rest.partition("</p>")[0]).split()), rest.partition("</p>")[0]


@pytest.mark.parametrize(
    ("urgency", "word"),
    [
        (Urgency.NONE, ""),
        (Urgency.TODAY, ""),
        (Urgency.HIGH, "Urgent"),
        (Urgency.CRITICAL, "Threat or emergency"),
        (Urgency.MAY_BE_EMERGENCY, "May be an emergency"),
    ],
)
def test_a_reply_that_waits_is_the_queues_and_told_in_its_line(person, worker, urgency, word):
    thread = thread_of(1)
    reply = worker.answer_next()["outgoing_id"]
    long_ago = timezone.now() - timedelta(hours=25)
    Message.objects.filter(thread=thread).update(received_at=long_ago, subject="Breakfast")
    OutgoingMail.objects.update(waiting_since=long_ago)
    Thread.objects.filter(pk=thread.pk).update(urgency=urgency, subject="Breakfast?")
    assert needs(person) == {}
    assert count_badges(person_id=person.user.pk, now=timezone.now())["needs_you"] == 0
    said, line = queue_line(person)
    urgent = ", 1 urgent" if word else ""
    assert said.startswith(
        f"1 reply waits in the queue{urgent}, 1 for more than a day. Next: {word}"
    )
    assert "Breakfast?" in said and f"/admin/drafting/outgoingmail/queue/{reply}/" in line
    assert "Nothing else needs you." in person.get(PAGE).content.decode()


def test_what_no_reply_settles_stands_there_though_one_waits(person, worker):
    """And is not named once more in the line of the queue."""
    emergency, promised, stuck, calm = (thread_of(number) for number in range(4))
    for _ in range(4):
        worker.answer_next()
    Thread.objects.filter(pk=emergency.pk).update(urgency=Urgency.EMERGENCY)
    now = timezone.now()
    FollowUp.objects.create(
        thread=promised, question="My scarf?", due=timezone.localdate(), created_at=now
    )
    mail = OutgoingMail.objects.get(thread=stuck)
    mail.pk, mail.batch, mail.message_id, mail.state = None, None, "<s@x.example>", MailState.FAILED
    mail.save()
    assert needs(person) == {
        emergency.pk: ["Emergency"],
        promised.pk: ["Promised for today"],
        stuck.pk: ["Not sent, or uncertain"],
    }
    waiting = OutgoingMail.objects.get(thread=calm)
    said, line = queue_line(person)
    assert said.startswith("4 replies wait in the queue, 1 urgent. Next, besides those below:")
    assert f"/queue/{waiting.pk}/" in line and line.count("<a ") == 2


def test_a_reply_in_a_colleagues_queue_is_not_lost(person, desk_client, worker):
    """Whoever does not have it in their queue sees the conversation here as before."""
    colleague, thread = desk_client("manager"), thread_of(1)
    worker.answer_next()
    Thread.objects.filter(pk=thread.pk).update(
        urgency=Urgency.HIGH, assignee=colleague.user, subject="A refund"
    )
    assert needs(person) == {thread.pk: ["Urgent"]}
    assert queue_line(person) == ("", "")
    assert needs(colleague) == {}
    assert "A refund" in queue_line(colleague)[0]


def test_who_may_not_see_replies_reads_no_line_of_their_queue(client, worker):
    thread_of(1)
    worker.answer_next()
    looker = UserFactory.create(role="")
    looker.user_permissions.add(Permission.objects.get(codename="view_thread"))
    client.force_login(looker, backend=MODEL_BACKEND)
    page = client.get(PAGE)
    assert page.status_code == 200 and b"desk-queue" not in page.content


def test_what_is_not_shown_yet_is_counted(person, monkeypatch):
    monkeypatch.setattr("drafting.desk.waiting._shown_needs", Written(shown_of_two))
    for number in range(5):
        thread_of(number)
    Thread.objects.update(status=ThreadStatus.WAITING_FOR_PERSON)
    page = person.get(PAGE).content.decode()
    assert page.count('class="desk-need"') == 2 and "3 more; they come up" in page


def shown_of_two(**given):
    return _shown_needs._build(**given)[:2]


def test_what_runs_out_comes_before_what_is_merely_suspected(person, worker):
    """And what is of no stay comes last, however long it waits."""
    threads = [thread_of(number) for number in range(4)]
    for _ in threads:
        worker.generate(worker.claim()["work_token"])
    Thread.objects.update(status=ThreadStatus.WAITING_FOR_PERSON)
    suspected = {"escalation": {"tier": "HIGH", "confidence": 0.7}}
    plans = (
        {"workflow_triggers": {"prepayment": False, "booking_context": False}},
        suspected,
        {"workflow_triggers": {"prepayment": True, "booking_context": True}},
        {"escalation": {"tier": "HIGH", "confidence": 0.74}},
    )
    for thread, plan in zip(threads, plans, strict=True):
        Draft.objects.filter(message__thread=thread).update(action_plan=plan)
        urgency = Urgency.HIGH if "escalation" in plan else Urgency.NONE
        Thread.objects.filter(pk=thread.pk).update(urgency=urgency)
    assert list(needs(person)) == [threads[number].pk for number in (3, 2, 1, 0)]


def test_what_was_promised_stands_there_with_its_day(person):
    thread, today = thread_of(1), timezone.localdate()
    staff_actions.write_reply(thread_id=thread.pk, body_text="We look for it.", by=person.user)
    FollowUp.objects.create(
        thread=thread, question="Where is my scarf?", due=today, created_at=timezone.now()
    )
    assert needs(person) == {thread.pk: ["Promised for today"]}
    page = person.get(PAGE).content.decode()
    assert "Where is my scarf?" in page and f"promised for {today.day} {today:%B}" in page


def test_whoever_takes_over_has_it(person, worker):
    thread = thread_of(1)
    Thread.objects.filter(pk=thread.pk).update(urgency=Urgency.HIGH)
    assert "nobody looks after it" in person.get(PAGE).content.decode()
    body = {"decision": "colleague", "colleague": person.user.pk}
    person.post(f"/admin/drafting/thread/{thread.pk}/act/", body)
    thread.refresh_from_db()
    assert thread.assignee == person.user
    page = person.get(PAGE).content.decode()
    assert "Take over" not in page and "looks after it" in page


def test_the_list_costs_the_same_at_any_size(person, django_assert_num_queries):
    for number in range(12):
        thread_of(number)
    Thread.objects.update(urgency=Urgency.HIGH, status=ThreadStatus.WAITING_FOR_PERSON)
    with django_assert_num_queries(4):  # with the guests, what agents said, and what is unread
        assert len(list_needs(person_id=person.user.pk, now=timezone.now())) == 12
    assert needing_threads(person_id=None, **moments(timezone.now())).count() == 12
