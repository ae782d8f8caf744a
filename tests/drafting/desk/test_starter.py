"""The starter house: what any house may begin with, and nothing of the sample's in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from drafting.desk.house import export_house, load_house, read_rows
from templatesapp.choices import Acknowledges
from templatesapp.lint import find_literals, lint_template
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PropertyFact
from templatesapp.text.slots import slot_names
from tests.drafting.drafts.plans import URLS

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "starter"
TEMPLATES = read_rows(FOLDER, "templates")
FACTS = {row["name"] for row in read_rows(FOLDER, "facts")}
SAMPLE = re.compile(
    r"brikette|positano|cristiana|octorate|hostel|ostello|albergue|auberge|dorm\b", re.IGNORECASE
)


def name_of(row: dict) -> str:
    return f"{row['template_id']}-{row['language']}"


@pytest.mark.parametrize("row", TEMPLATES, ids=name_of)
def test_every_letter_lints_clean_and_names_no_house(row):
    findings = lint_template(
        subject=row["subject"],
        body=row["body"],
        reference_scope=row["reference_scope"],
        canonical_reference_url="",
        fact_names=FACTS,
        language=row["language"],
    )
    assert findings == []
    assert find_literals(row["body"], row["language"]) == []
    assert not SAMPLE.search(row["subject"] + row["body"])
    assert "SIGNATURE" in slot_names(row["body"])


def test_it_holds_what_a_house_must_have_in_five_languages():
    for language in ("en", "it", "de", "fr", "es"):
        own = [row for row in TEMPLATES if row["language"] == language]
        kinds = {row["acknowledges"] for row in own if row.get("acknowledges")}
        wanted = set(Acknowledges.values)
        # Who writes none of our languages is answered in English.
        assert kinds == (wanted if language == "en" else wanted - {Acknowledges.UNKNOWN_LANGUAGE})
        assert {"prepayment", "cancellation"} <= {row["category"] for row in own}
        steps = {row.get("prepayment_step") for row in own} - {None}
        assert steps == {"first", "second", "third", "success"}


# Words before the owners' names where one and two of them are told in the same words.
BEFORE_OWNERS = {
    "en": {"from", "with", "by", "told"},
    "de": {"von", "bei", "an"},
    "it": {"da", "di", "avvisato"},
    "fr": {"chez", "par", "prévenu"},
    "es": {"de", "por", "a"},
}


def test_what_owners_do_is_right_for_one_of_them_and_for_two():
    for row in TEMPLATES:
        *heads, _ = row["body"].split("{{SLOT:OWNERS}}")
        is_future = "{{SLOT:OWNERS}} will " in row["body"]
        before = {head.split()[-1] for head in heads}
        assert is_future or before <= BEFORE_OWNERS[row["language"]], name_of(row)


def test_facts_are_described_and_left_to_the_house():
    for row in read_rows(FOLDER, "facts"):
        assert row["value"] == "" and row["description"]
    used = {name for row in TEMPLATES for name in slot_names(row["body"])}
    assert {name for name in used if name.startswith("FACT_")} <= {f"FACT_{n}" for n in FACTS}


@pytest.fixture
def started(db):
    DeskProfile(business_name="Vigna", owners="Ada", signature="Ada\nVigna").save()
    load_house(folder=FOLDER)


def draft_of(client, body: str) -> dict:
    plan = client.post(URLS["interpret"], {"subject": "", "body": body}, format="json").json()
    made = client.post(URLS["generate"], {"action_plan": plan}, format="json")
    assert made.status_code == 201, made.content
    answer: dict = made.json()
    return answer


def check_of(client, draft_id: str, text: str) -> dict:
    told = client.post(
        URLS["check"], {"draft": {"body_plain": text}, "draft_id": draft_id}, format="json"
    )
    assert told.status_code == 200, told.content
    answer: dict = told.json()
    return answer


CANCEL = "Hello, please cancel my booking, I cannot come. Thank you, Annika"


def test_a_letter_is_signed_by_the_profile_and_tells_what_is_not_known_yet(started, agent_client):
    client = agent_client(["draft"])
    without = draft_of(client, CANCEL)
    assert without["draft"]["body_plain"].endswith("Ada\nVigna")
    assert "missing_required_link" in without["quality"]["failed_checks"]
    terms = PropertyFact.objects.get(name="TERMS_URL")
    terms.value = "https://vigna.example/terms"
    terms.save()
    filled = draft_of(client, CANCEL)
    assert terms.value in filled["draft"]["body_plain"]
    assert "missing_required_link" not in filled["quality"]["failed_checks"]
    assert filled["template_used"]["category"] == "cancellation"
    assert not SAMPLE.search(filled["draft"]["body_plain"])


GAS = "Help, there is a smell of gas in our kitchen! Annika"


def test_an_emergency_letter_says_nothing_with_a_hole(started, agent_client):
    client = agent_client(["draft"])
    without = draft_of(client, GAS)
    assert without["slots"]["unresolved"] == [
        "FACT_EMERGENCY_PHONE",
        "FACT_NIGHT_PHONE",
        "FACT_ADDRESS",
    ]
    assert without["delivery_status"] == "blocked"
    assert without["quality"]["failed_checks"] == ["unresolved_slot"]
    mended = without["draft"]["body_plain"].replace(" call now", " call 112 now")
    told = check_of(client, without["draft_id"], mended)
    holes = told["failed_check_details"]["unresolved_slot"]
    assert "ambulance" in holes and "danger" not in holes
    values = {"EMERGENCY_PHONE": "112", "NIGHT_PHONE": "+39 0141 555 0100", "ADDRESS": "Via Uno 1"}
    for name, value in values.items():
        fact = PropertyFact.objects.get(name=name)
        fact.value = value
        fact.save()
    filled = draft_of(client, GAS)
    assert filled["quality"]["passed"] and filled["slots"]["unresolved"] == []
    assert all(value in filled["draft"]["body_plain"] for value in values.values())


def test_of_an_answer_what_lacks_a_fact_is_left_out(started, agent_client):
    KnowledgeItem(
        key="hours",
        language="en",
        category="check-in",
        question="When is reception open?",
        answer="Reception opens at {{SLOT:FACT_RECEPTION_FROM}}. The bell is beside the door.",
        concepts=["reception"],
    ).save()
    client = agent_client(["draft"])
    asked = "Hello, when is reception open? Annika"
    without = draft_of(client, asked)["draft"]["body_plain"]
    assert "Reception opens" not in without
    fact = PropertyFact.objects.get(name="RECEPTION_FROM")
    fact.value = "08:00"
    fact.save()
    assert "Reception opens at 8 am" in draft_of(client, asked)["draft"]["body_plain"]


@pytest.mark.django_db
def test_the_starter_exports_as_it_was_loaded(tmp_path):
    load_house(folder=FOLDER)
    export_house(folder=tmp_path)
    assert len(read_rows(tmp_path, "templates")) == len(TEMPLATES)
    bodies = {name_of(row): row["body"] for row in read_rows(tmp_path, "templates")}
    assert bodies == {name_of(row): row["body"] for row in TEMPLATES}
    assert EmailTemplate.objects.filter(active=True).count() == len(TEMPLATES)
