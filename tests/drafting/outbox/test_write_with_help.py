"""A reply written by hand: how it opens, what may be put into it, and what it is held to."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.errors import DomainError
from drafting.mail.choices import ThreadKind, ThreadStatus
from drafting.mail.models import Thread
from drafting.outbox import staff_actions
from templatesapp.models import EmailTemplate
from templatesapp.text.letter import split_letter
from tests.drafting.mail.mails import record, reply
from tests.factories import KnowledgeItemFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_desk")]
THREADS = "/admin/drafting/thread/"
ITALIAN = (
    "Buongiorno,\n\nA che ora è la colazione e quanto costa? C'è un parcheggio?\n\n"
    "Grazie,\nMarco Bianchi"
)
ENGLISH = "Hello,\n\nHow much is breakfast, and what time is it?\n\nCheers,\nIsla"
RIGHT = "Dear Isla,\n\nBreakfast costs €8.50 a person and is served from 8:00 to 10:15.\n\nAnna"
OPEN, DONE = "check_box_outline_blank</span> open", "check_box</span> answered"
WRONG = RIGHT.replace("8.50", "4.50")
DISPUTE = (
    "Hello,\n\nI cancelled my non-refundable booking and want my money back, or I dispute the charge"
    " with my bank.\n\nIsla"
)


@pytest.fixture
def person(desk_client):
    return desk_client("reviewer")


def handed_over(text: str = ENGLISH, number: int = 1) -> Thread:
    thread: Thread = record(text, message_id=f"<{number}@example.com>").message.thread
    thread.status = ThreadStatus.WAITING_FOR_PERSON
    thread.save(update_fields=["status"])
    return thread


def inserts(client, thread, term="", status=200):
    answer = client.get(f"{THREADS}{thread.pk}/inserts/", {"q": term})
    assert answer.status_code == status, answer.content
    return answer.json()["items"] if status == 200 else []


# --- what the editor opens with -------------------------------------------------------------------


def editor(client, thread) -> str:
    page = client.get(f"{THREADS}{thread.pk}/change/?write=1").content.decode()
    return page.split('name="body"')[1].split(">\n", 1)[1].split("</textarea>")[0]


def test_the_editor_opens_with_greeting_and_signature_in_the_guests_language(person):
    opening = editor(person, handed_over(ITALIAN))
    assert opening.startswith("Gentile Marco,\n\n\n\nCordiali saluti,\nPeter &amp; Cristiana")
    assert not editor(person, _answered(person)), "nothing is unanswered: it is a further mail"


def _answered(client) -> Thread:
    thread = handed_over(number=2)
    staff_actions.write_reply(thread_id=thread.pk, body_text=RIGHT, by=client.user)
    return thread


def test_a_briefing_opens_empty_and_offers_nothing(person):
    thread = handed_over()
    briefing = {"kind": ThreadKind.BRIEFING, "briefing_date": date(2026, 4, 27)}
    Thread.objects.filter(pk=thread.pk).update(**briefing)
    assert editor(person, thread) == "" and inserts(person, thread, "breakfast") == []


def test_greeting_and_signature_alone_are_no_reply(person):
    thread = handed_over()
    opening = editor(person, thread).replace("&amp;", "&")
    with pytest.raises(DomainError, match="Write something"):
        staff_actions.write_reply(thread_id=thread.pk, body_text=opening, by=person.user)


# --- what may be put in ---------------------------------------------------------------------------


def test_a_word_in_english_or_the_guests_language_finds_answers_facts_and_letters(person):
    thread = handed_over(ITALIAN)
    for term in ("breakfast", "colazione"):
        found = inserts(person, thread, term)
        assert {"answer", "letter"} <= {one["kind"] for one in found}, term
        assert {one["language"] for one in found} == {"it"}
    english = inserts(person, thread, "breakf")
    assert {"kind": "fact", "label": "Breakfast price: 8,50 €", "text": "8,50 €"}.items() <= next(
        one for one in english if one["kind"] == "fact" and "price" in one["label"]
    ).items()
    assert inserts(person, thread, "xylophone") == []


def test_without_a_word_stands_what_answers_the_mail_best_first(person):
    found = inserts(person, handed_over(ITALIAN))
    assert found[0]["label"] == "A che ora è la colazione?"
    letters = [one["label"][:3] for one in found if one["kind"] == "letter"]
    assert letters[0] in ("T26", "T50") and len(letters) == 3


def test_a_letter_is_filled_and_brings_no_second_greeting(person):
    thread = handed_over(ITALIAN)
    letter = next(one for one in inserts(person, thread, "T50"))
    assert "8,50 €" in letter["text"] and "{{" not in letter["text"]
    assert split_letter(letter["text"])[0] == split_letter(letter["text"])[2] == ""


def test_a_protected_letter_is_marked_and_whole(person):
    thread = handed_over(ITALIAN)
    found = inserts(person, thread, "T10")
    assert [one["is_whole"] for one in found] == [True]
    assert found[0]["text"].startswith("Gentile Marco,") and "Hostel Brikette" in found[0]["text"]
    body = EmailTemplate.objects.get(template_id="T10", language="it").body
    own_words = re.split(r"\{\{[^}]*\}\}", body.replace("\r\n", "\n"))
    assert all(words.strip() in found[0]["text"] for words in own_words)


def test_promoted_answers_come_first_and_only_in_the_guests_language(person):
    for language in ("en", "it"):
        KnowledgeItemFactory.create(
            key="faq:kayak", language=language, question="Kayak?", answer=f"Kayak {language}.",
            source="promoted", category="activities", may_be_injected=True,
        )  # fmt: skip
    found = [one for one in inserts(person, handed_over(), "kayak") if one["kind"] == "answer"]
    assert found[0]["text"] == "Kayak en." and "Kayak it." not in [one["text"] for one in found]


def test_it_knows_no_other_guest(person):
    handed_over(ITALIAN.replace("Marco Bianchi", "Zebedee Quux"), number=7)
    own = inserts(person, handed_over(), "T10")
    assert own[0]["text"].startswith("Dear Isla,") and "Zebedee" not in str(own)


@pytest.mark.parametrize("term", ["", " ", "/", "(", "[a", "\\", "x" * 5000, "🦓", "%", "'\""])
def test_any_word_gets_an_answer_of_at_most_twenty(person, term):
    assert len(inserts(person, handed_over(), term)) <= 20


def test_who_may_not_write_gets_nothing(desk_client, person):
    thread = handed_over()
    path = f"{THREADS}{thread.pk}/inserts/"
    assert Client().get(path).status_code == 302
    assert desk_client("none").get(path).status_code == 403
    assert person.post(path).status_code == 405
    assert person.get(f"{THREADS}999999/inserts/").status_code == 404
    assert person.get(f"{THREADS}{10**30}/inserts/").status_code == 404


def test_queries_do_not_grow_with_the_conversation(person):
    thread = handed_over()

    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            inserts(person, thread, "breakfast")
        return len(seen)

    inserts(person, thread)  # the desk is built
    few = count()
    for number in range(3):
        reply("And is there parking?", "<1@example.com>", 20 + number)
    assert count() == few <= 15
