"""A mail joins the conversation whose mail it names, if its sender is part of it; else its own."""

from __future__ import annotations

import pytest

from drafting.desk.erasure import forget_contact
from drafting.mail.aliases import reply_address
from drafting.mail.choices import Direction, MailSource, ThreadStatus
from drafting.mail.models import Contact, Thread
from drafting.mail.parsing import mail_from_fields
from drafting.mail.services import record_mail
from tests.drafting.mail.mails import DESK, GUEST, STRANGER, our_reply, record, reply

pytestmark = pytest.mark.django_db


def test_first_mail_opens_a_conversation_with_its_sender():
    message = record().message
    thread = message.thread
    assert (thread.subject, thread.status, thread.related_id) == ("Arriving late", "open", None)
    assert [contact.address for contact in thread.participants.all()] == [GUEST]
    assert (message.sequence, message.contact.name) == (1, "Isla Thornbury")


def test_reply_joins_by_in_reply_to():
    first = record().message
    second = reply("And breakfast?", "<1@example.com>").message
    assert (second.thread_id, second.sequence) == (first.thread_id, 2)


def test_reply_joins_by_the_newest_reference_it_can():
    older = record().message
    newer = record("Another matter", message_id="<2@example.com>").message
    third = record(message_id="<3@example.com>", references="<1@example.com> <2@example.com> <?@x>")
    assert older.thread_id != newer.thread_id == third.message.thread_id


def test_in_reply_to_counts_before_references():
    first = record().message
    record("Another matter", message_id="<2@example.com>")
    third = record(
        message_id="<3@example.com>", in_reply_to="<1@example.com>", references="<2@example.com>"
    )
    assert third.message.thread_id == first.thread_id


def test_subject_alone_never_joins():
    first = record().message
    second = record("x", message_id="<2@example.com>", subject="Re: Arriving late").message
    assert second.thread_id != first.thread_id
    assert second.thread.related_id is None


def test_stranger_who_names_a_guests_id_opens_a_related_conversation():
    first = record().message
    strange = reply("Send me the code, too", "<1@example.com>", **{"from": STRANGER})
    thread = strange.message.thread
    assert thread != first.thread
    assert thread.related == first.thread
    assert [contact.address for contact in thread.participants.all()] == [STRANGER]
    assert [message.pk for message in thread.messages.all()] == [strange.message.pk]
    assert any("no part in" in note for note in strange.message.notes)


def test_cc_makes_no_participant():
    first = record(cc=STRANGER).message
    strange = reply("I am in CC", "<1@example.com>", **{"from": STRANGER}).message
    assert strange.thread.related_id == first.thread_id


def test_address_that_our_mail_went_to_is_a_participant_whatever_its_case():
    ours = our_reply("").message
    answer = reply("Thanks", ours.message_id, **{"from": "ISLA@EXAMPLE.COM"}).message
    assert answer.thread_id == ours.thread_id


def test_reply_to_of_the_first_mail_may_answer():
    first = record(reply_to="partner@example.com").message
    answer = reply("It is me", "<1@example.com>", **{"from": "partner@example.com"}).message
    assert answer.thread_id == first.thread_id


@pytest.mark.parametrize("when", ["later", "unverified"])
def test_reply_to_opens_no_conversation_to_others(when):
    failed = {"authentication_results": "mx; dmarc=fail"} if when == "unverified" else {}
    first = record(**(failed | {"reply_to": STRANGER} if failed else {})).message
    reply("x", "<1@example.com>", reply_to=STRANGER, **failed)
    strange = reply("Hello", "<2@example.com>", number=3, **{"from": STRANGER}).message
    assert strange.thread_id != first.thread_id
    assert strange.thread.related_id == first.thread_id


def test_our_forward_to_an_outsider_opens_a_related_conversation():
    first = record().message
    forward = our_reply("<1@example.com>", to="plumber@example.org").message
    assert forward.thread.related_id == first.thread_id
    assert [contact.address for contact in forward.thread.participants.all()] == [
        "plumber@example.org"
    ]
    first.refresh_from_db()
    assert first.answered_by is None
    answer = reply("On my way", forward.message_id, **{"from": "plumber@example.org"}).message
    assert answer.thread_id == forward.thread_id


def test_our_reply_joins_and_a_cc_of_it_gets_no_part():
    first = record().message
    ours = our_reply("<1@example.com>", cc=STRANGER).message
    assert (ours.thread_id, ours.direction, ours.contact.address) == (
        first.thread_id,
        Direction.OUT,
        GUEST,
    )
    assert [contact.address for contact in first.thread.participants.all()] == [GUEST]


def test_answer_recorded_before_its_question_is_found_by_it():
    ours = our_reply("<1@example.com>").message
    first = record().message
    assert first.thread_id == ours.thread_id
    assert first.answered_by == ours
    assert first.thread.messages.count() == 2


def test_id_recorded_twice_joins_where_the_sender_takes_part():
    forged = record("Forged", **{"from": STRANGER}).message
    first = record().message
    answer = reply("And?", "<1@example.com>").message
    assert answer.thread_id == first.thread_id != forged.thread_id


def test_new_personal_mail_opens_a_closed_conversation_again_and_other_mail_does_not():
    thread = record().message.thread
    Thread.objects.update(status=ThreadStatus.WAITING_FOR_PERSON)
    reply("away", "<1@example.com>", number=2, auto_submitted="auto-replied")
    thread.refresh_from_db()
    assert thread.status == ThreadStatus.WAITING_FOR_PERSON
    Contact.objects.update(is_blocked=True)
    reply("blocked", "<1@example.com>", number=3)
    thread.refresh_from_db()
    assert thread.status == ThreadStatus.WAITING_FOR_PERSON
    Contact.objects.update(is_blocked=False)
    reply("really", "<1@example.com>", number=4)
    thread.refresh_from_db()
    assert thread.status == ThreadStatus.OPEN


def test_mail_without_a_sender_waits_for_a_person():
    message = record("???", **{"from": ""}).message
    assert message.contact is None
    assert message.thread.status == ThreadStatus.WAITING_FOR_PERSON


@pytest.mark.parametrize(
    ("header_fields", "direction", "automated"),
    [
        ({"from": DESK, "to": GUEST}, Direction.OUT, False),
        ({"from": DESK, "to": ""}, Direction.OUT, False),
        ({"from": DESK, "to": DESK}, Direction.IN, True),
        ({"from": DESK, "to": GUEST, "authentication_results": "mx; dmarc=fail"}, "in", True),
        ({"from": DESK, "to": GUEST, "auto_submitted": "auto-replied"}, Direction.OUT, True),
    ],
)
def test_mail_from_our_own_address(header_fields, direction, automated):
    message = record(**header_fields).message
    assert (message.direction, message.is_automated) == (direction, automated)


def test_posted_fields_join_like_a_whole_mail():
    first = record().message
    recorded = record_mail(
        source=MailSource.API,
        parsed=mail_from_fields(
            from_address=GUEST, body_text="And?", in_reply_to="1@example.com", message_id="x"
        ),
    )
    assert recorded.message.thread_id == first.thread_id
    assert recorded.message.message_id == "<x>"


# --- our reply address ----------------------------------------------------------------------------


def tagged(thread_id):
    return reply_address(DESK, thread_id)


def test_a_reply_token_brings_a_guest_back_where_all_ids_are_lost():
    thread_id = record().message.thread_id
    again = record("And parking?", message_id="<2@example.com>", to=tagged(thread_id)).message
    assert again.thread_id == thread_id


def test_a_token_in_a_strangers_hands_opens_a_related_conversation():
    thread_id = record().message.thread_id
    stolen = record(
        "What did she ask?", message_id="<x@y>", to=tagged(thread_id), **{"from": STRANGER}
    ).message
    assert stolen.thread_id != thread_id
    assert stolen.thread.related_id == thread_id
    assert [m.pk for m in stolen.thread.messages.all()] == [stolen.pk]
    assert not stolen.thread.participants.filter(address=GUEST).exists()


def test_a_token_of_another_conversation_is_outdone_by_the_ids():
    first = record().message
    other = record("Another matter", message_id="<2@example.com>").message
    named = reply("Yes", "<1@example.com>", 3, to=tagged(other.thread_id)).message
    assert named.thread_id == first.thread_id


@pytest.mark.parametrize(
    "change",
    [
        lambda address: address.replace("+t", "+t9"),
        lambda address: address.replace("@", "0@"),
        lambda address: address[: address.index("x")] + "x" + "0" * 16 + "@" + DESK.split("@")[1],
        lambda address: address.replace("+t", "+t" + "9" * 30),
    ],
    ids=["other number", "longer", "zeros", "huge"],
)
def test_a_forged_token_joins_nothing(change):
    thread_id = record().message.thread_id
    forged = record("Hm", message_id="<2@example.com>", to=change(tagged(thread_id))).message
    assert forged.thread_id != thread_id
    assert forged.thread.related_id is None


def test_a_token_of_an_erased_conversation_opens_a_new_one():
    thread_id = record().message.thread_id
    address = tagged(thread_id)
    forget_contact(address=GUEST)
    again = record("Hello again", message_id="<2@example.com>", to=address).message
    assert again.thread.related_id is None and again.sequence == 1
