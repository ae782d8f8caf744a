"""``POST drafts/quality-check``: is a text fit to leave? Writes nothing."""

from __future__ import annotations

import uuid

import pytest
from django.utils import timezone

from drafting.drafts.models import Attestation, Draft
from drafting.drafts.services.check import check_draft
from drafting.drafts.shapes import policy_of
from templatesapp.entries import PolicyEntry
from templatesapp.models import EmailTemplate
from tests.drafting.drafts.plans import URLS, plan_json

pytestmark = pytest.mark.django_db

QUESTION = "What time is breakfast?"
BREAKFAST = plan_json(QUESTION, category="breakfast")
CLOSING = "Warm regards,\nPeter & Cristiana\nHostel Brikette, Positano"
ANSWER = "Breakfast is served from 8 am to 10:15 am on the terrace."
TEXT = f"Dear Guest,\n\n{ANSWER}\n\n{CLOSING}"
REPORT = {
    "passed",
    "failed_checks",
    "failed_check_details",
    "warning_details",
    "warnings",
    "not_applicable",
    "confidence",
    "question_coverage",
    "findings",
    "language",
}
NEED_A_TEMPLATE = [
    "missing_required_reference",
    "reference_not_applicable",
    "protected_text_changed",
]


def check(call, text=TEXT, *, html=None, **target):
    draft = {"body_plain": text} | ({} if html is None else {"body_html": html})
    return call("check", {"draft": draft} | (target or {"action_plan": BREAKFAST}))


@pytest.fixture
def kept(call):
    return call("generate", {"action_plan": BREAKFAST})


@pytest.fixture
def kept_protected(call):
    plan = plan_json(text="Please cancel my booking.", category="cancellation")
    return call("generate", {"action_plan": plan})


# --- against a posted plan ---


def test_a_fit_text_passes_with_the_documented_shape(call):
    report = check(call)
    assert set(report) == REPORT
    assert (report["passed"], report["failed_checks"]) == (True, [])
    assert report["failed_check_details"] == {}
    assert report["not_applicable"] == NEED_A_TEMPLATE
    assert 0 <= report["confidence"] <= 1
    (entry,) = report["question_coverage"]
    assert set(entry) == {"question", "matched", "required", "score", "status"}
    assert (entry["question"], entry["status"]) == (QUESTION, "covered")


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        ("", "missing_plaintext"),
        (" \n ", "missing_plaintext"),
        (f"Dear Guest,\n\n{ANSWER}", "missing_signature"),
        (TEXT.replace(ANSWER, "We like dogs."), "unanswered_questions"),
        (TEXT.replace(ANSWER, f"{ANSWER} We have charged your card."), "prohibited_claims"),
        (TEXT.replace(ANSWER, f"{ANSWER} {{{{SLOT:CTA}}}}"), "unresolved_slot"),
        (TEXT.replace(ANSWER, f"{ANSWER} {{{{NAME}}}}"), "unresolved_slot"),
        (TEXT.replace(ANSWER, f"{ANSWER} See https://evil.example/x"), "foreign_link"),
    ],
)
def test_each_fault_is_named_with_a_detail(call, text, failed):
    report = check(call, text)
    assert report["passed"] is False
    assert failed in report["failed_checks"]
    assert set(report["failed_check_details"]) == set(report["failed_checks"])
    assert all(report["failed_check_details"].values())


BARE_PROMISE = (
    "For this specific question we want to give you the most accurate answer — "
    "Peter & Cristiana will follow up with you directly."
)


def test_a_question_promised_by_name_is_not_unanswered(call):
    promise = "About breakfast: Peter & Cristiana will write to you."
    report = check(call, TEXT.replace(ANSWER, promise))
    assert "unanswered_questions" not in report["failed_checks"]


def test_one_follow_up_sentence_excuses_nothing(call):
    report = check(call, TEXT.replace(ANSWER, BARE_PROMISE))
    assert report["failed_check_details"]["unanswered_questions"] == QUESTION


def test_a_promise_about_one_thing_leaves_the_other_unanswered(call):
    plan = plan_json(QUESTION, "Is there a lift?", category="breakfast")
    promise = "About breakfast: Peter & Cristiana will write to you."
    report = check(call, TEXT.replace(ANSWER, promise), action_plan=plan)
    assert report["failed_check_details"]["unanswered_questions"] == "Is there a lift?"


def test_html_of_its_own_is_judged_and_an_empty_one_is_missing(call, kept):
    for target in ({"action_plan": BREAKFAST}, {"draft_id": kept["draft_id"]}):
        assert "missing_html" not in check(call, **target)["failed_checks"]
        assert "missing_html" in check(call, html="", **target)["failed_checks"]
        assert "missing_html" in check(call, html="  ", **target)["failed_checks"]
        evil = '<a href="https://evil.example/x">x</a>'
        assert "foreign_link" in check(call, html=evil, **target)["failed_checks"]


def test_no_html_given_is_made_from_the_text(call):
    answer = call(
        "check", {"action_plan": BREAKFAST, "draft": {"body_plain": TEXT, "body_html": None}}
    )
    assert answer["passed"]


def test_a_booking_action_needs_a_link(call):
    triggers = BREAKFAST["workflow_triggers"] | {"booking_action_required": True}
    plan = BREAKFAST | {"workflow_triggers": triggers}
    assert "missing_required_link" in check(call, action_plan=plan)["failed_checks"]
    linked = TEXT.replace(ANSWER, f"{ANSWER} https://hostel-brikette.example/book")
    assert check(call, linked, action_plan=plan)["passed"]


def test_policy_of_the_posted_plan_is_asked_for(call):
    plan = plan_json(text="How may I pay?", category="payment")
    report = check(call, action_plan=plan)
    assert "missing_policy_mandatory_content" in report["failed_checks"]
    forbidden = TEXT.replace(ANSWER, "Please send us your card details.")
    report = check(call, forbidden, action_plan=plan)
    assert "policy_prohibited_content" in report["failed_checks"]


def test_a_posted_plan_cannot_drop_a_policy(call):
    """The text cancels a non-refundable booking, whatever scenario the plan names."""
    text = "Please cancel my booking, it is the non-refundable rate."
    report = check(call, action_plan=plan_json(text=text, category="breakfast"))
    assert "missing_policy_mandatory_content" in report["failed_checks"]


GERMAN = (
    "Guten Tag!\n\nFrühstück gibt es jeden Tag von 8 bis 10:15 Uhr auf der Terrasse.\n\n"
    "Herzliche Grüße\nPeter & Cristiana\nHostel Brikette, Positano"
)


@pytest.mark.parametrize(
    ("text", "asked", "found", "is_mismatch"),
    [
        (TEXT, "en", "en", False),
        (TEXT, "de", "en", True),
        (TEXT, "other", "en", True),
        (GERMAN, "de", "de", False),
        (GERMAN, "en", "de", True),
    ],
)
def test_the_texts_language_is_found_in_the_text(call, text, asked, found, is_mismatch):
    question = {"de": "Wann gibt es Frühstück?"}.get(asked, QUESTION)
    report = check(
        call, text, action_plan=plan_json(question, category="breakfast", language=asked)
    )
    assert report["language"] == found
    assert ("language_mismatch" in report["warnings"]) is is_mismatch


# --- against a kept draft ---


def test_the_kept_text_passes_again(call, kept):
    report = check(call, kept["draft"]["body_plain"], draft_id=kept["draft_id"])
    assert report == kept["quality"]
    assert report["not_applicable"] == []


def test_a_fault_of_a_rewrite_is_found(call, kept):
    report = check(call, "Dear Guest,\n\nHello.", draft_id=kept["draft_id"])
    assert "unanswered_questions" in report["failed_checks"]
    assert "missing_signature" in report["failed_checks"]


def test_the_templates_reference_is_asked_for(call):
    plan = plan_json("How do I get from Naples airport to Positano?", category="transportation")
    draft = call("generate", {"action_plan": plan})
    text = draft["draft"]["body_plain"]
    url = "https://hostel-brikette.example/directions"
    assert url in text
    assert draft["template_used"]["required_reference"] == url
    text = text.replace(url, "our page")
    report = check(call, text, draft_id=draft["draft_id"])
    assert report["failed_check_details"]["missing_required_reference"] == url
    # Of the letter that should have been chosen, as refine will ask.
    right = {"corrected_template": "T40"}
    report = check(call, text, draft_id=draft["draft_id"], **right)
    wanted = "https://hostel-brikette.example/house-rules"
    assert report["failed_check_details"]["missing_required_reference"] == wanted
    body = {"draft_id": draft["draft_id"], "refined_body_plain": text, "original_body_plain": text}
    assert call("refine", body | right)["quality"] == report


@pytest.mark.parametrize("change", ["!", " ", "\n\nMore."])
def test_a_protected_text_may_not_be_reworded(call, kept_protected, change):
    text = kept_protected["draft"]["body_plain"]
    draft_id = kept_protected["draft_id"]
    assert "protected_text_changed" not in check(call, text, draft_id=draft_id)["failed_checks"]
    folded = text.replace("\n", "\r\n")
    assert "protected_text_changed" not in check(call, folded, draft_id=draft_id)["failed_checks"]
    report = check(call, text.replace("your booking", f"your{change}booking"), draft_id=draft_id)
    is_same = change == " "
    assert ("protected_text_changed" in report["failed_checks"]) is not is_same


def test_the_line_that_was_reworded_is_named(call, kept_protected):
    assert kept_protected["is_text_fixed"]
    text = kept_protected["draft"]["body_plain"]
    line = next(one for one in text.splitlines() if "your booking" in one)
    report = check(call, text.replace(line, "Gone."), draft_id=kept_protected["draft_id"])
    said = report["failed_check_details"]["protected_text_changed"]
    assert f'"Gone." stands in place of "{line[:40]}' in said
    assert len(said) < 240


def test_it_stays_protected_when_its_template_is_switched_off(call, kept_protected):
    EmailTemplate.objects.filter(category="cancellation").update(active=False)
    row = EmailTemplate.objects.get(template_id="T01", language="en")
    row.subject = "Raises the version"
    row.save()
    report = check(call, TEXT, draft_id=kept_protected["draft_id"])
    assert "protected_text_changed" in report["failed_checks"]


def test_it_stays_protected_without_any_template(call, kept_protected):
    Draft.objects.update(template=None)
    report = check(call, TEXT, draft_id=kept_protected["draft_id"])
    assert "protected_text_changed" in report["failed_checks"]


def test_a_protected_category_without_a_template_holds_no_fixed_text(call, kept_protected):
    Draft.objects.update(template=None, is_protected=False)
    report = check(call, TEXT, draft_id=kept_protected["draft_id"])
    assert "protected_text_changed" not in report["failed_checks"]


def test_nothing_is_written(call, kept):
    before = Draft.objects.values().get()
    check(call, "Other words.", draft_id=kept["draft_id"])
    assert Draft.objects.values().get() == before
    assert not Attestation.objects.exists()


# --- bad input ---


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "draft"),
        ({"draft": {"body_plain": TEXT}}, "draft_id"),
        ({"draft": {"body_plain": TEXT}, "draft_id": "x"}, "draft_id"),
        ({"draft": {"body_plain": TEXT}, "draft_id": 5}, "draft_id"),
        ({"draft": {}, "action_plan": BREAKFAST}, "draft.body_plain"),
        ({"draft": {"body_plain": 5}, "action_plan": BREAKFAST}, "draft.body_plain"),
        ({"draft": {"body_plain": None}, "action_plan": BREAKFAST}, "draft.body_plain"),
        ({"draft": TEXT, "action_plan": BREAKFAST}, "draft"),
        ({"draft": {"body_plain": "x" * 20_001}, "action_plan": BREAKFAST}, "draft.body_plain"),
        (
            {"draft": {"body_plain": TEXT, "body_html": 1}, "action_plan": BREAKFAST},
            "draft.body_html",
        ),
        (
            {
                "draft": {"body_plain": TEXT},
                "action_plan": BREAKFAST,
                "corrected_template": "T50",
            },
            "corrected_template",
        ),
        (
            {
                "draft": {"body_plain": TEXT},
                "action_plan": BREAKFAST,
                "draft_id": str(uuid.uuid4()),
            },
            "draft_id",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_input_names_its_field(agent, body, field):
    answer = agent.post(URLS["check"], body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert any(name.startswith(field) for name in answer.json()["fields"])


def test_a_corrected_letter_must_be_there(agent, kept):
    body = {"draft_id": kept["draft_id"], "draft": {"body_plain": TEXT}}
    answer = agent.post(URLS["check"], body | {"corrected_template": "T999"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert set(answer.json()["fields"]) == {"corrected_template"}
    assert agent.post(URLS["check"], body | {"corrected_template": ""}, format="json").data


def test_an_unknown_draft_is_404(agent):
    body = {"draft_id": str(uuid.uuid4()), "draft": {"body_plain": TEXT}}
    answer = agent.post(URLS["check"], body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_draft")


def test_a_blanked_draft_is_410(agent, kept):
    Draft.objects.update(blanked_at=timezone.now())
    body = {"draft_id": kept["draft_id"], "draft": {"body_plain": TEXT}}
    answer = agent.post(URLS["check"], body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (410, "body_blanked")


def test_a_person_may_reword_what_an_agent_may_not(kept_protected):
    draft = Draft.objects.get()
    text = f"{draft.body_plain} More."
    by_agent = check_draft(draft=draft, body_plain=text)
    by_person = check_draft(draft=draft, body_plain=text, is_by_person=True)
    assert "protected_text_changed" in by_agent.failed_checks
    assert "protected_text_changed" not in by_person.failed_checks


def test_a_rule_without_a_sentence_in_a_language_is_said_in_english():
    """A house's files may hold null there."""
    said = {"en": "Rates are per night.", "it": None}
    rule = PolicyEntry(key="rates", mandatory_content=said)  # type: ignore[arg-type]
    decided = policy_of(Draft(policy={"rule_keys": ["rates"]}), [rule])
    assert list(decided.mandatory_content("it")) == ["Rates are per night."]
