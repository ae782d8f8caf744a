"""The acknowledgement of an emergency leaves at once where the desk wants it, once an hour."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from drafting.desk.waiting import REASONS, list_needs
from drafting.drafts.models import Draft
from drafting.mail.choices import MailState, Urgency
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.outbox.delivery import deliver_due
from drafting.outbox.releases import release_reply
from drafting.outbox.staff_actions import close_thread
from templatesapp.models import PropertyFact
from tests.drafting.mail.mails import record, reply

pytestmark = pytest.mark.django_db
DANGER = "My friend in room 4 cannot breathe, please call an ambulance, help us!"


@pytest.fixture
def at_once(db):
    MailSettings.objects.update_or_create(defaults={"send_emergency_at_once": True})


def answer(worker):
    return OutgoingMail.objects.get(pk=worker.answer_next()["outgoing_id"])


def test_without_the_setting_a_person_releases_it(worker):
    record(DANGER)
    mail = answer(worker)
    assert mail.draft.acknowledgement.acknowledges == "emergency"
    assert (mail.state, mail.is_automatic) == (MailState.AWAITING_RELEASE, False)


def test_it_leaves_at_once_and_a_person_still_has_the_conversation(worker, at_once):
    record(DANGER)
    mail = answer(worker)
    assert (mail.state, mail.is_automatic) == (MailState.QUEUED, True)
    assert mail.headers["Auto-Submitted"]
    assert mail.pk in {each.pk for each in deliver_due()}  # without the minute of grace
    reply("And what time is breakfast?", "<2@example.com>", "later")
    (thread, reasons), *_ = list_needs(person_id=None, now=timezone.now())
    assert thread.pk == mail.thread_id and REASONS["is_emergency"] in reasons


def test_with_a_fact_missing_nothing_leaves_by_itself(worker, at_once):
    record(DANGER)
    PropertyFact.objects.filter(name="NIGHT_PHONE").update(value="")
    with pytest.raises(AssertionError, match="blocked_draft"):
        answer(worker)
    assert not OutgoingMail.objects.exists()


def test_a_draft_that_lacked_a_fact_before_waits_for_a_person(worker, at_once):
    record(DANGER)
    token = worker.claim()["work_token"]
    draft_id = worker.attested(token)
    slots = {"filled": {}, "unresolved": ["FACT_NIGHT_PHONE"], "placements": []}
    Draft.objects.filter(pk=draft_id).update(slots=slots)
    told = worker.reply(token, draft_id)
    mail = OutgoingMail.objects.get(pk=told["outgoing_id"])
    assert (mail.state, mail.is_automatic) == (MailState.AWAITING_RELEASE, False)


def test_released_by_a_person_it_stays_first_until_somebody_says_that_it_is_done(
    worker, desk_client
):
    person, address = desk_client("reviewer"), "/admin/drafting/thread/{}/change/"
    record(DANGER)
    mail = answer(worker)
    urgent = record("What time is breakfast?", **{"from": "b@example.net"}).message.thread
    Thread.objects.filter(pk=urgent.pk).update(urgency=Urgency.CRITICAL)

    def first():
        (thread, reasons), *_ = list_needs(person_id=None, now=timezone.now())
        return thread.pk == mail.thread_id and REASONS["is_emergency"] in reasons

    assert first()  # it waits for its release
    release_reply(mail_id=mail.pk, by=person.user, has_read=True)
    assert first()
    page = person.get(address.format(mail.thread_id)).content.decode()
    assert "an emergency: somebody has to act" in page
    promise = FollowUp.objects.get()
    form = {"due": promise.due.isoformat(), "assignee": ""}
    page = f"/admin/drafting/followup/{promise.pk}/change/"
    for button, is_first in (("finish", False), ("reopen", True)):
        assert f'name="drafting_followup_{button}"' in person.get(page).content.decode()
        person.post(page, form | {f"drafting_followup_{button}": "1"})
        assert first() == is_first
        promise.refresh_from_db()
        assert promise.done_by == (None if is_first else person.user)
    close_thread(thread_id=mail.thread_id, by=person.user)
    assert not first()


def test_once_an_hour_in_a_conversation(worker, at_once):
    record(DANGER)
    first = answer(worker)
    for minutes, state in ((30, MailState.AWAITING_RELEASE), (61, MailState.QUEUED)):
        with time_machine.travel(first.created_at + timedelta(minutes=minutes), tick=False):
            reply(DANGER + f" It is {minutes} minutes now.", "<1@example.com>", f"more{minutes}")
            assert answer(worker).state == state


def test_nothing_else_leaves_with_it(worker, at_once):
    record("What time is breakfast?")
    assert answer(worker).state == MailState.AWAITING_RELEASE


def test_an_unverified_sender_gets_none(worker, at_once):
    record(DANGER)
    Message.objects.update(is_sender_verified=False)
    assert answer(worker).state == MailState.AWAITING_RELEASE


def test_others_in_copy_want_a_person(worker, at_once):
    record(DANGER, cc="someone@example.net")
    assert answer(worker).state == MailState.AWAITING_RELEASE


def test_a_person_may_still_write_another_text(worker, reviewer):
    record(DANGER)
    mail = answer(worker)
    sent = release_reply(
        mail_id=mail.pk,
        body_text=mail.body_text + "\n\nAnna is with you.",
        by=reviewer,
        has_read=True,
    )
    assert sent.state == MailState.QUEUED
