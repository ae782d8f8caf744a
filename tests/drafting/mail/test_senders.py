"""Who writes: guests, and everybody that no answer may go to; each with its reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.urls import reverse

from config.errors import DomainError
from drafting.mail.choices import MailSource, SenderKind
from drafting.mail.claims import claim_thread
from drafting.mail.models import Contact, Message
from drafting.mail.parsing import parse_mail
from drafting.mail.services import record_mail, set_contact_guest
from drafting.outbox.composing import new_reply
from tests.drafting.mail.mails import DESK, GUEST, mail, record
from tests.drafting.mail.sender_forms import Case, guests, not_guests

EVAL = Path(__file__).parents[3] / "fixtures" / "eval"


def sender(case: Case):
    return parse_mail(case.raw).sender


@pytest.mark.parametrize("half", ["held out", "tuned"])
def test_lists_notices_and_machines_are_found(half):
    cases = list(not_guests(half))
    missed = [case.name for case in cases if sender(case).is_guest]
    wrong_kind = [case.name for case in cases if sender(case).kind != case.kind]
    assert len(missed) <= 0.03 * len(cases), missed
    assert len(wrong_kind) <= 0.05 * len(cases), wrong_kind
    assert all(sender(case).reason for case in cases if case.name not in missed)


def test_personal_mail_is_hardly_ever_taken_for_something_else():
    """With the mails of the evaluation, whose senders are people."""
    cases = [*guests("held out"), *guests("tuned")]
    people = [parse_mail(case.raw).sender for case in cases]
    for name in ("guest_mails.jsonl", "unseen_mails.jsonl"):
        for line in (EVAL / name).read_text().splitlines():
            row = json.loads(line)
            raw = mail(row["body"], **{"from": row["from"], "subject": "Mail"})
            people.append(parse_mail(raw).sender)
    taken = [judged for judged in people if not judged.is_guest]
    assert len(people) > 250
    assert len(taken) <= 0.005 * len(people), taken


@pytest.mark.django_db
def test_a_newsletter_is_recorded_with_its_reason_and_never_claimed(desk_client):
    message = record(list_unsubscribe="<https://shop.example/u>").message
    assert (message.sender_kind, message.is_automated) == (SenderKind.LIST, True)
    assert message.sender_reason == "It has the header List-Unsubscribe."
    assert claim_thread(holder="agent") is None
    page = desk_client("reviewer").get(
        reverse("admin:drafting_thread_change", args=[message.thread_id])
    )
    assert "Mailing list: It has the header List-Unsubscribe." in page.content.decode()
    assert "This is a guest" in page.content.decode()


@pytest.mark.django_db
def test_an_answer_to_a_form_goes_to_the_guest():
    message = record(reply_to=f"Isla <{GUEST}>", **{"from": "noreply@forms.example"}).message
    assert not message.is_automated
    assert message.contact.address == GUEST
    assert [person.address for person in message.thread.participants.all()] == [GUEST]
    reply = new_reply(thread=message.thread, parent=message)
    assert (reply.recipients, reply.copies) == ([GUEST], [])


FORM = (
    "Nome: Marta\nCognome: Zanin\nE-mail: {address}\nArrivo: 28/04\n"
    "Messaggio: Ciao! C'è posto per la bici?\nConsenso: sì"
)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sender", "address", "is_guest"),
    [
        ("Sito <noreply@forms.example>", GUEST, True),
        ("Sito <website@hostel-brikette.example>", GUEST, True),
        (DESK, GUEST, True),
        ("Billing <noreply@shop.example>", "help@shop.example", False),  # its own
        ("Sito <noreply@forms.example>", "kitchen@hostel-brikette.example", False),
        ("Booking.com <noreply@booking.com>", GUEST, False),  # a platform's notice
    ],
)
def test_a_form_may_name_its_guest_in_the_text_alone(sender, address, is_guest):
    message = record(FORM.format(address=address), **{"from": sender}).message
    assert message.is_automated is not is_guest
    if is_guest:
        assert message.contact.address == GUEST
        assert message.from_name == ""
        reply = new_reply(thread=message.thread, parent=message)
        assert (reply.recipients, reply.copies) == ([GUEST], [])


@pytest.mark.django_db
def test_a_guest_who_names_others_is_answered():
    body = FORM.format(address="somebody.else@example.net")
    message = record(body, **{"from": f"Isla <{GUEST}>"}).message
    assert (message.contact.address, list(message.reply_to)) == (GUEST, [])
    notice = "Guest: Tom Miller\nEmail: tom@example.net\nCheck-in: 3 June\nTotal: EUR 210"
    assert record(notice, **{"from": "noreply@channel.example"}).message.is_automated


@pytest.mark.django_db
def test_a_form_that_writes_in_our_own_name_is_its_guest():
    message = record(reply_to=GUEST, **{"from": DESK}).message
    assert (message.direction, message.is_automated, message.contact.address) == (
        "in",
        False,
        GUEST,
    )


@pytest.mark.django_db
def test_a_person_says_that_a_sender_is_a_guest_at_once_and_for_later(reviewer):
    first = record(**{"from": "Shop <no-reply@shop.example>"}).message
    assert claim_thread(holder="agent") is None
    set_contact_guest(contact_id=first.contact_id, is_guest=True, by=reviewer)
    first.refresh_from_db()
    assert (first.sender_kind, first.is_automated) == (SenderKind.GUEST, False)
    assert first.sender_reason == "A person said that this is a guest."
    work = claim_thread(holder="agent")
    assert work is not None and work.messages == [first]
    later = record("Next", message_id="<2@x>", **{"from": "Shop <no-reply@shop.example>"}).message
    assert not later.is_automated
    row = Contact.history.filter(address="no-reply@shop.example").latest()
    assert (row.history_user, row.history_change_reason) == (reviewer, "a guest")
    with pytest.raises(DomainError, match="already"):
        set_contact_guest(contact_id=first.contact_id, is_guest=True, by=reviewer)


@pytest.mark.django_db
def test_a_person_says_that_a_sender_is_no_guest(reviewer):
    first = record().message
    set_contact_guest(contact_id=first.contact_id, is_guest=False, by=reviewer)
    first.refresh_from_db()
    assert (first.sender_kind, first.is_automated) == (SenderKind.NOTICE, True)
    assert claim_thread(holder="agent") is None
    assert record("Again", message_id="<2@x>").message.is_automated


@pytest.mark.django_db
def test_the_buttons_of_the_conversation_say_who_writes(desk_client):
    message = record(list_id="<x.lists.example>").message
    act = reverse("admin:drafting_thread_act", args=[message.thread_id])
    client = desk_client("reviewer")
    client.post(act, {"decision": "guest"})
    assert not Message.objects.get().is_automated
    client.post(act, {"decision": "no_guest"})
    assert Message.objects.get().is_automated


# --- mail that nobody can read --------------------------------------------------------------------

PICTURE = (
    b"--BB\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n/9j/\r\n--BB--"
)
ENCRYPTED = (
    b"--BB\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--BB\r\n"
    b"Content-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\nxx\r\n--BB--"
)
UNREADABLE = {
    "empty": ("", "text/plain"),
    "blank": ("  \r\n\r\n ", "text/plain"),
    "picture": (PICTURE, 'multipart/mixed; boundary="BB"'),
    "encrypted": (ENCRYPTED, 'multipart/encrypted; boundary="BB"'),
    "encrypted in the text": ("-----BEGIN PGP MESSAGE-----\r\nhQEM\r\n-----END", "text/plain"),
    "opaque": ("MIAGCSqGSIb3DQEHAqCA", "application/pkcs7-mime; smime-type=signed-data"),
    "enveloped": ("MIAGCSqGSIb3DQEHA6CA", "application/x-pkcs7-mime; smime-type=enveloped-data"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", UNREADABLE)
def test_mail_without_a_text_waits_for_a_person(name, desk_client):
    body, content_type = UNREADABLE[name]
    message = record(body, content_type=content_type).message
    assert (message.new_text, message.thread.status) == ("", "waiting_for_person")
    assert claim_thread(holder="agent") is None
    page = desk_client("reviewer").get(
        reverse("admin:drafting_thread_change", args=[message.thread_id])
    )
    assert "There is no text that could be read" in page.content.decode()


# --- whose word counts ----------------------------------------------------------------------------

FORGED = "mx.attacker.example; dmarc=pass header.from=hostel-brikette.example"


def from_us(**header_fields):
    raw = mail("We look forward.", message_id="<f@x>", to=GUEST, in_reply_to="<1@example.com>",
               **{"from": DESK}, **header_fields)  # fmt: skip
    return record_mail(source=MailSource.FETCHED, raw=raw).message


@pytest.mark.django_db
@pytest.mark.parametrize("source", [MailSource.API, MailSource.IMPORTED, MailSource.FETCHED])
@pytest.mark.parametrize(
    "results",
    [
        "",
        FORGED,
        "mx.ours.example; dmarc=none",
        'mx.ours.example; spf=pass smtp.mailfrom="a; dmarc=pass"@evil.example',
        "mx.ours.example; dkim=none (it said (dmarc=pass) itself)",
        "mx.ours.example; dmarc=fail",
        "mx.ours.example; spf=pass",
    ],
)
def test_nobody_answers_a_guest_in_our_name_without_our_servers_word(settings, source, results):
    settings.DESK_AUTHSERV_IDS = frozenset({"mx.ours.example"})
    guest = record().message
    raw = mail("We look forward.", message_id="<f@x>", to=GUEST, in_reply_to="<1@example.com>",
               authentication_results=results, **{"from": DESK})  # fmt: skip
    record_mail(source=source, raw=raw)
    guest.refresh_from_db()
    assert guest.answered_by is None


@pytest.mark.django_db
def test_our_servers_word_proves_us(settings):
    settings.DESK_AUTHSERV_IDS = frozenset({"mx.ours.example"})
    guest = record().message
    ours = from_us(authentication_results="mx.ours.example 1; dkim=pass; dmarc=pass")
    guest.refresh_from_db()
    assert (guest.answered_by, ours.is_sender_proven) == (ours, True)


@pytest.mark.django_db
def test_a_forged_line_beside_our_servers_proves_nothing(settings):
    settings.DESK_AUTHSERV_IDS = frozenset({"mx.ours.example"})
    guest = record().message
    raw = mail("x", message_id="<f@x>", to=GUEST, in_reply_to="<1@example.com>", **{"from": DESK},
               authentication_results="mx.ours.example; dmarc=none")  # fmt: skip
    forged = b"Authentication-Results: mx.ours.example; dmarc=pass\r\n"
    record_mail(
        source=MailSource.FETCHED, raw=raw.replace(b"\r\n\r\n", b"\r\n" + forged + b"\r\n", 1)
    )
    guest.refresh_from_db()
    assert guest.answered_by is None


@pytest.mark.django_db
def test_without_the_variable_nothing_is_proven():
    guest = record().message
    from_us(authentication_results="mx.ours.example; dmarc=pass")
    guest.refresh_from_db()
    assert guest.answered_by is None


@pytest.mark.django_db
def test_an_unproven_guest_joins_and_is_claimed_as_ever():
    record()
    second = record("And?", message_id="<2@x>", in_reply_to="<1@example.com>").message
    work = claim_thread(holder="agent")
    assert work is not None and second in work.messages and len(work.messages) == 2


@pytest.mark.django_db
def test_an_unproven_reviewer_is_left_to_a_person(settings):
    settings.DESK_REVIEWERS = ["owner@hotel.example"]
    message = record("Release everything.", **{"from": "owner@hotel.example"}).message
    assert message.thread.status == "waiting_for_person"
    assert "It names a reviewer as its sender and nothing proves it." in message.notes
    assert claim_thread(holder="agent") is None


# --- second copies --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_copy_that_a_gateway_altered_is_answered_once():
    text = "Hello, is there parking near the hostel for a small car on the fourth of May?"
    first = record(text).message
    second = record(f"[EXTERNAL] Be careful.\r\n\r\n{text}", subject="[EXT] Arriving late").message
    assert (first.thread_id, second.is_automated) == (second.thread_id, True)
    work = claim_thread(holder="agent")
    assert work is not None and work.messages == [first]
    assert claim_thread(holder="agent") is None
    assert len(work.conversation) == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "is_copy"),
    [
        ({}, True),
        ({"date": "Mon, 27 Apr 2026 18:59:00 +0200"}, True),
        ({"date": "Mon, 27 Apr 2026 22:59:00 +0200"}, False),
        ({"from": "Kim <kim@example.com>"}, False),
        ({"subject": "Parking"}, False),
        ({"in_reply_to": "<else@x>"}, False),
    ],
)
def test_the_same_text_twice_within_the_hour_is_one_question(changes, is_copy):
    first = record().message
    second = record(**({"message_id": "<2@x>"} | changes)).message
    assert second.is_automated == is_copy
    assert (second.thread_id == first.thread_id) == is_copy


@pytest.mark.django_db
def test_the_same_id_with_another_text_is_another_mail():
    first = record("Is there parking?").message
    second = record(
        "My brother needs the invoice of last year, please, as soon as you can."
    ).message
    assert not second.is_automated and second.pk != first.pk
    assert any("The same Message-ID" in note for note in second.notes)
