"""A mail is recorded once, whoever brings it how often, and answered only by what answers it."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest
from django.db import connection, transaction

from config.errors import DomainError
from drafting.mail import services
from drafting.mail.choices import MailSource, Urgency
from drafting.mail.models import Attachment, Contact, Message, Thread
from drafting.mail.parsing import mail_from_fields
from drafting.mail.selectors import as_incoming_mail, earlier_items, get_message
from drafting.mail.services import record_mail, set_contact_blocked
from tests.drafting.mail.golden_mails import HEADERS, TEXTS
from tests.drafting.mail.mails import GUEST, mail, our_reply, record, reply
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_same_mail_twice_is_one_row():
    first, second = record(), record()
    assert (first.created, second.created) == (True, False)
    assert second.message == first.message
    assert second.message.notes == first.message.notes
    assert (Message.objects.count(), Thread.objects.count(), Contact.objects.count()) == (1, 1, 1)


def test_same_mail_over_another_way_is_one_row():
    record()
    again = record(received="from a by b; Mon, 27 Apr 2026 18:50:00 +0200", x_spam="no")
    assert not again.created
    assert Message.objects.count() == 1


def test_same_id_with_other_content_is_recorded_with_a_note():
    record()
    other = record("Something else entirely")
    assert other.created
    assert any("with other content" in note for note in other.message.notes)
    assert Message.objects.filter(message_id="<1@example.com>").count() == 2


def test_mail_without_id_twice_is_one_row():
    assert record(message_id="", date="").created
    assert not record(message_id="", date="").created


def test_record_inside_a_transaction_leaves_it_usable(monkeypatch):
    first = record().message
    # As in a race: the look-up before sees nothing, the constraint decides.
    seen, real = iter([None]), services._find_recorded
    monkeypatch.setattr(services, "_find_recorded", lambda parsed: next(seen, real(parsed)))
    with transaction.atomic():
        again = record()
        assert Contact.objects.count() == 1
    assert (again.created, again.message) == (False, first)
    assert Thread.objects.count() == 1


def test_raw_bytes_and_files_are_kept():
    raw = mail(
        b"--B\r\nContent-Type: text/plain\r\n\r\nSee file\r\n--B\r\nContent-Type: image/png\r\n"
        b"Content-Disposition: attachment; filename=a.png\r\n\r\n\x89PNG\0\r\n--B--\r\n",
        content_type="multipart/mixed; boundary=B",
    )
    message = record_mail(source=MailSource.RECEIVED, raw=raw).message
    message.refresh_from_db()
    assert bytes(message.raw or b"") == raw
    file = Attachment.objects.get(message=message)
    assert (file.filename, file.size_bytes, bytes(file.content)) == ("a.png", 5, b"\x89PNG\0")


def test_bytes_that_are_no_mail_are_recorded():
    recorded = record_mail(source=MailSource.RECEIVED, raw=bytes(range(256)))
    assert recorded.created
    assert bytes(Message.objects.get().raw or b"") == bytes(range(256))
    assert any("No sender" in note for note in recorded.message.notes)


def test_fault_of_the_interpreter_loses_no_mail(monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError

    monkeypatch.setattr("drafting.mail.entries.interpret_escalation", broken)
    monkeypatch.setattr("drafting.mail.parsing.normalise", broken)
    message = record().message
    assert (message.new_text, message.urgency) == ("How do we get in?", Urgency.HIGH)


def test_too_large_mail_is_refused_and_nothing_written(settings):
    settings.MAX_MAIL_BYTES = 100
    with pytest.raises(DomainError):
        record()
    assert not Contact.objects.exists()


def test_received_moment_is_our_servers_then_the_senders_then_now():
    by_server = record(received="from a by b; Mon, 27 Apr 2026 19:00:00 +0200").message
    assert by_server.received_at == datetime(2026, 4, 27, 17, 0, tzinfo=UTC)
    by_sender = record("x", message_id="<2@x>").message
    assert by_sender.received_at == datetime(2026, 4, 27, 16, 42, tzinfo=UTC)
    now = record_mail(source=MailSource.RECEIVED, raw=mail("y", message_id="<3@x>")).message
    assert now.received_at > by_sender.received_at
    future = record("z", message_id="<4@x>", date="Mon, 27 Apr 2099 18:42:00 +0200").message
    assert future.received_at.year < 2099


# --- answered -----------------------------------------------------------------------------------


def _answered() -> list[str]:
    return list(
        Message.objects.filter(answered_by__isnull=False)
        .order_by("pk")
        .values_list("message_id", flat=True)
    )


def test_our_mail_answers_what_had_come_before_it():
    record()
    reply("And breakfast?", "<1@example.com>", date="Mon, 27 Apr 2026 19:30:00 +0200")
    reply("Too late", "<1@example.com>", number=3, date="Mon, 27 Apr 2026 20:30:00 +0200")
    ours = our_reply("<1@example.com>").message
    assert _answered() == ["<1@example.com>", "<2@example.com>"]
    assert ours.answers.count() == 2


def test_our_mail_without_a_date_answers_only_what_it_names():
    record()
    reply("And breakfast?", "<1@example.com>")
    our_reply("<1@example.com>", date="")
    assert _answered() == ["<1@example.com>"]


def test_our_automatic_answer_answers_nothing():
    record()
    our_reply("<1@example.com>", auto_submitted="auto-replied")
    assert _answered() == []


def test_forged_mail_of_ours_answers_nothing():
    record()
    our_reply("<1@example.com>", authentication_results="mx; dmarc=fail")
    assert _answered() == []


def test_mail_that_came_late_and_is_not_named_waits_for_an_answer():
    record()
    our_reply("<1@example.com>")
    late = reply("Sent before your answer", "<1@example.com>").message
    assert late.answered_by is None


def test_urgency_of_a_thread_is_that_of_its_unanswered_mail(monkeypatch):
    levels = iter([Urgency.HIGH, Urgency.CRITICAL])
    monkeypatch.setattr("drafting.mail.entries.read_urgency", lambda *_: (next(levels), False))
    thread = record().message.thread
    assert Thread.objects.get().urgency == Urgency.HIGH
    reply("I call my lawyer", "<1@example.com>", date="Mon, 27 Apr 2026 20:30:00 +0200")
    assert Thread.objects.get().urgency == Urgency.CRITICAL
    our_reply("<1@example.com>", date="Mon, 27 Apr 2026 20:00:00 +0200")
    assert Thread.objects.get().urgency == Urgency.CRITICAL
    our_reply("<2@example.com>", number=10, date="Mon, 27 Apr 2026 21:00:00 +0200")
    thread.refresh_from_db()
    assert thread.urgency == Urgency.NONE


# --- contacts -----------------------------------------------------------------------------------


def test_block_and_unblock_leave_person_and_reason():
    person = UserFactory.create(role="manager")
    contact = record().message.contact
    set_contact_blocked(contact_id=contact.pk, is_blocked=True, by=person, reason="abuse")
    contact.refresh_from_db()
    row = contact.history.first()
    assert contact.is_blocked
    assert (row.history_user, row.history_change_reason) == (person, "abuse")
    with pytest.raises(DomainError) as refused:
        set_contact_blocked(contact_id=contact.pk, is_blocked=True, by=person)
    assert refused.value.code == "already_decided"
    set_contact_blocked(contact_id=contact.pk, is_blocked=False, by=person)
    assert contact.history.count() == 2


def test_name_once_known_stays():
    record()
    reply("x", "<1@example.com>", **{"from": f"Hostel Brikette <{GUEST}>"})
    assert Contact.objects.get(address=GUEST).name == "Isla Thornbury"


# --- what drafting reads ------------------------------------------------------------------------


def test_incoming_mail_has_what_was_said_before_it():
    record()
    our_reply("<1@example.com>")
    last = reply("Thanks, and breakfast?", "<9@hostel-brikette.example>").message
    incoming = as_incoming_mail(last, thread=earlier_items(last))
    assert (incoming.message, incoming.from_address, incoming.sender_verified) == (
        last.pk,
        GUEST,
        True,
    )
    assert [item.sender for item in incoming.thread] == [GUEST, "info@hostel-brikette.example"]
    assert incoming.thread[0].snippet == "How do we get in?"
    assert earlier_items(Message.objects.get(message_id="<1@example.com>")) == ()


def test_unknown_message_has_its_code():
    with pytest.raises(DomainError) as refused:
        get_message(message_id=99)
    assert refused.value.code == "unknown_message"


# --- at once ------------------------------------------------------------------------------------


def _at_once(calls):
    """Run each call in a thread with its own connection, all released together."""
    barrier = threading.Barrier(len(calls))
    results, errors = [], []

    def run(call):
        try:
            barrier.wait(timeout=20)
            results.append(call())
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert errors == []
    return results


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_same_mail_at_once_is_one_row():
    results = _at_once([record] * 8)
    assert sorted(result.created for result in results) == [False] * 7 + [True]
    assert len({result.message.pk for result in results}) == 1
    assert (Message.objects.count(), Thread.objects.count(), Contact.objects.count()) == (1, 1, 1)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_mails_of_one_thread_at_once_get_numbers_without_gap():
    record()
    _at_once([lambda n=n: reply(f"mail {n}", "<1@example.com>", number=n) for n in range(2, 12)])
    numbers = Message.objects.order_by("sequence").values_list("sequence", flat=True)
    assert list(numbers) == list(range(1, 12))
    assert Thread.objects.count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db
def test_everything_odd_is_stored():
    for _, raw, _ in [*TEXTS, *HEADERS]:
        record_mail(source=MailSource.IMPORTED, raw=raw)
    record_mail(
        source=MailSource.API,
        parsed=mail_from_fields(from_address=GUEST, body_text="a\0b\ud800", subject="x\0\ny"),
    )
    assert Message.objects.count() > 40  # the rest differs in headers only
