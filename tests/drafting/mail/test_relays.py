"""Mail that comes through others: booking platforms, and colleagues who forward a guest's mail."""

from __future__ import annotations

import pytest

from drafting.mail.claims import claim_thread
from drafting.mail.relays import read_relayed
from drafting.mail.services import record_mail
from drafting.outbox.composing import make_reply_headers
from tests.drafting.mail.mails import DESK, GUEST, mail, record
from tests.drafting.mail.quoted_forms import PROGRAMS
from tests.drafting.mail.relay_forms import OTHER, RELAYED, WORDS

NAMES = [form[0] for form in RELAYED]


@pytest.mark.parametrize("form", RELAYED, ids=NAMES)
def test_the_guests_words_are_taken_out_of_the_frame(form):
    _, _, _, body, booking, _ = form
    read = read_relayed(body)
    assert (read.words, read.booking) == (WORDS, booking)


@pytest.mark.django_db
@pytest.mark.parametrize("form", RELAYED, ids=NAMES)
def test_a_conversation_through_a_platform_is_one(form):
    _, sender, subject, body, _, guest = form
    first = record(body, subject=subject, **{"from": sender}).message
    again = body.replace(WORDS, OTHER)
    second = record(again, message_id="<2@x>", subject=subject, **{"from": sender}).message
    assert second.thread_id == first.thread_id and second.new_text == OTHER
    assert (first.from_name.startswith(guest), first.is_automated) == (True, False)
    recipients, _ = make_reply_headers(thread=first.thread, parent=second)
    assert recipients == ([first.from_address], [])
    work = claim_thread(holder="agent")
    assert work is not None and work.messages == [first, second]


@pytest.mark.django_db
def test_two_bookings_of_one_alias_are_two_conversations():
    _, sender, subject, body, booking, _ = RELAYED[0]
    first = record(body, subject=subject, **{"from": sender}).message
    other = body.replace(booking, "9999999999").replace(WORDS, OTHER)
    second = record(other, message_id="<2@x>", subject=subject, **{"from": sender}).message
    assert second.thread_id != first.thread_id


@pytest.mark.django_db
def test_a_platforms_own_notice_is_no_guest():
    message = record("New booking 1234567890", **{"from": "noreply@booking.com"}).message
    assert message.is_automated and message.sender_reason == "Its sender takes no answers."


# --- forwards -------------------------------------------------------------------------------------

STAFF = "info@hostel-brikette.example"
PROOF = {"authentication_results": "mx.ours.example; dmarc=pass"}


def forward(words="Is there parking?", **header_fields):
    body = (
        "Can you answer this?\n\n---------- Forwarded message ---------\n"
        f"From: Isla Thornbury <{GUEST}>\nDate: Mon, 27 Apr 2026 at 18:42\nSubject: Parking\n"
        f"To: <owner@hotel.example>\n\n{words}\n"
    )
    fields = {
        "from": STAFF,
        "to": DESK,
        "subject": "Fwd: Parking",
        "message_id": "<f@ours.example>",
    }
    return record(body, **(fields | header_fields)).message


@pytest.fixture
def trusted(settings):
    settings.DESK_AUTHSERV_IDS = frozenset({"mx.ours.example"})
    settings.DESK_REVIEWERS = ["owner@hotel.example"]


@pytest.mark.django_db
@pytest.mark.parametrize("sender", [STAFF, "owner@hotel.example"])
def test_a_forwarded_mail_is_answered_to_its_guest(trusted, sender):
    message = forward(**{"from": sender}, **PROOF)
    assert (message.from_address, message.from_name) == (GUEST, "Isla Thornbury")
    assert (message.subject, message.new_text) == ("Parking", "Is there parking?")
    assert f"Forwarded to the desk by {sender}." in message.notes
    assert not message.is_automated and claim_thread(holder="agent") is not None
    addressees, _ = make_reply_headers(thread=message.thread, parent=message)
    assert addressees == ([GUEST], [])


@pytest.mark.django_db
def test_nobody_forwards_in_our_name_without_proof(trusted):
    message = forward()
    assert message.from_address == STAFF and message.is_automated


@pytest.mark.django_db
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.code)
def test_programs_of_all_languages_forward(trusted, program):
    sender, sent, to, subject = program.keys
    body = (
        f"---------- {program.forwarded} ---------\n{sender}: Isla <{GUEST}>\n"
        f"{sent}: 27.04.2026 18:42\n{to}: {DESK}\n{subject}: Parking\n\n{program.words[1]}"
    )
    raw = mail(
        body, subject="Fwd: Parking", message_id="<f@x>", to=DESK, **{"from": STAFF}, **PROOF
    )
    message = record_mail(source="fetched", raw=raw).message
    assert (message.from_address, message.new_text) == (GUEST, program.words[1].replace(" ?", " ?"))
