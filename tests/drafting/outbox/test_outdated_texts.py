"""Letters and answers that hold the former value of a fact, or a former answer, as text."""

from __future__ import annotations

import html

import pytest
from django.utils import timezone

from drafting.outbox.release_queue import mend_texts
from templatesapp.marked import show_steps
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact
from templatesapp.outdated import outdated_texts, recent_changes
from templatesapp.services import store_row
from tests.factories import EmailTemplateFactory, KnowledgeItemFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_desk")]
PAGE = "/admin/drafting/outgoingmail/overtaken/"
BODY = (
    "Dear Guest,\r\n\r\nThank you for asking.\r\nBreakfast costs €8.50 a person.\r\n"
    "It is served on the terrace.\r\n\r\nUntil soon,\r\nPeter & Cristiana"
)
SLOT = "{{SLOT:FACT_BREAKFAST_PRICE}}"
KAYAKS = "Kayaks may be hired at the pier until sunset."


@pytest.fixture
def letter():
    return EmailTemplateFactory.create(
        template_id="T91", body=BODY, category="breakfast", language="en"
    )


@pytest.fixture
def answer():
    return KnowledgeItemFactory.create(
        key="buffet",
        question="What is the buffet?",
        answer="Breakfast is a buffet and costs €8.50 a person.",
        language="en",
    )


def change(name, value, by=None):
    fact = PropertyFact.objects.get(name=name)
    fact.save()  # the quick sample of the tests leaves no history
    store_row(item=fact, fields={"value": value}, by=by, reason="new season")


def outdated():
    return outdated_texts(recent_changes(timezone.now()))


def names(page) -> list[str]:
    return [one["found"].name for one in page.context["texts"]]


def posted(page) -> list[str]:
    return [
        f"{one['found'].place}:{one['found'].mark}"
        for one in page.context["texts"]
        if one["may_mend"]
    ]


def test_nothing_is_listed_before_anything_changes(letter, answer):
    assert recent_changes(timezone.now()) == [] and outdated() == []


def test_one_act_mends_letters_and_answers_with_person_and_reason(letter, answer, desk_client):
    manager = desk_client("manager")
    change("BREAKFAST_PRICE", "9.90", manager.user)
    page = manager.get(PAGE)
    shown = html.unescape(page.content.decode())
    assert names(page) == [f"T91 English: {letter.subject}", "What is the buffet?"]
    assert "Breakfast price: <del>8.50</del> <ins>9.90</ins>" in shown
    assert "Said by itself in" in shown  # and by name which: those change without an act
    slotted = EmailTemplate.objects.filter(body__contains="FACT_BREAKFAST_PRICE", active=True)
    assert all(f"{one.template_id} {one.get_language_display()}" in shown for one in slotted)
    assert "Put 2 right" in shown

    told = manager.post(f"{PAGE}mend/", {"text": posted(page)}, follow=True)
    assert [str(one) for one in told.context["messages"]] == ["Put right: 2."]
    assert names(told) == []
    letter.refresh_from_db()
    answer.refresh_from_db()
    assert letter.body == BODY.replace("€8.50", SLOT) and letter.version == 2
    assert SLOT in answer.answer  # so that the next change needs nobody
    for row in (letter.history.first(), answer.history.first()):
        assert row.history_user == manager.user
        assert row.history_change_reason == "today's values: Breakfast price"


def test_a_card_shows_the_lines_that_change_with_one_around(letter, desk_client):
    change("BREAKFAST_PRICE", "9.90")
    page = desk_client("manager").get(PAGE)
    (text,) = page.context["texts"]
    (row,) = text["diff"].rows
    assert show_steps(row.before).splitlines() == [
        "Thank you for asking.",
        'Breakfast costs <del class="diff-del">€8.50</del> a person.',
        "It is served on the terrace.",
    ]
    assert "Until soon" not in show_steps(row.steps)


def test_who_may_not_change_a_text_mends_none(letter, answer, desk_client, reviewer):
    """A reviewer edits answers; letters are a manager's, protected ones need their own right."""
    change("BREAKFAST_PRICE", "9.90")
    person = desk_client("reviewer")
    page = person.get(PAGE)
    assert [one["may_mend"] for one in page.context["texts"]] == [False, True]
    assert "Put 1 right" in page.content.decode()
    mark = page.context["texts"][0]["found"].mark
    done, left = mend_texts(marks={f"letter-{letter.pk}": mark}, by=person.user)
    assert done == [] and "may not change" in left[0][1]
    EmailTemplate.objects.filter(pk=letter.pk).update(category="cancellation")
    (protected, _) = outdated()
    assert protected.item.is_protected
    manager = desk_client("manager").user
    assert protected.may_be_mended_by(manager) is manager.has_perm(
        "templatesapp.change_protected_template"
    )
    letter.refresh_from_db()
    assert letter.body == BODY


def test_what_was_changed_after_it_was_shown_is_left(letter, desk_client):
    manager = desk_client("manager")
    change("BREAKFAST_PRICE", "9.90")
    cards = posted(manager.get(PAGE))
    EmailTemplate.objects.filter(pk=letter.pk).update(body=BODY.replace("terrace", "roof"))
    told = manager.post(f"{PAGE}mend/", {"text": cards}, follow=True).content.decode()
    assert "It was changed after you read it." in told and "Put right: 0." in told
    # Twice: the second finds nothing to do; and what is no text at all is left, too.
    for place in ("letter-999999", "letter-x", "reply-1", f"letter-{10**30}"):
        done, left = mend_texts(marks={place: "0"}, by=manager.user)
        assert done == [] and len(left) == 1, place


def test_the_former_words_of_an_answer_give_way_to_the_new_ones(desk_client):
    item = KnowledgeItemFactory.create(
        key="faq:kayaks", question="Kayaks?", answer=KAYAKS, language="en", source="promoted"
    )
    letter = EmailTemplateFactory.create(
        template_id="T92", body=f"Dear guest,\n\n{KAYAKS}\n\nBye", category="activities"
    )
    new = KAYAKS.replace("at the pier", "on the beach")
    store_row(item=item, fields={"answer": new}, by=None, reason="asked at the pier")
    manager = desk_client("manager")
    page = manager.get(PAGE)
    assert names(page) == [f"T92 English: {letter.subject}"]
    assert "Kayaks?: another answer" in html.unescape(page.content.decode())
    manager.post(f"{PAGE}mend/", {"text": posted(page)})
    letter.refresh_from_db()
    assert new in letter.body
    assert KnowledgeItem.objects.get(pk=item.pk).answer == new


def test_a_value_that_is_written_as_a_word_is_found(letter):
    body = BODY.replace("It is served", "It is served from eight o'clock")
    EmailTemplate.objects.filter(pk=letter.pk).update(body=body)
    change("BREAKFAST_FROM", "09:00")
    (found,) = outdated()
    assert found.fields == {"body": body.replace("eight o'clock", "{{SLOT:FACT_BREAKFAST_FROM}}")}
