from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test.utils import CaptureQueriesContext

from config.errors import DomainError
from learning.ledger.models import QuestionState, UnknownQuestion
from learning.ledger.selectors import list_questions, question_row, waiting_questions
from learning.ledger.services import (
    defer_question,
    promote_question,
    reject_question,
    revert_promotion,
)
from templatesapp.models import KnowledgeItem, PropertyFact
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import question_hash
from tests.factories import UserFactory
from tests.learning.factories import NOW
from tests.learning.proposal_factories import asked, record_questions, reviewer, stored_question

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ANSWER = "Yes, you may bring your guitar; please keep it down at night."


def _promote(question, person=None, **fields):
    values: dict[str, Any] = {"answer": ANSWER, "now": NOW} | fields
    return promote_question(question_id=question.pk, by=person or reviewer(), **values)


# --- recording ------------------------------------------------------------------------------------


def test_a_new_question_is_entered():
    outcome = record_questions(questions=[asked()], now=NOW)
    row = UnknownQuestion.objects.get()
    assert (outcome.created, outcome.duplicates) == (1, 0)
    assert outcome.question_hashes == (row.question_hash,)
    assert row.question_hash == question_hash("May I bring my guitar?")
    assert (row.question, row.language) == ("May I bring my guitar?", "en")
    assert (row.scenario_category, row.state) == ("house-rules", QuestionState.NEW)
    assert (row.times_seen, row.first_seen, row.last_seen) == (1, NOW, NOW)
    assert row.context_excerpt.startswith("Hello, we arrive in May.")


def test_the_same_question_in_other_clothes_is_counted():
    record_questions(questions=[asked()], now=NOW)
    later = NOW + timedelta(days=1)
    again = asked("Hello! may I bring my GUITAR ??", language="it")
    outcome = record_questions(questions=[again], now=later)
    row = UnknownQuestion.objects.get()
    assert (outcome.created, outcome.duplicates) == (0, 1)
    assert (row.times_seen, row.first_seen, row.last_seen) == (2, NOW, later)
    assert (row.question, row.language) == ("May I bring my guitar?", "en")


def test_hashes_come_back_in_the_order_of_the_questions():
    texts = ["Is there a sauna?", "Is there a lift?", "Is there a sauna?", "  "]
    outcome = record_questions(questions=[asked(text) for text in texts], now=NOW)
    assert outcome.question_hashes == (question_hash(texts[0]), question_hash(texts[1]))
    assert (outcome.created, outcome.duplicates) == (2, 0)
    assert list(UnknownQuestion.objects.values_list("times_seen", flat=True)) == [1, 1]


def test_nothing_asked_is_nothing_done():
    assert record_questions(questions=[], now=NOW).question_hashes == ()


def test_any_number_of_questions_is_one_statement(django_assert_max_num_queries):
    current_catalogue()
    for count in (1, 40):
        questions = [asked(f"Is there room {number}?") for number in range(count)]
        with django_assert_max_num_queries(5) as captured:
            record_questions(questions=questions, now=NOW)
        assert isinstance(captured, CaptureQueriesContext)
        assert sum("INSERT" in query["sql"] for query in captured) == 1


def test_long_texts_are_cut():
    question = asked("Why " + "very " * 300 + "long?", context="Before. " * 90 + "Why")
    record_questions(questions=[question], now=NOW)
    row = UnknownQuestion.objects.get()
    row.full_clean()
    assert len(row.question) <= 500
    assert len(row.context_excerpt) <= 280


def test_the_excerpt_is_what_stands_around_the_question():
    context = "Opening. " * 60 + "May I bring my guitar? And then more. " + "Ending. " * 60
    record_questions(questions=[asked(context=context)], now=NOW)
    assert "May I bring my guitar? And then more." in UnknownQuestion.objects.get().context_excerpt


def test_what_is_stored_went_through_redaction(monkeypatch):
    def redact(text, *, sender_name, sender_address, **_):
        return text.replace(sender_name, "[NAME]").replace(sender_address, "[EMAIL]")

    monkeypatch.setattr("learning.ledger.recording.redact", redact)
    text = "May Annika Rehberg come?"
    question = asked(
        text, context=f"annika@example.org asks: {text}", suggested_answer="Yes, Annika Rehberg."
    )
    record_questions(questions=[question], now=NOW)
    row = UnknownQuestion.objects.get()
    assert row.question == "May [NAME] come?"
    assert row.context_excerpt == "[EMAIL] asks: May [NAME] come?"
    assert row.suggested_answer == "Yes, [NAME]."
    # The hash is of the words as asked: the same question finds its answer again.
    assert row.question_hash == question_hash(text)


def test_a_decided_question_is_still_counted():
    row = stored_question()
    reject_question(question_id=row.pk, by=reviewer(), now=NOW)
    record_questions(questions=[asked()], now=NOW)
    row.refresh_from_db()
    assert (row.times_seen, row.state) == (2, QuestionState.REJECTED)


# --- promote --------------------------------------------------------------------------------------


def test_a_promoted_answer_is_a_knowledge_item_under_the_hash():
    row, person = stored_question(), reviewer()
    _promote(row, person)
    item = KnowledgeItem.objects.get()
    assert item.key == f"faq:{row.question_hash}"
    assert (item.question, item.answer) == ("May I bring my guitar?", ANSWER)
    assert (item.source, item.active, item.may_be_injected) == ("promoted", True, True)
    assert (item.category, item.language) == ("house-rules", "en")
    assert item.question_hashes == [row.question_hash]
    assert (item.promoted_by, item.promoted_at) == (person, NOW)
    assert item.history.get().history_user == person
    assert current_catalogue().promoted_by_hash[row.question_hash].answer == ANSWER
    row.refresh_from_db()
    assert (row.state, row.decided_by, row.promoted_item) == (QuestionState.APPROVED, person, item)
    assert row.history.first().history_user == person


def test_promoted_twice_is_promoted_once():
    row = stored_question()
    _promote(row)
    _promote(row)
    assert KnowledgeItem.objects.get().history.count() == 1
    assert row.history.filter(state=QuestionState.APPROVED).count() == 1


def test_another_answer_for_an_active_question_is_a_conflict():
    row, first = stored_question(), reviewer()
    _promote(row, first)
    with pytest.raises(DomainError) as refused:
        _promote(row, answer="No, sorry.")
    assert refused.value.code == "promotion_conflict"
    assert refused.value.extra["active_answer"] == ANSWER
    assert refused.value.extra["promoted_by"] == first.username
    assert KnowledgeItem.objects.get().answer == ANSWER


def test_other_wordings_are_answered_with_it():
    row, other = stored_question(), stored_question("Are guitars allowed?")
    _promote(row, further_hashes=[other.question_hash])
    item = KnowledgeItem.objects.get()
    assert item.question_hashes == [row.question_hash, other.question_hash]
    other.refresh_from_db()
    assert (other.state, other.promoted_item) == (QuestionState.APPROVED, item)
    with pytest.raises(DomainError) as refused:
        _promote(other, answer="No, sorry.")
    assert refused.value.code == "promotion_conflict"


def test_reverting_makes_it_inactive_and_its_questions_wait_again():
    row, other, person = stored_question(), stored_question("Are guitars allowed?"), reviewer()
    _promote(row, further_hashes=[other.question_hash])
    revert_promotion(question_id=row.pk, by=person, note="not any more", now=NOW)
    item = KnowledgeItem.objects.get()
    assert not item.active
    assert item.history.first().history_user == person
    assert item.history.first().history_change_reason == "not any more"
    states = UnknownQuestion.objects.values_list("state", "decided_at", "promoted_item")
    assert set(states) == {(QuestionState.NEW, None, None)}
    assert row.question_hash not in current_catalogue().promoted_by_hash


def test_a_reverted_question_takes_another_answer():
    row = stored_question()
    _promote(row)
    revert_promotion(question_id=row.pk, by=reviewer(), now=NOW)
    _promote(row, answer="No, sorry.")
    item = KnowledgeItem.objects.get()
    assert (item.active, item.answer) == (True, "No, sorry.")


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("", "validation_error"),
        ("  \n ", "validation_error"),
        ("x" * 4001, "validation_error"),
        ("Dear Annika,\n\nyes, you may.", "validation_error"),
        ("Yes, you may.\n\nKind regards,\nPeter", "validation_error"),
        ("Yes, [NAME], you may.", "lint_failed"),
        ("See {{SLOT:NOBODY}}.", "lint_failed"),
        ("See https://elsewhere.example/x.", "lint_failed"),
    ],
)
def test_what_is_no_answer_is_not_promoted(answer, code):
    row = stored_question()
    with pytest.raises(DomainError) as refused:
        _promote(row, answer=answer)
    assert refused.value.code == code
    assert not KnowledgeItem.objects.exists()


def test_a_price_may_be_the_answer():
    _promote(stored_question(), answer="A guitar string costs €3.")
    assert KnowledgeItem.objects.get().active


def test_an_answer_that_contradicts_a_fact_is_refused_with_both_values():
    PropertyFact.objects.create(
        name="BREAKFAST_PRICE", kind="money", value="8.50", unit="EUR", concepts=["breakfast"]
    )
    with pytest.raises(DomainError) as refused:
        _promote(stored_question(), answer="Breakfast is €3 per person.")
    assert refused.value.code == "lint_failed"
    (finding,) = refused.value.extra["lint"]
    assert finding["code"] == "contradicts_fact"
    assert "€3" in finding["message"] and "€8.50" in finding["message"]

    _promote(stored_question("What does breakfast cost?"), answer="Breakfast is 8.50 € per person.")


def test_an_unknown_language_is_answered_in_english():
    _promote(stored_question(language="other"))
    assert KnowledgeItem.objects.get().language == "en"


# --- reject, defer, rights ----------------------------------------------------------------------


def test_a_deferred_question_still_waits():
    row, person = stored_question(), reviewer()
    defer_question(question_id=row.pk, by=person, note="ask Peter", now=NOW)
    row.refresh_from_db()
    assert (row.state, row.decision_note) == (QuestionState.DEFERRED, "ask Peter")
    assert list(waiting_questions()) == [row]
    _promote(row)
    row.refresh_from_db()
    assert row.state == QuestionState.APPROVED


def test_a_rejected_question_is_decided():
    row, person = stored_question(), reviewer()
    reject_question(question_id=row.pk, by=person, now=NOW)
    row.refresh_from_db()
    history = row.history.first()
    assert (history.history_user, history.history_change_reason) == (person, "rejected")
    for decide in (
        lambda: _promote(row),
        lambda: defer_question(question_id=row.pk, by=person, now=NOW),
        lambda: reject_question(question_id=row.pk, by=person, now=NOW),
        lambda: revert_promotion(question_id=row.pk, by=person, now=NOW),
    ):
        with pytest.raises(DomainError) as refused:
            decide()
        assert refused.value.code == "already_decided"
        assert refused.value.extra["decided_by"] == person.username


def test_who_has_no_right_decides_no_question():
    row, person = stored_question(), UserFactory.create(role="none")
    for decide in (
        lambda: _promote(row, person),
        lambda: defer_question(question_id=row.pk, by=person, now=NOW),
        lambda: reject_question(question_id=row.pk, by=person, now=NOW),
        lambda: revert_promotion(question_id=row.pk, by=person, now=NOW),
    ):
        with pytest.raises(DomainError) as refused:
            decide()
        assert refused.value.code == "permission_denied"


def test_an_unknown_question_is_not_found():
    with pytest.raises(DomainError) as refused:
        reject_question(question_id=4711, by=reviewer(), now=NOW)
    assert refused.value.code == "not_found"


# --- reads ----------------------------------------------------------------------------------------


def test_rows_have_the_shape_of_the_api():
    row = stored_question(times_seen=3)
    assert question_row(row) == {
        "id": row.pk,
        "question": "May I bring my guitar?",
        "question_hash": row.question_hash,
        "language": "en",
        "scenario_category": "house-rules",
        "times_seen": 3,
        "first_seen": NOW,
        "last_seen": NOW,
        "suggested_answer": "",
        "state": "new",
        "wordings": [],
    }


def test_most_often_asked_first():
    seldom, often = stored_question("A?"), stored_question("B?", times_seen=5)
    assert list(list_questions()) == [often, seldom]
    assert list(list_questions(state="deferred")) == []
    with pytest.raises(DomainError):
        list_questions(state="bah")
