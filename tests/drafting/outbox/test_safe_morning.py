"""Ten replies at once: which may, what is left out, and taking them back."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import MailState, Urgency
from drafting.mail.models import Attachment, Message, Thread
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import releases
from drafting.outbox.delivery import deliver_due
from drafting.outbox.release_queue import safe_replies
from learning.events.models import RefinementEvent
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db
PAGE = "/admin/drafting/outgoingmail/safe/"


@pytest.fixture
def person(desk_client):
    return desk_client("reviewer")


@pytest.fixture
def ask(worker):
    """``ask(3)``: three guests' mails, answered by letters that wait."""

    def make(count):
        for number in range(first := Message.objects.count(), first + count):
            record(
                "Hello,\n\nWhat time is breakfast?\n\nBest,\nIsla",
                message_id=f"<m{number}@x.example>",
                subject=f"Breakfast {number}",
                date="",
                **{"from": f"Isla <g{number}@example.net>"},
            )
            worker.answer_next()
        return list(OutgoingMail.objects.order_by("pk"))

    return make


def cards(person):
    return [f"{mail.pk}:{mark}" for mail, mark, _ in person.get(PAGE).context["cards"]]


def release(person, given):
    return person.post(f"{PAGE}release/", {"card": given}, follow=True)


def states():
    return list(OutgoingMail.objects.order_by("pk").values_list("state", flat=True))


def test_one_act_releases_ten_and_one_takes_them_back(person, ask):
    ask(12)
    given = cards(person)
    assert len(given) == 10
    page = release(person, given).content.decode()
    assert "Released 10" in page and "Release 2</button>" in page
    assert states().count(MailState.QUEUED) == 10
    assert LogEntry.objects.filter(user=person.user).count() == 10
    assert "Take all 10 back" in page
    ids = [one.partition(":")[0] for one in given]
    page = person.post(f"{PAGE}undo/", {"mail": ids}, follow=True).content.decode()
    assert "Took 10 back" in page
    assert set(states()) == {MailState.AWAITING_RELEASE}
    assert LogEntry.objects.count() == 20


def test_what_left_at_a_glance_says_so(person, ask, reviewer, sink):
    first, looked_at = ask(2)
    releases.release_reply(mail_id=looked_at.pk, by=reviewer)
    release(person, cards(person))
    OutgoingMail.objects.update(not_before=timezone.now())
    list(deliver_due())
    said = RefinementEvent.objects.exclude(staff="").values_list("draft_id", "is_at_a_glance")
    assert dict(said) == {first.draft_id: True, looked_at.draft_id: False}


def test_what_changed_or_was_decided_meanwhile_is_left_out_and_said(person, ask, reviewer):
    changed, decided, urgent, kept = ask(4)
    given = cards(person)
    OutgoingMail.objects.filter(pk=changed.pk).update(subject="Another")
    releases.release_reply(mail_id=decided.pk, by=reviewer)
    Thread.objects.filter(pk=urgent.thread_id).update(urgency=Urgency.HIGH)
    page = release(person, given).content.decode()
    assert "Released 1;" in page
    assert "Left out: Another. It was changed after you read it." in page
    assert "by " + reviewer.username in page
    assert page.count("Left out:") == 3
    waits, queued = MailState.AWAITING_RELEASE, MailState.QUEUED
    assert states() == [waits, queued, waits, queued]
    kept.refresh_from_db()
    assert kept.released_by == person.user


def test_a_card_that_does_not_say_what_was_on_it_releases_nothing(person, ask):
    (mail,) = ask(1)
    for given in (f"{mail.pk}:", f"{mail.pk}"):
        assert "It was changed after you read it." in release(person, [given]).content.decode()
    assert states() == [MailState.AWAITING_RELEASE]


@pytest.mark.parametrize(
    ("model", "values"),
    [
        (Draft, {"is_protected": True}),
        (Draft, {"selection": "suggest"}),
        (Draft, {"delivery_status": "needs_follow_up"}),
        (Draft, {"rests_on_state": True}),
        (Draft, {"policy": {"review_tier": "mandatory-review"}}),
        (Attestation, {"refinement_applied": True}),
        (OutgoingMail, {"body_text": "Something else."}),
        (OutgoingMail, {"copies": ["other@example.net"]}),
        (Thread, {"urgency": Urgency.HIGH}),
        (Message, {"is_sender_verified": False}),
    ],
)
def test_what_wants_a_look_is_no_card(person, ask, model, values):
    (mail,) = ask(1)
    given = cards(person)
    assert len(given) == 1
    model.objects.update(**values)
    assert safe_replies(person.user) == []
    release(person, given)
    mail.refresh_from_db()
    assert mail.state == MailState.AWAITING_RELEASE


def test_a_file_of_somebody_new_is_looked_at(person, ask):
    first, second = ask(2)
    message = first.batch.parent
    Attachment.objects.create(
        message=message,
        filename="a.pdf",
        content_type="application/pdf",
        size_bytes=1,
        content=b"a",
    )
    assert safe_replies(person.user) == [second]
    releases.release_reply(mail_id=second.pk, by=person.user)
    Message.objects.filter(outgoing_mail=second.pk).update(contact=message.contact)
    assert safe_replies(person.user) == [first]  # we have written to them before


def test_newer_mail_and_a_colleagues_conversation_are_no_cards(person, ask, reviewer):
    first, second = ask(2)
    Thread.objects.filter(pk=second.thread_id).update(assignee=reviewer)
    record(
        "And lunch?",
        message_id="<n@x.example>",
        in_reply_to=first.batch.parent.message_id,
        date="",
        **{"from": "Isla <g0@example.net>"},
    )
    assert safe_replies(person.user) == []


def test_rights_are_those_of_release(desk_client, ask):
    ask(1)
    nobody = desk_client("none")
    for path in ("release/", "undo/"):
        assert nobody.post(PAGE + path).status_code == 403
    assert nobody.get(PAGE).status_code == 403
    assert states() == [MailState.AWAITING_RELEASE]


def test_nobody_takes_back_what_another_released(desk_client, person, ask):
    (mail,) = ask(1)
    release(person, cards(person))
    desk_client("manager").post(f"{PAGE}undo/", {"mail": [mail.pk]})
    assert states() == [MailState.QUEUED]


def test_ten_cards_cost_as_many_queries_as_one(person, ask):
    ask(1)
    person.get(PAGE)
    with CaptureQueriesContext(connection) as one:
        person.get(PAGE)
    ask(3)
    with CaptureQueriesContext(connection) as four:
        page = person.get(PAGE)
    assert len(page.context["cards"]) == 4
    assert len(one) == len(four) <= 15
