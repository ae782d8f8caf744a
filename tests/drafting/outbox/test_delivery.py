"""send_mail over a real SMTP server: sent once, retried, failed, uncertain."""

from __future__ import annotations

import smtplib
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from config.errors import DomainError
from drafting.drafts.models import Attestation
from drafting.mail.choices import MailState, ThreadStatus
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import delivery, releases
from learning.events.models import RefinementEvent
from tests.drafting.mail.mails import GUEST, our_reply, record, reply
from tests.drafting.mail.servers import send_through, smtp_sink

pytestmark = pytest.mark.django_db


@pytest.fixture
def released(worker, reviewer):
    """A released reply that is due."""
    record()
    mail = worker.answer_and_release(reviewer)
    make_due()
    return mail


def make_due():
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))


def send():
    out = StringIO()
    call_command("send_mail", stdout=out)
    return out.getvalue()


def test_a_released_reply_is_sent_once(released, sink):
    out = send()
    assert "Sent: 1." in out and "Sender: info@hostel-brikette.example" in out
    (mail,) = sink.mails
    assert mail["To"] == f"Isla Thornbury <{GUEST}>"
    assert mail["In-Reply-To"] == "<1@example.com>"
    assert mail["Message-ID"] == released.message_id
    released.refresh_from_db()
    assert (released.state, released.attempts, released.last_error) == ("sent", 1, "")
    assert released.sent_at is not None and released.provider_answer.startswith("250")
    send()
    assert len(sink.taken) == 1


def test_a_release_is_the_persons_word_once_it_cannot_be_taken_back(released, reviewer, sink):
    releases.undo_release(mail_id=released.pk, by=reviewer)
    releases.release_reply(mail_id=released.pk, body_text=released.body_text, by=reviewer)
    assert RefinementEvent.objects.count() == 1  # the agent's
    make_due()
    send()
    agents, persons = RefinementEvent.objects.order_by("attempt")
    assert (persons.staff, persons.agent) == (reviewer.username, "")
    assert (persons.recognised, persons.edit_distance_pct) == ("unchanged", 0.0)
    assert persons.original_matches and not persons.is_at_a_glance
    assert agents.overruled_at == persons.created_at and persons.overruled_at is None
    OutgoingMail.objects.update(state=MailState.FAILED)
    releases.send_again(mail_id=released.pk, by=reviewer)
    make_due()
    send()
    assert len(sink.taken) == 2 and RefinementEvent.objects.count() == 2
    assert Attestation.objects.count() == 2


@pytest.mark.parametrize("rewritten_by", ["agent", "person"])
def test_who_releases_what_was_rewritten_adds_no_word(released, reviewer, sink, rewritten_by):
    """An agent's rewrite stays its own, and an edit was the person's word already."""
    person = reviewer if rewritten_by == "person" else None
    Attestation.objects.update(refinement_applied=person is None, person=person)
    send()
    assert sink.taken and RefinementEvent.objects.count() == 1


def test_a_word_that_cannot_be_kept_sends_nothing(released, sink, monkeypatch):
    def fail(**values):
        raise OperationalError("The database is away.")

    monkeypatch.setattr(delivery, "attest_release", fail)
    with pytest.raises(OperationalError):
        list(delivery.deliver_due())
    released.refresh_from_db()
    assert (released.state, released.attempts, sink.taken) == ("queued", 0, [])


def test_a_word_that_is_refused_holds_no_mail_up(released, sink, monkeypatch):
    def fail(**values):
        raise DomainError("body_blanked")

    monkeypatch.setattr(delivery, "attest_release", fail)
    send()
    assert len(sink.taken) == 1 and RefinementEvent.objects.count() == 1


def test_nothing_leaves_before_its_time_or_without_a_release(worker, reviewer, sink):
    record()
    worker.answer_next()
    send()
    releases.release_reply(mail_id=OutgoingMail.objects.get().pk, by=reviewer)
    send()
    assert sink.taken == []


def test_without_a_server_nothing_looks_as_if_it_was_sent(released, settings):
    settings.EMAIL_BACKEND = "drafting.outbox.smtp.EmailBackend"
    settings.DESK_SMTP_SERVER = None
    with pytest.raises(CommandError, match="DESK_SMTP_URL"):
        send()
    released.refresh_from_db()
    assert released.state == MailState.QUEUED


@pytest.mark.parametrize(
    "refusal",
    [{"refuses_recipients": ["450 busy"] * 10}, {"answers": ["451 later"] * 10}],
    ids=["before DATA", "refused DATA"],
)
def test_what_was_surely_not_sent_is_tried_again_then_fails(released, settings, refusal):
    pauses = []
    with smtp_sink(**refusal) as (sink, port):
        send_through(settings, port)
        for attempt in range(1, 11):
            before = timezone.now()
            send()
            mail = OutgoingMail.objects.get()
            assert mail.attempts == attempt
            pauses.append((mail.not_before - before).total_seconds() / 60)
            make_due()
        send()
    assert mail.state == MailState.FAILED and mail.last_error
    assert [round(pause) for pause in pauses[:9]] == [1, 5, 15, 30, 60, 120, 240, 480, 480]
    assert sink.taken == []
    assert Thread.objects.get().status == ThreadStatus.WAITING_FOR_PERSON


@pytest.mark.parametrize(
    "refusal",
    [{"refuses_recipients": ["550 no such user"]}, {"answers": ["554 spam"]}],
    ids=["recipient", "text"],
)
def test_what_a_server_refuses_for_good_is_asked_once(released, settings, refusal):
    with smtp_sink(**refusal) as (sink, port):
        send_through(settings, port)
        assert "Failed: 1." in send()
        make_due()
        send()
        assert sink.taken == []
    mail = OutgoingMail.objects.get()
    assert (mail.state, mail.attempts) == (MailState.FAILED, 1)


def test_the_page_of_a_reply_tells_when_it_is_tried_next(released, settings, desk_client):
    with smtp_sink(refuses_recipients=["451 4.7.1 greylisted, try again"]) as (_, port):
        send_through(settings, port)
        send()
    mail = OutgoingMail.objects.get()
    page = desk_client().get(reverse("admin:drafting_release_item", args=[mail.pk]))
    shown = date_format(timezone.localtime(mail.not_before), "H:i")
    assert "Tried 1 time; next" in page.content.decode()
    assert shown in page.content.decode()


def test_greylisting_for_a_quarter_of_an_hour_delays_a_reply(released, settings):
    with smtp_sink(refuses_recipients=["451 4.7.1 greylisted, try again"] * 3) as (sink, port):
        send_through(settings, port)
        for _ in range(4):
            send()
            make_due()
    assert len(sink.taken) == 1
    assert OutgoingMail.objects.get().state == MailState.SENT


def test_a_wrong_password_of_ours_fails_no_reply():
    assert not delivery.is_permanent(smtplib.SMTPAuthenticationError(535, b"no"))


def test_no_server_there_is_tried_again(released, settings):
    send_through(settings, 1)
    assert "To be tried again: 1." in send()
    with smtp_sink() as (sink, port):
        send_through(settings, port)
        make_due()
        send()
    assert len(sink.taken) == 1


def test_no_answer_after_the_text_is_uncertain_and_never_sent_again(released, settings):
    with smtp_sink(hangs_up=True) as (sink, port):
        send_through(settings, port)
        assert "Uncertain: 1." in send()
        make_due()
        send()
        assert len(sink.taken) == 1
    mail = OutgoingMail.objects.get()
    assert mail.state == MailState.UNCERTAIN
    assert Thread.objects.get().status == ThreadStatus.WAITING_FOR_PERSON


def test_a_person_settles_what_is_uncertain(released, settings, reviewer):
    OutgoingMail.objects.update(state=MailState.UNCERTAIN, attempts=1)
    mail = releases.settle_uncertain(mail_id=released.pk, was_sent=False, by=reviewer)
    assert mail.state == MailState.FAILED
    releases.send_again(mail_id=released.pk, by=reviewer)
    with smtp_sink() as (sink, port):
        send_through(settings, port)
        send()
    assert len(sink.taken) == 1
    OutgoingMail.objects.update(state=MailState.UNCERTAIN)
    mail = releases.settle_uncertain(mail_id=released.pk, was_sent=True, by=reviewer)
    assert mail.state == MailState.SENT


def test_a_copy_in_the_sent_folder_settles_what_is_uncertain(released):
    OutgoingMail.objects.update(state=MailState.UNCERTAIN)
    copy = our_reply("<1@example.com>", message_id=released.message_id)
    assert not copy.created and copy.message == released.own_message
    assert OutgoingMail.objects.get().state == MailState.SENT


def test_mail_of_a_dead_process_is_taken_again_before_data_and_uncertain_after(released, sink):
    long_ago = timezone.now() - timedelta(minutes=6)
    OutgoingMail.objects.update(
        state=MailState.SENDING, attempts=1, sending_since=long_ago, data_started_at=long_ago
    )
    send()
    assert sink.taken == []
    assert OutgoingMail.objects.get().state == MailState.UNCERTAIN
    OutgoingMail.objects.update(
        state=MailState.SENDING, sending_since=long_ago, data_started_at=None
    )
    send()
    assert len(sink.taken) == 1


def test_a_process_that_lost_its_mail_hands_no_text_over(released, sink, monkeypatch):
    """It slept between taking the mail and DATA; another has taken it meanwhile."""
    mark = delivery._mark_data_started

    def overslept(mail):
        OutgoingMail.objects.filter(pk=mail.pk).update(attempts=mail.attempts + 1)
        mark(mail)

    monkeypatch.setattr(delivery, "_mark_data_started", overslept)
    assert [each.state for each in delivery.deliver_due()] == ["lost"]
    assert sink.taken == []


def test_mail_that_comes_after_a_failure_is_claimable(released, settings, worker):
    with smtp_sink(refuses_recipients=["550 no"] * 9) as (_, port):
        send_through(settings, port)
        send()
    worker.claim(204)
    reply("Are you there?", "<1@example.com>")
    assert len(worker.claim()["messages"]) == 1


@pytest.mark.parametrize(
    ("answer", "reported"),
    [
        ("250 2.0.0 Ok: queued as 4XyZ1", ""),
        ("250 2.6.0 <own@desk.example> [InternalId=1] Queued mail", "<own@desk.example>"),
        (
            "250 Ok 0102018f3a2b4c5d-11111111-2222-3333-4444-555555555555-000000",
            "0102018f3a2b4c5d-11111111-2222-3333-4444-555555555555-000000",
        ),
    ],
)
def test_the_id_that_a_provider_reports(answer, reported):
    assert delivery.reported_id(answer) == reported


def test_an_answer_to_the_reported_id_joins_its_conversation(released, sink):
    send()
    ses = "0102018f3a2b4c5d-11111111-2222-3333-4444-555555555555-000000"
    OutgoingMail.objects.update(provider_id=ses)
    answer = reply("Thanks", f"<{ses}@email.amazonses.com>").message
    assert answer.thread_id == released.thread_id


def test_another_backend_works_too(released, settings, mailoutbox):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    send()
    assert mailoutbox[0].to == [f"Isla Thornbury <{GUEST}>"]
    assert OutgoingMail.objects.get().state == MailState.SENT


def test_a_broken_backend_after_the_mark_is_uncertain(released, settings, monkeypatch):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    def silent(self, messages):
        raise smtplib.SMTPServerDisconnected("gone")

    path = "django.core.mail.backends.locmem.EmailBackend.send_messages"
    monkeypatch.setattr(path, silent)
    assert "Uncertain: 1." in send()


def test_sent_mail_stands_in_the_conversation_with_its_time(released, sink):
    send()
    own = Message.objects.get(direction="out")
    assert own.sent_at == OutgoingMail.objects.get().sent_at


def test_who_did_not_get_a_mail_is_said(released, sink):
    """Of two reviewers, say, of whom one's address is mistyped."""
    OutgoingMail.objects.update(recipients=[GUEST, "nobody@example.com"])
    sink.refuses_recipients = ["250 OK", "550 unknown user"]
    send()
    released.refresh_from_db()
    assert (released.state, len(sink.taken)) == ("sent", 1)
    assert released.last_error == "Refused: nobody@example.com (550 unknown user)"


def test_a_mail_whose_recipients_were_erased_is_not_said_to_be_sent(released, sink):
    OutgoingMail.objects.update(recipients=[])
    assert "Failed: 1." in send()
    released.refresh_from_db()
    assert (released.state, sink.taken) == ("failed", [])
    assert "Nobody is there" in released.last_error


def test_a_backend_that_sent_nothing_is_believed(released, settings, monkeypatch):
    """Its answer is a number, and no error. What it began may be at the server: for a person."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(f"{settings.EMAIL_BACKEND}.send_messages", lambda *_: 0)
    assert "Uncertain: 1." in send()
