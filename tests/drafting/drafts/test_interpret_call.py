"""``POST drafts/interpret``: what a mail says, by its text or by the record's id."""

from __future__ import annotations

import pytest

from drafting.drafts.models import Draft
from drafting.drafts.services import interpret as service
from drafting.mail.models import MailSettings, Message
from tests.drafting.drafts.plans import URLS
from tests.drafting.mail.mails import our_reply, record, reply

pytestmark = pytest.mark.django_db

MAIL = {
    "subject": "Breakfast",
    "body": "Hello,\n\nwhat time does breakfast start?\n\nThanks, Annika",
    "from_address": "annika@example.com",
    "from_name": "Annika Rehberg",
}
PLAN_KEYS = {
    "plan_version",
    "normalized_text",
    "language",
    "language_confidence",
    "guest_name",
    "booking_ref",
    "opt_out",
    "intents",
    "agreement",
    "workflow_triggers",
    "prepayment_step",
    "scenario",
    "scenarios",
    "escalation",
    "escalation_required",
    "thread_summary",
    "sent",
    "asks",
    "proofs",
    "emergency",
    "says_night",
    "is_cut",
    "is_uncertain",
    "reading",
}


def test_the_action_plan_has_the_documented_shape(call):
    plan = call("interpret", MAIL)
    assert set(plan) == PLAN_KEYS
    assert plan["plan_version"] == 1
    (ask,) = plan["asks"]
    assert set(ask) == {"id", "kind", "text", "topic", "is_unresolved", "evidence", "message"}
    assert (ask["id"], ask["kind"], ask["topic"]) == ("a1", "question", "breakfast")
    assert set(plan["intents"]) == {"questions", "requests", "confirmations"}
    assert set(plan["agreement"]) == {
        "status",
        "confidence",
        "evidence_spans",
        "requires_human_confirmation",
        "additional_content",
        "about",
    }
    assert set(plan["workflow_triggers"]) == {
        "prepayment",
        "terms_and_conditions",
        "booking_action_required",
        "booking_context",
    }
    assert set(plan["escalation"]) == {"tier", "triggers", "confidence"}
    assert plan["scenario"] == plan["scenarios"][0]
    assert (plan["language"], plan["scenario"]["category"]) == ("en", "breakfast")
    assert plan["thread_summary"] is None
    assert [ask["text"] for ask in plan["intents"]["questions"]] != []
    ask = plan["intents"]["questions"][0]
    assert set(ask) == {"text", "evidence", "message"}
    assert ask["message"] is None


def test_the_subject_may_be_empty_or_missing(call):
    call("interpret", {**MAIL, "subject": ""})
    call("interpret", {"body": "What time is breakfast?"})


def test_a_thread_is_summarised(call):
    item = {"from": "guest@example.com", "date": "2026-04-01", "snippet": "Is there a lift?"}
    plan = call("interpret", {**MAIL, "thread": [item]})
    assert set(plan["thread_summary"]) == {
        "prior_commitments",
        "open_questions",
        "resolved_questions",
        "tone_history",
        "guest_name",
        "language_used",
        "previous_response_count",
    }


def test_long_snippets_are_cut_and_not_refused(call):
    long = {
        "from": "g@example.com",
        "date": "",
        "snippet": "x" * 1_999 + "Y" + "Is it late? " * 900,
    }
    short = {**long, "snippet": long["snippet"][:2_000]}
    assert call("interpret", {**MAIL, "thread": [long]}) == call(
        "interpret", {**MAIL, "thread": [short]}
    )


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"body": "   "}, "body"),
        ({"body": ""}, "body"),
        ({"body": 5}, "body"),
        ({"body": None}, "body"),
        ({"subject": "x" * 999}, "subject"),
        ({"from_address": "x" * 321}, "from_address"),
        ({"thread": "yesterday"}, "thread"),
        ({"thread": [{"from": "a"}]}, "thread.0.date"),
        ({"thread": [{"from": "a", "date": "b", "snippet": 3}]}, "thread.0.snippet"),
        ({"thread": [{"from": "a", "date": "b", "snippet": "c"}] * 201}, "thread"),
        ({"message": 1}, "message"),
        ({"message": "one", "body": None}, "message"),
    ],
)
def test_bad_input_names_its_field(agent, change, field):
    answer = agent.post(URLS["interpret"], {**MAIL, **change}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert any(name.startswith(field) for name in answer.json()["fields"])


@pytest.mark.parametrize("message", [4711, 2**31, 2**63, 10**30])
def test_an_unknown_message_is_404(agent, message):
    answer = agent.post(URLS["interpret"], {"message": message}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_message")


@pytest.mark.parametrize("message", [0, -1, "x", 1.5, [], True, None])
def test_a_malformed_message_is_400(agent, message):
    answer = agent.post(URLS["interpret"], {"message": message}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")


def test_a_recorded_message_is_read_with_its_thread(call):
    record("Is there a lift?", message_id="<1@example.com>")
    our_reply("<1@example.com>")
    message = reply("And what time is breakfast?", "<9@hostel-brikette.example>").message
    plan = call("interpret", {"message": message.pk})
    assert {ask["message"] for ask in plan["intents"]["questions"]} == {message.pk}
    assert plan["thread_summary"] is not None
    assert plan["normalized_text"] == "And what time is breakfast?"


def test_reading_a_message_changes_nothing(call):
    message = record().message
    before = Message.objects.values().get()
    call("interpret", {"message": message.pk})
    call("interpret", {"message": message.pk})
    assert Message.objects.values().get() == before
    assert not Draft.objects.exists()


HOSTILE = {
    "markup": "<script>alert(1)</script> What time is breakfast?",
    "slots": "{{SLOT:GREETING}} {{SLOT:FACT_WIFI_PASSWORD}} {name} %s What time?",
    "brackets": "(((((" * 500 + "?",
    "one long word": "a" * 100_000,
    "question marks": "?" * 10_000,
    "many questions": "What time is breakfast? " * 1_000,
    "a long question": "Is it " + "very " * 5_000 + "late?",
    "odd characters": "\u202e\u200b\ufeff Wie spät? \u2028 \u0085 ¿Qué hora es?",
    "quotes": "> " * 20_000,
    "emoji": "🎉" * 2_000,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_interpret_says_generate_takes(call, case):
    plan = call("interpret", {"body": HOSTILE[case], "subject": HOSTILE[case][:900]})
    draft = call("generate", {"action_plan": plan})
    text = draft["draft"]["body_plain"] + draft["draft"]["body_html"]
    assert "<script" not in text
    assert "{{" not in text


FORWARDS = {
    "a word above": (
        "fyi\n\n---------- Forwarded message ---------\nFrom: Oona Virtanen <oona@example.org>\n"
        "Date: Mon, Apr 27, 2026 at 9:12 AM\nSubject: Bikes\nTo: <info@hostel-brikette.example>\n\n"
        "Do you rent bikes?\n\nBest,\nOona"
    ),
    "marked lines": (
        "Anfang der weitergeleiteten Nachricht:\n\n> Von: Oona Virtanen <oona@example.org>\n"
        "> Betreff: Bikes\n> Datum: 27. April 2026 um 09:12:00 MESZ\n"
        "> An: info@hostel-brikette.example\n>\n> Do you rent bikes?\n>\n> Best,\n> Oona"
    ),
    "a phone's": (
        "Can you answer her?\n\nGet Outlook for iOS\n________________________________\n"
        "From: Oona Virtanen <oona@example.org>\nSent: Monday, April 27, 2026 9:12:00 AM\n"
        "To: Hostel <info@hostel-brikette.example>\nSubject: Bikes\n\nDo you rent bikes?\n\nBest,\nOona"
    ),
}


@pytest.mark.parametrize("body", FORWARDS.values(), ids=FORWARDS)
def test_a_posted_forward_of_ours_is_read_as_the_mail_inside_it(call, body):
    ours = {
        "from_address": "Info@hostel-brikette.example",
        "from_name": "Peter",
        "subject": "Fwd: x",
    }
    plan = call("interpret", ours | {"body": body})
    assert plan["normalized_text"] == "Do you rent bikes?" and plan["guest_name"] == "Oona"
    assert [ask["text"] for ask in plan["asks"]] == ["Do you rent bikes?"]


def test_a_guests_forward_is_their_own_mail(call):
    body = FORWARDS["a word above"].replace("fyi", "May I cancel this?")
    plan = call("interpret", MAIL | {"subject": "Fwd: x", "body": body})
    assert plan["normalized_text"] == "May I cancel this?"


def test_a_mail_is_read_once_until_the_desk_changes(call, monkeypatch):
    read, work = [], service.interpret_batch
    monkeypatch.setattr(
        service, "interpret_batch", lambda mails, **how: read.append(mails) or work(mails, **how)
    )
    message = record("What time is breakfast, and is there a lift at all?").message.pk
    plans = [call("interpret", {"message": message}) for _ in range(3)]
    assert plans[0] == plans[1] == plans[2] and len(read) == 1
    stored = MailSettings.current()
    stored.staff_domains = ["elsewhere.example"]
    stored.save()
    call("interpret", {"message": message})
    assert len(read) == 2
