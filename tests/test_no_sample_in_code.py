"""The product names no house: what the sample calls by a name stands in the sample's files alone.

The names come from its data: what profile and facts call by a name, and words that begin with a
capital inside the sentences of two languages and are nowhere written small. Code, data of the
languages, pages, settings and the starter house are searched whole, comments included. Migrations
tell what once was, and instruments measure the sample.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel import Locale

from drafting.desk.house import FOLDER, read_house
from templatesapp.categories import LANGUAGES
from templatesapp.text.languages import house_nouns
from templatesapp.text.letter import letter_words
from templatesapp.text.tokens import fold

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("config", "templatesapp", "learning", "drafting", "fixtures/starter")
ENDINGS = frozenset({".py", ".toml", ".json", ".html", ".js", ".css", ".txt", ".svg"})
LEFT_OUT = ("/migrations/", "drafting/instruments/")
# Ordinary words inside names.
COMMON = frozenset(
    [
        "via",
        "viale",
        "chiesa",
        "nuova",
        "sud",
        "viaggi",
        "garage",
        "sentiero",
        "dei",
        "degli",
        "molo",
        "spiaggia",
        "trattoria",
        "zia",
        "pizzeria",
        "terrazza",
    ]
)
# Names that any house may say.
ANYBODYS = frozenset(
    {
        *("visa", "mastercard", "maestro", "express"),
        *("octorate", "hostelworld"),  # where guests book and pay
        "naples",  # guests fly there
        "peter",  # a first name among others
        "sundays",
    }
)
# What is still to become the house's own: the name, and where alone it may stand until then.
PLACES = "templatesapp/languages/international"
STILL_THERE = {
    "sorrento": PLACES,
    "salerno": PLACES,
    "amalfi": PLACES,
    "capri": PLACES,
    "pompei": PLACES,
    "brikette": "drafting/tools/tools.toml",  # agents know these addresses
}
_WORD = re.compile(r"[^\W\d_]{3,}")
_NO_WORDS = re.compile(r"\{\{SLOT:\w+\}\}|\S+[/@]\S+|\S+\.\w\S*")
_INSIDE = re.compile(r"(?<=[a-zà-ÿ,] )[A-ZÀ-Ý][^\W\d_]{2,}")


@cache
def names() -> frozenset[str]:
    return frozenset(_written() | _called()) - COMMON - ANYBODYS - _calendar()


def _called() -> set[str]:
    """What profile and facts call by a name; a noun for a house is none."""
    house = read_house(FOLDER)
    nouns = {noun for code in LANGUAGES for noun in house_nouns(code)}
    said = [row["value"] for row in house.lists["facts"] if row["kind"] == "text"]
    said += [house.profile[name] for name in ("business_name", "owners", "signature")]
    return {fold(word) for word in _WORD.findall(" ".join(said)) if word[0].isupper()} - nouns


def _written() -> set[str]:
    """Words that two languages write with a capital inside a sentence; German does so with all."""
    languages: dict[str, set[str]] = defaultdict(set)
    small: set[str] = set()
    for language, text in _texts():
        bare = _NO_WORDS.sub(" ", text)
        small |= {fold(word) for word in _WORD.findall(bare) if word.islower()}
        if language != "de":
            for word in _INSIDE.findall(bare):
                languages[fold(word)].add(language)
    return {word for word, found in languages.items() if len(found) > 1} - small


def _texts() -> Iterator[tuple[str, str]]:
    house = read_house(FOLDER)
    for row in house.lists["templates"]:
        yield row["language"], row["body"]
    for row in house.lists["knowledge"]:
        yield row["language"], f"{row['question']}\n{row['answer']}"


def _calendar() -> set[str]:
    """Days, months, languages and countries, as Unicode CLDR names them."""
    found = []
    for code in LANGUAGES:
        locale = Locale(code)
        found += [*locale.languages.values(), *locale.territories.values()]
        found += [
            *locale.days["format"]["wide"].values(),
            *locale.months["format"]["wide"].values(),
        ]
    return {fold(word) for name in found for word in _WORD.findall(name)}


def files() -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in ENDINGS and not any(part in name for part in LEFT_OUT):
                yield path


def names_in(text: str) -> set[str]:
    return {fold(word) for word in _WORD.findall(text.replace("_", " "))} & names()


@cache
def found() -> frozenset[tuple[str, str]]:
    """(name, file) of all that the product's files say."""
    return frozenset(
        (name, path.relative_to(ROOT).as_posix())
        for path in files()
        for name in names_in(path.read_text(encoding="utf-8"))
    )


def test_no_name_of_the_sample_stands_in_the_product():
    allowed = {
        (name, path) for name, path in found() if path.startswith(STILL_THERE.get(name, "-"))
    }
    assert sorted(found() - allowed) == []


@pytest.mark.parametrize("name", STILL_THERE)
def test_what_may_stand_still_does(name):
    assert any(path.startswith(STILL_THERE[name]) for seen, path in found() if seen == name)


def test_the_names_are_those_of_the_sample():
    assert names() >= {
        *("brikette", "cristiana", "positano", "limoni", "curreri", "circumvesuviana"),
        *("fornillo", "bomerano", "nocelle", "amalfi", "sorrento", "salerno", "capri"),
    }
    assert not names() & {"hostel", "april", "italy", "english", "breakfast", "kayak", "pool"}


@pytest.mark.parametrize("text", ["POSITANO = 1", "# as in Hostel Brikette", '"nach_sorrento"'])
def test_a_name_is_seen(text):
    assert names_in(text)


# A house of any kind is one, or has them.
ANY_HOUSES = frozenset(
    {
        *("house", "place", "property", "accommodation", "haus", "unterkunft", "casa", "posto"),
        *("maison", "endroit", "lugar", "local", "alojamiento", "alojamento", "struttura"),
    }
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_says_what_kind_of_house_it_is_from(language):
    """What a letter calls the things that are asked about: no house's beds, key cards or ferries."""
    said = letter_words(language)
    kinds = set(house_nouns(language)) - ANY_HOUSES
    named = {concept: set(_WORD.findall(text.lower())) for concept, text in said.topics.items()}
    assert {concept: words & kinds for concept, words in named.items() if words & kinds} == {}
    assert said.topics["availability"] != said.topics["bed"]
    assert len(said.topics["key"].split()) <= 2
