"""The whole loop over a real IMAP and a real SMTP server, and what fetch_mail makes of a mailbox."""

from __future__ import annotations

import threading
from datetime import date, timedelta
from email.message import EmailMessage
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from config.mail_urls import MailServer
from drafting.mail import fetching
from drafting.mail.choices import MailState, ThreadKind
from drafting.mail.models import Contact, MailSettings, Message, Thread
from drafting.mail.work_models import MailFolder, OutgoingMail
from drafting.outbox.releases import release_reply
from tests.drafting.mail.mails import DESK, GUEST, mail
from tests.drafting.mail.servers import (
    PASSWORD,
    USER,
    dovecot_server,
    make_certificate,
    send_through,
    smtp_sink,
)

pytestmark = [pytest.mark.django_db, pytest.mark.dovecot]
REVIEWER = "cristiana@hostel-brikette.example"


def fetch():
    out = StringIO()
    call_command("fetch_mail", stdout=out)
    return out.getvalue()


def send():
    OutgoingMail.objects.filter(state=MailState.QUEUED).update(
        not_before=timezone.now() - timedelta(seconds=1)
    )
    call_command("send_mail", stdout=StringIO())


def answer_to(sent: EmailMessage, body: str, *, sender: str, number: int) -> bytes:
    """What a person's mail program writes as a reply to a mail that it got."""
    references = f"{sent['References'] or ''} {sent['Message-ID']}".strip()
    return mail(
        body,
        message_id=f"<answer-{number}@phone.example>",
        in_reply_to=sent["Message-ID"],
        references=references,
        subject=f"Re: {sent['Subject'].removeprefix('Re: ')}",
        date="",
        authentication_results="mx.desk.example; dmarc=pass",
        **{"from": sender, "to": sent["Reply-To"] or sent["From"]},
    )


@pytest.mark.parametrize("replaces_ids", [False, True], ids=["our id stays", "our id is replaced"])
@pytest.mark.parametrize("has_token", [False, True], ids=["no token", "reply token"])
def test_guest_loop(mailbox, settings, worker, reviewer, replaces_ids, has_token):
    MailSettings.objects.update_or_create(pk=1, defaults={"has_plus_addresses": has_token})
    with smtp_sink(replaces_ids=replaces_ids) as (sink, port):
        send_through(settings, port)
        mailbox.deliver(mail("What time is breakfast?", date=""))
        assert "New: 1." in fetch()
        answered = worker.answer_next()
        release_reply(mail_id=answered["outgoing_id"], by=reviewer)
        send()
        (sent,) = sink.mails
        assert (
            sent["To"] == f"Isla Thornbury <{GUEST}>" and sent["In-Reply-To"] == "<1@example.com>"
        )
        assert ("+t" in (sent["Reply-To"] or "")) is has_token
        # The guest answers; so do they again, to the same mail, from another program.
        mailbox.deliver(answer_to(sent, "Thanks! And parking?", sender=GUEST, number=1))
        assert "New: 1." in fetch()
        thread = Thread.objects.get()
        assert [m.direction for m in thread.messages.order_by("sequence")] == ["in", "out", "in"]
        work = worker.claim()
        assert [m["body_text"] for m in work["messages"]] == ["Thanks! And parking?"]
        reply = worker.reply(work["work_token"], worker.attested(work["work_token"]))
        assert reply["headers"]["In-Reply-To"] == "<answer-1@phone.example>"
        assert "<1@example.com>" in reply["headers"]["References"]


@pytest.mark.parametrize("replaces_ids", [False, True], ids=["our id stays", "our id is replaced"])
def test_briefing_loop(mailbox, settings, worker, reviewer, replaces_ids):
    settings.DESK_REVIEWERS = [REVIEWER, "owner@gmail.example"]
    settings.DESK_AUTHSERV_IDS = frozenset({"mx.desk.example"})
    MailSettings.objects.update_or_create(
        pk=1, defaults={"staff_domains": ["hostel-brikette.example"]}
    )
    with smtp_sink(replaces_ids=replaces_ids) as (sink, port):
        send_through(settings, port)
        day = timezone.localdate()
        call_command("send_briefing", stdout=StringIO())
        call_command("send_briefing", stdout=StringIO())  # once a date
        send()
        (briefing,) = sink.mails
        assert str(day) in briefing["Subject"]
        body = "Which replies wait?\nCristiana"
        mailbox.deliver(answer_to(briefing, body, sender=REVIEWER, number=1))
        mailbox.deliver(answer_to(briefing, "And why?", sender="owner@gmail.example", number=2))
        # A guest who copies the subject learns nothing and joins nothing.
        stranger = mail("Me too", subject=briefing["Subject"], message_id="<x@y.example>", date="")
        mailbox.deliver(stranger)
        fetch()
        thread = Thread.objects.get(kind=ThreadKind.BRIEFING)
        assert thread.briefing_date == day
        assert thread.messages.count() == 3
        assert Thread.objects.get(kind=ThreadKind.GUEST).messages.count() == 1
        work = next(w for w in (worker.claim(), worker.claim()) if w["kind"] == "briefing")
        token = work["work_token"]
        assert len(work["messages"]) == 2 and len(work["thread"]) == 3
        assert worker.generate(token, 409)["code"] == "conflict"
        answer = worker.post(f"work/{token}/reply", {"body_text": "None waits."}, 201)
        assert answer["headers"]["In-Reply-To"] == "<answer-2@phone.example>"
        assert answer["headers"]["To"] == f"owner@gmail.example, {REVIEWER}"
        release_reply(mail_id=answer["outgoing_id"], by=reviewer)
        send()
        assert sink.mails[-1].get_body(("plain",)).get_content().strip() == "None waits."


def test_a_mail_is_seen_only_after_its_row_is_committed(mailbox, settings, monkeypatch):
    mailbox.deliver(mail(date=""))

    def broken(**_):
        raise OperationalError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(fetching, "record_mail", broken)
        with pytest.raises(OperationalError):
            fetch()
    assert "\\Seen" not in mailbox.flags()[0]
    assert "New: 1." in fetch()
    assert "\\Seen" in mailbox.flags()[0]


def test_a_mail_that_somebody_opened_first_is_fetched_all_the_same(mailbox):
    mailbox.deliver(mail(date=""), flags="(\\Seen)")
    assert "New: 1." in fetch()
    mailbox.deliver(mail("Again", message_id="<2@example.com>", date=""), flags="(\\Seen)")
    assert "New: 1." in fetch()


def test_twice_in_the_mailbox_is_once_on_the_desk(mailbox):
    for _ in range(2):
        mailbox.deliver(mail(date=""))
    assert "New: 1. Already there: 1." in fetch()
    assert "New: 0. Already there: 0." in fetch()


def test_what_staff_sent_from_their_own_program_answers_the_thread(mailbox, worker):
    mailbox.deliver(mail("What time is breakfast?", date=""))
    fetch()
    sent = mail(
        "From eight.", message_id="<s@x.example>", in_reply_to="<1@example.com>", date="",
        **{"from": DESK, "to": GUEST},
    )  # fmt: skip
    mailbox.deliver(sent, "Sent", "(\\Seen)")
    assert "New: 1." in fetch()
    assert Message.objects.get(direction="in").is_answered
    worker.claim(204)


def test_our_own_mail_in_the_sent_folder_is_not_recorded_twice(mailbox, settings, worker, reviewer):
    with smtp_sink(replaces_ids=True) as (sink, port):
        send_through(settings, port)
        mailbox.deliver(mail("What time is breakfast?", date=""))
        fetch()
        worker.answer_and_release(reviewer)
        send()
        mailbox.deliver(sink.taken[0], "Sent", "(\\Seen)")
        assert "New: 0. Already there: 1." in fetch()
    assert Message.objects.filter(direction="out").count() == 1
    assert OutgoingMail.objects.get().provider_id == "<provider-1@relay.example>"


def test_a_mail_that_is_too_large_is_flagged_and_stops_nothing(mailbox, settings):
    settings.MAX_MAIL_BYTES = 2_000
    mailbox.deliver(mail("x" * 3_000, message_id="<big@x.example>", date=""))
    mailbox.deliver(mail(date=""))
    assert "New: 1. Already there: 0. Refused: 1." in fetch()
    assert "\\Flagged" in mailbox.flags()[0]
    assert "Refused: 0." in fetch()


def test_a_rebuilt_mailbox_is_read_from_the_start(mailbox):
    mailbox.deliver(mail(date=""))
    fetch()
    MailFolder.objects.update(uid_validity=1)
    assert "New: 0. Already there: 1." in fetch()


def test_old_mail_of_a_new_mailbox_stays_where_it_is(mailbox):
    with mailbox.client() as client:
        old = client.append("INBOX", "(\\Seen)", '"01-Jan-2020 10:00:00 +0000"', mail())
        assert old[0] == "OK"
    assert "New: 0." in fetch()


def test_a_wrong_password_is_said(mailbox, settings):
    settings.DESK_IMAP_SERVER = MailServer("127.0.0.1", mailbox.port, "none", USER, "wrong")
    with pytest.raises(CommandError, match="did not answer"):
        fetch()


def test_no_mailbox_is_said(settings, db):
    settings.DESK_IMAP_SERVER = None
    with pytest.raises(CommandError, match="DESK_IMAP_URL"):
        fetch()


def test_the_server_tells_of_new_mail(mailbox):
    with fetching.open_mailbox() as connection:
        assert "IDLE" in connection.client.capabilities
        fetching.fetch_pass(connection)
        assert not fetching.wait_for_mail(connection, seconds=1)
        arrival = threading.Timer(0.5, mailbox.deliver, args=[mail(date="")])
        arrival.start()
        # As the command waits: in turns of a second.
        assert any(fetching.wait_for_mail(connection, seconds=1) for _ in range(40))
        arrival.join()
        assert fetching.fetch_pass(connection)["new"] == 1


def test_mail_that_came_before_the_wait_began_is_told_of(mailbox):
    """On a busy machine the server has it ready with its greeting, in a buffer of the client."""
    with fetching.open_mailbox() as connection:
        fetching.fetch_pass(connection)
        mailbox.deliver(mail(date=""))
        assert any(fetching.wait_for_mail(connection, seconds=1) for _ in range(3))


def test_a_mail_that_the_desk_cannot_record_holds_up_no_other(mailbox, monkeypatch):
    mailbox.deliver(mail("Poison", message_id="<poison@x.example>", date=""))
    mailbox.deliver(mail(date=""))
    whole = fetching.record_mail

    def broken(**given):
        if b"Poison" in given["raw"]:
            raise ValueError("a fault of ours")
        return whole(**given)

    with monkeypatch.context() as patched:
        patched.setattr(fetching, "record_mail", broken)
        assert "New: 1. Already there: 0. Refused: 1." in fetch()
        assert "Refused: 1." in fetch()  # tried again, and once more below
    assert "\\Flagged" in mailbox.flags()[0] and "\\Seen" not in mailbox.flags()[0]
    assert "New: 1." in fetch()


@pytest.mark.parametrize(("verdict", "is_answered"), [("", False), ("dmarc=pass", True)])
def test_our_address_in_a_mail_to_the_inbox_proves_nothing(
    mailbox, worker, settings, verdict, is_answered
):
    settings.DESK_AUTHSERV_IDS = frozenset({"mx.desk.example"})
    mailbox.deliver(mail("What time is breakfast?", date=""))
    fetch()
    forged = mail(
        "Never mind.", message_id="<f@x.example>", in_reply_to="<1@example.com>", date="",
        authentication_results=f"mx.desk.example; {verdict}" if verdict else "",
        **{"from": DESK, "to": GUEST},
    )  # fmt: skip
    mailbox.deliver(forged)
    assert "New: 1." in fetch()
    assert Message.objects.get(direction="in").is_answered is is_answered
    notes = " ".join(Message.objects.get(direction="out").notes)
    assert ("nothing proves it" in notes) is not is_answered
    worker.claim(204 if is_answered else 200)


def test_a_copy_to_ourselves_counts_once_it_is_found_in_the_sent_folder(mailbox, worker):
    mailbox.deliver(mail("What time is breakfast?", date=""))
    fetch()
    copy = mail(
        "From eight.", message_id="<s@x.example>", in_reply_to="<1@example.com>", date="",
        **{"from": DESK, "to": f"{GUEST}, {DESK}"},
    )  # fmt: skip
    mailbox.deliver(copy)
    mailbox.deliver(copy, "Sent", "(\\Seen)")
    assert "New: 1. Already there: 1." in fetch()
    assert Message.objects.get(direction="in").is_answered
    assert "nothing proves it" not in " ".join(Message.objects.get(direction="out").notes)
    worker.claim(204)


def test_over_tls_with_a_certificate_that_is_checked(tmp_path, settings, monkeypatch, db):
    certificate, key = make_certificate(tmp_path)
    with dovecot_server(certificate=(certificate, key)) as server:
        settings.DESK_IMAP_SERVER = MailServer("localhost", server.port, "tls", USER, PASSWORD)
        with pytest.raises(CommandError, match=r"(?i)certificate"):
            fetch()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert "New: 0." in fetch()


def test_an_automatic_bounce_and_a_list_are_recorded_and_left_alone(mailbox, worker):
    mailbox.deliver(mail("Away", auto_submitted="auto-replied", date=""))
    mailbox.deliver(mail("News", message_id="<2@x.example>", precedence="bulk", date=""))
    assert "New: 2." in fetch()
    worker.claim(204)
    assert Contact.objects.count() == 1


def test_briefing_needs_reviewers(db):
    with pytest.raises(CommandError, match="DESK_REVIEWERS"):
        call_command("send_briefing", date=date(2026, 5, 1), stdout=StringIO())
