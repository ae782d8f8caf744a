"""A text that may not be reworded may greet its guest rightly."""

from __future__ import annotations

import pytest

from drafting.pipeline.check.fixed_text import changed_line

REST = "\n\nWe have read it.\n\nWarm regards,\nPeter"
HOUSE = {
    "en": "Dear Hui,",
    "de": "Guten Tag Annette!",
    "it": "Gentile Ospite,",
    "fr": "Bonjour Luc,",
    "es": "Hola, Mari:",
    "pt": "Olá, Ana,",
}


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", "Dear Hui Min,"),
        ("en", "Good morning Mr and Mrs O’Brien-Smith!"),
        ("en", "Dear Guest,"),
        ("de", "Guten Tag Frau Dr. Wieland,"),
        ("de", "Sehr geehrter Herr von der Heide,"),
        ("de", "Liebe Familie Lindner!"),
        ("it", "Gentili Sig.ra Rossi e Marco,"),
        ("fr", "Chère Madame Dupont,"),
        ("fr", "Bonjour Hélène\N{NO-BREAK SPACE}!"),
        ("es", "Estimada familia García López:"),
        ("es", "Hola, Mari Carmen:"),
        ("pt", "Prezada Dra. Souza,"),
    ],
)
def test_another_greeting_changes_nothing_fixed(language, first):
    assert not changed_line(first + REST.replace("\n", "\r\n"), HOUSE[language] + REST, language)


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", ""),
        ("en", "Hui Min,"),
        ("en", "Dear,"),
        ("en", "Dear Hui Min, all is refunded."),
        ("en", "Dear Hui Min, Anna. Refunded,"),
        ("en", "Dear Full Refund,"),
        ("en", "Dear guest of our house,"),
        ("en", "Dear Hui 2,"),
        ("en", "Dear Hui https://evil.example,"),
        ("en", "Dear Ann Bea Cid Dan Eve Fay Gus Hal,"),
        ("en", "Dear Hui,\nAll is refunded."),
        ("en", "Guten Tag Hui!"),
        ("de", "Guten Tag, Sie bekommen Ihr Geld zurück!"),
        ("it", "Gentile rimborso,"),
    ],
)
def test_what_is_more_than_a_greeting_by_name_is_a_change(language, first):
    assert changed_line(first + REST, HOUSE[language] + REST, language)


def test_below_the_greeting_all_is_fixed():
    kept = HOUSE["en"] + REST
    assert not changed_line(f" {kept}\n", kept, "en")
    changed = ("We have got it.", "We have read it.")
    assert changed_line("Dear Hui Min," + REST.replace("read", "got"), kept, "en") == changed
    assert changed_line(f"{kept}\nPS", kept, "en") == ("PS", "")
    assert changed_line(f"Dear Hui Min,\n\n{kept}", kept, "en")


def test_where_the_kept_text_greets_nobody_none_is_added():
    assert changed_line("Dear Hui,\nWarm regards,", "We have read it.\nWarm regards,", "en")
