"""Escalation: threats, accusations, disputes and emergencies in five languages, and near misses.

``escalation_cases.json`` holds mails of our own, none from the labelled set: some ninety a language,
half of them near misses. A few are known to be read too strictly or not at all; the shares below
hold them, and a threat taken for NONE has a bound of its own.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafting.pipeline.interpret.escalation import (
    CRITICAL_TRIGGERS,
    find_amounts,
    find_escalation,
    is_complaint,
    is_required,
)
from drafting.pipeline.interpret.reading import PhraseIndex, read_words
from drafting.pipeline.plan import Escalation, InterpretSettings, Tier

CASES = json.loads((Path(__file__).parent / "escalation_cases.json").read_text())
LANGUAGES = ("en", "it", "de", "fr", "es")


def expected_tier(case) -> Tier:
    if not case["triggers"]:
        return Tier.NONE
    return Tier.CRITICAL if set(case["triggers"]) & set(CRITICAL_TRIGGERS) else Tier.HIGH


def found(text: str, language: str = "en", **kwargs) -> tuple[str, ...]:
    return find_escalation(text, language, **kwargs).triggers


@pytest.mark.parametrize("language", LANGUAGES)
def test_cases_of_a_language_reach_their_tier(language):
    cases = [case for case in CASES if case["language"] == language]
    assert sum(bool(case["triggers"]) for case in cases) >= 12
    assert sum(not case["triggers"] for case in cases) >= 12
    tiers = Counter(
        (expected_tier(case), find_escalation(case["text"], language).tier) for case in cases
    )
    critical = sum(n for (expected, _), n in tiers.items() if expected is Tier.CRITICAL)
    assert tiers[Tier.CRITICAL, Tier.CRITICAL] >= 0.95 * critical
    assert tiers[Tier.CRITICAL, Tier.NONE] <= 0.05 * critical
    assert tiers[Tier.HIGH, Tier.NONE] == 0


@pytest.mark.parametrize(
    "case", [c for c in CASES if not c["triggers"]], ids=lambda c: f"{c['language']}-{c['text']}"
)
def test_near_misses_escalate_nothing(case):
    assert find_escalation(case["text"], case["language"]) == Escalation()


def test_trigger_sets_agree_with_the_labels():
    right = extra = missing = 0
    for case in CASES:
        triggers = set(found(case["text"], case["language"]))
        right += len(triggers & set(case["triggers"]))
        extra += len(triggers - set(case["triggers"]))
        missing += len(set(case["triggers"]) - triggers)
    assert right / (right + extra) >= 0.97
    assert right / (right + missing) >= 0.97


def test_any_other_language_tries_the_rules_of_all():
    threat = "Vi faccio causa."
    assert found(threat, "other") == ("legal_threat",)
    assert found(threat, "en") == ()


@pytest.mark.parametrize(
    ("triggers", "tier", "confidence"),
    [
        ("We will sue you.", Tier.CRITICAL, 0.86),
        ("We will sue you. This is fraud!", Tier.CRITICAL, 0.90),
        ("My grandmother passed away.", Tier.HIGH, 0.74),
        ("My grandmother passed away. I'll do a chargeback.", Tier.HIGH, 0.80),
        ("What time is breakfast?", Tier.NONE, 0.0),
    ],
)
def test_confidence_grows_with_the_triggers_of_the_tier(triggers, tier, confidence):
    escalation = find_escalation(triggers, "en")
    assert (escalation.tier, escalation.confidence) == (tier, confidence)


def test_critical_triggers_come_first_and_high_ones_stay_listed():
    escalation = find_escalation("My grandmother passed away. We will sue you.", "en")
    assert escalation.triggers == ("legal_threat", "vulnerable_circumstance")


@pytest.mark.parametrize(
    ("escalation", "required"),
    [
        (Escalation(Tier.CRITICAL, ("legal_threat",), 0.1), True),
        (Escalation(Tier.HIGH, ("chargeback_hint",), 0.70), True),
        (Escalation(Tier.HIGH, ("chargeback_hint",), 0.69), False),
        (Escalation(), False),
    ],
)
def test_required_when_critical_or_high_at_seventy(escalation, required):
    assert is_required(escalation) is required


@pytest.mark.parametrize(
    ("amount", "is_high"),
    [("499.99 €", False), ("500 €", True), ("EUR 1,250.00", True), ("1.250,- Euro", True)],
)
def test_a_dispute_counts_as_high_value_from_the_amount_on(amount, is_high):
    text = f"We dispute the cancellation fee of {amount}."
    assert ("high_value_dispute" in found(text)) is is_high


def test_the_amount_is_a_setting():
    text = "We dispute the cancellation fee of 120 €."
    settings = InterpretSettings(high_value_dispute_amount=Decimal(100))
    assert "high_value_dispute" in found(text, settings=settings)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 940 €", "2940"),
        ("2,940 EUR", "2940"),
        ("1.450 euro", "1450"),
        ("118,50 €", "118.50"),
        ("€312.00", "312.00"),
        ("£1,250", "1250"),
        ("CHF 80.-", "80"),
    ],
)
def test_amounts_are_read_as_guests_write_them(text, value):
    assert [amount for amount, _ in find_amounts(read_words(f"It was {text} ok"))] == [
        Decimal(value)
    ]


def test_a_complaint_after_three_staff_replies_is_a_repeated_one():
    text = "The shower is still broken, this is unacceptable."
    assert found(text, staff_replies=2) == ()
    assert found(text, staff_replies=3) == ("repeated_complaint",)
    assert found("Thank you, all clear now.", staff_replies=5) == ()


def test_a_complaint_after_two_of_the_thread_is_a_repeated_one():
    text = "The shower is still broken, this is unacceptable."
    assert is_complaint(text, "en")
    assert found(text, guest_complaints=1) == ()
    assert found(text, guest_complaints=2) == ("repeated_complaint",)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Dürfen wir den Kater mitbringen, und was verlangt ihr für ihn?", "de"),
        ("Mein Chef verlangt eine Rechnung, sonst bekomme ich das Geld nicht zurück.", "de"),
        ("Mon employeur me réclame une facture pour me rembourser.", "fr"),
        ("La mia banca esige l'IBAN per il rimborso della trasferta.", "it"),
        ("El consulado exige una carta para el reembolso del viaje.", "es"),
    ],
)
def test_what_the_house_or_an_office_asks_is_no_demand_of_the_guest(text, language):
    assert found(text, language) == ()


@pytest.mark.parametrize(
    "text",
    [
        "We do not want to go to court.",
        "I won't sue you, don't worry.",
        "Nessuna intenzione di adire le vie legali.",
    ],
)
def test_negated_threats_are_none(text):
    language = "it" if text.startswith("Nessuna") else "en"
    assert found(text, language) == ()


@pytest.mark.parametrize(
    "text",
    ["I won't hesitate to sue you.", "If you do not pay, I will sue you."],
)
def test_a_negation_of_something_else_leaves_the_threat(text):
    assert "legal_threat" in found(text)


def test_who_sells_a_channel_manager_threatens_with_no_channel():
    sold = (
        "You could get far more bookings. Our AI-driven channel manager has helped 2,000 hostels."
    )
    assert found(f"{sold} Do you have 15 minutes for a demo?") == ()
    assert found("Refund us, or our travel channel will hear of this.") == ("public_media_threat",)


def test_another_guests_misconduct_accuses_nobody_of_ours():
    assert found("A guest in our dorm groped my friend.") == ()
    assert found("Your receptionist groped my friend.") == ("fraud_or_misconduct_accusation",)


def test_phrases_match_gaps_stems_choices_and_optional_words_inside_a_sentence():
    index = PhraseIndex(
        {"x": ["take ..2 court", "refund*", "my big? bank", "in # days", "watch ..4"]}
    )

    def hits(text):
        words = read_words(text)
        return [" ".join(words.words[hit.start : hit.end]) for hit in index.find(words)]

    assert hits("take you to court") == ["take you to court"]
    assert hits("take this matter right to court") == []
    assert hits("Take it. To court!") == []
    assert hits("refunded in 14 days by bank") == ["refunded", "in 14 days"]
    assert hits("my bank, my big bank") == ["my bank", "my big bank"]
    assert hits("They watch us. It is late.") == ["watch us"]


@given(st.text(max_size=200), st.sampled_from([*LANGUAGES, "other", "nl"]))
def test_any_text_is_read(text, language):
    escalation = find_escalation(text, language)
    assert 0 <= escalation.confidence <= 0.99
    assert bool(escalation.triggers) is (escalation.tier is not Tier.NONE)


@pytest.mark.parametrize("unit", ["a ", "refund. ", "lawyer if you don't ", "1.000 ", "not ", "a"])
def test_time_grows_with_the_length_only(unit):
    def seconds(size):
        text = unit * size
        started = time.process_time()
        find_escalation(text, "en")
        return time.process_time() - started

    seconds(50)
    short = min(seconds(2_000) for _ in range(3))
    long = min(seconds(20_000) for _ in range(2))
    assert long < 40 * max(short, 0.005)
