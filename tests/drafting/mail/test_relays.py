"""Mail that comes through others: booking platforms, and colleagues who forward a guest's mail."""

from __future__ import annotations

import pytest
from django.urls import reverse

from drafting.drafts.services.interpret import header_name_of, interpret_message
from drafting.mail.choices import ThreadStatus
from drafting.mail.claims import claim_thread
from drafting.mail.entries import why_people
from drafting.mail.relays import read_relayed
from drafting.mail.senders import PASSED_ON
from drafting.mail.services import record_mail
from drafting.outbox.composing import new_reply
from templatesapp.text.reader.stays import booking_key
from tests.drafting.mail.mails import DESK, GUEST, mail, record
from tests.drafting.mail.quoted_forms import PROGRAMS
from tests.drafting.mail.relay_forms import OTHER, RELAYED, WORDS

NAMES = [form[0] for form in RELAYED]


@pytest.mark.parametrize("form", RELAYED, ids=NAMES)
def test_the_guests_words_are_taken_out_of_the_frame(form):
    _, sender, subject, body, booking, _ = form
    read = read_relayed(body, subject=subject, sender_name=sender.partition(" <")[0])
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
    reply = new_reply(thread=first.thread, parent=second)
    assert (reply.recipients, reply.copies) == ([first.from_address], [])
    work = claim_thread(holder="agent")
    assert work is not None and work.messages == [first, second]


@pytest.mark.django_db
@pytest.mark.parametrize("form", RELAYED, ids=NAMES)
def test_an_unsigned_letter_through_a_platform_is_greeted_by_name(form):
    _, sender, subject, body, _, guest = form
    assert header_name_of(record(body, subject=subject, **{"from": sender}).message) == guest


@pytest.mark.django_db
@pytest.mark.parametrize("form", RELAYED, ids=NAMES)
def test_the_plan_of_a_recorded_mail_names_the_platforms_booking(form):
    _, sender, subject, body, booking, _ = form
    message = record(body, subject=subject, **{"from": sender}).message
    assert booking_key(interpret_message(message=message).booking_ref or "") == booking


@pytest.mark.django_db
def test_no_platform_is_greeted():
    message = record(WORDS, **{"from": "Airbnb <4x9abc@reply.airbnb.com>"}).message
    assert header_name_of(message) == ""


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


ASKED_THERE = (
    "You have a new message from a guest.\n\nGuest: Oluwaseun Bakare\nBooking: 5519046623\n"
    "Message:\nHello, is there a place for two surfboards in the night?\n\n"
    "Reply in your inbox on our page."
)
BOOKED_THERE = "New booking!\n\nGuest: Oluwaseun Bakare\nBooking: 5519046623\nNights: 2"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "is_automated", "status"),
    [
        (ASKED_THERE, False, ThreadStatus.WAITING_FOR_PERSON),
        (BOOKED_THERE, True, ThreadStatus.OPEN),
    ],
)
def test_a_guest_who_asks_in_a_notice_waits_for_a_person(body, is_automated, status):
    message = record(body, **{"from": "Hostelworld <no-reply@hostelworld.com>"}).message
    assert (message.is_automated, message.thread.status) == (is_automated, status)
    assert claim_thread(holder="agent") is None
    if not is_automated:
        assert why_people([message.thread_id], bounced=()) == {message.thread_id: PASSED_ON}
    assert new_reply(thread=message.thread, parent=message).recipients == []


@pytest.mark.django_db
def test_a_posted_mail_of_who_takes_no_answers_is_no_guests(agent_client):
    sent = {"from_address": "noreply@rooms.example", "subject": "Hi", "body_text": "Sale! Now?"}
    answer = agent_client(scopes=["messages"]).post("/api/v1/messages", sent)
    assert answer.status_code == 201, answer.content
    assert claim_thread(holder="agent") is None


@pytest.mark.django_db
@pytest.mark.parametrize("comes_first", ["guest", "notice"])
@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Booking.com - New booking! (1234567890, Monday, 4 May 2026)", "Log in to see it."),
        ("A guest has cancelled", "Booking number: 1234567890\nNothing is to pay."),
        ("Modifica", "Numero di conferma: 1234567890"),
    ],
)
def test_notices_stand_beside_the_conversation_of_their_booking(
    desk_client, subject, text, comes_first
):
    _, sender, guests_subject, body, _, _ = RELAYED[0]

    def tell(number):
        house = {"from": "Booking.com <noreply@booking.com>"}
        return record(text, subject=subject, message_id=f"<{number}@n>", **house).message

    notices = [tell(1)] if comes_first == "notice" else []
    guest = record(body, subject=guests_subject, **{"from": sender}).message
    notices += [tell(2), tell(3)]
    other = record(
        "Booking number: 99", subject="New booking 5555555555", message_id="<o@n>",
        **{"from": "noreply@booking.com"},
    ).message  # fmt: skip
    assert all(notice.is_automated for notice in notices)
    (of_notices,) = {notice.thread_id for notice in notices}
    assert len({of_notices, guest.thread_id, other.thread_id}) == 3
    client = desk_client("reviewer")
    pages = {pk: reverse("admin:drafting_thread_change", args=[pk])
             for pk in (of_notices, guest.thread_id)}  # fmt: skip
    for here, there in ((of_notices, guest.thread_id), (guest.thread_id, of_notices)):
        page = client.get(pages[here]).content.decode()
        assert "Same booking" in page and f'href="{pages[there]}"' in page
    other_page = client.get(reverse("admin:drafting_thread_change", args=[other.thread_id]))
    assert "Same booking" not in other_page.content.decode()
    work = claim_thread(holder="agent")
    assert work is not None and work.messages == [guest]
    assert claim_thread(holder="agent") is None


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
    reply = new_reply(thread=message.thread, parent=message)
    assert (reply.recipients, reply.copies) == ([GUEST], [])


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
