"""Sixteen at once who reply: one mail is made, and the others are told of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from drafting.drafts.authors import Author
from drafting.drafts.models import Draft
from drafting.drafts.services.generate import GenerateRequest, generate_draft
from drafting.drafts.services.refine import RefineRequest, refine_draft
from drafting.mail.claims import claim_thread
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.replies import reply_to_work
from drafting.runs.finishing import FinishRequest, finish_work
from tests.concurrency import at_once
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
MANY = 16
AGENT = Author(agent="agent", source="live")


@pytest.fixture
def token(transactional_db: None) -> str:
    load_sample_desk()
    record("What time is breakfast?")
    work = claim_thread(holder="agent")
    assert work is not None
    return str(work.token)


def generate(token: str) -> Draft:
    request = GenerateRequest(work_token=token)
    return generate_draft(request=request, author=AGENT, now=timezone.now()).draft


def refine(token: str, draft: Draft, text: str) -> Any:
    request = RefineRequest(
        draft_id=draft.pk,
        refined_body_plain=text,
        original_body_plain=draft.body_plain,
        work_token=token,
    )
    return refine_draft(request=request, author=AGENT, now=timezone.now())


def finish(token: str, text: str) -> OutgoingMail:
    return finish_work(request=FinishRequest(work_token=token, text=text), author=AGENT)


def test_of_two_texts_one_becomes_the_reply(token: str) -> None:
    text = generate(token).body_plain
    other = text.replace("\n\n", "\n\nHello. ", 1)
    answers = at_once(*[lambda: finish(token, text), lambda: finish(token, other)] * 8)
    mail = OutgoingMail.objects.get()
    won = [answer for answer in answers if answer != "already_answered"]
    assert {answer.pk for answer in won} == {mail.pk}
    assert len(won) == MANY // 2


def test_of_sixteen_replies_one_is_made_and_the_others_are_told(token: str) -> None:
    draft = generate(token)
    refine(token, draft, draft.body_plain)
    pk: UUID = draft.pk
    answers = at_once(*[lambda: reply_to_work(work_token=token, agent="agent", draft_id=pk)] * MANY)
    assert answers.count("already_answered") == MANY - 1
    assert OutgoingMail.objects.count() == 1
