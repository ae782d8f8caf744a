from __future__ import annotations

from dataclasses import replace

import pytest

from drafting.pipeline.check.policy import decide_policy, mandatory_of, says_non_refundable
from drafting.pipeline.plan import Escalation, ThreadSummary, Tier
from templatesapp.entries import PolicyEntry
from tests.drafting.pipeline.plans import plan

SENTENCE = {"en": "This rate is not refunded.", "it": "La tariffa non è rimborsabile."}
NON_REFUNDABLE = PolicyEntry(
    "nr",
    category="cancellation",
    condition="non_refundable",
    mandatory_content=SENTENCE,
    prohibited_content=("full refund", "exception"),
    allowed_categories=("cancellation",),
    tone="firm",
)


def decide(rules, *, category="cancellation", text="", earlier=(), tier=Tier.NONE, triggers=()):
    mail = plan(
        text,
        escalation=Escalation(tier=tier, triggers=triggers),
        thread_summary=ThreadSummary(prior_commitments=earlier),
    )
    return decide_policy(rules, plan=mail, category=category)


@pytest.mark.parametrize(
    ("tier", "expected"),
    [
        (Tier.NONE, "standard"),
        (Tier.HIGH, "mandatory-review"),
        (Tier.CRITICAL, "owner-alert"),
    ],
)
def test_the_escalation_sets_the_review_tier(tier, expected):
    assert decide([], tier=tier).review_tier == expected


def test_no_rule_decides_nothing():
    decision = decide([])
    assert decision.mandatory_content("en") == decision.prohibited_content == ()
    assert decision.allowed_categories == decision.rule_keys == ()
    assert decision.tone == ""


@pytest.mark.parametrize(
    ("text", "more", "holds"),
    [
        ("I have to cancel my non-refundable booking.", {}, True),
        ("I have to cancel.", {}, False),
        ("I have to cancel.", {"earlier": ("Your rate is non-refundable.",)}, True),
        ("I have to cancel my non-refundable booking.", {"category": "payment"}, False),
    ],
)
def test_the_non_refundable_rule_needs_somebody_who_says_so(text, more, holds):
    decision = decide([NON_REFUNDABLE], text=text, **more)
    assert decision.rule_keys == (("nr",) if holds else ())
    assert decision.mandatory_content("en") == ((SENTENCE["en"],) if holds else ())
    assert decision.prohibited_content == (("full refund", "exception") if holds else ())


@pytest.mark.parametrize(
    ("condition", "tier", "triggers", "holds"),
    [
        ("always", Tier.NONE, (), True),
        ("dispute", Tier.NONE, (), False),
        ("dispute", Tier.HIGH, ("chargeback_hint",), True),
        ("dispute", Tier.HIGH, ("vulnerable_circumstance",), False),
        ("escalation_high", Tier.NONE, (), False),
        ("escalation_high", Tier.HIGH, (), True),
        ("escalation_high", Tier.CRITICAL, (), True),
        ("escalation_critical", Tier.HIGH, (), False),
        ("escalation_critical", Tier.CRITICAL, (), True),
    ],
)
def test_conditions(condition, tier, triggers, holds):
    rule = PolicyEntry("r", condition=condition)
    assert decide([rule], tier=tier, triggers=triggers).rule_keys == (("r",) if holds else ())


@pytest.mark.parametrize(("language", "expected"), [("it", "it"), ("fr", "en"), ("other", "en")])
def test_a_mandatory_sentence_comes_in_the_language_of_the_text_else_in_english(language, expected):
    decision = decide([NON_REFUNDABLE], text="My rate is non-refundable.")
    assert decision.mandatory_content(language) == (SENTENCE[expected],)


def test_sentences_of_kept_rules_are_said_as_the_rules_say_them_today():
    today = replace(NON_REFUNDABLE, mandatory_content={"en": "No refund."})
    other = PolicyEntry("other", mandatory_content={"en": "Other."})
    assert mandatory_of([other, today], ["nr", "gone"]) == ({"en": "No refund."},)
    assert mandatory_of([other, today], []) == ()


def test_the_strictest_wins():
    rules = [
        PolicyEntry("a", allowed_categories=("payment", "general"), tone="warm"),
        PolicyEntry("b", allowed_categories=("general",), tone="formal", review_tier="owner-alert"),
        PolicyEntry("c", prohibited_content=("x",), mandatory_content={"en": "Y."}),
        PolicyEntry("d", prohibited_content=("x",), mandatory_content={"en": "Y."}),
    ]
    decision = decide(rules, tier=Tier.HIGH)
    assert decision.review_tier == "owner-alert"
    assert decision.allowed_categories == ("general",)
    assert decision.tone == "formal"
    assert decision.mandatory_content("en") == ("Y.",)
    assert decision.prohibited_content == ("x",)


def test_rules_that_exclude_each_other_leave_what_the_strictest_allows():
    rules = [
        PolicyEntry("a", allowed_categories=("payment",)),
        PolicyEntry("b", allowed_categories=("cancellation",), review_tier="mandatory-review"),
    ]
    assert decide(rules).allowed_categories == ("cancellation",)


@pytest.mark.parametrize(
    "text",
    [
        "I booked the non-refundable rate.",
        "I know it's non refundable, but could you make an exception?",
        "Ho prenotato la tariffa non rimborsabile e devo annullare.",
        "Ich habe den nicht erstattbaren Tarif gebucht.",
        "Mon tarif n'est pas remboursable, je le sais.",
        "Tengo una reserva no reembolsable.",
    ],
)
def test_non_refundable_is_said(text):
    assert says_non_refundable(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is my rate non-refundable?",
        "I would like to know whether my booking is non-refundable.",
        "If it is non-refundable I will come anyway.",
        "La tariffa è non rimborsabile?",
        "Ist der Tarif nicht erstattbar?",
        "Je ne sais pas si mon tarif est non remboursable.",
        "¿Es no reembolsable?",
        "I booked a refundable rate.",
        "",
    ],
)
def test_a_question_or_a_supposition_says_nothing(text):
    assert not says_non_refundable(text)
