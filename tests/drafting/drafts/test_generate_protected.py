"""The hard rule: legally fixed texts are chosen by who knows the payment, and never reworded."""

from __future__ import annotations

import pytest

from drafting.drafts.models import Draft
from drafting.drafts.services.check import check_draft
from templatesapp.models import EmailTemplate, PolicyRule, raise_catalogue_version
from templatesapp.text.slots import SLOT
from tests.drafting.drafts.plans import plan_json
from tests.factories import EmailTemplateFactory
from tests.house import LANGUAGES

pytestmark = pytest.mark.django_db

PROTECTED = ("prepayment", "cancellation")
STEP_TEMPLATES = {"T01", "T02", "T03", "T04", "T05"}
PROMISE = "Peter & Cristiana will write to you about "


def generate(call, *questions, **fields):
    names = ("subject", "recipient_name", "prepayment_step", "prepayment_provider")
    body = {name: fields.pop(name) for name in names if name in fields}
    return call("generate", body | {"action_plan": plan_json(*questions, **fields)})


def used(answer) -> tuple[str, str]:
    return answer["template_used"]["template_id"], answer["template_used"]["selection"]


def fixed_parts(body: str) -> list[str]:
    """The sentences between the slots of a template, as they must stand in a letter."""
    text = body.replace("\r\n", "\n")
    return [part.strip(" ,\n") for part in SLOT.sub("\0", text).split("\0") if part.strip(" ,.\n")]


# --- a step given by the caller ---


@pytest.mark.parametrize(
    ("step", "provider", "template_id", "selection"),
    [
        ("first", "octorate", "T01", "auto"),
        ("first", "hostelworld", "T02", "auto"),
        ("second", None, "T03", "auto"),
        ("second", "hostelworld", "T03", "auto"),
        ("third", None, "T04", "auto"),
        ("success", "octorate", "T05", "auto"),
    ],
)
@pytest.mark.parametrize("category", ["prepayment", "breakfast", "cancellation"])
def test_a_step_given_by_the_caller_selects_its_template(
    call, step, provider, template_id, selection, category
):
    answer = generate(
        call,
        text="Good morning",
        category=category,
        prepayment_step=step,
        prepayment_provider=provider,
    )
    assert used(answer) == (template_id, selection)
    assert Draft.objects.get().is_protected
    assert Draft.objects.get().scenario_category == "prepayment"


def test_a_house_names_its_own_providers(call):
    EmailTemplate.objects.filter(template_id="T02").update(prepayment_provider="winebank")
    raise_catalogue_version()
    step = {"text": "Good morning", "category": "prepayment", "prepayment_step": "first"}
    assert used(generate(call, prepayment_provider="winebank", **step)) == ("T02", "auto")
    assert generate(call, prepayment_provider="nobody", **step)["template_used"] is not None


def test_the_first_step_without_a_provider_is_a_suggestion(call):
    answer = generate(call, text="Good morning", category="prepayment", prepayment_step="first")
    assert answer["template_used"]["selection"] == "suggest"
    assert answer["template_used"]["template_id"] in {"T01", "T02"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", ["second", "third", "success"])
def test_a_step_is_sent_in_the_guests_language(call, language, step):
    answer = generate(
        call, text="x", category="prepayment", language=language, prepayment_step=step
    )
    assert answer["template_used"]["language"] == language
    assert answer["quality"]["passed"]


# --- never by inference ---

MAILS = {
    "third": "Third request: the payment failed again, my booking was cancelled after 3 attempts.",
    "success": "I have paid. Payment received, thank you. The prepayment was successful!",
    "second": "Second request: your prepayment did not go through, I got this mail. What now?",
    "first": "Prepayment for your booking: amount, deadline and secure link. I got this mail.",
}


@pytest.mark.parametrize("step", MAILS)
@pytest.mark.parametrize("category", ["prepayment", "payment", "general", "cancellation"])
def test_no_step_is_ever_inferred(call, step, category):
    answer = generate(call, text=MAILS[step], category=category, subject=MAILS[step])
    shown = {candidate["template_id"] for candidate in answer["ranker"]["candidates"]}
    assert answer["template_used"]["template_id"] not in STEP_TEMPLATES
    assert not shown & STEP_TEMPLATES


@pytest.mark.parametrize("step", ["first", "second", "third", "success"])
def test_the_plans_own_step_selects_nothing(call, step):
    """``action_plan.prepayment_step`` says which request a mail answers."""
    posted = plan_json(text="About the prepayment", category="prepayment")
    answer = call("generate", {"action_plan": posted | {"prepayment_step": step}})
    assert answer["template_used"]["template_id"] not in STEP_TEMPLATES
    assert answer["template_used"]["selection"] != "auto"


@pytest.mark.parametrize("category", PROTECTED)
def test_a_protected_scenario_is_a_suggestion_of_its_own_category(call, category):
    text = {
        "prepayment": "The payment link has expired, I need a new link to pay the prepayment.",
        "cancellation": "Please cancel my booking.",
    }[category]
    answer = generate(call, text=text, category=category)
    assert answer["template_used"]["category"] == category
    assert answer["template_used"]["selection"] == "suggest"
    assert {c["category"] for c in answer["ranker"]["candidates"]} == {category}
    assert all(c["prior_delta"] == 0 for c in answer["ranker"]["candidates"])


def test_nothing_of_the_category_fits_means_a_person(call):
    EmailTemplate.objects.filter(category="cancellation").delete()
    EmailTemplateFactory.create()
    answer = generate(call, text="Please cancel my breakfast booking.", category="cancellation")
    assert answer["template_used"]["selection"] == "none"
    assert answer["template_used"]["purpose"] == "acknowledgement"
    assert answer["delivery_status"] == "needs_follow_up"


def test_an_acknowledgement_tells_what_an_answer_in_its_place_must_say(call):
    EmailTemplate.objects.filter(category="prepayment").delete()
    answer = generate(call, text="My payment link has expired.", category="prepayment")
    assert answer["template_used"]["purpose"] == "acknowledgement"
    assert (answer["quality"]["passed"], answer["is_text_fixed"]) == (True, True)
    (sentence,) = answer["policy"]["mandatory_content"]
    assert sentence not in answer["draft"]["body_plain"]
    own = "Dear Guest,\n\nPay by card."
    draft = Draft.objects.get(pk=answer["draft_id"])
    told = check_draft(draft=draft, body_plain=own, is_by_person=True).failed_check_details
    assert told["missing_policy_mandatory_content"] == sentence
    # An agent may put nothing in its place, and took nothing out.
    body = {"draft_id": answer["draft_id"], "draft": {"body_plain": own}}
    failed = call("check", body)["failed_checks"]
    assert "protected_text_changed" in failed
    assert "missing_policy_mandatory_content" not in failed


def test_availability_does_not_lead_out_of_the_hard_rule(call):
    question = "Do you have a bed available on 3 May?"
    answer = generate(
        call, question, text=f"Cancel my booking. {question}", category="cancellation"
    )
    assert answer["template_used"]["category"] == "cancellation"
    assert answer["template_used"]["selection"] == "suggest"


def test_a_protected_text_is_never_mixed_with_others(call):
    answer = generate(
        call,
        "What time is breakfast?",
        "Is there a lift?",
        text="Please cancel my booking. What time is breakfast? Is there a lift?",
        category="cancellation",
    )
    assert not answer["composite"]
    assert answer["template_used"]["category"] == "cancellation"


def test_a_free_mail_is_never_mixed_with_a_protected_text(call):
    answer = generate(
        call,
        "What time is breakfast?",
        "Is the prepayment refundable?",
        category="breakfast",
        text="What time is breakfast?",
    )
    ids = {block["template_id"] for block in answer["question_blocks"]} - {None}
    protected = EmailTemplate.objects.filter(category__in=PROTECTED)
    assert not ids & set(protected.values_list("template_id", flat=True))


# --- a posted plan tightens and never loosens ---


@pytest.mark.parametrize("posted", ["breakfast", "general", "faq", "payment"])
def test_a_posted_plan_cannot_take_protection_away(call, posted):
    answer = generate(call, text="Please cancel my booking MA4BJ9.", category=posted)
    assert answer["action_plan"]["scenario"]["category"] == "cancellation"
    assert answer["template_used"]["category"] == "cancellation"
    assert answer["template_used"]["selection"] == "suggest"


def test_not_even_by_naming_it_last_and_least(call):
    scenarios = [
        {"category": "breakfast", "confidence": 0.9},
        {"category": "cancellation", "confidence": 0.01},
    ]
    answer = generate(
        call, text="Please cancel my booking MA4BJ9.", category="breakfast", scenarios=scenarios
    )
    assert answer["action_plan"]["scenario"]["category"] == "cancellation"
    assert answer["action_plan"]["scenario"]["confidence"] > 0.5


@pytest.mark.parametrize("category", PROTECTED)
def test_a_posted_plan_can_add_protection(call, category):
    other = [{"category": "breakfast", "confidence": 0.9}]
    answer = generate(call, text="Good morning to you all.", category=category, scenarios=other)
    assert answer["action_plan"]["scenario"]["category"] == category
    assert answer["template_used"]["selection"] in {"suggest", "none"}
    assert answer["template_used"]["category"] in {category, None}


def test_a_weak_second_scenario_changes_nothing(call):
    """What interpret says about a breakfast mail stays a breakfast mail."""
    scenarios = [
        {"category": "breakfast", "confidence": 0.9},
        {"category": "cancellation", "confidence": 0.1},
    ]
    answer = generate(call, "What time is breakfast?", category="breakfast", scenarios=scenarios)
    assert answer["action_plan"]["scenario"]["category"] == "breakfast"
    assert answer["template_used"]["template_id"] == "T50"


THREAT = "If you do not refund me I will sue you and take you to court."


def test_a_posted_plan_cannot_hide_an_escalation(call):
    answer = generate(call, text=THREAT, category="general")
    assert answer["action_plan"]["escalation"]["tier"] == "CRITICAL"
    assert answer["action_plan"]["escalation_required"]
    assert answer["delivery_status"] in {"needs_follow_up", "blocked"}
    assert answer["policy"]["review_tier"] == "owner-alert"


@pytest.mark.parametrize(("tier", "review"), [("CRITICAL", "owner-alert"), ("HIGH", None)])
def test_a_posted_plan_can_add_an_escalation(call, tier, review):
    escalation = {"tier": tier, "triggers": ["legal_threat"], "confidence": 0.9}
    answer = generate(call, "What time is breakfast?", category="breakfast", escalation=escalation)
    assert answer["action_plan"]["escalation"]["tier"] == tier
    assert answer["action_plan"]["escalation"]["triggers"] == ["legal_threat"]
    assert answer["action_plan"]["escalation_required"]
    assert answer["delivery_status"] == "needs_follow_up"
    assert answer["policy"]["review_tier"] == (review or "mandatory-review")


def test_a_doubtful_high_needs_no_person(call):
    escalation = {"tier": "HIGH", "triggers": ["chargeback_hint"], "confidence": 0.5}
    answer = generate(call, "What time is breakfast?", category="breakfast", escalation=escalation)
    assert not answer["action_plan"]["escalation_required"]


def test_triggers_of_both_readings_are_kept(call):
    escalation = {"tier": "HIGH", "triggers": ["chargeback_hint"], "confidence": 0.9}
    answer = generate(call, text=THREAT, category="general", escalation=escalation)
    triggers = answer["action_plan"]["escalation"]["triggers"]
    assert {"legal_threat", "chargeback_hint"} <= set(triggers)
    assert answer["action_plan"]["escalation"]["tier"] == "CRITICAL"


def test_a_posted_plan_cannot_hide_that_a_person_must_confirm(call):
    text = "I agree to the terms, but I will only pay half of it."
    own = call("interpret", {"body": text})
    assert own["agreement"]["requires_human_confirmation"]
    calm = own["agreement"] | {"requires_human_confirmation": False, "status": "none"}
    answer = generate(call, text=text, category="policies", agreement=calm)
    assert answer["action_plan"]["agreement"]["requires_human_confirmation"]
    assert answer["delivery_status"] == "needs_follow_up"


def test_an_opt_out_of_either_reading_holds(call):
    answer = generate(call, text="Good morning", category="general", opt_out=True)
    assert answer["action_plan"]["opt_out"]


# --- the text ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", PROTECTED)
def test_only_the_slots_of_a_protected_text_are_filled(call, category, language):
    text = {
        "prepayment": "The link to pay the prepayment has expired, please send a new one.",
        "cancellation": "Please cancel my booking.",
    }[category]
    answer = generate(
        call, "Is there a lift?", text=text, category=category, language=language, guest_name="Ada"
    )
    template = EmailTemplate.objects.get(
        template_id=answer["template_used"]["template_id"], language=language
    )
    letter = answer["draft"]["body_plain"]
    position = 0
    for part in fixed_parts(template.body):
        for line in filter(None, (line.strip(" ,.") for line in part.split("\n"))):
            found = letter.find(line, position)
            assert found >= 0, line
            position = found + len(line)
    filled = set(answer["slots"]["filled"].values())
    rest = letter
    for value in filled:
        rest = rest.replace(value, "", 1)
    written = SLOT.sub("", template.body).split()
    assert len(rest.split()) <= len(written)


def test_mandatory_sentences_of_a_protected_text_are_in_it(call):
    texts = {
        "prepayment": ["The payment link has expired.", "Has my prepayment arrived?"],
        "cancellation": [
            "Please cancel my booking, it is a non-refundable rate.",
            "Please cancel my booking.",
        ],
    }
    for category, mails in texts.items():
        for text in mails:
            for language in LANGUAGES:
                answer = generate(call, text=text, category=category, language=language)
                letter = " ".join(answer["draft"]["body_plain"].split())
                is_letter = answer["template_used"]["purpose"] != "acknowledgement"
                for sentence in answer["policy"]["mandatory_content"] if is_letter else ():
                    assert sentence in letter, (category, language, text)
                assert answer["quality"]["failed_checks"] == [], (category, language, text)


@pytest.mark.parametrize("step", ["first", "second", "third", "success"])
def test_forbidden_phrases_length_and_rules_never_touch_a_protected_text(call, step):
    before = generate(call, text="x", category="prepayment", prepayment_step=step)
    PolicyRule.objects.create(
        key="forbids-everything",
        category="prepayment",
        prohibited_content=["booking", "prepayment", "thank you"],
        mandatory_content={"en": "A sentence that the text does not hold."},
    ).save()
    after = generate(call, text="x", category="prepayment", prepayment_step=step)
    assert after["draft"]["body_plain"] == before["draft"]["body_plain"]
    assert set(after["quality"]["failed_checks"]) == {
        "missing_policy_mandatory_content",
        "policy_prohibited_content",
    }
    assert after["delivery_status"] == "blocked"


def cancellation(**fields):
    """The desk's only letter of that category."""
    EmailTemplate.objects.filter(category="cancellation").delete()
    defaults = {
        "template_id": "T95",
        "category": "cancellation",
        "subject": "Please cancel",
        "requires": ["wants_cancellation"],
    }
    return EmailTemplateFactory.create(**defaults | fields)


CANCELLED = "Your booking is cancelled as you asked."
SIGNED = "Warm regards,\nPeter & Cristiana"


def test_in_its_place_a_protected_text_takes_known_answers_and_promises(call):
    cancellation(body=f"Dear Guest,\n\n{CANCELLED}\n\n{{{{SLOT:KNOWLEDGE_INJECTION}}}}\n\n{SIGNED}")
    asked = ("What time is breakfast?", "Do you sell unicorns?")
    text = f"Please cancel my booking. {' '.join(asked)}"
    answer = generate(call, *asked, text=text, category="cancellation")
    assert used(answer) == ("T95", "suggest")
    opening, said, known, promised, closing = answer["draft"]["body_plain"].split("\n\n")
    assert (opening, said, closing) == ("Dear Guest,", CANCELLED, SIGNED)
    assert known.startswith("Breakfast is served")
    assert promised == f"{PROMISE}the rest of your message."
    assert [o["outcome"] for o in answer["outcomes"]] == ["answered", "promised", "promised"]
    assert answer["delivery_status"] == "needs_follow_up"
    assert answer["quality"]["passed"]


def test_a_protected_text_that_ends_with_its_slot_alone_closes_as_every_letter_does(call):
    cancellation(body=f"{{{{SLOT:GREETING}}}}\n\n{CANCELLED}\n\n{{{{SLOT:SIGNATURE}}}}")
    answer = generate(call, text="Please cancel my booking.", category="cancellation")
    assert f"{CANCELLED}\n\n{SIGNED}" in answer["draft"]["body_plain"]
    assert answer["quality"]["passed"]


def test_a_protected_text_without_a_place_stays_whole_and_what_it_leaves_open_blocks(call):
    body = f"Dear Guest,\n\n{CANCELLED}\n\n{SIGNED}"
    cancellation(body=body)
    question = "What time is breakfast?"
    answer = generate(
        call, question, text=f"Please cancel my booking. {question}", category="cancellation"
    )
    assert answer["draft"]["body_plain"] == body
    assert answer["outcomes"][0]["outcome"] == "open"
    assert answer["question_blocks"][0]["follow_up_required"]
    assert answer["quality"]["failed_checks"] == ["unanswered_questions"]
    assert answer["delivery_status"] == "blocked"
    assert not any(source["injected"] for source in answer["sources_used"])


def test_a_protected_text_of_which_nobody_said_what_proves_it_is_never_ready(call):
    body = f"Dear Guest,\n\n{CANCELLED}\n\n{SIGNED}"
    cancellation(body=body, requires=None)
    answer = generate(call, text="Please cancel my booking.", category="cancellation")
    assert used(answer) == ("T95", "suggest")
    assert answer["delivery_status"] == "needs_follow_up"
    text = answer["draft"]["body_plain"]
    refined = call(
        "refine",
        {
            "draft_id": answer["draft_id"],
            "original_body_plain": text,
            "refined_body_plain": text,
        },
    )
    assert refined["delivery_status"] == "needs_follow_up"


def test_a_protected_text_that_nothing_proves_is_not_chosen(call):
    cancellation(body=f"Dear Guest,\n\n{CANCELLED}\n\n{SIGNED}")
    text = "Why was my booking cancelled? I did not ask for it."
    answer = generate(call, text, category="cancellation")
    assert answer["template_used"]["template_id"] != "T95"
    assert CANCELLED not in answer["draft"]["body_plain"]
