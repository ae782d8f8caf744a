"""A fact in the words of each language."""

from __future__ import annotations

import pytest

from templatesapp.choices import FactKind
from templatesapp.text.facts import check_fact, format_fact

TABLE = [
    ("time", "15:30", "", "3:30 pm", "15:30", "15:30 Uhr", "15h30", "15:30"),
    ("time", "08:00", "", "8 am", "8:00", "8:00 Uhr", "8h", "8:00"),
    ("time", "00:00", "", "12 am", "0:00", "0:00 Uhr", "0h", "0:00"),
    ("time", "12:05", "", "12:05 pm", "12:05", "12:05 Uhr", "12h05", "12:05"),
    ("money", "9.50", "EUR", "€9.50", "9,50 €", "9,50 €", "9,50 €", "9,50 €"),
    ("money", "9.00", "EUR", "€9", "9 €", "9 €", "9 €", "9 €"),
    ("money", "1234.50", "EUR", "€1,234.50", "1.234,50 €", "1.234,50 €", "1 234,50 €", None),
    ("number", "1200", "", "1,200", "1.200", "1.200", "1 200", None),
    ("number", "2.5", "", "2.5", "2,5", "2,5", "2,5", "2,5"),
    ("percent", "30", "", "30%", "30%", "30 %", "30 %", "30 %"),
    ("date", "04-05", "", "5 April", "5 aprile", "5. April", "5 avril", "5 de abril"),
    ("date", "02-29", "", "29 February", "29 febbraio", "29. Februar", "29 février", None),
    ("text", "Via dei Limoni", "", *["Via dei Limoni"] * 5),
    ("url", "https://a.example/b", "", *["https://a.example/b"] * 5),
    ("email", "a@b.example", "", *["a@b.example"] * 5),
    ("phone", "+39 089 555", "", *["+39 089 555"] * 5),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[0]} {row[1]}")
def test_each_language_writes_it_its_own_way(row):
    kind, value, unit, *expected = row
    for language, text in zip(("en", "it", "de", "fr", "es"), expected, strict=True):
        if text is not None:
            assert format_fact(kind, value, unit, language) == text, language


def test_a_language_outside_the_five_gets_english():
    assert format_fact("time", "15:30", "", "other") == "3:30 pm"


@pytest.mark.parametrize("language", ["en", "it", "de", "fr", "es"])
@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[0]} {row[1]}")
def test_only_plain_spaces(row, language):
    text = format_fact(row[0], row[1], row[2], language)
    assert not any(space in text for space in "\u00a0\u202f\u2009")
    assert text == " ".join(text.split())


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("time", "25:00"),
        ("time", "noon"),
        ("time", "15"),
        ("time", ""),
        ("money", "a lot"),
        ("money", "NaN"),
        ("money", "Infinity"),
        ("money", "9,50"),
        ("number", ""),
        ("percent", "all"),
        ("date", "13-01"),
        ("date", "02-30"),
        ("date", "April"),
        ("url", "javascript:alert(1)"),
        ("url", "hostel.example"),
        ("email", "nobody"),
        ("phone", "call us"),
        ("text", "   "),
    ],
)
def test_nonsense_is_told_with_how_it_is_written(kind, value):
    told = check_fact(kind, value, "")
    assert told
    if kind != "text":
        example = told.partition(": write it as ")[2].partition(",")[0]
        assert check_fact(kind, example, "") == ""


@pytest.mark.parametrize("unit", ["euro", "€", "eur"])
def test_money_has_a_currency(unit):
    assert "such as EUR" in check_fact("money", "9.50", unit)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[0]} {row[1]}")
def test_what_can_be_written_is_accepted(row):
    assert check_fact(row[0], row[1], row[2]) == ""


def test_every_kind_is_in_the_table():
    assert {row[0] for row in TABLE} == set(FactKind.values)
