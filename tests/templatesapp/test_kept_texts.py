"""What is typed into a form: for its author alone, until they decide or drop it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from templatesapp.models import KeptText
from tests.learning.proposal_factories import stored_question

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
TYPED = "/admin/templatesapp/emailtemplate/typed/"


def keep(client, place, **texts):
    return client.post(f"{TYPED}{place}/", {"typed_base": "new", **texts}).status_code


@pytest.fixture
def question():
    return stored_question(last_seen=timezone.now())


def test_it_is_shown_to_its_author_alone(desk_client, question):
    anna, marco = desk_client("reviewer"), desk_client("manager")
    page = f"/admin/learning/unknownquestion/{question.pk}/change/"
    assert keep(anna, f"question:{question.pk}", answer="<b>Half a thought") == 302
    shown = anna.get(page).content.decode()
    assert r"\u003Cb\u003EHalf a thought" in shown and "<b>Half" not in shown
    assert "Half a thought" not in marco.get(page).content.decode()


def test_what_was_typed_over_another_state_is_there_to_copy(desk_client, question):
    anna, marco = desk_client("reviewer"), desk_client("manager")
    keep(anna, f"question:{question.pk}", answer="Half a thought")
    decide = f"/admin/learning/unknownquestion/{question.pk}/decide/"
    marco.post(decide, {"decision": "reject"})
    shown = anna.get(f"/admin/learning/unknownquestion/{question.pk}/change/").content.decode()
    assert "somebody has changed what it was for" in shown and "Half a thought</div>" in shown


def test_the_decision_ends_it_and_so_does_an_empty_form(desk_client, question):
    anna = desk_client("reviewer")
    place = f"question:{question.pk}"
    keep(anna, place, answer="Half a thought")
    keep(anna, place, answer="A whole one")
    assert KeptText.objects.get().texts == {"answer": "A whole one"}
    keep(anna, place)
    assert not KeptText.objects.exists()
    keep(anna, place, answer="Half a thought")
    decide = f"/admin/learning/unknownquestion/{question.pk}/decide/"
    anna.post(decide, {"decision": "promote", "answer": "Yes, you may."})
    assert not KeptText.objects.exists()


def test_only_staff_keep_and_only_where_a_form_may_stand(desk_client, client):
    anna = desk_client("reviewer")
    assert keep(anna, "question:" + "1" * 41, answer="x") == 404
    assert keep(anna, "Question 1", answer="x") == 404
    # Who types a reply is shown to others: that address has a right of its own.
    assert keep(anna, "reply:1:", body="x") == keep(anna, "reply:1:2", body="x") == 404
    assert anna.get(f"{TYPED}first-mail/").status_code == 405
    assert keep(client, "first-mail", answer="x") == 302  # to the login
    assert not KeptText.objects.exists()
