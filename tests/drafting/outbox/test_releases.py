"""A person's word that a reply may leave, taking it back, and what staff do besides."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from config.errors import DomainError
from drafting.desk.waiting import list_needs
from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import Direction, MailSource, MailState, ThreadStatus
from drafting.mail.models import Contact, Message, Thread
from drafting.mail.services import set_contact_blocked
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.outbox import releases, staff_actions
from drafting.outbox.delivery import deliver_due
from learning.events.models import RefinementEvent
from templatesapp.text.letter import insert_before_closing
from tests.drafting.mail.mails import GUEST, our_reply, record, reply
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def refused(code, service, **values):
    with pytest.raises(DomainError) as error:
        service(**values)
    assert error.value.code == code
    return error.value


def waiting(worker, text="What time is breakfast?"):
    record(text)
    worker.answer_next()
    return OutgoingMail.objects.get()


def test_release_answers_the_batch_and_queues_for_a_minute_later(worker, reviewer):
    mail = waiting(worker)
    before = timezone.now()
    mail = releases.release_reply(mail_id=mail.pk, by=reviewer)
    own = mail.own_message
    assert (mail.state, mail.released_by) == (MailState.QUEUED, reviewer)
    assert mail.not_before >= before + timedelta(seconds=60)
    assert (own.direction, own.source, own.message_id) == ("out", "desk", mail.message_id)
    message = Message.objects.get(direction=Direction.IN)
    assert message.answered_by == own
    assert Thread.objects.get().status == ThreadStatus.OPEN
    assert list(deliver_due()) == []  # not yet
    assert "Auto-Submitted" not in mail.headers
    worker.claim(204)


def test_two_people_releasing_make_one_mail(worker, reviewer):
    mail = waiting(worker)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    error = refused(
        "already_decided", releases.release_reply, mail_id=mail.pk, by=UserFactory.create()
    )
    assert reviewer.username in error.detail
    assert Message.objects.filter(direction=Direction.OUT).count() == 1


def test_undo_takes_everything_back(worker, reviewer):
    mail = waiting(worker)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    mail = releases.undo_release(mail_id=mail.pk, by=reviewer)
    assert (mail.state, mail.own_message, mail.released_by) == ("awaiting_release", None, None)
    assert not Message.objects.filter(direction=Direction.OUT).exists()
    assert not Message.objects.get().is_answered
    worker.claim(204)  # it waits for its release as before
    releases.release_reply(mail_id=mail.pk, by=reviewer)


def test_undo_is_over_when_sending_has_begun(worker, reviewer):
    mail = waiting(worker)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    OutgoingMail.objects.update(state=MailState.SENDING, attempts=1)
    refused("already_decided", releases.undo_release, mail_id=mail.pk, by=reviewer)


def test_newer_mail_stops_the_release_and_the_next_claim_cancels_the_reply(worker, reviewer):
    mail = waiting(worker)
    reply("And one more question", "<1@example.com>")
    refused("newer_inbound", releases.release_reply, mail_id=mail.pk, by=reviewer)
    work = worker.claim()
    assert len(work["messages"]) == 2
    mail.refresh_from_db()
    assert mail.state == MailState.CANCELLED
    refused("already_decided", releases.release_reply, mail_id=mail.pk, by=reviewer)


def test_blocking_a_sender_cancels_what_waits_and_letting_them_in_brings_the_mail_back(
    worker, reviewer
):
    mail = waiting(worker)
    contact_id = Contact.objects.get().pk
    set_contact_blocked(contact_id=contact_id, is_blocked=True, by=reviewer)
    mail.refresh_from_db()
    assert (mail.state, mail.last_error) == ("cancelled", "The sender was blocked.")
    refused("already_decided", releases.release_reply, mail_id=mail.pk, by=reviewer)
    worker.claim(204)
    set_contact_blocked(contact_id=contact_id, is_blocked=False, by=reviewer)
    worker.claim()


def test_nothing_goes_to_a_blocked_address_that_the_mail_was_not_from(worker, reviewer):
    mail = waiting(worker)
    OutgoingMail.objects.update(recipients=["other@example.net"])
    Contact.objects.create(address="other@example.net", is_blocked=True)
    refused("conflict", releases.release_reply, mail_id=mail.pk, by=reviewer)


def test_blocking_takes_the_claim_from_an_agent_and_leaves_closed_conversations_closed(
    worker, reviewer
):
    record()
    work = worker.claim()
    record("Another matter", message_id="<2@example.com>")
    closed = Thread.objects.latest("pk")
    staff_actions.close_thread(thread_id=closed.pk, by=reviewer)
    staff_actions.block_participants(thread_id=work["thread_id"], by=reviewer)
    assert worker.generate(work["work_token"], 409)["code"] == "claim_lost"
    closed.refresh_from_db()
    assert closed.status == ThreadStatus.CLOSED
    refused(
        "already_decided",
        staff_actions.block_participants,
        thread_id=work["thread_id"],
        by=reviewer,
    )


def test_automated_mail_is_no_newer_mail(worker, reviewer):
    mail = waiting(worker)
    reply("I am out of office", "<1@example.com>", auto_submitted="auto-replied")
    releases.release_reply(mail_id=mail.pk, by=reviewer)


def test_what_staff_answered_from_their_own_program_settles_the_thread(worker, reviewer):
    mail = waiting(worker)
    our_reply("<1@example.com>", date="")
    mail.refresh_from_db()
    assert mail.state == MailState.CANCELLED
    assert Thread.objects.get().status == ThreadStatus.OPEN
    worker.claim(204)


# --- edit and release --------------------------------------------------------------------------------


def test_edit_and_release_is_the_last_attempt_and_learned_from(worker, reviewer):
    mail = waiting(worker)
    text = mail.body_text.replace("Kind regards", "With kind regards") + "\nSee you soon!"
    mail = releases.release_reply(mail_id=mail.pk, body_text=text, by=reviewer)
    assert (mail.state, mail.body_text) == (MailState.QUEUED, text.strip())
    last = Attestation.objects.order_by("-attempt").first()
    assert (last.attempt, last.refinement_source, last.person) == (2, "staff", reviewer)
    event = RefinementEvent.objects.order_by("-pk").first()
    assert event.staff == reviewer.username
    assert mail.own_message.body_text == text.strip()


def test_an_edit_that_does_not_pass_is_not_released(worker, reviewer):
    mail = waiting(worker)
    text = "We have charged your card."
    refused("blocked_draft", releases.release_reply, mail_id=mail.pk, body_text=text, by=reviewer)
    mail.refresh_from_db()
    assert mail.state == MailState.AWAITING_RELEASE
    assert Attestation.objects.count() == 1  # nothing of the attempt stays
    releases.release_reply(mail_id=mail.pk, by=reviewer)


def test_a_person_may_reword_protected_text(worker, reviewer):
    record("I would like to cancel my booking HB-20931, please.", subject="Cancellation")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    assert Draft.objects.get().is_protected
    text = mail.body_text.replace("Kind regards", "Warm regards") + "\n\nP.S. See you soon."
    mail = releases.release_reply(mail_id=mail.pk, body_text=text, by=reviewer)
    assert mail.body_text == text.strip()


def test_an_unchanged_edit_is_a_plain_release(worker, reviewer):
    mail = waiting(worker)
    releases.release_reply(mail_id=mail.pk, body_text=f"{mail.body_text}\n", by=reviewer)
    assert Attestation.objects.count() == 1


def test_the_subject_is_edited_and_the_headers_follow(worker, reviewer):
    mail = waiting(worker)
    own_id, references = mail.message_id, mail.headers["References"]
    mail = releases.release_reply(
        mail_id=mail.pk,
        body_text=mail.body_text,
        subject="AW: Re: Breakfast from 8 ☕",
        by=reviewer,
    )
    assert mail.subject == mail.headers["Subject"] == "Re: Breakfast from 8 ☕"
    assert (mail.headers["Message-ID"], mail.headers["References"]) == (own_id, references)
    assert mail.own_message.subject == mail.subject
    assert Attestation.objects.count() == 1  # the text is the agent's still


@pytest.mark.parametrize(
    "subject",
    [
        "a\nBcc: x@y.example",
        "a\r\n",
        "\nRe: a",
        "a\x0bb",
        "a\x0cb",
        "a\x85b",
        "a\u2028b",
        "a\0",
        "",
        "Re: ",
    ],
)
def test_a_subject_with_a_line_break_or_without_a_word_is_refused(worker, reviewer, subject):
    mail = waiting(worker)
    refused(
        "validation_error",
        releases.release_reply,
        mail_id=mail.pk,
        body_text=mail.body_text,
        subject=subject,
        by=reviewer,
    )
    mail.refresh_from_db()
    assert (mail.state, mail.subject) == (MailState.AWAITING_RELEASE, "Re: Arriving late")


def test_line_ends_of_a_browser_are_no_edit(worker, reviewer):
    mail = waiting(worker)
    typed = mail.body_text.replace("\n", "\r\n")
    mail = releases.release_reply(mail_id=mail.pk, body_text=typed, by=reviewer)
    assert "\r" not in mail.body_text
    assert Attestation.objects.count() == 1


# --- follow-ups --------------------------------------------------------------------------------------


def promised(worker):
    mail = waiting(worker, "Do you rent out paragliders with a red stripe?")
    assert Draft.objects.get().question_blocks[0]["follow_up_required"]
    return mail


def test_who_is_answered_today_as_the_text_says_is_due_today(worker, reviewer):
    mail = promised(worker)
    assert "answer you today" in mail.body_text
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    follow_up = FollowUp.objects.get()
    assert "paragliders" in follow_up.question
    assert follow_up.due == timezone.localdate()
    [(thread, why)] = list_needs(person_id=None, now=timezone.now())
    assert (thread, why) == (mail.thread, [("Promised for today", "warn")])
    releases.undo_release(mail_id=mail.pk, by=reviewer)
    assert not FollowUp.objects.exists()


def test_what_else_a_reply_says_of_the_owners_is_promised_too(worker, reviewer):
    mail = waiting(worker, "What time is breakfast?")
    said = "Whether a drone may fly over the terrace, Peter or Cristiana will write to you."
    text = insert_before_closing(mail.body_text, said)
    releases.release_reply(mail_id=mail.pk, body_text=text, by=reviewer)
    assert [one.question for one in FollowUp.objects.all()] == [said]


def test_a_conversation_leads_to_what_was_promised_in_it(worker, desk_client):
    client, mail = desk_client("reviewer"), promised(worker)
    releases.release_reply(mail_id=mail.pk, by=client.user)
    page = f"/admin/drafting/thread/{mail.thread_id}/change/"
    address = f"/admin/drafting/followup/?thread={mail.thread_id}"
    assert f'href="{address}">promised an answer</a>' in client.get(page).content.decode()
    assert "paragliders" in client.get(address).content.decode()
    releases.undo_release(mail_id=mail.pk, by=client.user)
    assert "promised an answer" not in client.get(page).content.decode()


def test_a_promise_beside_an_answer_has_some_days(worker, reviewer):
    asked = "What time is breakfast? Do you rent out paragliders with a red stripe?"
    mail = waiting(worker, asked)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    assert FollowUp.objects.get().due == timezone.localdate() + timedelta(days=2)


@pytest.mark.parametrize(
    ("language", "said", "days"),
    [
        ("en", "We write to you within 24 hours.", 1),
        ("de", "Wir melden uns innerhalb von 24 Stunden.", 1),
        ("it", "Le scriviamo entro un'ora.", 0),
        ("fr", "Nous vous écrivons dans les 24 heures.", 1),
        ("es", "Le escribimos en un plazo de tres días.", 2),
        ("en", "We ask at the bar, five minutes from here.", 2),
    ],
)
def test_a_promise_is_due_when_it_says_if_that_is_sooner(worker, reviewer, language, said, days):
    mail = waiting(worker, "What time is breakfast? Do you rent out paragliders with a red stripe?")
    last = Attestation.objects.get()
    rows = [row | {"sentence": said} for row in last.outcomes]
    Attestation.objects.filter(pk=last.pk).update(outcomes=rows)
    OutgoingMail.objects.filter(pk=mail.pk).update(language=language)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    day = timezone.localdate(timezone.now() + timedelta(hours=1) if days == 0 else None)
    of_ask = FollowUp.objects.get(question__contains="paragliders")
    assert of_ask.due == day + timedelta(days=days)


def test_a_promise_that_was_edited_out_is_none(worker, reviewer):
    mail = promised(worker)
    kept = [part for part in mail.body_text.split("\n\n") if "answer you today" not in part]
    assert len(kept) < len(mail.body_text.split("\n\n"))
    kept.insert(1, "We do not rent out paragliders; neither red nor striped ones.")
    releases.release_reply(mail_id=mail.pk, body_text="\n\n".join(kept), by=reviewer)
    assert not FollowUp.objects.exists()


# --- the other actions ---------------------------------------------------------------------------------


def test_write_a_reply_answers_all_and_cancels_what_waits(worker, reviewer):
    old = waiting(worker)
    second = reply("Hello?", "<1@example.com>").message
    mail = staff_actions.write_reply(
        thread_id=second.thread_id, body_text="Dear Isla, come at any time.", by=reviewer
    )
    old.refresh_from_db()
    assert old.state == MailState.CANCELLED
    assert (mail.state, mail.released_by) == (MailState.QUEUED, reviewer)
    assert mail.headers["In-Reply-To"] == second.message_id
    assert not Message.objects.filter(direction="in", answered_by__isnull=True).exists()
    worker.claim(204)


def test_write_a_reply_takes_the_claim_from_an_agent(worker, reviewer):
    record()
    work = worker.claim()
    staff_actions.write_reply(thread_id=work["thread_id"], body_text="Hello!", by=reviewer)
    assert worker.generate(work["work_token"], 409)["code"] == "claim_lost"


def test_write_to_somebody_whose_mail_is_answered(worker, reviewer):
    waiting(worker)
    thread_id = Thread.objects.get().pk
    staff_actions.write_reply(thread_id=thread_id, body_text="First", by=reviewer)
    mail = staff_actions.write_reply(thread_id=thread_id, body_text="P.S. Second", by=reviewer)
    assert mail.headers["In-Reply-To"] == "<1@example.com>"  # the guest's, never our own


@pytest.mark.parametrize("text", ["", "  \n", "x" * 20_001])
def test_write_nothing_or_too_much(worker, reviewer, text):
    message = record().message
    refused(
        "validation_error",
        staff_actions.write_reply,
        thread_id=message.thread_id,
        body_text=text,
        by=reviewer,
    )


def test_answered_elsewhere(worker, reviewer):
    mail = waiting(worker)
    thread_id = Thread.objects.get().pk
    assert staff_actions.mark_answered_elsewhere(thread_id=thread_id, by=reviewer) == 1
    answer = Message.objects.get(direction=Direction.OUT)
    assert (answer.source, answer.body_text) == (MailSource.ELSEWHERE, "")
    mail.refresh_from_db()
    assert mail.state == MailState.CANCELLED
    refused(
        "already_answered",
        staff_actions.mark_answered_elsewhere,
        thread_id=thread_id,
        by=reviewer,
    )


def test_send_back_makes_it_claimable_again(worker, reviewer):
    mail = waiting(worker)
    thread_id = Thread.objects.get().pk
    staff_actions.send_back_to_agent(thread_id=thread_id, by=reviewer, note="Too long.")
    mail.refresh_from_db()
    assert (mail.state, mail.last_error) == (MailState.CANCELLED, "Too long.")
    assert worker.answer_next()["state"] == "awaiting_release"


def test_send_back_what_was_handed_over(worker, reviewer):
    record()
    work = worker.claim()
    worker.post(f"work/{work['work_token']}/hand-over", {"reason": "x"}, 204)
    staff_actions.send_back_to_agent(thread_id=work["thread_id"], by=reviewer)
    refused(
        "already_decided",
        staff_actions.send_back_to_agent,
        thread_id=work["thread_id"],
        by=reviewer,
    )
    worker.claim()


def test_close_and_reopen(worker, reviewer):
    waiting(worker)
    thread_id = Thread.objects.get().pk
    staff_actions.close_thread(thread_id=thread_id, by=reviewer)
    worker.claim(204)
    assert OutgoingMail.objects.get().state == MailState.CANCELLED
    staff_actions.reopen_thread(thread_id=thread_id, by=reviewer)
    worker.claim()


def test_a_cancelled_reply_is_claimable_again(worker, reviewer):
    mail = waiting(worker)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    releases.cancel_mail(mail_id=mail.pk, by=reviewer)
    assert not Message.objects.filter(direction=Direction.OUT).exists()
    worker.claim()


def test_hand_to_a_colleague_takes_the_follow_ups_along(worker, reviewer):
    mail = promised(worker)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    colleague = UserFactory.create(role="reviewer")
    staff_actions.hand_to_colleague(thread_id=mail.thread_id, assignee=colleague, by=reviewer)
    assert FollowUp.objects.get().assignee == Thread.objects.get().assignee == colleague


# --- what the person had seen --------------------------------------------------------------------


@pytest.mark.parametrize("action", ["write", "elsewhere", "close"])
def test_nobody_settles_a_mail_that_they_have_not_seen(worker, reviewer, action):
    mail = waiting(worker)
    seen = staff_actions.Seen(newest_id=Message.objects.latest("pk").pk, reply_id=mail.pk)
    unseen = reply("We stand before the door!", "<1@example.com>").message
    services = {
        "write": lambda: staff_actions.write_reply(
            thread_id=mail.thread_id, body_text="From eight.", by=reviewer, seen=seen
        ),
        "elsewhere": lambda: staff_actions.mark_answered_elsewhere(
            thread_id=mail.thread_id, by=reviewer, seen=seen
        ),
        "close": lambda: staff_actions.close_thread(
            thread_id=mail.thread_id, by=reviewer, seen=seen
        ),
    }
    assert refused("newer_inbound", services[action])
    unseen.refresh_from_db()
    assert not unseen.is_answered
    assert worker.claim()["messages"][-1]["id"] == unseen.pk


@pytest.mark.parametrize("by", ["a colleague", "a mail program"])
def test_nobody_answers_once_more_what_was_answered_meanwhile(reviewer, by):
    message = record().message
    seen = staff_actions.Seen(newest_id=message.pk)
    mine = {"thread_id": message.thread_id, "body_text": "From eight.", "seen": seen}
    if by == "a colleague":
        staff_actions.write_reply(**mine, by=UserFactory.create(role="reviewer"))
    else:
        our_reply(message.message_id)
    refused("already_answered", staff_actions.write_reply, **mine, by=reviewer)
    assert OutgoingMail.objects.count() == (by == "a colleague")
    # Who has seen that answer may add to it.
    mine["seen"] = staff_actions.Seen(newest_id=Message.objects.latest("pk").pk)
    staff_actions.write_reply(**mine, by=reviewer)


def test_who_closes_a_reply_that_another_released_is_told(worker, reviewer):
    mail = waiting(worker)
    seen = staff_actions.Seen(newest_id=Message.objects.latest("pk").pk, reply_id=mail.pk)
    releases.release_reply(mail_id=mail.pk, by=reviewer)
    error = refused(
        "already_decided",
        staff_actions.close_thread,
        thread_id=mail.thread_id,
        by=UserFactory.create(),
        seen=seen,
    )
    assert reviewer.username in error.detail


# --- automatic replies ------------------------------------------------------------------------------


@pytest.fixture
def earned(monkeypatch):
    """Every draft has earned to leave without a person, as a run may say later."""
    monkeypatch.setattr("drafting.outbox.replies.ReplyRules.has_earned_release", lambda **_: True)


def test_an_automatic_reply_says_so(worker, earned):
    record()
    answer = worker.answer_next()
    assert (answer["state"], answer["headers"]["Auto-Submitted"]) == ("queued", "auto-replied")
    assert OutgoingMail.objects.get().released_by is None


def test_an_automatic_reply_that_a_person_took_back_and_released_is_a_persons(
    worker, earned, reviewer
):
    record()
    mail_id = worker.answer_next()["outgoing_id"]
    releases.undo_release(mail_id=mail_id, by=reviewer)
    mail = releases.release_reply(mail_id=mail_id, by=reviewer)
    mail.refresh_from_db()
    assert ("Auto-Submitted" in mail.headers, mail.is_automatic) == (False, False)


def test_one_automatic_reply_a_thread_in_a_day(worker, earned, reviewer):
    """Whoever writes back, a machine that hides it too, waits for a person."""
    record()
    states = [worker.answer_next()["state"]]
    for number in range(2, 6):
        reply(f"Thank you for your mail {number}.", "<1@example.com>", number)
        states.append(worker.answer_next()["state"])
    assert states == ["queued", *["awaiting_release"] * 4]
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        reply("And now?", "<1@example.com>", 7, date="")
        assert worker.answer_next()["state"] == "queued"


def test_after_a_person_of_ours_wrote_an_automatic_reply_may_leave(worker, earned, reviewer):
    record()
    worker.answer_next()
    reply("Thank you.", "<1@example.com>")
    held = worker.answer_next()
    releases.release_reply(mail_id=held["outgoing_id"], by=reviewer)
    reply("And parking?", "<1@example.com>", 3)
    assert worker.answer_next()["state"] == "queued"


def test_three_automatic_replies_a_person_in_a_day(worker, earned):
    states = []
    for number in range(5):
        record(f"Question {number}", message_id=f"<{number}@example.com>")
        states.append(worker.answer_next()["state"])
    assert states == ["queued"] * 3 + ["awaiting_release"] * 2


@pytest.mark.parametrize(
    ("reply_to", "state"), [("isla@example.com", "queued"), ("x@example.net", "awaiting_release")]
)
def test_nothing_leaves_automatically_to_another_address(worker, earned, reply_to, state):
    record(reply_to=reply_to)
    assert worker.answer_next()["state"] == state


def test_an_unverified_sender_gets_nothing_without_a_person(worker, earned):
    record(authentication_results="mx.desk.example; dmarc=fail header.from=example.com")
    assert worker.answer_next()["state"] == "awaiting_release"


@pytest.mark.parametrize(
    "header",
    [
        {"auto_submitted": "auto-replied"},
        {"precedence": "list"},
        {"precedence": "bulk"},
        {"x_auto_response_suppress": "All"},
        {"return_path": "<>"},
        {"from": "info@hostel-brikette.example"},
    ],
    ids=["other desk", "list", "bulk", "autoresponder", "bounce", "ourselves"],
)
def test_no_machine_is_ever_answered(worker, earned, header):
    record()
    worker.answer_next()
    for number in range(2, 5):
        reply("Automatic answer", "<1@example.com>", number, **header)
        worker.claim(204)
    assert OutgoingMail.objects.get().recipients == [GUEST]
