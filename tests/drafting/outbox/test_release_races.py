"""People, guests and agents at the same moment, with connections of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from drafting.mail.choices import Direction, MailState
from drafting.mail.claims import claim_thread
from drafting.mail.models import Message, Thread
from drafting.mail.services import set_contact_blocked
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import releases, staff_actions
from drafting.outbox.delivery import deliver_due
from tests.concurrency import at_once
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record, reply
from tests.drafting.mail.work import Worker
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def waiting(transactional_db, agent_client):
    load_sample_desk()
    record()
    Worker(agent_client(["work", "draft"])).answer_next()
    return OutgoingMail.objects.get()


def test_many_people_releasing_make_one_mail(waiting):
    people = [UserFactory.create() for _ in range(6)]
    results = at_once(
        *(lambda p=p: releases.release_reply(mail_id=waiting.pk, by=p) for p in people)
    )
    codes = Counter(result if isinstance(result, str) else "released" for result in results)
    assert codes == {"released": 1, "already_decided": 5}
    assert Message.objects.filter(direction=Direction.OUT).count() == 1


def test_a_release_and_a_newer_mail_never_leave_the_mail_unseen(waiting):
    """Either the reply leaves and the new mail is claimable, or the release is refused."""
    by = UserFactory.create()
    result, _ = at_once(
        lambda: releases.release_reply(mail_id=waiting.pk, by=by),
        lambda: reply("One more", "<1@example.com>"),
    )
    waiting.refresh_from_db()
    work = claim_thread(holder="next")
    assert work is not None
    if result == "newer_inbound":
        assert len(work.messages) == 2
        waiting.refresh_from_db()
        assert waiting.state == MailState.CANCELLED
    else:
        assert (len(work.messages), waiting.state) == (1, MailState.QUEUED)


def test_release_cancel_and_close_at_once(waiting):
    by = UserFactory.create()
    thread_id = Thread.objects.get().pk
    at_once(
        lambda: releases.release_reply(mail_id=waiting.pk, by=by),
        lambda: releases.cancel_mail(mail_id=waiting.pk, by=by),
        lambda: staff_actions.write_reply(thread_id=thread_id, body_text="Mine", by=by),
        lambda: staff_actions.mark_answered_elsewhere(thread_id=thread_id, by=by),
    )
    received = Message.objects.get(direction=Direction.IN)
    standing = OutgoingMail.objects.filter(state=MailState.QUEUED)
    assert standing.count() <= 2
    for mail in standing:
        assert mail.own_message is not None
    # What stands in the conversation is what will leave, or a word that it was answered.
    assert received.is_answered or claim_thread(holder="x") is not None


def test_several_senders_send_each_mail_once(waiting, sink):
    releases.release_reply(mail_id=waiting.pk, by=UserFactory.create())
    OutgoingMail.objects.update(not_before=waiting.created_at)
    at_once(*(lambda: list(deliver_due()) for _ in range(4)))
    assert len(sink.taken) == 1


def test_undo_and_sending_at_once(waiting, sink):
    """The mail leaves, or it is taken back: never both."""
    by = UserFactory.create()
    releases.release_reply(mail_id=waiting.pk, by=by)
    OutgoingMail.objects.update(not_before=waiting.created_at)
    at_once(
        lambda: list(deliver_due()),
        lambda: releases.undo_release(mail_id=waiting.pk, by=by),
    )
    waiting.refresh_from_db()
    expected = {MailState.SENT: 1, MailState.AWAITING_RELEASE: 0}
    assert len(sink.taken) == expected[MailState(waiting.state)]


def test_a_release_and_a_block_at_once_end_without_a_quarrel(waiting):
    by = UserFactory.create()
    contact_id = waiting.thread.participants.get().pk
    for _ in range(8):
        results = at_once(
            lambda: releases.release_reply(mail_id=waiting.pk, by=by),
            lambda: set_contact_blocked(contact_id=contact_id, is_blocked=True, by=by),
        )
        waiting.refresh_from_db()
        assert results[1] is not None and not isinstance(results[1], str)
        if waiting.state == MailState.QUEUED:
            assert not isinstance(results[0], str)
        else:
            assert (waiting.state, results[0]) == (MailState.CANCELLED, "already_decided")
        set_contact_blocked(contact_id=contact_id, is_blocked=False, by=by)
        OutgoingMail.objects.update(state=MailState.AWAITING_RELEASE, own_message=None)
        Message.objects.update(answered_by=None)
        Message.objects.filter(direction=Direction.OUT).delete()


def test_a_reply_of_a_person_never_settles_a_mail_that_comes_at_the_same_moment(waiting):
    by = UserFactory.create()
    for number in range(8):
        seen = staff_actions.Seen(newest_id=Message.objects.latest("pk").pk)
        results = at_once(
            lambda seen=seen: staff_actions.write_reply(
                thread_id=waiting.thread_id, body_text="From eight.", by=by, seen=seen
            ),
            lambda n=number: reply(f"And parking? {n}", "<1@example.com>", f"late{n}"),
        )
        late = Message.objects.get(message_id=f"<late{number}@example.com>")
        assert not late.is_answered, results
        staff_actions.mark_answered_elsewhere(thread_id=waiting.thread_id, by=by)


def test_of_two_people_who_answer_the_same_mail_at_once_one_is_told(waiting):
    seen = staff_actions.Seen(newest_id=Message.objects.latest("pk").pk)
    people = [UserFactory.create() for _ in range(2)]
    results = at_once(
        *(
            lambda by=by: staff_actions.write_reply(
                thread_id=waiting.thread_id, body_text="From eight.", by=by, seen=seen
            )
            for by in people
        )
    )
    assert sum(result == "already_answered" for result in results) == 1
    assert OutgoingMail.objects.filter(state=MailState.QUEUED).count() == 1
