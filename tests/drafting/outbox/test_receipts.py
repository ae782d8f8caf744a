"""Out of hours a guest is told that the mail has come: once, never a machine, and it answers nothing."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.utils import timezone

from drafting.mail.choices import MailKind, MailSource
from drafting.mail.models import Contact, MailSettings, Message
from drafting.mail.services import record_mail
from drafting.mail.work_models import OutgoingMail, SuppressedAddress
from drafting.outbox import replies
from drafting.outbox.delivery import deliver_due
from drafting.outbox.replies import ReplyRules, is_open
from tests.drafting.mail.mails import DESK, GUEST, mail
from tests.drafting.mail.work import Worker

NIGHT = datetime(2026, 4, 27, 21, 30, tzinfo=UTC)  # half past eleven in Rome
TEXT = "Nobody is at the desk until 8:00. We answer in the morning."


@pytest.fixture
def house(db):
    MailSettings.objects.update_or_create(
        pk=1,
        defaults={
            "staff_addresses": [DESK],
            "acknowledges_out_of_hours": True,
            "out_of_hours_text": TEXT,
        },
    )


def arrive(
    number=1, *, source=MailSource.FETCHED, received_at=None, body="Is there a lift?", **fields
):
    raw = mail(body, message_id=f"<{number}@example.com>", date="", **fields)
    return record_mail(source=source, raw=raw, received_at=received_at).message


def receipts():
    return OutgoingMail.objects.filter(kind=MailKind.RECEIPT)


@time_machine.travel(NIGHT)
def test_it_leaves_at_once_and_answers_nothing(house, sink):
    message = arrive()
    assert [each.state for each in deliver_due()] == ["sent"]
    (sent,) = sink.mails
    assert (sent["To"], sent["In-Reply-To"]) == (f"Isla Thornbury <{GUEST}>", message.message_id)
    assert sent["Auto-Submitted"] == "auto-replied" and sent["X-Auto-Response-Suppress"] == "All"
    assert sent.get_body(("plain",)).get_content().strip() == TEXT
    message.refresh_from_db()
    assert not message.is_answered and message.thread.status == "open"
    # Its copy in the Sent folder is known, and is no answer either.
    copy = record_mail(source=MailSource.FETCHED, raw=sink.taken[0], is_ours=True)
    assert not copy.created and Message.objects.count() == 1
    assert not Message.objects.get().is_answered


@pytest.mark.parametrize(
    ("hour", "opens", "closes", "is_there"),
    [
        (8, 8, 22, True), (22, 8, 22, False), (7, 8, 22, False), (21, 8, 22, True),
        (1, 8, 2, True), (2, 8, 2, False), (23, 8, 2, True), (5, 0, 0, False),
    ],
)  # fmt: skip
def test_hours(hour, opens, closes, is_there):
    desk = MailSettings(opens_at=time(opens), closes_at=time(closes))
    assert is_open(time(hour), desk) is is_there


@pytest.mark.parametrize(
    "changes",
    [{"acknowledges_out_of_hours": False}, {"out_of_hours_text": " "}, {"closes_at": time(23, 45)}],
    ids=str,
)
def test_none_unless_the_house_wants_it(house, changes):
    MailSettings.objects.update(**changes)
    with time_machine.travel(NIGHT):
        arrive()
    assert not receipts().exists()


def test_it_is_off_by_default():
    assert MailSettings().acknowledges_out_of_hours is False


@pytest.mark.parametrize(
    "fields",
    [
        {"list_id": "<deals.example>"},
        {"auto_submitted": "auto-replied"},
        {"precedence": "bulk"},
        {"return_path": "<>"},
        {"x_auto_response_suppress": "All"},
        {"from": "MAILER-DAEMON@mx.example", "subject": "Undelivered Mail Returned to Sender"},
        {"from": "noreply@shop.example"},
        {"from": DESK},
        {"reply_to": "somebody.else@example.net"},
        {"to": f"{DESK}, friend@example.net"},
        {"to": "undisclosed-recipients:;"},
        {"authentication_results": "mx.hostel.example; dmarc=fail"},
        {"from": "nobody"},
        {"body": ""},
    ],
    ids=str,
)
@time_machine.travel(NIGHT)
def test_nobody_else_gets_one(house, settings, fields):
    settings.DESK_AUTHSERV_IDS = ["mx.hostel.example"]
    arrive(**fields)
    assert Message.objects.count() == 1 and not receipts().exists()


@time_machine.travel(NIGHT)
def test_not_to_whom_we_do_not_write_and_not_in_danger(house):
    Contact.objects.create(address="blocked@example.com", is_blocked=True)
    SuppressedAddress.objects.create(address="gone@example.com", reason="It bounced.")
    arrive(1, **{"from": "blocked@example.com"})
    arrive(2, **{"from": "gone@example.com"})
    arrive(3, body="Help, there is a fire in our room and we cannot get out!")
    arrive(4, received_at=timezone.now() - timedelta(hours=2), **{"from": "late@example.com"})
    arrive(5, source=MailSource.IMPORTED, **{"from": "archive@example.com"})
    assert Message.objects.count() == 5 and not receipts().exists()


def test_once_a_conversation_a_day_and_three_a_person(house):
    """Whatever answers it, with or without a header that says what it is."""
    with time_machine.travel(NIGHT) as clock:
        first = arrive()
        for number in range(2, 6):
            arrive(number, in_reply_to=first.message_id, body=f"And {number}?")
        assert receipts().count() == 1
        for number in range(6, 12):
            arrive(number, body=f"Another matter, {number}?")
        assert receipts().count() == replies.AUTOMATIC_CONTACT_LIMIT
        clock.shift(timedelta(hours=24, minutes=1))
        arrive(12, in_reply_to=first.message_id, body="Hello?")
        assert receipts().filter(thread=first.thread_id).count() == 2


def test_what_could_not_leave_at_night_never_does(house, sink):
    with time_machine.travel(NIGHT) as clock:
        arrive()
        clock.shift(timedelta(hours=9))
        assert list(deliver_due()) == [] and receipts().get().state == "cancelled"
    assert sink.taken == []


@time_machine.travel(NIGHT)
def test_one_that_fails_stops_nobody(house, sink):
    SuppressedAddress.objects.all().delete()
    message = arrive()
    SuppressedAddress.objects.create(address=GUEST, reason="It bounced.")
    assert [each.state for each in deliver_due()] == ["failed"]
    message.thread.refresh_from_db()
    assert message.thread.status == "open"


@time_machine.travel(NIGHT)
def test_a_reply_that_was_earned_leaves_all_the_same(sample_desk, house, agent_client, monkeypatch):
    monkeypatch.setattr(ReplyRules, "has_earned_release", lambda **of: True)
    arrive(body="What time is breakfast?")
    assert receipts().count() == 1
    worker = Worker(agent_client(["work", "draft", "messages"]))
    assert worker.answer_next()["state"] == "queued"


@time_machine.travel(NIGHT)
def test_it_leaves_from_the_alias(house, sink):
    MailSettings.objects.update(aliases="Groups <groups@hostel-brikette.example>\nAnna Berg")
    arrive(to="groups@hostel-brikette.example")
    assert [each.state for each in deliver_due()] == ["sent"]
    assert sink.mails[0]["From"] == "Groups <groups@hostel-brikette.example>"
    assert "Anna Berg" in sink.mails[0].get_body(("plain",)).get_content()
