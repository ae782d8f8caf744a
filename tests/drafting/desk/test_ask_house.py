"""Asking the house what a draft left out: over HTTP, by an agent."""

from __future__ import annotations

import pytest

from templatesapp.models import KnowledgeItem
from tests.drafting.drafts.plans import load_sample_desk

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/knowledge"


@pytest.fixture
def agent(agent_client):
    load_sample_desk()
    return agent_client(scopes=["stats"])


@pytest.mark.parametrize(
    ("question", "language", "key"),
    [
        ("How many steps are there up to your door?", "en", "steps"),
        ("Habt ihr ein Gitterbett für ein Baby?", "de", "cots"),
        ("Si può pagare con un bonifico?", "it", "bank-transfer"),
        ("Quel est l'âge minimum en dortoir ?", "fr", "age-limit"),
        ("¿Hay desayuno sin gluten?", "es", "breakfast-gluten"),
    ],
)
def test_the_likeliest_answer_stands_first_as_in_a_letter(agent, question, language, key):
    found = agent.post(ADDRESS, {"question": question, "language": language}).json()["answers"]
    assert found[0]["key"] == key and found[0]["language"] == language
    assert all("{{" not in each["answer"] for each in found) and len(found) <= 5


def test_what_the_house_does_not_know_has_no_answer(agent):
    KnowledgeItem.objects.all().delete()
    answer = agent.post(ADDRESS, {"question": "Is there an iron?"})
    assert (answer.status_code, answer.json()) == (200, {"answers": []})


def test_an_answer_that_is_out_of_use_is_not_told(agent):
    asked = {"question": "Is there breakfast without gluten?"}
    assert agent.post(ADDRESS, asked).json()["answers"][0]["key"] == "breakfast-gluten"
    item = KnowledgeItem.objects.get(key="breakfast-gluten", language="en")
    item.active = False
    item.save()
    found = agent.post(ADDRESS, asked).json()["answers"]
    assert "breakfast-gluten" not in {each["key"] for each in found}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "question"),
        ({"question": ""}, "question"),
        ({"question": "x" * 1001}, "question"),
        ({"question": "a\x00b"}, "question"),
        ({"question": "When?", "language": "xx"}, "language"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_its_field(agent, body, field):
    answer = agent.post(ADDRESS, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert [*answer.json()["fields"]] == [field]
