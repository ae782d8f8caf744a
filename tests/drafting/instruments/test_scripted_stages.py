"""What the scripted agent leaves at its stages. Pure: no desk."""

from __future__ import annotations

from typing import Any

import pytest

from drafting.instruments import scripted_stages as stages
from drafting.instruments.scripted_stages import Playbook, explain, find_lacks, mend

LETTER = "Dear Isla,\n\nThe wifi is free.\n\nWarm regards,\nPeter & Cristiana"
ADVICE = "Please forget the network first."
COURTESY = "Wir antworten auf Englisch."
PLAYBOOK = Playbook(
    ({"template_id": "T34", "words": ["wifi"], "text": ADVICE},),
    (
        {
            "words": ["shower"],
            "wrong_templates": ["T34"],
            "corrected_category": "general",
            "text": "We are sorry about the shower.",
        },
    ),
    {"de": COURTESY},
)


def facts(**changed: Any) -> dict[str, Any]:
    names = ("is_fixed", "is_composite", "is_in_other_language")
    return {"template_id": "T34", "language": "en"} | dict.fromkeys(names, False) | changed


def plan(**changed: Any) -> dict[str, Any]:
    return {
        "letter": facts(**changed.pop("letter", {})),
        "review_tier": "standard",
        "needs_follow_up": False,
        **changed,
    }


def quality(**changed: Any) -> dict[str, Any]:
    return {
        "passed": not changed.get("failed_check_details"),
        "failed_checks": list(changed.get("failed_check_details", ())),
        "failed_check_details": {},
        "warnings": [],
        "confidence": 1.0,
        "question_coverage": [],
        **changed,
    }


def test_confidence_is_the_quality_check_s_less_what_is_known_to_be_missing():
    judged = stages.evaluation(plan(), "wifi?", LETTER, quality(confidence=0.95), PLAYBOOK).payload
    assert judged["confidence"] == 0.8
    assert (judged["safe_to_send"], judged["requires_human_review"]) == (True, False)
    assert "wifi" in judged["reason"]
    done = stages.evaluation(plan(), "wifi?", f"{LETTER} {ADVICE}", quality(), PLAYBOOK).payload
    assert done["confidence"] == 1.0


def test_a_wrong_letter_is_not_safe():
    judged = stages.evaluation(plan(), "the shower", LETTER, quality(), PLAYBOOK).payload
    assert (judged["safe_to_send"], judged["confidence"]) == (False, 0.4)


@pytest.mark.parametrize(
    "changed", [{"review_tier": "mandatory-review"}, {"needs_follow_up": True}]
)
def test_what_a_person_must_see_says_so(changed):
    judged = stages.evaluation(plan(**changed), "", LETTER, quality(), PLAYBOOK).payload
    assert judged["requires_human_review"] is True


def test_a_reason_is_never_too_long():
    details = {"unanswered_questions": "How? " * 200, "prohibited_claims": "we have " * 200}
    failed = quality(failed_check_details=details)
    reason = stages.evaluation(plan(), "", LETTER, failed, PLAYBOOK).payload["reason"]
    assert len(reason) == stages.MAX_REASON_CHARACTERS
    assert len(stages.gate(failed).payload["reason"]) <= stages.MAX_REASON_CHARACTERS


def test_the_gate_blocks_what_must_not_be_said_and_nothing_else():
    said = quality(failed_check_details={"prohibited_claims": "we have charged"})
    assert stages.gate(said).payload["decision"] == "block"
    missing = quality(failed_check_details={"unanswered_questions": "When?"})
    assert stages.gate(missing).payload["decision"] == "approve"


def test_verification_tidies_lines_and_leaves_fixed_text_alone():
    untidy = "Dear Isla,  \n\n\n\nYes.\t\n"
    assert stages.verification(plan(), untidy).text == "Dear Isla,\n\nYes.\n"
    assert stages.verification(plan(letter={"is_fixed": True}), untidy).text == untidy


def test_a_revision_mends_one_thing_and_says_where_it_can_not():
    german = plan(letter={"language": "de", "is_in_other_language": True})
    before = "Something is missing."
    first = stages.revision(german, "wifi?", LETTER, before, PLAYBOOK)
    assert ADVICE in first.text
    assert COURTESY not in first.text
    second = stages.revision(german, "wifi?", first.text, before, PLAYBOOK)
    assert COURTESY in second.text
    third = stages.revision(german, "wifi?", second.text, before, PLAYBOOK)
    assert third == stages.Left({"unresolved_requirements": [before]}, second.text)


def test_the_reason_of_a_text_is_what_made_it_good_last():
    german = facts(language="de", is_in_other_language=True)
    text = LETTER
    reasons = []
    for _ in range(2):
        text = mend(text, find_lacks(german, "wifi?", text, PLAYBOOK)[0])
        why = explain(german, "wifi?", PLAYBOOK, original=LETTER, refined=text)
        reasons.append(why["rewrite_reason"])
    assert reasons == ["missing-info", "language-adapt"]
    unchanged = explain(german, "wifi?", PLAYBOOK, original=LETTER, refined=LETTER)
    assert unchanged == {"rewrite_reason": "none", "corrected_category": ""}


def test_fixed_text_lacks_nothing():
    assert find_lacks(facts(is_fixed=True), "wifi shower", LETTER, PLAYBOOK) == []
