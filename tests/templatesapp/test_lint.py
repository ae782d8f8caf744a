"""What may not become a live template."""

from __future__ import annotations

import pytest

from templatesapp.entries import FactEntry
from templatesapp.lint import find_literals, lint_frame, lint_template
from templatesapp.text.guarded.known import build_known


def codes(body: str, subject: str = "About us", **changes) -> list[str]:
    values = {
        "reference_scope": "reference_optional_excluded",
        "canonical_reference_url": "",
        "fact_names": {"WIFI_PASSWORD"},
        **changes,
    }
    return [finding.code for finding in lint_template(subject=subject, body=body, **values)]


def test_a_letter_that_greets_or_signs_nobody_is_told_so():
    whole = "{{SLOT:GREETING}}\n\nYes.\n\nWarm regards,\nAda"
    assert list(lint_frame(whole)) == []
    found = list(lint_frame("Dear guest,\n\nYes.\n\nAda says so, as she always did."))
    assert [finding.code for finding in found] == ["no_greeting", "no_signature"]
    assert not any(finding.is_error for finding in found)


@pytest.mark.parametrize(
    "text",
    [
        "at 10:30",
        "at 7.30",
        "ab 9.00 Uhr",
        "at 3 pm",
        "at 11am",
        "at 8 a.m.",
        "um 18 Uhr",
        "à 15h30",
        "vers 9 h",
        "€9",
        "€ 9.50",
        "9 €",
        "9,50 €",
        "12 euros",
        "20 EUR",
        "$5",
        "5 pounds",
        "at 9 o'clock",
    ],
)
def test_a_time_or_price_is_a_literal(text):
    assert find_literals(f"We are there {text}, really.")


@pytest.mark.parametrize(
    "text",
    [
        "{{SLOT:FACT_BREAKFAST_PRICE}}",
        "https://example.org/10:30/9€",
        "room 12",
        "2 nights",
        "the 24 hour clock",
        "18 years",
        "10 minutes on foot",
        "up to 6 guests",
    ],
)
def test_other_numbers_are_none(text):
    assert find_literals(f"There is {text}, really.") == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("Write to [EMAIL].", "redaction_token"),
        ("Ref [BOOKING_REF]", "redaction_token"),
        ("Hello {{GREETING}}", "leftover_braces"),
        ("Hello }}", "leftover_braces"),
        ("Hello {{SLOT:greeting}}", "leftover_braces"),
        ("{{SLOT:NOPE}}", "unknown_slot"),
        ("{{SLOT:FACT_NOPE}}", "unknown_slot"),
        ("Open until 10:00.", "literal_fact"),
    ],
)
def test_each_rule_finds_its_fault(body, code):
    assert codes(body) == [code]


def test_braces_of_another_tool_are_answered_with_how_a_slot_is_written():
    found = lint_template(subject="", body="Hello {{guest}}", fact_names=())
    assert "{{SLOT:GREETING}}" in found[0].message


def test_subjects_are_judged_too():
    assert codes("Fine.", subject="Only €5!") == ["literal_fact"]


def test_a_clean_text_has_no_findings():
    body = "{{SLOT:GREETING}}\r\n\r\nPassword: {{SLOT:FACT_WIFI_PASSWORD}}. See you at [reception]."
    assert codes(body) == []


def test_a_required_reference_must_stand_in_the_text():
    url = "https://hostel-brikette.example/book"
    required = {"reference_scope": "reference_required", "canonical_reference_url": url}
    assert codes("No link.", **required) == ["missing_reference"]
    assert codes(f"See {url}.", **required) == []
    assert codes("x", reference_scope="reference_required") == ["missing_reference"]


def test_slots_of_the_replaced_text_may_not_get_lost():
    lost = lint_template(
        subject="s",
        body="No slots.",
        reference_scope="",
        canonical_reference_url="",
        fact_names=(),
        required_slots=["GREETING", "CTA", "GREETING"],
    )
    assert [(finding.code, finding.insert) for finding in lost] == [
        ("lost_slot", "GREETING"),
        ("lost_slot", "CTA"),
    ]


def test_links_are_judged_only_where_a_list_is_given():
    body = "See https://evil.example/x"
    assert codes(body) == []
    assert codes(body, allowed_links={"hostel-brikette.example"}) == ["foreign_link"]
    assert codes(body, allowed_links={"evil.example"}) == []


def test_a_value_that_contradicts_a_fact_is_an_error_and_a_yes_or_no_is_advice():
    fact = FactEntry("BREAKFAST_PRICE", "money", "8.50", "EUR", frozenset({"breakfast"}))
    found = lint_template(
        subject="",
        body="Breakfast costs €3. Breakfast is included.",
        reference_scope="",
        canonical_reference_url="",
        fact_names=(),
        known=build_known([fact], []),
    )
    findings = [(f.message, f.is_error) for f in found if f.code == "contradicts_fact"]

    assert findings == [
        ("You say “€3”; what we know (breakfast price): €8.50", True),
        ("You say “Breakfast is included.”; what we know (breakfast price): €8.50", False),
    ]
