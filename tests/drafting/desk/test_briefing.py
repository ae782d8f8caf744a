"""The briefing: what it says, once a date, and who may answer it."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import timezone

from config.errors import DomainError
from drafting.desk.briefing import briefing_text, send_briefing
from drafting.mail.aliases import reply_address, thread_of_address
from drafting.mail.choices import Direction, MailState, ThreadKind
from drafting.mail.models import MailSettings, Thread
from drafting.mail.work_models import OutgoingMail
from tests.drafting.mail.mails import DESK, record

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 1)
ANNA, BEN = "anna@hostel-brikette.example", "ben@gmail.example"


@pytest.fixture
def briefing(settings):
    settings.DESK_REVIEWERS = [ANNA, BEN]
    settings.DESK_AUTHSERV_IDS = frozenset({"mx.ours.example"})
    MailSettings.objects.update_or_create(
        pk=1, defaults={"staff_domains": ["hostel-brikette.example"]}
    )
    return send_briefing(day=DAY, now=timezone.now())


def answer(sender=BEN, subject="Re: Briefing 2026-05-01", **fields):
    return record(
        "Why does that wait?",
        subject=subject,
        message_id=f"<{sender}.{len(fields)}@phone.example>",
        **{
            "from": sender,
            "to": DESK,
            "authentication_results": "mx.ours.example; dmarc=pass",
            **fields,
        },
    ).message


def test_it_is_queued_for_all_reviewers_as_an_automatic_mail(briefing):
    assert (briefing.state, briefing.recipients) == (MailState.QUEUED, [ANNA, BEN])
    assert briefing.headers["Auto-Submitted"] == "auto-generated"
    thread = Thread.objects.get()
    assert (thread.kind, thread.briefing_date) == (ThreadKind.BRIEFING, DAY)
    assert set(thread.participants.values_list("address", flat=True)) == {ANNA, BEN}


def test_once_a_date(briefing):
    with pytest.raises(DomainError) as error:
        send_briefing(day=DAY, now=timezone.now())
    assert error.value.code == "already_decided"
    assert OutgoingMail.objects.count() == 1


def test_it_tells_what_waits(worker, settings):
    record("What time is breakfast?", subject="Breakfast?")
    worker.answer_next()
    record("Hello?", subject="Still new", message_id="<2@x.example>", **{"from": "c@example.net"})
    text = briefing_text(day=DAY, now=timezone.now())
    for words in ("Breakfast?", "Still new", "Replies that wait for a release (1)"):
        assert words in text


@pytest.mark.parametrize("sender", [ANNA, BEN])
def test_a_reviewer_joins_by_the_day_in_the_subject(briefing, sender):
    message = answer(sender)
    assert message.thread_id == briefing.thread_id
    assert (message.direction, message.is_automated) == (Direction.IN, False)


def test_a_reviewer_joins_by_id_and_by_token(briefing):
    named = answer(subject="x", in_reply_to=briefing.message_id)
    tagged = answer(ANNA, subject="y", to=reply_address(DESK, briefing.thread_id))
    assert named.thread_id == tagged.thread_id == briefing.thread_id


def test_an_answer_to_all_is_an_answer(briefing):
    message = answer(ANNA, cc=BEN)
    assert (message.thread_id, message.direction) == (briefing.thread_id, Direction.IN)


@pytest.mark.parametrize(
    "fields",
    [
        {"sender": "stranger@example.net"},
        {"sender": "stranger@example.net", "in_reply_to": "OURS"},
        {"authentication_results": "mx.desk.example; dmarc=fail", "in_reply_to": "OURS"},
    ],
    ids=["stranger by subject", "stranger by id", "unverified reviewer"],
)
def test_nobody_else_gets_in(briefing, fields):
    named = {k: briefing.message_id if v == "OURS" else v for k, v in fields.items()}
    message = answer(**named)
    assert message.thread_id != briefing.thread_id
    assert message.thread.kind == ThreadKind.GUEST


def test_who_is_no_reviewer_any_more_gets_in_no_more(briefing, settings):
    settings.DESK_REVIEWERS = [ANNA]
    assert answer(BEN, in_reply_to=briefing.message_id).thread.kind == ThreadKind.GUEST


def test_its_answer_goes_to_nobody_but_a_reviewer(briefing, worker):
    answer(BEN, reply_to="stranger@example.net")
    work = worker.claim()
    token = work["work_token"]
    unknown = "00000000-0000-4000-8000-000000000000"
    assert work["kind"] == "briefing"
    assert "body_text" in worker.reply(token, unknown, 400)["fields"]
    made = worker.post(f"work/{token}/reply", {"body_text": "It waits for you."}, 201)
    assert made["headers"]["To"] == BEN
    assert made["state"] == "awaiting_release"


def test_all_unanswered_answers_are_one_batch(briefing, worker):
    answer(BEN)
    newest = answer(ANNA)
    work = worker.claim()
    assert len(work["messages"]) == 2 and len(work["thread"]) == 3
    made = worker.post(f"work/{work['work_token']}/reply", {"body_text": "Done."}, 201)
    assert made["headers"]["In-Reply-To"] == newest.message_id
    assert made["headers"]["To"] == f"{ANNA}, {BEN}"  # both asked, both are answered


@pytest.mark.parametrize(
    "address", ["desk+t1@x.org", "desk+t1x0123456789abcdef@x.org", "t1x@x.org"]
)
def test_a_made_up_token_names_nothing(address):
    assert thread_of_address(address) is None
