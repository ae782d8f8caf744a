"""A fact or an answer changes: the waiting replies that it concerns stand together and are put right
by one act."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.errors import DomainError
from drafting.mail.choices import MailState, ThreadStatus
from drafting.mail.models import Thread
from drafting.mail.work_models import OutgoingMail, SentBack
from drafting.outbox.release_queue import card_mark, overtaken_replies, put_right
from templatesapp.marked import show_steps
from templatesapp.text.distance import question_hash
from tests.drafting.mail.mails import record
from tests.drafting.outbox.test_changed_facts import change
from tests.factories import KnowledgeItemFactory

pytestmark = pytest.mark.django_db
PAGE = "/admin/drafting/outgoingmail/overtaken/"
MANTA = "Do you rent out manta costumes?"


@pytest.fixture
def replies(worker):
    """Two on breakfast, one on the luggage room, one that promises an answer about costumes."""
    found = []
    for number, body in enumerate(
        [
            "What time is breakfast, and what does it cost?",
            "From what time can we have breakfast?",
            "Until when is the luggage room open?",
            MANTA,
        ]
    ):
        record(body, message_id=f"<{number}@x.example>", **{"from": f"g{number}@example.net"})
        found.append(OutgoingMail.objects.get(pk=worker.answer_next()["outgoing_id"]))
    return found


def promote():
    return KnowledgeItemFactory.create(
        question=MANTA,
        answer="Manta costumes cost nothing, ask at reception.",
        language="en",
        source="promoted",
        question_hashes=[question_hash(MANTA)],
    )


def test_nothing_is_overtaken_before_anything_changes(replies, reviewer):
    assert overtaken_replies(reviewer) == []


def test_one_act_puts_all_right_that_a_fact_concerns(replies, desk_client):
    person = desk_client("reviewer")
    change("BREAKFAST_FROM", "09:00")
    page = person.get(PAGE)
    text = page.content.decode()
    assert "Put 2 right" in text and "it says 8 am, our fact is 9 am" in text.lower()
    cards = [f"{mail.pk}:{mark}" for mail, mark, _ in page.context["cards"]]

    told = person.post(f"{PAGE}mend/", {"card": cards}, follow=True).content.decode()
    assert "Put right: 2." in told and "No reply that waits" in told
    for mail in replies[:2]:
        mail.refresh_from_db()
        assert "9 am" in mail.body_text and mail.state == MailState.AWAITING_RELEASE
        assert mail.draft.attestations.latest("attempt").person == person.user


def test_a_new_answer_sends_what_promised_one_back_with_it(replies, reviewer):
    promote()
    (found,) = overtaken_replies(reviewer)
    assert found.mail == replies[3]
    assert list(found.promises.values()) == ["Manta costumes cost nothing, ask at reception."]

    done, left = put_right(marks={found.mail.pk: card_mark(found.mail)}, by=reviewer)
    assert (done, left) == ([replies[3]], [])
    replies[3].refresh_from_db()
    assert replies[3].state == MailState.CANCELLED
    assert Thread.objects.get(pk=replies[3].thread_id).status == ThreadStatus.OPEN
    assert "Manta costumes cost nothing" in SentBack.objects.get().note
    assert overtaken_replies(reviewer) == []


def test_a_card_holds_a_diff_of_its_changed_lines_alone(replies, desk_client):
    promote()
    change("BREAKFAST_FROM", "09:00")
    page = desk_client("reviewer").get(PAGE)
    text = page.content.decode()
    cards = {mail: more for mail, _, more in page.context["cards"]}
    told, promised = cards[replies[0]], cards[replies[3]]
    assert len(told["diff"].rows) == 1
    assert '<ins class="diff-ins">9' in text
    assert replies[0].body_text.splitlines()[-1] not in show_steps(told["diff"].rows[0].steps)
    (shown,) = promised["answers"]
    promise = next(iter(promised["found"].promises))
    assert promise in replies[3].body_text
    html = show_steps(shown.rows[0].steps)
    assert "Manta costumes cost nothing" in html and "<del" in html


def test_what_was_changed_after_it_was_shown_is_left(replies, reviewer):
    change("BREAKFAST_FROM", "09:00")
    first, second = overtaken_replies(reviewer)
    marks = {one.mail.pk: card_mark(one.mail) for one in (first, second)}
    OutgoingMail.objects.filter(pk=first.mail.pk).update(subject="Changed meanwhile")

    done, left = put_right(marks=marks, by=reviewer)
    assert done == [second.mail]
    assert left == [("Changed meanwhile", "It was changed after you read it.")]
    assert put_right(marks={second.mail.pk: card_mark(second.mail)}, by=reviewer)[0] == []


def test_a_sentence_that_is_no_answer_any_more_is_told_and_left_to_a_person(replies, reviewer):
    draft, sentence = replies[2].draft, replies[2].body_text.split("\n\n")[1]
    draft.sources_used = [{"injected": True, "text": sentence}]
    draft.save(update_fields=["sources_used"])
    (found,) = overtaken_replies(reviewer)
    assert found.gone and not found.is_mendable


def test_many_at_once_are_refused_and_the_page_asks_little(replies, reviewer):
    with pytest.raises(DomainError) as error:
        put_right(marks=dict.fromkeys(range(51), ""), by=reviewer)
    assert error.value.code == "validation_error"
    change("BREAKFAST_FROM", "09:00")
    overtaken_replies(reviewer)
    with CaptureQueriesContext(connection) as queries:
        overtaken_replies(reviewer)
    assert len(queries) <= 4
