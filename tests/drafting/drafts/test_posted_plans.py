"""A posted plan says no less than its mail does: what it leaves out is put back."""

from __future__ import annotations

import pytest

from drafting.drafts.services.interpret import MAX_READ_MAILS
from learning.events.selectors import count_by_kind, counted_sources
from learning.thresholds.models import LearningSettings
from tests.drafting.drafts.plans import URLS, plan_json
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db
TWO = "What time is breakfast? Is there a helicopter pad on the roof?"


def generate(call, *questions, **fields):
    return call("generate", {"action_plan": plan_json(*questions, **fields)})


def test_an_ask_that_a_posted_plan_leaves_out_is_put_back(call):
    whole = generate(call, "What time is breakfast?", category="breakfast")
    assert whole["delivery_status"] == "ready"
    answer = generate(call, "What time is breakfast?", text=TWO, category="breakfast")
    asks = {ask["text"]: ask["id"] for ask in answer["action_plan"]["asks"]}
    assert list(asks) == ["What time is breakfast?", "Is there a helicopter pad on the roof?"]
    assert len(set(asks.values())) == 2
    assert answer["delivery_status"] == "needs_follow_up"
    outcomes = {row["ask"]: row["outcome"] for row in answer["outcomes"]}
    assert outcomes[asks["Is there a helicopter pad on the roof?"]] != "answered"
    check = {"action_plan": plan_json("What time is breakfast?", text=TWO, category="breakfast")}
    text = {"draft": {"body_plain": whole["draft"]["body_plain"]}}
    assert "unanswered_questions" in call("check", check | text)["failed_checks"]


@pytest.mark.both_databases
def test_drafts_from_posted_plans_count_unless_the_setting_leaves_them_out(call):
    def joined():
        text = "What time is breakfast?"
        draft = generate(call, text, category="breakfast")
        body = draft["draft"]["body_plain"]
        told = {"original_body_plain": body, "refined_body_plain": body}
        call("refine", {"draft_id": draft["draft_id"]} | told)
        counts = count_by_kind(sources=counted_sources())
        return counts["joined"], counts["posted_plan"]

    assert joined() == (1, 0)
    tuning = LearningSettings.current()
    tuning.counts_posted_plans = False
    tuning.save()
    assert joined() == (1, 1)


def test_an_ask_that_a_posted_plan_makes_clearer_is_not_asked_twice(call):
    text = "And how much is it?"
    own = call("interpret", {"body": text})["asks"]
    assert [ask["is_unresolved"] for ask in own] == [True]
    clear = own[0] | {"text": f"{own[0]['text'].rstrip(' ?')} (breakfast)", "is_unresolved": False}
    answer = generate(call, text=text, category="breakfast", asks=[clear])
    assert [ask["text"] for ask in answer["action_plan"]["asks"]] == [clear["text"]]


@pytest.mark.parametrize(
    "text",
    [
        "We are locked out, it is 2 am and nobody opens the door.",
        "Please change my booking to 5 May.",
    ],
)
def test_a_harmless_mail_that_a_plan_names_loosens_nothing(call, text):
    harmless = record("What time is breakfast? It is two o'clock in the afternoon.").message.pk
    own = call("interpret", {"body": text})
    named = own | {"asks": [ask | {"message": harmless} for ask in own["asks"]]}
    plan = call("generate", {"action_plan": named})["action_plan"]
    assert plan["says_night"] is own["says_night"]
    assert {*own["proofs"]} <= {*plan["proofs"]} and own["proofs"] + own["emergency"]
    assert [*own["emergency"]] == plan["emergency"]


def test_more_mails_than_are_read_make_a_plan_cut(call):
    texts = [f"Is there a piano in room {number}?" for number in range(MAX_READ_MAILS + 1)]
    asks = [
        {**call("interpret", {"body": text})["asks"][0], "id": f"a{number}", "message": key}
        for number, text in enumerate(texts)
        for key in [record(text, message_id=f"<{number}@example.com>").message.pk]
    ]
    plan = plan_json(text="\n".join(texts[:20]), asks=asks)
    assert call("generate", {"action_plan": plan})["action_plan"]["is_cut"]


def test_a_plan_that_names_a_mail_is_held_against_that_mail(call, agent_client):
    message = record(TWO).message.pk
    one = "What time is breakfast?"
    asked = {
        "id": "a1",
        "kind": "question",
        "text": one,
        "topic": "",
        "is_unresolved": False,
        "evidence": one,
        "message": message,
    }
    shortened = plan_json(text=one, category="breakfast", asks=[asked])
    answer = call("generate", {"action_plan": shortened})
    assert len(answer["action_plan"]["asks"]) == 2
    assert answer["delivery_status"] == "needs_follow_up"
    unknown = shortened | {"asks": [asked | {"message": message + 1}]}
    assert call("generate", {"action_plan": unknown}, 404)["code"] == "unknown_message"
    draft = {"body_plain": answer["draft"]["body_plain"]}
    client = agent_client(["draft"])
    for name, more in (("generate", {}), ("check", {"draft": draft})):
        refused = client.post(URLS[name], {"action_plan": shortened, **more}, format="json")
        assert refused.json()["code"] == "permission_denied"
