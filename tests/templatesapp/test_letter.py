"""Greetings, closings and the promise of a personal answer."""

from __future__ import annotations

import pytest

from templatesapp.categories import LANGUAGES
from templatesapp.text.coverage.cover import promises
from templatesapp.text.letter import (
    SIGNATURE,
    called_name,
    closing,
    fuller_name,
    greeting,
    insert_before_closing,
    letter_words,
    names_owners,
    owners_promises,
    personalise_greeting,
    promise_sentence,
    signed,
    split_letter,
)
from templatesapp.text.sentences import sentences


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("jess", "Jess"),
        ("Annika", "Annika"),
        ("Annika Rehberg", "Annika"),
        ("  Annika   Rehberg ", "Annika"),
        ("Dr Alistair Fenn", "Dr Alistair Fenn"),
        ("Dr. Fenn", "Dr. Fenn"),
        ("H. Valmy", "H. Valmy"),
        ("J.-B. Valmy", "J.-B."),
        ("Mtra. Ximena Rojas", "Ximena"),
        ("Uff. Acquisti", ""),
        ("J Smith", "J Smith"),
        ("Graham & Wendy", "Graham & Wendy"),
        ("Anna e Marco Riva", "Anna e Marco"),
        ("Karin und Peter", "Karin und Peter"),
        ("João Costa e Silva", "João"),
        ("Fam. Lindner", "Fam. Lindner"),
        ("Ehepaar Lindner", "Ehepaar Lindner"),
        ("José", "José"),
        ("O’Brien", "O’Brien"),
        ("Anne-Marie Duval", "Anne-Marie"),
        ("Łukasz Żak", "Łukasz"),
    ],
)
def test_people_are_called_by_their_first_name(name, called):
    assert called_name(name) == called


def test_in_german_people_are_called_by_all_that_they_sign_with():
    assert greeting("Annika Rehberg", "de") == "Guten Tag Annika Rehberg!"
    assert greeting("Annika", "de") == "Guten Tag Annika!"
    assert greeting("Annika Rehberg", "it") == "Gentile Annika,"


@pytest.mark.parametrize(
    ("signed", "header", "name"),
    [
        ("", "Uwe Kessler", "Uwe Kessler"),
        ("U. Kessler", "Uwe Kessler", "Uwe Kessler"),
        ("U", "Uwe Kessler", "Uwe Kessler"),
        ("M", "Uwe Kessler", "M"),
        ("J.-L. Kessler", "Jean-Luc Kessler", "Jean-Luc Kessler"),
        ("J.L. Kessler", "Jean Luc Kessler", "Jean Luc Kessler"),
        ("J.-L. Kessler", "Jean-Luc Abate", "J.-L. Kessler"),
        ("Abate", "Vincenzo Abate", "Vincenzo Abate"),
        ("Tom", "Vincenzo Abate", "Tom"),
        ("Abate", "", "Abate"),
    ],
)
def test_a_name_that_is_signed_in_part_is_the_headers(signed, header, name):
    assert fuller_name(signed, header) == name


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
    for topics in (["breakfast"], ["invoice", ""], [""]):
        sentence = promise_sentence(topics, "Ada & Bo", language)
        assert "Ada & Bo" in sentence
        assert "{" not in sentence
        assert all(sentence != promise_sentence(topics, "Ada & Bo", o) for o in others)


@pytest.mark.parametrize(
    ("topics", "language", "promise"),
    [
        (["invoice"], "en", "A & B will write to you about the invoice."),
        (["invoice", "invoice"], "en", "A & B will write to you about the invoice."),
        (
            ["cot", "dog"],
            "de",
            "Zum Thema Babybett und Hund schreiben Ihnen A & B.",
        ),
        (
            ["breakfast", "no-such"],
            "it",
            "Per quanto riguarda la colazione e il resto del Suo mess",
        ),
        (["no-such", ""], "en", "A & B will write to you about the rest of your message."),
        (
            ["cot", "dog", "lift", "wifi", "beach"],
            "en",
            "A & B will write to you about the cot, your dog, the lift, the wifi and the rest of",
        ),
    ],
)
def test_one_sentence_names_what_it_promises(topics, language, promise):
    sentence = promise_sentence(topics, "A & B", language)
    assert sentence.startswith(promise)
    assert len(sentences(sentence)) == 1


@pytest.mark.parametrize(
    ("sentence", "is_theirs"),
    [
        ("Ada or Bo will look at both and write to you.", True),
        ("Ihre Nachricht liegt jetzt bei Ada und Bo.", True),
        ("Ada will write to you.", False),
        ("We will write to you.", False),
        ("Ada & Bo", False),
        ("Ada and Bo", False),
    ],
)
def test_a_sentence_may_name_all_owners(sentence, is_theirs):
    assert names_owners(sentence, "Ada & Bo") is is_theirs


def test_every_language_has_the_same_topics():
    topics = {language: letter_words(language).topics for language in LANGUAGES}
    assert all(known.keys() == topics["en"].keys() for known in topics.values())
    assert all(name.strip() for known in topics.values() for name in known.values())


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


@pytest.mark.parametrize("said", ["Un cordiale saluto", "See you at the lake!", "Bis bald,\nwir"])
def test_whatever_stands_above_the_signature_closes_a_letter(said):
    end = f"{said}\n{SIGNATURE}"
    assert split_letter(f"{{{{SLOT:GREETING}}}}\n\nText.\n\n{end}")[1:] == (["Text."], end)


def test_line_ends_stay_as_they_are():
    letter = "Dear Guest,\r\n\r\nText.\r\n\r\nKind regards"
    longer = insert_before_closing(letter, "One\nTwo")
    assert longer == "Dear Guest,\r\n\r\nText.\r\n\r\nOne\r\nTwo\r\n\r\nKind regards"


def test_a_slot_alone_closes_the_letter_and_one_below_a_closing_only_signs():
    assert signed(f"Hello,\n\nText.\n\n{SIGNATURE}", "Ada", "fr") == closing("Ada", "fr")
    assert signed(f"Hello,\n\nText.\n\nYours,\n{SIGNATURE}", "Ada", "fr") == "Ada"
    assert signed(SIGNATURE, "", "fr") == ""


def test_a_letter_without_closing_gets_the_paragraph_at_its_end():
    assert insert_before_closing("Just text.", "More.") == "Just text.\n\nMore."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topics", [["steps"], ["invoice", "cot"], ["check-in", ""], [""]])
def test_our_promise_is_read_as_one_and_begins_with_no_bare_topic(language, topics):
    said = promise_sentence(topics, "Ada & Bo", language)
    assert promises(said, language) == (0,)
    first = letter_words(language).topics.get(topics[0], "-")
    assert not said.lower().startswith(first.lower())


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Whether a drone may fly, Ada or Bo will tell you.", "en"),
        ("You will hear from Ada about the drone.", "en"),
        ("Wegen der Drohne melden sich Ada und Bo bei Ihnen.", "de"),
        ("Ob das geht, wird Ihnen Ada Bescheid geben.", "de"),
        ("Se il drone può volare, glielo diranno Ada e Bo.", "it"),
        ("Per il drone vi risponderanno Ada e Bo.", "it"),
        ("Pour le drone, Ada et Bo vous diront si c'est possible.", "fr"),
        ("Sobre el dron os escribirán Ada y Bo.", "es"),
        ("Sobre o drone, a Ada e o Bo vão contactar-vos.", "pt"),
    ],
)
def test_whoever_is_to_tell_the_guest_promises(said, language):
    assert promises(said, language) == (0,)


def test_what_the_owners_promise_is_what_names_them_above_their_signature():
    body = (
        "Dear Isla,\n\nBreakfast is from 8 am. Whether a drone may fly, Ada or Bo will write to"
        " you. Ada knows.\n\nSafe travels and warm regards\nAda & Bo\nThe House"
    )
    assert owners_promises(body, "Ada & Bo") == [
        "Whether a drone may fly, Ada or Bo will write to you."
    ]
    assert owners_promises("See you soon,\nAda & Bo", "Ada & Bo") == []
    assert owners_promises(body, "") == []
    with_surname = body.replace("Ada & Bo\n", "Ada & Bo de Vries\n")
    assert owners_promises(with_surname, "Ada & Bo") == owners_promises(body, "Ada & Bo")
