"""A threat is one, and a near miss is none, whatever the house calls itself."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from drafting.pipeline.interpret.engine import interpret
from drafting.pipeline.interpret.escalation import find_escalation
from drafting.pipeline.interpret.reading import readings
from drafting.pipeline.plan import IncomingMail, InterpretSettings
from templatesapp.text.languages import house_nouns
from templatesapp.text.tokens import fold_accents

EVAL = Path(__file__).resolve().parents[3] / "fixtures" / "eval"
# What the fixtures' guests call the house, and never another one.
WRITTEN = {
    "en": "hostel",
    "de": "hostel|herberge",
    "it": "ostello",
    "es": "hostal|albergue|hostel",
    "fr": "auberge|hostel",
}
SCAM = {
    "en": "This {} is a scam and I will tell the newspapers.",
    "de": "Das {} ist Betrug und ich gehe damit zur Zeitung.",
    "it": "Questo {} è una truffa e mi rivolgo ai giornali.",
    "es": "Este {} es una estafa y voy a contarlo a los periódicos.",
    "fr": "Cet {} est une arnaque et je vais prévenir la presse.",
}


def rows():
    for name in ("guest_mails", "unseen_threats"):
        for line in (EVAL / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            language = row["labels"]["language"]
            if language in WRITTEN and re.search(
                rf"\b({WRITTEN[language]})\b", row["body"], re.IGNORECASE
            ):
                yield pytest.param(language, row, id=row["id"])


def read(body: str, subject: str = "", settings: InterpretSettings | None = None):
    mail = IncomingMail(subject=subject, body=body)
    escalation = interpret(
        mail, settings=settings or InterpretSettings(has_reader=False)
    ).escalation
    return escalation.tier, sorted(escalation.triggers)


@pytest.mark.parametrize(("language", "row"), rows())
def test_no_noun_changes_how_a_mail_is_read(language, row):
    wanted = read(row["body"], row["subject"])
    written = re.compile(rf"\b({WRITTEN[language]})\b", re.IGNORECASE)
    told = {
        noun: read(written.sub(noun, row["body"]), written.sub(noun, row["subject"]))
        for noun in house_nouns(language)
    }
    assert {noun: found for noun, found in told.items() if found != wanted} == {}


@pytest.mark.parametrize(
    ("language", "noun"), [(code, noun) for code in SCAM for noun in house_nouns(code)]
)
def test_an_accusation_of_any_house_is_critical(language, noun):
    assert read(SCAM[language].format(noun))[0] == "CRITICAL"


@pytest.mark.parametrize("noun", ["Masseria", "Wine Press", "Maison d'hôtes"])
def test_what_only_this_house_is_called_stands_in_its_profile(noun):
    body = f"This {noun.lower()} is a scam and I will tell the newspapers."
    own = InterpretSettings(has_reader=False, house_nouns=frozenset({noun}))
    assert read(body, settings=own) == read(body.replace(noun.lower(), "hostel"))
    hits = readings(f"The {noun.lower()} is a scam.", "en", own)
    assert hits[0].has("staff")


def test_nouns_are_single_words_each_once():
    for code in WRITTEN:
        nouns = [fold_accents(noun) for noun in house_nouns(code)]
        assert len(set(nouns)) == len(nouns)
        assert all(noun.isalpha() for noun in nouns)


@pytest.mark.parametrize(
    ("mail", "language"),
    [
        ("This yurt is a scam and I will tell the newspapers", "en"),
        ("This treehouse is a scam and I will tell the newspapers", "en"),
        ("Dieses Baumhaus ist Betrug, ich gehe zur Presse", "de"),
        ("Cette yourte est une arnaque, je vais le dire aux journaux", "fr"),
        ("Questa tenda è una truffa e lo dirò ai giornali", "it"),
        ("Este barco es una estafa y se lo contaré a los periódicos", "es"),
        ("Esta casa na árvore é uma burla e vou contar aos jornais", "pt"),
    ],
)
def test_a_house_that_no_list_names_is_accused_and_threatened_alike(mail, language):
    found = find_escalation(mail, language).triggers
    assert {"public_media_threat", "fraud_or_misconduct_accusation"} <= set(found)


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Ich hätte gern eine Massage, am liebsten Rücken und Nacken. Was kostet sie?", "massag"),
        ("Vorrei un massaggio, meglio la schiena. Quanto costa?", "massagg"),
    ],
)
def test_it_is_a_thing_that_only_the_house_knows(text: str, thing: str) -> None:
    language = "de" if "gern" in text else "it"
    mail = IncomingMail(body=text, subject="")
    own = InterpretSettings(has_reader=False, house_things=frozenset({(language, thing)}))
    (*_, asked) = interpret(mail, settings=own).asks
    assert thing in asked.text.lower() and not asked.is_unresolved
    (*_, asked) = interpret(mail, settings=InterpretSettings(has_reader=False)).asks
    assert asked.is_unresolved
