"""Delivery reports: read, joined with the mail that they report, and shown to a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.choices import BounceReason, MailSource, SenderKind
from drafting.mail.claims import claim_thread
from drafting.mail.delivery_reports import DeliveryReport
from drafting.mail.models import Message
from drafting.mail.parsing import parse_mail
from drafting.mail.services import record_mail
from drafting.mail.work_models import OutgoingMail, RecipientReport, SuppressedAddress
from drafting.outbox.delivery import deliver_due
from drafting.outbox.staff_actions import write_reply
from tests.drafting.mail.mails import GUEST, mail, record, reply
from tests.drafting.mail.report_forms import GUESTS, Report, reports

OUR_ID = "<reply.1@hostel-brikette.example>"
FIXTURES = Path(__file__).parents[3] / "fixtures" / "mailbox"


def told(report: Report) -> DeliveryReport | None:
    return parse_mail(report.raw).report


def shares(half: Any) -> dict[str, float]:
    """What of a half was recognised, with the right recipient and outcome, and with our id."""
    counts: Counter[str] = Counter()
    for report in reports(half, OUR_ID):
        counts["all"] += 1
        counts["with id"] += report.has_id
        if (read := told(report)) is None:
            continue
        counts["recognised"] += 1
        rows = [row for row in read.recipients if row.address == report.address]
        counts["right"] += any(
            row.is_delayed == report.is_delay and row.is_hard == report.is_hard for row in rows
        )
        counts["id found"] += OUR_ID in read.named_ids
    return {
        "recognised": counts["recognised"] / counts["all"],
        "right": counts["right"] / counts["all"],
        "id found": counts["id found"] / counts["with id"],
    }


@pytest.mark.parametrize("half", ["held out", "tuned"])
def test_reports_of_thirty_servers_are_read(half):
    found = shares(half)
    assert found["recognised"] >= 0.97
    assert found["right"] >= 0.95
    assert found["id found"] >= 0.97


def test_of_the_sample_mailbox_only_the_report_is_taken_for_one():
    mails = [parse_mail(path.read_bytes()) for path in sorted(FIXTURES.glob("*.eml"))]
    assert [mail.subject for mail in mails if mail.report] == [
        "Undelivered Mail Returned to Sender"
    ]


# --- what it changes ------------------------------------------------------------------------------


@pytest.fixture
def sent(reviewer, sink) -> Callable[..., OutgoingMail]:
    """A guest's mail that was answered, and the answer sent."""

    def make(to: str = GUEST, number: int = 1) -> OutgoingMail:
        message = record(
            f"Question {number}",
            message_id=f"<{number}@example.com>",
            **{"from": f"Isla <{to}>"},
        ).message
        mail = write_reply(thread_id=message.thread_id, body_text="Yes, of course.", by=reviewer)
        OutgoingMail.objects.filter(pk=mail.pk).update(not_before=timezone.now())
        list(deliver_due())
        mail.refresh_from_db()
        assert mail.state == "sent"
        return mail

    return make


def bounce(text: str = "", **header_fields: str) -> Any:
    fields = {
        "from": "Mail Delivery System <MAILER-DAEMON@mx.example>",
        "subject": "Undelivered Mail Returned to Sender",
        "message_id": f"<bounce{Message.objects.count()}@mx.example>",
        "date": "",
    }
    body = text or f"<{GUEST}>: 550 5.1.1 User unknown. It could not be delivered."
    raw = mail(body, **(fields | header_fields))
    return record_mail(source=MailSource.FETCHED, raw=raw).message


@pytest.mark.django_db
def test_a_bounced_reply_waits_for_a_person_and_stays_sent(sent):
    mail = sent()
    report = bounce("<isla@example.com>: 552 5.2.2 mailbox full", in_reply_to=mail.message_id)
    row = RecipientReport.objects.get()
    assert (row.outgoing_mail, row.address, row.is_hard) == (mail, GUEST, False)
    assert row.sentence == "Your reply bounced: mailbox full (isla@example.com)"
    mail.refresh_from_db()
    assert (mail.state, mail.thread.status) == ("sent", "waiting_for_person")
    assert (report.thread_id, report.sender_kind) == (mail.thread_id, SenderKind.REPORT)
    assert Message.objects.get(message_id="<1@example.com>").answered_by == mail.own_message
    assert claim_thread(holder="agent") is None
    assert not SuppressedAddress.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "place", ["in_reply_to", "references", "returned", "provider", "recipient and time"]
)
def test_a_report_finds_its_mail(sent, place):
    mail = sent()
    other = sent("other@example.com", 2)
    headers, text = {}, f"<{GUEST}>: 550 5.1.1 User unknown. It could not be delivered."
    if place in ("in_reply_to", "references"):
        headers = {place: mail.message_id}
    elif place == "returned":
        text += (
            f"\n\n--- Below this line is a copy of the message.\n\nMessage-ID: {mail.message_id}"
        )
    elif place == "provider":
        OutgoingMail.objects.filter(pk=mail.pk).update(provider_id="<theirs@ses.example>")
        headers = {"references": "<theirs@ses.example>"}
    report = bounce(text, **headers)
    assert report.thread_id == mail.thread_id != other.thread_id
    assert RecipientReport.objects.get().outgoing_mail == mail
    # Only who had the mail may take its address off our lists.
    is_known = place != "recipient and time"
    assert SuppressedAddress.objects.filter(address=GUEST).exists() == is_known


@pytest.mark.django_db
def test_a_report_long_after_any_mail_finds_none(sent):
    mail = sent()
    old = timezone.now() - timedelta(days=30)
    OutgoingMail.objects.update(created_at=old, sent_at=old)
    assert bounce().thread_id != mail.thread_id
    assert not RecipientReport.objects.exists()


@pytest.mark.django_db
def test_a_delay_is_shown_and_stops_nothing(sent):
    mail = sent()
    bounce(
        f"<{GUEST}>: 451 4.4.1 Connection timed out. Delivery attempts will continue; it has not "
        "yet been delivered.",
        in_reply_to=mail.message_id,
    )
    mail.thread.refresh_from_db()
    row = RecipientReport.objects.get()
    assert (row.is_delayed, row.reason) == (True, BounceReason.UNREACHABLE)
    assert mail.thread.status == "open"


@pytest.mark.django_db
def test_a_bounce_beside_newer_mail_leaves_the_conversation_claimable(sent):
    mail = sent()
    reply("And breakfast?", "<1@example.com>", 5)
    bounce(in_reply_to=mail.message_id)
    mail.thread.refresh_from_db()
    assert mail.thread.status == "open"
    assert claim_thread(holder="agent") is not None


@pytest.mark.django_db
def test_a_forwarding_mailbox_is_known_by_the_address_that_we_wrote_to(sent):
    mail = sent()
    bounce(
        "<isla@other.example>: 550 5.1.1 User unknown, not delivered", references=mail.message_id
    )
    assert RecipientReport.objects.get().address == GUEST


@pytest.mark.django_db
def test_an_uncertain_mail_did_leave_where_a_server_reports_on_it(sent):
    mail = sent()
    OutgoingMail.objects.update(state="uncertain", sent_at=None)
    bounce(in_reply_to=mail.message_id)
    mail.refresh_from_db()
    assert mail.state == "sent"


@pytest.mark.django_db
def test_nothing_is_sent_to_an_address_that_bounced_for_good(sent, reviewer, sink):
    mail = sent()
    bounce(in_reply_to=mail.message_id)
    with pytest.raises(DomainError, match="there is no such mailbox") as refused:
        write_reply(thread_id=mail.thread_id, body_text="Again", by=reviewer)
    assert refused.value.code == "conflict"
    SuppressedAddress.objects.all().delete()
    again = write_reply(thread_id=mail.thread_id, body_text="Again", by=reviewer)
    # Put on the list between release and sending.
    SuppressedAddress.objects.create(address=GUEST, reason="She asked for it.")
    OutgoingMail.objects.filter(pk=again.pk).update(not_before=timezone.now())
    list(deliver_due())
    again.refresh_from_db()
    assert (again.state, len(sink.taken)) == ("failed", 1)
    assert "She asked for it." in again.last_error


@pytest.mark.django_db
def test_the_same_report_twice_is_one(sent):
    mail = sent()
    for _ in range(2):
        bounce(in_reply_to=mail.message_id, message_id="<b@mx.example>")
    assert RecipientReport.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("to", GUESTS)
def test_every_form_is_joined_with_its_mail(sent, to):
    """Where an id, or recipient and time, allow it."""
    mail = sent(to)
    OutgoingMail.objects.update(created_at="2026-04-27T16:42:00Z", sent_at="2026-04-27T16:42:00Z")
    found: Counter[bool] = Counter()
    for report in reports("held out", mail.message_id):
        if report.address == to:
            recorded = record_mail(source=MailSource.IMPORTED, raw=report.raw).message
            found[recorded.thread_id == mail.thread_id] += 1
    assert found[True] / found.total() >= 0.97


@pytest.mark.django_db
def test_a_guest_who_tells_of_a_bounce_is_a_guest():
    message = record(
        "My mail to you was returned: mailbox full, it could not be delivered to you. Is my bed"
        " still free?",
        subject="Undelivered mail",
    ).message
    assert (message.sender_kind, message.is_automated) == (SenderKind.GUEST, False)
