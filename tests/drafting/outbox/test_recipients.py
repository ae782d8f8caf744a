"""Whom a reply goes to: shown, removable, looked at twice; and how it goes over the wire."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.choices import MailSource
from drafting.mail.services import record_mail
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.delivery import build_email, deliver_due
from drafting.outbox.releases import release_reply
from drafting.outbox.staff_actions import write_reply
from tests.drafting.mail.mails import GUEST, mail, record

pytestmark = pytest.mark.django_db
MANY = ", ".join(f"u{number}@crowd.example" for number in range(100))
FAMILY = {"to": "info@hostel-brikette.example, Kim <kim@example.com>", "cc": "lee@example.com"}


def answered(worker, **header_fields) -> OutgoingMail:
    record(**header_fields)
    return OutgoingMail.objects.get(pk=worker.answer_next()["outgoing_id"])


def test_whom_the_guest_wrote_to_beside_us_gets_a_copy(worker, reviewer, sink):
    waiting = answered(worker, **FAMILY)
    assert waiting.recipients == [GUEST]
    assert waiting.copies == ["kim@example.com", "lee@example.com"]
    release_reply(mail_id=waiting.pk, by=reviewer)
    OutgoingMail.objects.update(not_before=timezone.now())
    list(deliver_due())
    (sent,) = sink.mails
    assert sent["To"] == f"Isla Thornbury <{GUEST}>"
    assert sent["Cc"] == "kim@example.com, lee@example.com"


def test_a_person_leaves_somebody_out(worker, desk_client):
    waiting = answered(worker, **FAMILY)
    client = desk_client("reviewer")
    page = client.get(reverse("admin:drafting_release_item", args=[waiting.pk])).content.decode()
    assert all(address in page for address in waiting.everybody)
    decide = reverse("admin:drafting_release_decide", args=[waiting.pk])
    client.post(decide, {"decision": "release", "addresses": "1", "keep": [GUEST]})
    waiting.refresh_from_db()
    assert (waiting.state, waiting.recipients, waiting.copies) == ("queued", [GUEST], [])
    assert "Cc" not in waiting.headers


def test_somebody_has_to_get_it(worker, reviewer):
    waiting = answered(worker, **FAMILY)
    with pytest.raises(DomainError) as refused:
        release_reply(mail_id=waiting.pk, by=reviewer, keep=[])
    assert refused.value.code == "validation_error"


@pytest.mark.parametrize(
    "header_fields",
    [{"reply_to": "boss@else.example"}, {"reply_to": MANY}, {"cc": MANY}],
    ids=["foreign", "many", "many copies"],
)
def test_foreign_or_many_addresses_want_a_second_look(worker, reviewer, header_fields):
    waiting = answered(worker, **header_fields)
    with pytest.raises(DomainError, match="Tick that you have looked") as refused:
        release_reply(mail_id=waiting.pk, by=reviewer)
    assert refused.value.code == "conflict"
    waiting.refresh_from_db()
    assert waiting.state == "awaiting_release"
    release_reply(mail_id=waiting.pk, by=reviewer, has_looked=True)


def test_a_reply_of_ones_own_to_foreign_addresses_waits_for_the_second_look(reviewer):
    message = record(reply_to=MANY).message
    written = write_reply(thread_id=message.thread_id, body_text="Yes.", by=reviewer)
    assert written.state == "awaiting_release"
    assert written.waiting_since == message.received_at
    release_reply(mail_id=written.pk, by=reviewer, keep=["u1@crowd.example"], has_looked=True)
    written.refresh_from_db()
    assert (written.state, written.recipients) == ("queued", ["u1@crowd.example"])


def test_nothing_leaves_by_itself_where_others_get_it_too(worker, monkeypatch):
    monkeypatch.setattr("drafting.outbox.replies.ReplyRules.has_earned_release", lambda **_: True)
    assert answered(worker, **FAMILY).state == "awaiting_release"


def test_more_addresses_than_are_kept_leave_a_note():
    crowd = ", ".join(f"u{number}@crowd.example" for number in range(2002))
    message = record(to=crowd).message
    assert len(message.to) == 100
    assert "Only the first 100 addresses of to are kept." in message.notes


def test_long_lines_and_umlauts_go_as_seven_bits(worker):
    waiting = answered(worker)
    waiting.body_text = "Grüße aus Positano. " * 200
    raw = build_email(waiting).message().as_bytes()
    assert raw.isascii()
    assert max(len(line) for line in raw.splitlines()) <= 998
    assert b"quoted-printable" in raw


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë Müller", "Zoë Müller"),
        ('Isla "the" <x@y>', "Isla the x y"),
        ("Kim\r\nBcc: a@b.example", "Kim Bcc a b.example"),
        ("", ""),
    ],
)
def test_the_name_in_the_to_header_is_nothing_but_a_name(name, shown):
    from drafting.outbox.composing import named_address

    assert named_address(name, GUEST) == (f"{shown} <{GUEST}>" if shown else GUEST)


# --- alerts ---------------------------------------------------------------------------------------

THREAT = "I am hurt and locked out in the night, help me, this is an emergency"


def test_alarms_of_one_sender_make_one_alert_now_and_one_at_the_end_of_the_hour(settings):
    settings.DESK_REVIEWERS = ["owner@hotel.example"]
    for number in range(23):
        raw = mail(f"{THREAT} {number}", message_id=f"<{number}@x>", date="")
        record_mail(source=MailSource.FETCHED, raw=raw)
    first, second = OutgoingMail.objects.filter(kind="alert").order_by("pk")
    assert f"{THREAT} 0" in first.body_text and first.not_before <= timezone.now()
    assert f"{THREAT} 1" in second.body_text and f"{THREAT} 22" in second.body_text
    assert second.not_before > timezone.now()


def test_another_sender_or_hour_has_an_alert_of_its_own(settings):
    settings.DESK_REVIEWERS = ["owner@hotel.example"]
    for hours in (0, 2):
        with time_machine.travel(timezone.now().replace(microsecond=0), tick=False) as moved:
            moved.shift(hours * 3600)
            for name in ("kim", "lee"):
                fields = {"from": f"{name}@example.com", "message_id": f"<{name}{hours}@x>"}
                raw = mail(f"{THREAT} {hours}", date="", **fields)
                record_mail(source=MailSource.FETCHED, raw=raw)
    alerts = OutgoingMail.objects.filter(kind="alert")
    assert alerts.count() == 4 and {alert.about.from_name for alert in alerts} == {""}
