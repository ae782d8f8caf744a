"""What the guest wrote this time, whatever their mail program puts around it."""

from __future__ import annotations

import unicodedata

import pytest

from drafting.pipeline.interpret.normalise import normalise
from tests.drafting.mail.quoted_forms import CASES, PROGRAMS, Quoted, cases


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _read(case: Quoted) -> str:
    return _plain(normalise(case.body).text)


@pytest.mark.parametrize("half", ["held out", "tuned"])
def test_replies_of_sixteen_program_languages_are_split(half):
    assert len(CASES) >= 150 and len(PROGRAMS) >= 12
    read = cases(half)
    exact = [case for case in read if _read(case) == _plain(" ".join(case.words))]
    words = [(case.name, word) for case in read for word in case.words]
    texts = {case.name: _read(case) for case in read}
    lost = [name for name, word in words if _plain(word) not in texts[name]]
    assert len(exact) >= 0.8 * len(read)
    assert len(lost) <= 0.01 * len(words), lost


@pytest.mark.parametrize(
    "text", ["Late Checkout", "Vegan Breakfast", "Airport Shuttle", "Mario Rossi\nPiano Bar"]
)
def test_a_mail_of_one_line_in_capitals_is_no_signature(text):
    split = normalise(text)
    assert (split.text, split.signature) == (text, "")


def test_a_closing_makes_a_signature_of_what_stands_alone():
    assert normalise("Thanks!\n\nKind regards\nIsla Thornbury").signature.endswith("Isla Thornbury")


@pytest.mark.parametrize(
    "text",
    [
        "My name: Isla\nE-mail: isla@example.com\nFrom: 4 May 2026\nIs there parking?",
        "We come from: Milan\nIs there parking?",
        "Our plan: arrive at 18:42, see you then:\nthree people",
    ],
)
def test_what_only_looks_like_a_header_is_text(text):
    split = normalise(text)
    assert (not split.quote and "parking" in split.text) or "three people" in split.text


ADDRESS = "orla.finn@example.net"


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        (
            (
                f"Hi,\n\nour stay is from 9 June 2026 (the receipt went to {ADDRESS}). To know:\n"
                "- do you rent towels?\n\nOrla"
            ),
            "do you rent towels?",
        ),
        ("Hello,\n\nas I wrote on 9 June 2026:\n- do you rent towels?", "do you rent towels?"),
        (
            (
                f"Hallo,\nfür den 9. Juni 2026 kam die Bestätigung an {ADDRESS}, zwei Fragen noch:\n"
                "1. Verleihen Sie Handtücher?\n\nOrla"
            ),
            "Verleihen Sie Handtücher?",
        ),
        (
            (
                f"Salve,\nho prenotato con {ADDRESS} dal 9 giugno 2026\nVorrei sapere:\n"
                "noleggiate asciugamani?"
            ),
            "noleggiate asciugamani?",
        ),
        (
            (
                f"New entry\n\nName: Orla\nE-mail: {ADDRESS}\nArrival: 09/06/2026\nYour message:\n"
                "Do you rent towels?"
            ),
            "Do you rent towels?",
        ),
        (
            (
                f"Nouvelle demande\n\nNom : Orla\nE-mail : {ADDRESS}\nArrivée : 09/06/2026\n"
                "Votre message :\nLouez-vous des serviettes ?"
            ),
            "Louez-vous des serviettes ?",
        ),
        (
            "Nuevo contacto\n\nDe: Orla\nAsunto: toallas\nMensaje:\n¿Alquilan toallas?",
            "¿Alquilan toallas?",
        ),
    ],
)
def test_words_below_an_address_and_a_date_are_the_guests(body, asked):
    split = normalise(body)
    assert asked in split.text and asked not in split.quote
