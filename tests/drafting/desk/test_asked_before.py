"""Before an answer is promoted its question shows the mails that it would have changed."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from drafting.desk.erasure import forget_contact
from drafting.mail.models import Message
from learning.ledger.models import UnknownQuestion
from learning.ledger.selectors import SHOWN_MAILS, mails_that_would_change
from learning.ledger.services import promote_question
from templatesapp.text.distance import question_hash
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record, record_many
from tests.factories import UserFactory
from tests.learning.factories import NOW, select
from tests.learning.proposal_factories import reviewer, stored_question

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ASKED = "Do you sell unicorns?"


def _page(client, question: UnknownQuestion) -> str:
    url = reverse("admin:learning_unknownquestion_change", args=[question.pk])
    return client.get(url).content.decode()


def _asked(question: UnknownQuestion, message: Message | None, make_draft) -> None:
    draft_id = make_draft(message=message).pk if message else uuid.uuid4()
    select(
        template=None,
        draft_id=draft_id,
        at=question.first_seen,
        question_hashes=(question_hash("How are you?"), question.question_hash),
    )


def test_the_mails_that_asked_it_stand_there_erased_ones_as_a_number(agent_client, desk_client):
    load_sample_desk()
    client = agent_client()
    guests = [f"guest{number}@example.net" for number in range(3)]
    for guest in guests:
        fields = {"message_id": f"<{guest}>", "subject": f"From {guest}", "from": guest}
        message = record(ASKED, **fields).message
        answer = client.post("/api/v1/drafts/generate", {"message": message.pk}, format="json")
        assert answer.status_code == 201
    record("Do you sell dragons?", message_id="<other@x>", **{"from": "other@example.net"})
    question = UnknownQuestion.objects.get(question_hash=question_hash(ASKED))
    forget_contact(address=guests[0])
    found = mails_that_would_change(question)
    assert (found.mails, found.gone) == (2, 1)
    assert [mail.subject for mail in found.newest] == [f"From {guests[2]}", f"From {guests[1]}"]
    page = _page(desk_client("reviewer"), question)
    assert "An answer would have changed 2 mails" in page
    assert "1 more draft: the mail was erased" in page
    thread = Message.objects.get(subject=f"From {guests[1]}").thread_id
    assert reverse("admin:drafting_thread_change", args=[thread]) in page


def test_what_is_to_be_done_and_no_sentence_says_is_gathered_with_its_mails(agent_client):
    load_sample_desk()
    message = record("Hello,\n\nPlease could you polish our unicorn saddles?\n\nIsla").message
    answer = agent_client().post("/api/v1/drafts/generate", {"message": message.pk}, format="json")
    assert answer.json()["ledger"]["created"] == 1
    question = UnknownQuestion.objects.get()
    assert question.is_action and "unicorn saddles" in question.question
    assert mails_that_would_change(question).mails == 1


@pytest.mark.parametrize(
    "body",
    [
        "If I get no written offer I will instruct my lawyer. Please send me your offer.",
        "Please take me off your mailing list.",
    ],
)
def test_what_a_dispute_or_an_opt_out_wants_done_is_that_guests_own_matter(agent_client, body):
    load_sample_desk()
    message = record(f"Hello,\n\n{body}\n\nIsla").message
    agent_client().post("/api/v1/drafts/generate", {"message": message.pk}, format="json")
    assert not UnknownQuestion.objects.exists()


def test_only_wordings_in_its_language_are_served(make_draft):
    head = stored_question()
    same = stored_question("Can I bring a guitar?", belongs_to=head)
    other = stored_question("Posso portare la chitarra?", language="it", belongs_to=head)
    messages = record_many(3)
    for question, message in zip((head, same, other), messages, strict=True):
        _asked(question, message, make_draft)
    assert mails_that_would_change(head).mails == 2


def test_two_drafts_of_one_mail_are_one_mail(make_draft):
    question, (message,) = stored_question(), record_many(1)
    for _ in range(2):
        _asked(question, message, make_draft)
    found = mails_that_would_change(question)
    assert (found.mails, found.gone) == (1, 0)


def test_twenty_are_shown_all_are_counted_and_no_more_is_asked(desk_client, make_draft):
    client, question = desk_client("reviewer"), stored_question()
    counts = []
    for number, message in enumerate(record_many(SHOWN_MAILS + 2)):
        _asked(question, message, make_draft)
        if number in (1, SHOWN_MAILS + 1):
            _page(client, question)
            with CaptureQueriesContext(connection) as captured:
                page = _page(client, question)
            counts.append(len(captured))
    assert counts[0] == counts[1]
    assert f"changed {SHOWN_MAILS + 2} mails" in page
    assert f"The newest {SHOWN_MAILS} are shown" in page


def test_who_may_not_see_mail_sees_none_and_an_answered_question_shows_none(
    client, desk_client, make_draft
):
    question, (message,) = stored_question(), record_many(1)
    _asked(question, message, make_draft)
    person = UserFactory.create(role="none", is_staff=True)
    person.user_permissions.add(Permission.objects.get(codename="view_unknownquestion"))
    client.force_login(person)
    assert "would have changed" not in _page(client, question)
    staff = desk_client("reviewer")
    assert "would have changed 1 mail" in _page(staff, question)
    promote_question(question_id=question.pk, by=reviewer(), answer="Yes, you may.", now=NOW)
    assert "would have changed" not in _page(staff, question)
