"""``POST drafts/generate``: one answer, its evidence, and the row that is kept of it."""

from __future__ import annotations

import uuid

import pytest

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.mail.models import DraftingSettings, MailSettings
from templatesapp.models import EmailTemplate
from tests.drafting.drafts.plans import URLS, plan_json
from tests.drafting.mail.mails import record
from tests.factories import EmailTemplateFactory

pytestmark = pytest.mark.django_db

BREAKFAST = plan_json("What time is breakfast?", category="breakfast", guest_name="Annika Rehberg")

KEYS = {
    "draft_id",
    "action_plan",
    "delivery_status",
    "follow_up_required",
    "template_used",
    "ranker",
    "draft",
    "is_text_fixed",
    "composite",
    "question_blocks",
    "outcomes",
    "left_out",
    "states",
    "sources_used",
    "slots",
    "policy",
    "quality",
    "ledger",
    "catalogue_version",
    "waits_for",
}
AGREED = {
    "status": "confirmed",
    "confidence": 90,
    "evidence_spans": [],
    "requires_human_confirmation": False,
    "additional_content": False,
}


def generate(call, *questions, **fields):
    names = ("subject", "recipient_name", "prepayment_step", "prepayment_provider")
    body = {name: fields.pop(name) for name in names if name in fields}
    return call("generate", body | {"action_plan": plan_json(*questions, **fields)})


# --- shape ---


def test_the_answer_has_the_documented_shape(call):
    answer = call("generate", {"action_plan": BREAKFAST})
    assert set(answer) == KEYS
    assert uuid.UUID(answer["draft_id"])
    assert set(answer["template_used"]) == {
        "template_id",
        "subject",
        "category",
        "language",
        "purpose",
        "version",
        "confidence",
        "selection",
        "required_reference",
    }
    assert set(answer["ranker"]) == {"selection", "candidates"}
    for candidate in answer["ranker"]["candidates"]:
        assert set(candidate) == {
            "template_id",
            "subject",
            "category",
            "bm25_score",
            "score",
            "base_confidence",
            "prior_delta",
            "confidence",
            "evidence",
        }
    assert set(answer["draft"]) == {"body_plain", "body_html"}
    assert set(answer["slots"]) == {"filled", "unresolved"}
    assert set(answer["policy"]) == {
        "review_tier",
        "mandatory_content",
        "prohibited_content",
        "tone",
        "allowed_categories",
    }
    assert set(answer["quality"]) == {
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
    for outcome in answer["outcomes"]:
        assert set(outcome) == {
            "ask",
            "outcome",
            "sentence",
            "source",
            "template_id",
            "citation",
            "coverage",
            "is_unproven",
        }
    assert set(answer["ledger"]) == {"created", "duplicates", "question_hashes"}
    for block in answer["question_blocks"]:
        assert set(block) == {
            "question",
            "answer_source",
            "template_id",
            "citation",
            "follow_up_required",
        }


def test_a_plain_question_gets_the_template_that_answers_it(call):
    answer = call("generate", {"action_plan": BREAKFAST, "subject": "Breakfast"})
    assert answer["template_used"]["template_id"] == "T50"
    assert answer["template_used"]["selection"] == answer["ranker"]["selection"] == "auto"
    assert answer["template_used"]["confidence"] >= 80
    assert (answer["delivery_status"], answer["follow_up_required"]) == ("ready", False)
    assert answer["quality"]["passed"]
    assert not answer["is_text_fixed"]
    assert answer["draft"]["body_plain"].startswith("Dear Annika,\n\n")
    assert answer["draft"]["body_html"].startswith("<!DOCTYPE html>")
    assert "8 am to 10:15 am" in answer["draft"]["body_plain"]
    assert answer["ranker"]["candidates"][0]["template_id"] == "T50"
    assert answer["ranker"]["candidates"][0]["evidence"]


def test_the_draft_is_kept_as_evidence(call, agent):
    answer = call("generate", {"action_plan": BREAKFAST, "subject": "Breakfast"})
    draft = Draft.objects.get()
    assert str(draft.id) == answer["draft_id"]
    assert draft.body_plain == answer["draft"]["body_plain"]
    assert (draft.agent, draft.source) == (agent.agent_key.prefix, "live")
    assert (draft.subject, draft.language, draft.message) == ("Re: Breakfast", "en", None)
    assert draft.template is not None
    assert (draft.template.template_id, draft.template_version) == ("T50", 1)
    assert draft.action_plan == answer["action_plan"]
    assert draft.catalogue_version == answer["catalogue_version"]
    for place in draft.slots["placements"]:
        assert draft.body_plain[place["start"] : place["end"]] == place["value"]
    assert set(draft.slots["filled"]) == {place["name"] for place in draft.slots["placements"]}


def test_twice_makes_two_equal_drafts(call):
    first, again = (call("generate", {"action_plan": BREAKFAST}) for _ in range(2))
    assert first.pop("draft_id") != again.pop("draft_id")
    assert first == again
    assert Draft.objects.count() == 2


def test_the_same_input_on_a_rebuilt_index_gives_the_same_answer(call, monkeypatch):
    plan = plan_json(
        "What time is breakfast?",
        "Is there a lift?",
        "Where can I leave my luggage?",
        category="breakfast",
    )
    first = call("generate", {"action_plan": plan})
    monkeypatch.setattr("drafting.drafts.kept._kept", None)
    monkeypatch.setattr("templatesapp.selectors._kept", None)
    again = call("generate", {"action_plan": plan})
    for part in ("draft", "ranker", "question_blocks", "sources_used", "template_used"):
        assert first[part] == again[part]


def test_a_change_of_settings_alone_reads_no_text_anew(sample_desk):
    before = current_desk()
    known = before.catalogue.guarded
    settings = MailSettings.current()
    settings.staff_domains = ["brikette.example"]
    settings.save()
    after = current_desk()
    assert after.catalogue.stamp != before.catalogue.stamp
    assert after.interpret_settings.staff_domains == {"brikette.example"}
    assert (after.search, after.library.ranker) == (before.search, before.library.ranker)
    assert after.catalogue.guarded is known
    letter = EmailTemplate.objects.filter(language="en").first()
    letter.subject = "Quite another subject"
    letter.save()
    changed = current_desk()
    assert changed.library.templates[letter.pk].subject == "Quite another subject"
    assert changed.search is not after.search and changed.catalogue.guarded is not known


# --- what it is made from ---


def test_a_recorded_message_is_interpreted_here(call):
    message = record(
        "What time is breakfast?\n\nBest wishes\nIsla Thornbury", subject="Breakfast times"
    ).message
    answer = call("generate", {"message": message.pk})
    draft = Draft.objects.get()
    assert (draft.message, draft.subject) == (message, "Re: Breakfast times")
    assert answer["template_used"]["template_id"] == "T50"
    assert answer["draft"]["body_plain"].startswith("Dear Isla,")
    assert answer["action_plan"]["intents"]["questions"][0]["message"] == message.pk


def test_message_and_its_own_plan_give_the_same_text(call):
    message = record("What time is breakfast? Is there a lift?", subject="Two questions").message
    plan = call("interpret", {"message": message.pk})
    by_plan = call("generate", {"action_plan": plan, "subject": "Two questions"})
    by_message = call("generate", {"message": message.pk})
    assert by_plan["draft"] == by_message["draft"]
    assert by_plan["ranker"] == by_message["ranker"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"message": 1, "action_plan": BREAKFAST},
        {"subject": "Hi"},
        {"message": None},
        {"action_plan": None},
        {"action_plan": {}},
        {"action_plan": BREAKFAST, "prepayment_step": "fourth"},
        {"action_plan": BREAKFAST, "prepayment_provider": "x" * 41},
        {"action_plan": BREAKFAST, "subject": "x" * 999},
        {"action_plan": BREAKFAST, "recipient_name": "x" * 201},
    ],
    ids=str,
)
def test_bad_input_is_refused_and_nothing_kept(agent, body):
    answer = agent.post(URLS["generate"], body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert answer.json()["fields"]
    assert not Draft.objects.exists()


def test_neither_and_both_are_told_alike(agent):
    neither, both = (
        agent.post(URLS["generate"], body, format="json").json()["fields"]
        for body in ({}, {"message": 1, "action_plan": BREAKFAST})
    )
    assert neither == both
    assert neither["message"][0].startswith("Give exactly one of")


@pytest.mark.parametrize("message", [4711, 2**63, 10**30])
def test_an_unknown_message_is_404(agent, message):
    answer = agent.post(URLS["generate"], {"message": message}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_message")


def test_an_empty_desk_still_answers(agent):
    answer = agent.post(URLS["generate"], {"action_plan": BREAKFAST}, format="json")
    assert answer.status_code == 201
    body = answer.json()
    assert body["template_used"] == {
        "template_id": None,
        "subject": None,
        "category": None,
        "language": "en",
        "purpose": None,
        "version": None,
        "confidence": 0.0,
        "selection": "none",
        "required_reference": "",
    }
    assert body["delivery_status"] == "needs_follow_up"
    assert body["ranker"]["candidates"] == []


# --- subject ---


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Breakfast", "Re: Breakfast"),
        ("RE: Breakfast", "RE: Breakfast"),
        ("  Two \r\n lines ", "Re: Two lines"),
        ("x" * 998, "Re: " + "x" * 396),
        ("", "Breakfast: times, price, diets and allergies"),
    ],
)
def test_the_subject_is_the_mails_own(call, given, kept):
    call("generate", {"action_plan": BREAKFAST, "subject": given})
    assert Draft.objects.get().subject == kept


# --- selection ---


def test_nothing_fits_gives_the_acknowledgement_and_a_person(call):
    question = "Do you sell unicorns?"
    answer = generate(call, question, category="general", guest_name="Annika")
    assert answer["template_used"]["selection"] == "none"
    assert answer["template_used"]["purpose"] == "acknowledgement"
    assert answer["is_text_fixed"]
    assert answer["delivery_status"] == "needs_follow_up"
    said = "Peter & Cristiana read it themselves and answer you today."
    assert answer["draft"]["body_plain"] == (
        f"Dear Annika,\n\nThank you for your message. {said}\n\n"
        "If you need something at once, please call reception: +39 089 555 0142, "
        "at night +39 333 555 0198.\n\n"
        "Warm regards,\nPeter & Cristiana\nHostel Brikette, Positano"
    )
    assert answer["outcomes"][0]["outcome"] == "promised"
    assert answer["outcomes"][0]["sentence"] == said
    assert Draft.objects.get().template is None
    assert answer["question_blocks"] == [
        {
            "question": question,
            "answer_source": "follow_up",
            "template_id": None,
            "citation": None,
            "follow_up_required": True,
        }
    ]
    assert answer["quality"]["failed_checks"] == []


@pytest.mark.parametrize(
    ("settings", "selection"),
    [
        ({}, "auto"),
        ({"auto_threshold": 100}, "suggest"),
        ({"auto_minimum_base": 100}, "suggest"),
        # Below its threshold a letter is still suggested where it answers what is asked.
        ({"threshold_inside": 100, "threshold_outside": 100}, "suggest"),
    ],
)
def test_thresholds_are_settings_and_count_at_once(call, settings, selection):
    call("generate", {"action_plan": BREAKFAST})
    DraftingSettings(**settings).save()
    answer = call("generate", {"action_plan": BREAKFAST})
    assert answer["template_used"]["selection"] == selection


def test_at_most_three_candidates_in_the_order_of_their_score(call):
    answer = call("generate", {"action_plan": BREAKFAST})
    scores = [candidate["score"] for candidate in answer["ranker"]["candidates"]]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert all(c["bm25_score"] > 0 for c in answer["ranker"]["candidates"])
    assert all(0 <= c["confidence"] <= 100 for c in answer["ranker"]["candidates"])


def test_a_template_switched_off_is_not_used(call):
    EmailTemplate.objects.filter(template_id="T50").delete()
    template = EmailTemplateFactory.create(
        template_id="T50", category="breakfast", subject="Breakfast", active=False
    )
    answer = call("generate", {"action_plan": BREAKFAST})
    assert template.template_id not in {c["template_id"] for c in answer["ranker"]["candidates"]}


# --- agreement and availability ---


def test_who_only_agrees_gets_the_agreement_template_as_a_suggestion(call):
    answer = generate(call, text="I agree to the terms.", category="policies", agreement=AGREED)
    assert answer["action_plan"]["agreement"]["status"] == "confirmed"
    assert answer["template_used"]["template_id"] == "T39"
    assert answer["template_used"]["selection"] == "suggest"


def test_who_agrees_and_asks_goes_through_the_ranking(call):
    question = "What time is breakfast?"
    answer = generate(
        call, question, text=f"I agree. {question}", category="breakfast", agreement=AGREED
    )
    assert answer["template_used"]["template_id"] == "T50"


@pytest.mark.parametrize("status", ["likely", "unclear", "none"])
def test_half_an_agreement_is_none(call, status):
    agreement = AGREED | {"status": status, "confidence": 60}
    answer = generate(call, text="I agree.", category="policies", agreement=agreement)
    assert answer["template_used"]["template_id"] != "T39"


def test_an_agreement_that_wants_a_person_needs_follow_up(call):
    agreement = AGREED | {"status": "likely", "requires_human_confirmation": True}
    answer = generate(call, text="I agree.", category="policies", agreement=agreement)
    assert answer["delivery_status"] == "needs_follow_up"


def test_an_agreement_that_the_text_does_not_hold_is_none(call):
    answer = generate(call, text="I do not agree.", category="policies", agreement=AGREED)
    assert answer["action_plan"]["agreement"]["status"] == "none"
    assert answer["template_used"]["template_id"] != "T39"


def test_who_asks_for_beds_gets_the_availability_template(call):
    answer = generate(
        call, "Do you have a bed available from 3 to 5 May?", category="booking-issues"
    )
    assert answer["template_used"]["template_id"] == "T29"


# --- hostile text ---


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "</body><b>bold</b>",
        "{{SLOT:FACT_SAFE_CODE}}",
        "https://evil.example/pay",
    ],
)
def test_what_a_guest_writes_never_enters_the_letter(call, evil):
    answer = generate(
        call,
        f"What time is breakfast {evil}?",
        category="breakfast",
        guest_name=evil,
        booking_ref=evil[:60],
        recipient_name=evil,
        subject=evil,
    )
    for text in answer["draft"].values():
        assert evil not in text
    assert answer["draft"]["body_plain"].startswith("Dear Guest,")


def test_a_hostile_reference_stays_text(call):
    reference = '<b onclick="x">MA4</b>'
    answer = generate(call, category="cancellation", text="cancel", booking_ref=reference)
    assert "<b onclick" not in answer["draft"]["body_html"]


def test_another_language_of_the_caller_is_no_error(call):
    for language in ("xx", "pt-BR", "other"):
        answer = generate(call, "Is there a lift?", category="access", language=language)
        assert "language_mismatch" in answer["quality"]["warnings"]
        assert answer["delivery_status"] == "needs_follow_up"
