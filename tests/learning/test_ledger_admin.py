from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from learning.ledger.models import QuestionState, UnknownQuestion
from templatesapp.models import KnowledgeItem
from tests.learning.proposal_factories import stored_question

pytestmark = pytest.mark.django_db

LIST = "admin:learning_unknownquestion_changelist"


def _act(client, action, rows, **fields):
    data = {"action": action, "_selected_action": [str(row.pk) for row in rows]} | fields
    return client.post(reverse(LIST), data, follow=True)


def _messages(response):
    return [str(message) for message in response.context["messages"]]


def _in_state(text, state):
    decided_at = None if state == "new" else timezone.now()
    return stored_question(text, state=state, decided_at=decided_at)


def test_the_list_shows_the_suggested_answer(desk_client):
    stored_question(suggested_answer="Yes, you may.", times_seen=7)
    page = desk_client("reviewer").get(reverse(LIST)).content.decode()
    assert "May I bring my guitar?" in page
    assert "Guess: Yes, you may." in page


def test_the_list_shows_what_waits_and_on_demand_the_rest(desk_client):
    client = desk_client("reviewer")
    states = {"A sauna?": "new", "A pool?": "deferred", "A lift?": "approved", "A bar?": "rejected"}
    for text, state in states.items():
        _in_state(text, state)
    listed = {
        choice: {str(row.question) for row in answer.context["cl"].result_list}
        for choice in ("", "all", "approved", "waiting")
        if (answer := client.get(reverse(LIST), {"state": choice} if choice else {}))
    }
    assert listed[""] == listed["waiting"] == {"A sauna?", "A pool?"}
    assert listed["approved"] == {"A lift?"}
    assert listed["all"] == set(states)


def test_a_question_that_nobody_decided_has_no_history_and_says_so(desk_client):
    question = stored_question()
    question.history.all().delete()  # as the desk records it: without an entry
    page = reverse("admin:learning_unknownquestion_history", args=[question.pk])
    text = desk_client("reviewer").get(page).content.decode()
    assert "Nothing was changed on this page yet" in text and "doesn't have" not in text


def test_all_that_is_listed_and_no_more_is_decided_at_once(desk_client):
    rows = {state: _in_state(f"Is it {state}?", state) for state in ("new", "approved")}
    done = _act(desk_client("reviewer"), "reject_selected", [rows["new"]], select_across="1")
    assert _messages(done) == ["rejected 1"]
    rows["approved"].refresh_from_db()
    assert rows["approved"].state == "approved"


def test_the_list_asks_as_often_for_ten_as_for_one(desk_client):
    client = desk_client("reviewer")
    stored_question("Is it 0?")
    client.get(reverse(LIST))
    counts = []
    for numbers in (range(0), range(1, 10)):
        for number in numbers:
            stored_question(f"Is it {number}?")
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse(LIST))
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 15


def _decide(client, row, decision, **fields):
    address = reverse("admin:learning_unknownquestion_decide", args=[row.pk])
    return client.post(address, {"decision": decision} | fields, follow=True)


def _page(client, row):
    change = reverse("admin:learning_unknownquestion_change", args=[row.pk])
    return client.get(change).content.decode()


def _answer_in(page):
    return re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[1].strip()


def test_a_guess_stands_beside_an_empty_field_and_says_where_it_is_from(desk_client):
    client = desk_client("reviewer")
    said = "It is served from eight."
    guessed = stored_question("When is breakfast?", suggested_answer=said)
    alone = stored_question("Qwrtz?")
    page = _page(client, guessed)
    assert not _answer_in(page) and "Found when it was asked" in page
    assert re.findall(r'data-take="([^"]*)"', page) == [said]
    assert "No answer of ours comes near" not in page
    page = _page(client, alone)
    assert "data-take" not in page and "No answer of ours comes near: write one" in page
    refused = _decide(client, guessed, "promote")
    assert _messages(refused) == ["An answer is needed."]
    assert not KnowledgeItem.objects.exists()


def test_one_question_is_answered_on_its_page_and_the_next_is_up(desk_client):
    client, row = desk_client("reviewer"), stored_question(suggested_answer="Yes <b>sure</b>.")
    other = stored_question("A sauna?")
    change = reverse("admin:learning_unknownquestion_change", args=[row.pk])
    page = client.get(change).content.decode()
    assert "Yes &lt;b&gt;sure&lt;/b&gt;." in page
    assert "<b>sure" not in page
    assert not _answer_in(page) and "too unsure to be sent" in page
    response = _decide(client, row, "promote", answer="Yes, you may.")
    assert reverse("admin:drafting_overtaken") in _messages(response)[0]
    assert response.redirect_chain[-1][0].endswith(f"/{other.pk}/change/")
    item = KnowledgeItem.objects.get()
    assert (item.answer, item.promoted_by) == ("Yes, you may.", client.user)
    assert client.post(change, {"question": "x"}).status_code == 403
    assert "Revert the promotion" in client.get(change).content.decode()
    _decide(client, row, "revert")
    assert not KnowledgeItem.objects.get().active


def test_a_refused_answer_is_told_and_kept_to_be_mended(desk_client):
    client, row = desk_client("reviewer"), stored_question()
    response = _decide(client, row, "promote", answer="Dear you,\n\nno <i>way</i>.")
    assert _messages(response) == ["Only the answer itself, without greeting and closing."]
    assert "no &lt;i&gt;way&lt;/i&gt;." in response.content.decode()
    assert not KnowledgeItem.objects.exists()


def test_a_question_is_deferred_then_rejected_on_its_page(desk_client):
    client, row = desk_client("reviewer"), stored_question()
    assert "Deferred: the new ones come first" in _messages(_decide(client, row, "defer"))[0]
    assert _messages(_decide(client, row, "defer")) == ["This question's state is: deferred."]
    assert "No answer is wanted" in _messages(_decide(client, row, "reject"))[0]
    row.refresh_from_db()
    assert (row.state, row.history.count()) == (QuestionState.REJECTED, 3)
    assert _decide(client, row, "shout").status_code == 404


@pytest.mark.parametrize(
    ("action", "line", "state"),
    [
        ("reject_selected", "rejected 1, skipped 1: “A sauna?” already decided", "rejected"),
        ("defer_selected", "deferred 1, skipped 1: “A sauna?” already decided", "deferred"),
    ],
)
def test_a_mixed_selection_is_settled_as_far_as_it_goes(desk_client, action, line, state):
    client, rows = desk_client("reviewer"), [stored_question(), stored_question("A sauna?")]
    _act(client, "reject_selected", rows[1:])
    assert _messages(_act(client, action, rows)) == [line]
    rows[0].refresh_from_db()
    assert (rows[0].state, rows[0].decided_by) == (state, client.user)


@pytest.mark.parametrize("action", ["promote", "reject", "defer", "revert"])
def test_who_may_only_look_decides_nothing(desk_client, action):
    client, row = desk_client("none"), stored_question()
    client.user.user_permissions.add(Permission.objects.get(codename="view_unknownquestion"))
    assert client.get(reverse(LIST)).status_code == 200
    _act(client, f"{action}_selected", [row])
    assert _decide(client, row, action, answer="Yes.").status_code == 403
    assert UnknownQuestion.objects.get().state == QuestionState.NEW


def test_the_page_shows_all_wordings_and_one_key_joins_or_parts_them(desk_client):
    client = desk_client("reviewer")
    first = stored_question("Is there a gym?")
    same = stored_question("Avete una palestra?", language="it", belongs_to=first, times_seen=2)
    maybe = stored_question("Where is the nearest gym?", offered_to=first)
    page = client.get(reverse("admin:learning_unknownquestion_change", args=[first.pk]))
    text = page.content.decode()
    assert "Avete una palestra?" in text and "Where is the nearest gym?" in text
    assert "Asked 3 times, 1 in these words" in text
    (listed, _) = client.get(reverse(LIST)).context["cl"].result_list
    assert (listed.pk, listed.asked) == (first.pk, 3)
    joined = _decide(client, maybe, "join", back_to=first.pk)
    assert joined.redirect_chain[-1][0].endswith(f"/{first.pk}/change/")
    maybe.refresh_from_db()
    assert maybe.belongs_to == first
    _decide(client, same, "part", back_to=first.pk)
    same.refresh_from_db()
    assert same.belongs_to is None
    page = client.get(reverse("admin:learning_unknownquestion_change", args=[maybe.pk]))
    assert "Another wording of" in page.content.decode()


def test_languages_are_named_in_words(desk_client):
    client, row = desk_client("reviewer"), stored_question("Duscht man hier?", language="nl")
    assert '<span class="desk-tag">Dutch</span>' in _page(client, row)
    listed = client.get(reverse(LIST)).content.decode()
    assert re.search(r"language=nl[^<]*>\s*(<[^>]*>\s*)*Dutch", listed)
