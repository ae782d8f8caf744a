"""One house in five languages: each text says the same as its English one, part by part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from templatesapp.categories import DEFAULT_LANGUAGE
from templatesapp.choices import Acknowledges
from templatesapp.selectors import slots_and_links
from templatesapp.text.letter import letter_words
from templatesapp.text.links import find_links
from templatesapp.text.slots import ALWAYS, SLOT
from tests.house import LANGUAGES, sample_rows

TEMPLATES, KNOWLEDGE = sample_rows("templates"), sample_rows("knowledge")
POLICIES = sample_rows("policies")
TRANSLATED = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
# Goes to guests who write none of our languages, so there is nobody to translate it for.
ENGLISH_ONLY = Acknowledges.UNKNOWN_LANGUAGE
# Characters of a text (slots and links apart) as a share of its English one's.
SHORTEST, LONGEST = 0.7, 1.6
# So short that a single longer word would break the bounds.
FEW_CHARACTERS = 40
SAME_KEYS = (
    *("category", "reference_scope", "canonical_reference_url", "normalization_batch", "purpose"),
    *("prepayment_step", "prepayment_provider", "acknowledges", "requires", "active"),
)
SAME_KNOWLEDGE_KEYS = ("category", "citation", "uri", "may_be_injected", "source")

ENGLISH_TEMPLATES = {r["template_id"]: r for r in TEMPLATES if r["language"] == DEFAULT_LANGUAGE}
ENGLISH_KNOWLEDGE = {r["key"]: r for r in KNOWLEDGE if r["language"] == DEFAULT_LANGUAGE}
TRANSLATED_TEMPLATES = [r for r in TEMPLATES if r["language"] != DEFAULT_LANGUAGE]
TRANSLATED_KNOWLEDGE = [r for r in KNOWLEDGE if r["language"] != DEFAULT_LANGUAGE]


def name_of(row: dict[str, Any]) -> str:
    return f"{row.get('template_id') or row['key']}-{row['language']}"


def paragraphs(body: str) -> list[str]:
    return body.replace("\r\n", "\n").split("\n\n")


def bare(text: str) -> str:
    """The words that somebody wrote: no slots, marks or web addresses."""
    text = SLOT.sub("", text.replace(ALWAYS, ""))
    for link in find_links(text):
        text = text.replace(link.url, "")
    return text


def is_within_bounds(text: str, english: str) -> bool:
    length, original = len(bare(text)), len(bare(english))
    return original < FEW_CHARACTERS or SHORTEST <= length / original <= LONGEST


def ids_of(rows: Iterable[dict[str, Any]], key: str, language: str) -> list[str]:
    return [row[key] for row in rows if row["language"] == language]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_letter_exists_in_the_order_of_the_english_ones(language):
    wanted = [i for i, row in ENGLISH_TEMPLATES.items() if row.get("acknowledges") != ENGLISH_ONLY]
    assert ids_of(TEMPLATES, "template_id", language) == wanted


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_answer_exists_in_the_order_of_the_english_ones(language):
    assert ids_of(KNOWLEDGE, "key", language) == list(ENGLISH_KNOWLEDGE)


@pytest.mark.parametrize("row", TRANSLATED_TEMPLATES, ids=name_of)
def test_a_letter_serves_what_its_english_one_serves(row):
    original = ENGLISH_TEMPLATES[row["template_id"]]
    assert {key: row.get(key) for key in SAME_KEYS} == {key: original.get(key) for key in SAME_KEYS}


@pytest.mark.parametrize("row", TRANSLATED_TEMPLATES, ids=name_of)
def test_each_paragraph_holds_the_slots_and_links_of_its_english_one(row):
    original = paragraphs(ENGLISH_TEMPLATES[row["template_id"]]["body"])
    translated = paragraphs(row["body"])
    assert [p.startswith(ALWAYS) for p in translated] == [p.startswith(ALWAYS) for p in original]
    assert [slots_and_links(p) for p in translated] == [slots_and_links(p) for p in original]


@pytest.mark.parametrize("row", TEMPLATES, ids=name_of)
def test_a_letter_is_written_like_all_of_its_language(row):
    body = row["body"]
    assert "\n" not in body.replace("\r\n", ""), "line ends"
    opening, *middle, closing = paragraphs(body)
    assert opening == "{{SLOT:GREETING}}"
    lines = [
        letter_words(row["language"]).closing,
        "Peter & Cristiana",
        "Hostel Brikette, Positano",
    ]
    assert closing.split("\n") == lines
    assert all(p.strip() == p and p.removeprefix(ALWAYS).strip() for p in middle)
    # Any of them may follow the greeting, because paragraphs that nobody asked for are left out.
    assert [p for p in middle if p.removeprefix(ALWAYS).strip()[0].islower()] == []


@pytest.mark.parametrize("row", [*TEMPLATES, *KNOWLEDGE], ids=name_of)
def test_numbers_stand_in_slots_only(row):
    text = "\n".join(row.get(key, "") for key in ("subject", "body", "question", "answer"))
    assert re.findall(r"\d+", bare(text)) == []


@pytest.mark.parametrize("row", TRANSLATED_TEMPLATES, ids=name_of)
def test_a_letter_is_about_as_long_as_its_english_one(row):
    original = ENGLISH_TEMPLATES[row["template_id"]]
    assert is_within_bounds(row["body"], original["body"])
    assert is_within_bounds(row["subject"], original["subject"])
    assert row["body"] != original["body"]


@pytest.mark.parametrize("row", TRANSLATED_KNOWLEDGE, ids=name_of)
def test_an_answer_says_what_its_english_one_says(row):
    original = ENGLISH_KNOWLEDGE[row["key"]]
    for key in SAME_KNOWLEDGE_KEYS:
        assert row[key] == original[key], key
    assert slots_and_links(row["answer"]) == slots_and_links(original["answer"])
    assert is_within_bounds(row["answer"], original["answer"])


@pytest.mark.parametrize("rule", POLICIES, ids=lambda rule: rule["key"])
def test_a_mandatory_sentence_is_a_sentence_of_its_own_in_each_language(rule):
    sentences = rule["mandatory_content"]
    assert set(sentences) in (set(), set(LANGUAGES))
    assert len(set(sentences.values())) == len(sentences)
    assert all(is_within_bounds(text, sentences["en"]) for text in sentences.values())
