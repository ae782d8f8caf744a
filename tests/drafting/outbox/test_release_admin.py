"""The release queue, conversations' actions, follow-ups and erasure in the admin."""

from __future__ import annotations

from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.mail.choices import MailState, ThreadStatus
from drafting.mail.models import Contact, Message, Thread
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.outbox import staff_actions
from drafting.outbox.releases import release_reply
from tests.drafting.mail.mails import GUEST, record, record_many, reply

pytestmark = pytest.mark.django_db
MAILS = "/admin/drafting/outgoingmail/"
QUEUE = f"{MAILS}queue/"
THREADS = "/admin/drafting/thread/"
JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def person(desk_client):
    return desk_client("reviewer")


@pytest.fixture
def waiting(worker):
    record("What time is breakfast? <script>alert(1)</script>")
    worker.answer_next()
    return OutgoingMail.objects.get()


def decide(client, mail, decision, status=200, **fields):
    path = f"{QUEUE}{mail.pk}/decide/"
    answer = client.post(path, {"decision": decision, **fields}, **JSON)
    assert answer.status_code == status, answer.content.decode()[:500]
    mail.refresh_from_db()
    return answer.json()


def test_the_queue_leads_to_what_waits_and_shows_both_texts(person, waiting):
    page = person.get(QUEUE, follow=True)
    text = page.content.decode()
    assert page.redirect_chain[-1][0].endswith(f"{QUEUE}{waiting.pk}/")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text and "<script>alert" not in text
    assert waiting.body_text.splitlines()[0] in text
    for words in ("Release <kbd>a</kbd>", "Edit and release", "Why this text", GUEST):
        assert words in text


@pytest.mark.parametrize(
    ("tier", "words"),
    [
        ("standard", ""),
        ("mandatory-review", "Not to be released at a glance"),
        ("owner-alert", "the owners should see it"),
    ],
)
def test_an_escalated_mail_is_not_released_at_a_glance(person, waiting, tier, words):
    waiting.draft.policy = waiting.draft.policy | {"review_tier": tier}
    waiting.draft.save(update_fields=["policy"])
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert words in page
    assert ("at a glance" in page) is bool(words)


def test_an_empty_queue_says_what_will_come(person):
    assert "No reply waits" in person.get(QUEUE).content.decode()


def test_release_shows_the_next_reply_and_is_undone(person, worker, waiting):
    record("Is there parking?", message_id="<9@x.example>", **{"from": "b@example.net"})
    second = worker.answer_next()["outgoing_id"]
    answer = decide(person, waiting, "release")
    assert answer["url"].endswith(f"{QUEUE}{second}/")
    assert "Your last releases" in answer["html"]
    assert (waiting.state, waiting.released_by) == (MailState.QUEUED, person.user)
    assert LogEntry.objects.get().user == person.user
    answer = decide(person, waiting, "undo")
    assert waiting.state == MailState.AWAITING_RELEASE
    assert answer["url"].endswith(f"{QUEUE}{waiting.pk}/")


def test_without_script_the_same_address_redirects(person, waiting):
    answer = person.post(f"{QUEUE}{waiting.pk}/decide/", {"decision": "release"}, follow=True)
    assert "No reply waits" in answer.content.decode()
    assert "Released" in answer.content.decode()


def test_the_second_person_is_told_who_was_first(person, desk_client, waiting):
    decide(person, waiting, "release")
    refused = decide(desk_client("manager"), waiting, "release", 409)
    assert person.user.username in refused["refused"]


def test_a_reply_that_newer_mail_overtook_cannot_leave(person, waiting):
    reply("One more question", "<1@example.com>")
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "Newer mail has come" in page
    assert decide(person, waiting, "release", 409)["code"] == "newer_inbound"


def test_edit_and_release_with_the_check_shown(person, waiting):
    text = waiting.body_text + "\r\n\r\nP.S. Come hungry."
    check = person.post(f"{QUEUE}{waiting.pk}/check/", {"body": text}).json()
    assert "Come hungry" in check["diff_html"]
    bad = person.post(f"{QUEUE}{waiting.pk}/check/", {"body": "We have charged your card"}).json()
    assert "is-error" in bad["findings_html"]
    assert decide(person, waiting, "edit", 409, body="We have charged your card")["refused"]
    decide(person, waiting, "edit", body=text)
    assert waiting.state == MailState.QUEUED
    assert waiting.body_text.endswith("P.S. Come hungry.")
    assert "\r" not in waiting.body_text


def test_the_subject_is_edited_with_the_text(person, waiting):
    refused = decide(
        person, waiting, "edit", 400, body=waiting.body_text, subject="a\r\nBcc: b@c.de"
    )
    assert "line break" in refused["refused"]
    assert waiting.state == MailState.AWAITING_RELEASE
    decide(person, waiting, "edit", body=waiting.body_text, subject="Breakfast from 8")
    assert (waiting.state, waiting.headers["Subject"]) == ("queued", "Re: Breakfast from 8")


def test_what_came_after_the_page_was_shown_is_not_settled_with_it(person, waiting):
    seen = Message.objects.latest("pk").pk
    reply("We stand before the door!", "<1@example.com>")
    for decision in ("elsewhere", "close"):
        refused = decide(person, waiting, decision, 409, seen=seen)
        assert refused["code"] == "newer_inbound"
        assert "We stand before the door!" in refused["html"]
    assert f'name="seen" value="{Message.objects.latest("pk").pk}"' in refused["html"]
    decide(person, waiting, "elsewhere", seen=Message.objects.latest("pk").pk)
    assert not Message.objects.filter(direction="in", answered_by=None).exists()


def test_close_on_a_page_that_is_out_of_date(person, desk_client, waiting):
    decide(person, waiting, "release")
    seen = Message.objects.latest("pk").pk
    refused = decide(desk_client("reviewer"), waiting, "close", 409, seen=seen)
    assert person.user.username in refused["refused"]
    assert Thread.objects.get().status == ThreadStatus.OPEN


def test_only_managers_block_from_the_queue(person, desk_client, waiting):
    path = f"{QUEUE}{waiting.pk}/"
    assert "Block the sender" not in person.get(path).content.decode()
    assert person.post(f"{path}decide/", {"decision": "block"}, **JSON).status_code == 403
    manager = desk_client("manager")
    assert "Block the sender" in manager.get(path).content.decode()
    assert "No reply waits" in decide(manager, waiting, "block")["html"]
    assert Contact.objects.get().is_blocked and waiting.state == MailState.CANCELLED


@pytest.mark.parametrize(
    ("decision", "thread_status"),
    [
        ("send_back", ThreadStatus.OPEN),
        ("elsewhere", ThreadStatus.OPEN),
        ("close", ThreadStatus.CLOSED),
    ],
)
def test_instead_of_a_release(person, waiting, decision, thread_status):
    decide(person, waiting, decision, note="Too formal.")
    assert waiting.state == MailState.CANCELLED
    assert Thread.objects.get().status == thread_status


def test_hand_to_a_colleague(person, desk_client, waiting):
    colleague = desk_client("reviewer").user
    decide(person, waiting, "colleague", colleague=colleague.pk)
    assert waiting.thread.assignee == colleague
    guest = desk_client("guest").user
    assert decide(person, waiting, "colleague", 400, colleague=guest.pk)["code"]


def test_what_went_wrong_is_shown_and_decided(person, waiting):
    release_reply(mail_id=waiting.pk, by=person.user)
    OutgoingMail.objects.update(state=MailState.UNCERTAIN, attempts=1, last_error="Silence.")
    page = person.get(f"{QUEUE}{waiting.pk}/").content.decode()
    assert "Nobody knows whether it was sent" in page and "Silence." in page
    decide(person, waiting, "not_arrived")
    decide(person, waiting, "again")
    assert waiting.state == MailState.QUEUED


@pytest.mark.parametrize("role", ["none", "reviewer"])
def test_rights_hold_for_direct_addresses(desk_client, waiting, role):
    client = desk_client(role)
    if role == "reviewer":
        client.user.groups.clear()
    for path in (QUEUE, f"{QUEUE}{waiting.pk}/", MAILS):
        assert client.get(path).status_code == 403
    for path in (f"{QUEUE}{waiting.pk}/decide/", f"{THREADS}{waiting.thread_id}/act/"):
        assert client.post(path, {"decision": "release"}).status_code == 403
    waiting.refresh_from_db()
    assert waiting.state == MailState.AWAITING_RELEASE


def test_nobody_changes_our_mail_by_hand(desk_client, waiting):
    client = desk_client("superuser")
    assert client.get(f"{MAILS}add/").status_code == 403
    page = client.get(f"{MAILS}{waiting.pk}/change/")
    assert page.status_code == 200 and b'name="_save"' not in page.content
    assert client.post(f"{MAILS}{waiting.pk}/change/", {"subject": "x"}).status_code == 403


def test_the_list_takes_the_same_queries_for_one_and_for_many(person, worker):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert person.get(MAILS).status_code == 200
        return len(captured)

    record()
    worker.answer_next()
    queries()
    few = queries()
    record_many(5)
    for _ in range(5):
        worker.answer_next()
    assert queries() == few <= 15


# --- conversations ---------------------------------------------------------------------------------


class Forms(HTMLParser):
    """Fails on a form inside a form, which a browser would drop."""

    depth = found = 0

    def handle_starttag(self, tag, attrs):
        if tag == "form":
            assert self.depth == 0, attrs
            self.depth += 1
            self.found += 1

    def handle_endtag(self, tag):
        self.depth -= tag == "form"


def test_a_conversation_tells_its_state_and_offers_its_actions(person, worker, waiting):
    page = person.get(f"{THREADS}{waiting.thread_id}/change/").content.decode()
    assert "awaiting release" in page and "Write a reply" in page
    assert "Block the sender" not in page  # a manager's
    forms = Forms()
    forms.feed(page)
    assert forms.found >= 5


def test_states_in_the_list(person, worker):
    new, claimed, closed, handed = record_many(4)
    staff_actions.close_thread(thread_id=closed.thread_id, by=person.user)
    work = worker.claim()
    Thread.objects.filter(pk=handed.thread_id).update(status=ThreadStatus.WAITING_FOR_PERSON)
    page = person.get(THREADS).content.decode()
    assert work["thread_id"] == new.thread_id
    holder = worker.client.agent_key.prefix
    for words in (f"claimed by {holder} until", "closed", "waiting for a person", "new"):
        assert words in page
    assert "no reply needed" not in page
    assert claimed.thread.status == ThreadStatus.OPEN


@pytest.mark.parametrize(
    ("header", "state"), [({"auto_submitted": "auto-replied"}, "no reply needed"), ({}, "new")]
)
def test_a_conversation_of_automated_mail_alone_is_not_called_answered(person, header, state):
    record(**header)
    assert f">{state}<" in "".join(person.get(THREADS).content.decode().split("\n")).replace(
        "  ", ""
    )
    staff_actions.write_reply(thread_id=Thread.objects.get().pk, body_text="Hello", by=person.user)
    page = person.get(THREADS).content.decode()
    assert ("answered" in page.split("<tbody")[1]) is (not header)


def act(client, thread_id, decision, **fields):
    path = f"{THREADS}{thread_id}/act/"
    return client.post(path, {"decision": decision, **fields}, follow=True).content.decode()


def test_write_a_reply_from_the_conversation(person, worker):
    message = record().message
    page = act(person, message.thread_id, "write", body="Dear Isla,\r\n\r\nJust ring.")
    assert "Your reply leaves in a minute" in page
    mail = OutgoingMail.objects.get()
    assert (mail.state, mail.body_text) == (MailState.QUEUED, "Dear Isla,\n\nJust ring.")
    assert "Write something" in act(person, message.thread_id, "write", body=" ")


def test_a_reply_that_is_refused_stays_in_its_field(person):
    message = record().message
    path = f"{THREADS}{message.thread_id}/"
    assert "<details open>" in person.get(f"{path}change/?write=1").content.decode()
    reply("And we are four now", "<1@example.com>")
    given = {"decision": "write", "body": "For <b>three</b>: yes.", "seen": message.pk}
    answer = person.post(f"{path}act/", given)
    page = answer.content.decode()
    assert answer.status_code == 409 and "Newer mail has come" in page
    assert "For &lt;b&gt;three&lt;/b&gt;: yes.</textarea>" in page
    assert "And we are four now" in page
    assert not OutgoingMail.objects.exists()


def test_other_actions_from_the_conversation(person, desk_client):
    message = record().message
    thread_id = message.thread_id
    assert "Marked as answered elsewhere" in act(person, thread_id, "elsewhere")
    assert "Nothing in this conversation" in act(person, thread_id, "send_back")
    assert "Closed." in act(person, thread_id, "close")
    assert "Open again" in act(person, thread_id, "reopen")
    path = f"{THREADS}{thread_id}/act/"
    assert person.post(path, {"decision": "block"}).status_code == 403
    assert "is blocked" in act(desk_client("manager"), thread_id, "block")
    assert Contact.objects.get().is_blocked


# --- follow-ups, erasure -----------------------------------------------------------------------------


def test_follow_ups_have_a_day_and_a_colleague(person, waiting):
    row = FollowUp.objects.create(
        question="Is there a lift?",
        thread=waiting.thread,
        due=timezone.localdate() - timedelta(days=1),
        created_at=timezone.now(),
    )
    path = "/admin/drafting/followup/"
    assert "overdue" in person.get(path).content.decode()
    due = str(timezone.localdate() + timedelta(days=5))
    fields = {"due": due, "assignee": person.user.pk}
    assert person.post(f"{path}{row.pk}/change/", fields).status_code == 302
    row.refresh_from_db()
    assert (str(row.due), row.assignee) == (due, person.user)
    action = {"action": "mark_done", "_selected_action": [row.pk]}
    person.post(path, action)
    assert "1 skipped" in person.post(path, action, follow=True).content.decode()
    row.refresh_from_db()
    assert row.done_by == person.user


def test_only_managers_erase_and_are_asked_first(person, desk_client, waiting):
    contact = Contact.objects.get()
    path = "/admin/drafting/contact/"
    action = {"action": "forget", "_selected_action": [contact.pk]}
    person.post(path, {**action, "confirmed": "1"})
    assert Contact.objects.exists()
    manager = desk_client("manager")
    assert "no way back" in manager.post(path, action).content.decode()
    assert Contact.objects.exists()
    manager.post(path, {**action, "confirmed": "1"})
    assert not Contact.objects.exists()
    assert not Message.objects.exists() and not OutgoingMail.objects.exists()
