"""Two letters exchanged, one doubled or not: what a guest meant is read; nothing else is touched."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.spelling import written_out
from drafting.pipeline.plan import IncomingMail

MENDED = [
    ("en", "Is there a brekafast?", "Is there a breakfast?"),
    ("en", "the bathrom and the matress", "the bathroom and the mattress"),
    ("de", "Kann ich eine Recnhung bekommen?", "Kann ich eine Rechnung bekommen?"),
    ("de", "wo ist die terasse", "wo ist die terrasse"),
    ("it", "la picsina e la spiagia", "la piscina e la spiaggia"),
    ("fr", "la sonette ne marche pas", "la sonnette ne marche pas"),
    ("es", "¿Incluye el desyauno?", "¿Incluye el desayuno?"),
    ("pt", "há estacoinamento?", "há estacionamento?"),
]
RIGHT = [
    ("es", "somos cuatro, qué alegría"),
    ("pt", "somos quatro, de braços abertos"),
    ("fr", "pour monter les bagages"),
    ("it", "un capello sul cuscino"),
    ("de", "das Baby ist ganz schlaff"),
    ("en", "we are signing the form"),
    ("en", "see www.brekafast.example or brekafast@example.org, Mr McBrekafast"),
    ("en", "Marta Kowlaska"),
]


@pytest.mark.parametrize(("language", "written", "meant"), MENDED)
def test_a_slip_of_the_finger_is_mended(language, written, meant):
    assert written_out(written, language) == meant


@pytest.mark.parametrize(("language", "text"), RIGHT)
def test_a_word_of_its_own_stays(language, text):
    assert written_out(text, language) == text


def test_what_was_meant_is_asked():
    (ask,) = interpret(IncomingMail("Kann ich eine Recnhung bekommen?")).asks
    assert ask.topic == "invoice"
