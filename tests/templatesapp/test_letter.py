"""Greetings, closings and the promise of a personal answer."""

from __future__ import annotations

import pytest

from templatesapp.categories import LANGUAGES
from templatesapp.text.letter import (
    called_name,
    closing,
    follow_up_sentence,
    greeting,
    insert_before_closing,
    personalise_greeting,
    split_letter,
)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Annika", "Annika"),
        ("Annika Rehberg", "Annika"),
        ("  Annika   Rehberg ", "Annika"),
        ("Dr Alistair Fenn", "Dr Alistair Fenn"),
        ("Dr. Fenn", "Dr. Fenn"),
        ("H. Valmy", "H. Valmy"),
        ("J Smith", "J Smith"),
        ("Graham & Wendy", "Graham & Wendy"),
        ("José", "José"),
        ("O’Brien", "O’Brien"),
        ("Anne-Marie Duval", "Anne-Marie"),
        ("Łukasz Żak", "Łukasz"),
    ],
)
def test_people_are_called_by_their_first_name(name, called):
    assert called_name(name) == called


HOSTILE = [
    None,
    "",
    "   ",
    ",",
    "\n\n",
    "<b>Bob</b>",
    "<script>alert(1)</script>",
    "Bob\r\nBcc: x@y.z",
    "{{SLOT:CTA}}",
    "https://evil.example",
    "bob@example.org",
    "Bob; DROP TABLE",
    "1234",
    "B" * 61,
    "Bob\x00",
    "Bob\u202eevil",
    "{name}",
    "%s",
    "🎉",
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("language", [*LANGUAGES, "other"])
def test_what_is_no_plain_name_is_greeted_as_a_guest(name, language):
    line = greeting(name, language)
    assert "\n" not in line
    assert " ," not in line
    assert "  " not in line
    assert line == greeting("", language) or line == greeting("Bob Bcc", language)
    assert not any(sign in line for sign in "<>{}@/;")


def test_nobody_is_dear_nothing():
    assert greeting(None, "en") == greeting("  ", "en") == "Dear Guest,"
    assert greeting("Annika", "en") == "Dear Annika,"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_words_of_its_own(language):
    others = set(LANGUAGES) - {language}
    assert "Annika" in greeting("Annika", language)
    assert all(greeting("Annika", language) != greeting("Annika", other) for other in others)
    sentence = follow_up_sentence("Ada & Bo", language)
    assert "Ada & Bo" in sentence
    assert "{" not in sentence
    assert all(sentence != follow_up_sentence("Ada & Bo", other) for other in others)


def test_the_english_promise_is_the_documented_one():
    assert follow_up_sentence("Peter & Cristiana", "en") == (
        "For this specific question we want to give you the most accurate answer — "
        "Peter & Cristiana will follow up with you directly."
    )


def test_a_letter_without_slots_is_personalised():
    assert personalise_greeting("Dear Guest,\n\nHi.", "Annika R", "en") == "Dear Annika,\n\nHi."
    assert personalise_greeting("Dear Guest,\n\nHi.", None, "en") == "Dear Guest,\n\nHi."
    assert personalise_greeting("Welcome.\n\nDear Guest,", "Annika", "en").endswith("Dear Guest,")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paragraph_goes_before_the_closing(language):
    end = closing("Ada\nHouse", language)
    letter = f"{greeting('Annika', language)}\n\nText.\n\n{end}"
    opening, middle, ending = split_letter(letter)
    assert (opening, middle, ending) == (greeting("Annika", language), ["Text."], end)
    longer = insert_before_closing(letter, "More.")
    assert split_letter(longer)[1] == ["Text.", "More."]


def test_line_ends_stay_as_they_are():
    letter = "Dear Guest,\r\n\r\nText.\r\n\r\nKind regards"
    longer = insert_before_closing(letter, "One\nTwo")
    assert longer == "Dear Guest,\r\n\r\nText.\r\n\r\nOne\r\nTwo\r\n\r\nKind regards"


def test_a_letter_without_closing_gets_the_paragraph_at_its_end():
    assert insert_before_closing("Just text.", "More.") == "Just text.\n\nMore."
