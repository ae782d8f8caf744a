"""Threats, emergencies and near misses worded anew: how many are found, and what is invented.

``threats_in_new_words.jsonl``: mails from no other set. ``tuned`` and ``second`` were looked into
when the rules were made general; ``held_out`` was only counted (at first sight 9 of its 23 CRITICAL
ones were found), so its shares are the honest ones. Bounds leave one or two mails of margin.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from drafting.pipeline.interpret.escalation import find_escalation
from drafting.pipeline.plan import Tier

LANGUAGES = ("en", "it", "de", "fr", "es")
MAILS = [
    json.loads(line)
    for line in Path(__file__)
    .with_name("threats_in_new_words.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def counted(mails) -> Counter[tuple[Tier, Tier]]:
    """Mails by (label, tier found)."""
    return Counter(
        (Tier(mail["tier"]), find_escalation(mail["text"], mail["language"]).tier) for mail in mails
    )


def labelled(found: Counter[tuple[Tier, Tier]], tier: Tier) -> int:
    return sum(n for (label, _), n in found.items() if label is tier)


@pytest.mark.parametrize(
    ("sets", "recall", "taken_for_none", "high_recall", "kept"),
    [
        (("held_out",), 0.74, 0.22, 0.57, 0.90),
        (("tuned", "second"), 0.95, 0.02, 0.90, 0.93),
    ],
    ids=["held-out", "tuned"],
)
def test_new_words_reach_their_tier(sets, recall, taken_for_none, high_recall, kept):
    found = counted(mail for mail in MAILS if mail["set"] in sets)
    critical, high = labelled(found, Tier.CRITICAL), labelled(found, Tier.HIGH)
    assert found[Tier.CRITICAL, Tier.CRITICAL] >= recall * critical
    assert found[Tier.CRITICAL, Tier.NONE] <= taken_for_none * critical
    assert high - found[Tier.HIGH, Tier.NONE] >= high_recall * high
    assert found[Tier.NONE, Tier.NONE] >= kept * labelled(found, Tier.NONE)


def test_what_is_called_critical_is():
    found = counted(MAILS)
    claimed = sum(n for (_, tier), n in found.items() if tier is Tier.CRITICAL)
    assert found[Tier.CRITICAL, Tier.CRITICAL] >= 0.95 * claimed


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_falls_behind(language):
    found = counted(mail for mail in MAILS if mail["language"] == language)
    assert labelled(found, Tier.CRITICAL) >= 9
    assert labelled(found, Tier.NONE) >= 12
    assert found[Tier.CRITICAL, Tier.CRITICAL] >= 0.8 * labelled(found, Tier.CRITICAL)
    assert found[Tier.NONE, Tier.CRITICAL] <= 1


@pytest.mark.parametrize(
    ("language", "threat", "near_miss"),
    [
        ("en", "My aunt is a solicitor and will take your case.", "My aunt is a solicitor."),
        ("de", "Ich zeige Ihren Nachtportier an.", "Ich zeige Ihnen gern die Fotos."),
        ("fr", "Je porte plainte contre votre gardien.", "J'ai porté plainte pour mon sac volé."),
        ("it", "Poi decide il giudice di pace.", "Poi andiamo a Capri."),
        ("es", "Los denunciaré si no contestan.", "Denuncié el robo del móvil en Nápoles."),
    ],
)
def test_a_person_set_on_us_is_a_threat_and_the_word_alone_is_none(language, threat, near_miss):
    assert "legal_threat" in find_escalation(threat, language).triggers
    assert find_escalation(near_miss, language).tier is Tier.NONE


def test_an_injury_counts_from_our_house_or_with_a_hospital_only():
    assert find_escalation("I slipped on your wet stairs.", "en").tier is Tier.HIGH
    assert find_escalation("I broke my leg and I am in hospital.", "en").tier is Tier.HIGH
    assert find_escalation("I broke my leg in spring, is there a lift?", "en").tier is Tier.NONE
