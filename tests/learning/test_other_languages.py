"""A promoted answer waits in the other languages of the desk for a person to say it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.errors import DomainError
from learning.ledger.models import QuestionState, UnknownQuestion
from learning.ledger.selectors import draft_answer, missing_answers
from learning.ledger.services import (
    answer_in_language,
    promote_question,
    reject_question,
    revert_promotion,
)
from templatesapp.categories import LANGUAGES
from templatesapp.models import KnowledgeItem
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import question_hash
from tests.factories import EmailTemplateFactory, PropertyFactFactory, UserFactory
from tests.learning.factories import NOW
from tests.learning.proposal_factories import reviewer, stored_question

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PAGE = "/admin/learning/unknownquestion/languages/"
LIST = reverse("admin:learning_unknownquestion_changelist")
ANSWER = "Yes, you may bring your guitar. The terrace closes at {{SLOT:FACT_TERRACE_UNTIL}}."
ITALIAN = "Sì, la chitarra può venire con voi. La terrazza chiude alle {{SLOT:FACT_TERRACE_UNTIL}}."
WORDING = "Posso portare la chitarra?"


@pytest.fixture(autouse=True)
def closing() -> None:
    PropertyFactFactory.create(name="TERRACE_UNTIL", kind="time", value="22:00")


def _answered(text: str = "May I bring my guitar?", answer: str = ANSWER) -> UnknownQuestion:
    question = stored_question(text)
    return promote_question(question_id=question.pk, by=reviewer(), answer=answer, now=NOW)


def _say(question: UnknownQuestion, **fields):
    given = {"language": "it", "wording": WORDING, "answer": ITALIAN, "by": reviewer()} | fields
    return answer_in_language(question_id=question.pk, now=NOW, **given)


def _codes_of(question: UnknownQuestion) -> set[str]:
    return {each.language for each in missing_answers() if each.question == question}


def _refused(question: UnknownQuestion, **fields) -> DomainError:
    with pytest.raises(DomainError) as refused:
        _say(question, **fields)
    return refused.value


def test_an_answer_waits_in_every_other_language_what_guests_asked_first():
    stored_question("A question that waits?")
    question = _answered()
    stored_question(WORDING, language="it", offered_to=question, times_seen=4)
    missing = missing_answers()
    assert _codes_of(question) == set(LANGUAGES) - {"en"}
    assert (missing[0].language, missing[0].wording, missing[0].asked) == ("it", WORDING, 4)
    assert {each.asked for each in missing[1:]} == {0}


def test_the_draft_holds_slots_with_todays_value_and_what_letters_say_in_both():
    said = {"en": "Yes, you may bring your guitar.", "it": "Sì, potete portare la chitarra."}
    for language, text in said.items():
        body = f"{{{{SLOT:GREETING}}}}\n\n{text}"
        EmailTemplateFactory.create(template_id="T60", language=language, body=body)
    question = _answered()
    drafts = {each.language: draft_answer(each, current_catalogue()) for each in missing_answers()}
    assert drafts["it"]["said"] == said["it"]
    assert drafts["it"]["to_say"] == ["The terrace closes at {{SLOT:FACT_TERRACE_UNTIL}}."]
    assert (drafts["de"]["said"], len(drafts["de"]["to_say"])) == ("", 2)
    ((slot, value),) = drafts["de"]["values"]
    fact = current_catalogue().facts["TERRACE_UNTIL"]
    assert (slot, value) == ("{{SLOT:FACT_TERRACE_UNTIL}}", fact.formatted("de"))
    assert question.promoted_item is not None


def test_said_it_answers_what_guests_asked_and_is_missed_no_more():
    question = _answered()
    asked = stored_question("È permesso suonare la chitarra?", language="it", offered_to=question)
    person = reviewer()
    said = _say(question, by=person)
    assert (said.state, said.times_seen, said.offered_to) == (QuestionState.APPROVED, 0, question)
    assert said.history.first().history_user == person
    item = KnowledgeItem.objects.get(language="it")
    assert (item.answer, item.question) == (ITALIAN, WORDING)
    assert set(item.question_hashes) == {question_hash(WORDING), asked.question_hash}
    asked.refresh_from_db()
    assert (asked.state, asked.promoted_item) == (QuestionState.APPROVED, item)
    assert _codes_of(question) == set(LANGUAGES) - {"en", "it"}
    assert not _codes_of(said)  # the Italian one is no source of its own
    assert _say(question).pk == said.pk  # twice: once
    assert KnowledgeItem.objects.filter(language="it").count() == 1
    revert_promotion(question_id=said.pk, by=person, now=NOW)
    assert "it" in _codes_of(question)


def test_of_two_people_who_say_it_the_second_is_told():
    question = _answered()
    _say(question)
    other = "Si può portare una chitarra?"
    assert _refused(question, wording=other, answer=f"{ITALIAN} Grazie.").code == "already_decided"
    assert KnowledgeItem.objects.filter(language="it").count() == 1
    assert not UnknownQuestion.objects.filter(question=other).exists()


def test_the_wording_of_a_guest_is_taken_as_it_is():
    question = _answered()
    asked = stored_question(WORDING, language="it", offered_to=question, times_seen=3)
    assert _say(question).pk == asked.pk


def test_a_language_that_wants_no_answer_is_not_asked_for():
    question = _answered()
    asked = stored_question(WORDING, language="it", offered_to=question)
    reject_question(question_id=asked.pk, by=reviewer(), now=NOW)
    assert "it" not in _codes_of(question)


def test_a_reverted_answer_waits_in_no_language():
    question = _answered()
    revert_promotion(question_id=question.pk, by=reviewer(), now=NOW)
    assert missing_answers() == []
    assert _refused(question).code == "conflict"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"language": "en"}, "language"),
        ({"language": "xx"}, "language"),
        ({"wording": " ? "}, "wording"),
        ({"wording": "x" * 501}, "wording"),
        ({"answer": ""}, "answer"),
        ({"answer": "Sì, la chitarra può venire con voi."}, "answer"),
        ({"answer": ANSWER}, "answer"),
    ],
    ids=str,
)
def test_what_is_no_answer_in_that_language_changes_nothing(fields, field):
    question = _answered()
    refused = _refused(question, **fields)
    assert (refused.code, list(refused.fields)) == ("validation_error", [field])
    assert UnknownQuestion.objects.count() == 1
    assert not KnowledgeItem.objects.filter(language="it").exists()


def test_who_may_not_decide_says_nothing():
    question = _answered()
    person = UserFactory.create(role="none")
    assert _refused(question, by=person).code == "permission_denied"


def test_the_page_lists_them_and_approves_there(desk_client):
    question, client = _answered(), desk_client("reviewer")
    assert f"{len(LANGUAGES) - 1} answers have to be said" in client.get(LIST).content.decode()
    page = client.get(PAGE).content.decode()
    assert f"Answers to say in other languages: {len(LANGUAGES) - 1}" in page
    assert "The terrace closes at" in page
    only = client.get(PAGE, {"language": "it"}).content.decode()
    assert "Answers to say in other languages: 1" in only
    url = f"/admin/learning/unknownquestion/{question.pk}/languages/it/"
    refused = client.post(url, {"wording": WORDING, "answer": "Sì."}, follow=True)
    page = refused.content.decode()
    assert "FACT_TERRACE_UNTIL}} as well" in page
    assert f'value="{WORDING}"' in page  # what was typed is there
    client.post(url, {"wording": WORDING, "answer": ITALIAN})
    assert KnowledgeItem.objects.get(language="it").answer == ITALIAN
    assert client.post("/admin/learning/unknownquestion/0/languages/it/").status_code == 404


def test_who_may_only_look_sees_no_form_and_decides_nothing(desk_client):
    question, client = _answered(), desk_client("manager")
    person = client.get(PAGE).wsgi_request.user
    person.groups.clear()
    person.user_permissions.add(Permission.objects.get(codename="view_unknownquestion"))
    assert "Approve this answer" not in client.get(PAGE).content.decode()
    url = f"/admin/learning/unknownquestion/{question.pk}/languages/it/"
    assert client.post(url, {"wording": WORDING, "answer": ITALIAN}).status_code == 403


def test_the_page_asks_as_often_for_ten_answers_as_for_one(desk_client):
    client = desk_client("reviewer")
    counts = []
    for numbers in (range(1), range(1, 10)):
        for number in numbers:
            _answered(f"May I bring my guitar number {number}?")
        client.get(PAGE)
        with CaptureQueriesContext(connection) as captured:
            client.get(PAGE)
        counts.append(len(captured))
    assert counts[0] == counts[1]
