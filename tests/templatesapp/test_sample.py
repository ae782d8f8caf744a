"""The sample property: complete, clean, and loaded once."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.core.management import call_command

from drafting.desk.house import load_sample
from templatesapp.categories import CATEGORIES, is_hard_rule_protected
from templatesapp.choices import Acknowledges
from templatesapp.lint import find_literals, lint_template
from templatesapp.models import (
    CatalogueVersion,
    DeskProfile,
    EmailTemplate,
    KnowledgeItem,
    PolicyRule,
    PropertyFact,
)
from templatesapp.requirements import REQUIREMENTS
from templatesapp.text.facts import check_fact, format_fact
from templatesapp.text.slots import known_slots, slot_names
from tests.house import LANGUAGES, sample_rows

TEMPLATES, KNOWLEDGE = sample_rows("templates"), sample_rows("knowledge")
FACTS, POLICIES = sample_rows("facts"), sample_rows("policies")
ENGLISH = [row for row in TEMPLATES if row["language"] == "en"]
LETTERS = [row for row in ENGLISH if not row.get("acknowledges")]
FACT_NAMES = {row["name"] for row in FACTS}


def name_of(row: dict) -> str:
    return f"{row['template_id']}-{row['language']}"


def test_letters_of_all_categories_and_an_acknowledgement_of_every_kind_in_english():
    ids = [row["template_id"] for row in ENGLISH]
    assert ids == [f"T{number:02d}" for number in (*range(1, 68), *range(70, 80))]
    assert {row["category"] for row in LETTERS} == set(CATEGORIES)
    told = [row for row in ENGLISH if row.get("acknowledges")]
    kinds = [row["acknowledges"] for row in told if not row["requires"]]
    assert sorted(kinds) == sorted(Acknowledges.values)
    assert [row["acknowledges"] for row in told if row["requires"]] == [Acknowledges.EMERGENCY]


def test_every_letter_says_what_it_requires():
    for row in TEMPLATES:
        assert row["requires"] is not None, name_of(row)
        assert set(row["requires"]) <= set(REQUIREMENTS), name_of(row)


def test_protected_templates_exist_in_each_language_of_the_house():
    wanted = {row["template_id"] for row in ENGLISH if is_hard_rule_protected(row["category"])}
    for template_id in wanted:
        languages = {row["language"] for row in TEMPLATES if row["template_id"] == template_id}
        assert languages == set(LANGUAGES), template_id


def test_every_translation_has_the_parts_of_its_english_text():
    english = {row["template_id"]: row for row in ENGLISH}
    keys = (
        *("category", "purpose", "prepayment_step", "prepayment_provider", "reference_scope"),
        *("canonical_reference_url", "acknowledges", "requires"),
    )
    for row in TEMPLATES:
        original = english[row["template_id"]]
        assert {key: row.get(key) for key in keys} == {key: original.get(key) for key in keys}
        assert set(slot_names(row["body"])) == set(slot_names(original["body"])), name_of(row)


def test_prepayment_has_every_step():
    steps = Counter((row.get("prepayment_step"), row.get("prepayment_provider")) for row in ENGLISH)
    for step in (
        ("first", "octorate"),
        ("first", "hostelworld"),
        ("second", None),
        ("third", None),
        ("success", None),
    ):
        assert steps[step] == 1, step


def test_every_letter_greets_and_has_a_place_for_knowledge():
    for row in LETTERS:
        assert {"GREETING", "KNOWLEDGE_INJECTION"} <= set(slot_names(row["body"])), name_of(row)


def test_an_acknowledgement_greets_and_answers_nothing():
    for row in TEMPLATES:
        if row.get("acknowledges"):
            slots = set(slot_names(row["body"]))
            assert "GREETING" in slots and "KNOWLEDGE_INJECTION" not in slots, name_of(row)


@pytest.mark.parametrize("row", TEMPLATES, ids=name_of)
def test_every_template_lints_clean(row):
    assert (
        lint_template(
            subject=row["subject"],
            body=row["body"],
            reference_scope=row["reference_scope"],
            canonical_reference_url=row["canonical_reference_url"] or "",
            fact_names=FACT_NAMES,
        )
        == []
    )


@pytest.mark.parametrize("row", TEMPLATES, ids=name_of)
def test_no_template_holds_a_time_or_price_of_its_own(row):
    assert find_literals(f"{row['subject']}\n{row['body']}") == []


def test_no_knowledge_item_holds_a_time_or_price_of_its_own():
    found = {
        row["key"]: find_literals(f"{row['question']}\n{row['answer']}")
        for row in KNOWLEDGE
        if find_literals(f"{row['question']}\n{row['answer']}")
    }
    assert found == {}


def test_no_policy_holds_a_time_or_price_of_its_own():
    sentences = [s for row in POLICIES for s in row.get("mandatory_content", {}).values()]
    assert [s for s in sentences if find_literals(s)] == []


def test_knowledge_is_plenty_and_its_slots_exist():
    assert sum(row["language"] == "en" for row in KNOWLEDGE) >= 70
    known = known_slots(FACT_NAMES)
    assert {s for row in KNOWLEDGE for s in slot_names(row["answer"])} <= known
    assert all("{{" not in re.sub(r"\{\{SLOT:[A-Z_]+\}\}", "", r["answer"]) for r in KNOWLEDGE)
    assert len({(row["key"], row["language"]) for row in KNOWLEDGE}) == len(KNOWLEDGE)


@pytest.mark.parametrize("row", FACTS, ids=lambda row: row["name"])
def test_every_fact_can_be_written_in_every_language(row):
    assert check_fact(row["kind"], row["value"], row.get("unit", "")) == ""
    for language in LANGUAGES:
        assert format_fact(row["kind"], row["value"], row.get("unit", ""), language).strip()


def test_mandatory_sentences_have_all_five_languages():
    for row in POLICIES:
        sentences = row.get("mandatory_content") or {}
        assert set(sentences) in (set(), set(LANGUAGES)), row["key"]


@pytest.mark.django_db
def test_loading_twice_makes_nothing_twice(capsys):
    call_command("load_sample")
    counts = [model.objects.count() for model in (EmailTemplate, KnowledgeItem, PropertyFact)]
    assert counts == [len(TEMPLATES), len(KNOWLEDGE), len(FACTS)]
    version = CatalogueVersion.objects.get().number
    history = EmailTemplate.history.count()
    loaded = load_sample()
    assert (loaded.facts, loaded.templates, loaded.knowledge, loaded.policies) == (0, 0, 0, 0)
    assert counts == [m.objects.count() for m in (EmailTemplate, KnowledgeItem, PropertyFact)]
    assert (EmailTemplate.history.count(), CatalogueVersion.objects.get().number) == (
        history,
        version,
    )
    assert DeskProfile.objects.count() == 1


@pytest.mark.django_db
def test_loading_again_keeps_what_staff_changed():
    load_sample()
    fact = PropertyFact.objects.get(name="BREAKFAST_PRICE")
    fact.value = "99.00"
    fact.save()
    PolicyRule.objects.get(key="standard").delete()
    profile = DeskProfile.current()
    profile.owners = "Ada"
    profile.save()
    loaded = load_sample(is_sample_desk=True)
    assert (loaded.facts, loaded.policies) == (0, 1)
    assert PropertyFact.objects.get(name="BREAKFAST_PRICE").value == "99.00"
    assert DeskProfile.current().owners == "Ada"
    assert not DeskProfile.current().is_sample_desk


@pytest.mark.django_db
def test_a_sample_desk_is_marked_only_when_asked_for():
    load_sample(is_sample_desk=True)
    assert DeskProfile.current().is_sample_desk
    row = EmailTemplate.history.first()
    assert (row.history_change_reason, row.history_user) == ("sample data", None)
