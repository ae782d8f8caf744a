"""What letters ask guests for and suppose of them, held against what the mail tells."""

from __future__ import annotations

import pytest

from drafting.pipeline.answer.given import (
    ALREADY_TOLD,
    OTHER_CASE,
    Guest,
    asked_for,
    supposed_in,
    told_in,
)
from tests.drafting.pipeline.plans import plan

OFFER = "For the offer we need your dates and the number of guests."


def guest(text: str, *, subject: str = "", **changes) -> Guest:
    return Guest.of(plan(normalized_text=text, **changes), subject)


@pytest.mark.parametrize(
    ("sentence", "language", "kinds"),
    [
        (OFFER, "en", {"dates", "guests"}),
        ("If you would like a lift, reply with your arrival time.", "en", {"time"}),
        ("We book the boat once we know your flight and its time.", "en", {"flight", "time"}),
        ("Please send us your booking reference.", "en", {"reference"}),
        (
            "Für das Angebot brauchen wir den Zeitraum und die Zahl der Gäste.",
            "de",
            {"dates", "guests"},
        ),
        ("Gern holen wir Sie ab, sobald wir Ihre Ankunftszeit kennen.", "de", {"time"}),
        ("Per l'offerta ci servono le date e il numero degli ospiti.", "it", {"dates", "guests"}),
        (
            "Pour l'offre, il nous faut vos dates et le nombre de personnes.",
            "fr",
            {"dates", "guests"},
        ),
        (
            "Para la oferta necesitamos sus fechas y el número de huéspedes.",
            "es",
            {"dates", "guests"},
        ),
        (
            "Para a proposta precisamos das suas datas e do número de pessoas.",
            "pt",
            {"dates", "guests"},
        ),
    ],
)
def test_what_a_sentence_asks_for(sentence, language, kinds):
    assert asked_for(sentence, language) == kinds


@pytest.mark.parametrize(
    "sentence",
    [
        "Breakfast is at eight.",
        "Please send us your dates and a photo of the tent.",
        "The garage is small: reply with your arrival time.",
        "The ferry takes an hour and the ticket costs nine coins; let us know your dates.",
    ],
)
def test_a_sentence_that_says_or_wants_anything_else_asks_for_nothing(sentence):
    assert not asked_for(sentence, "en")


@pytest.mark.parametrize(
    ("mail", "language", "kinds"),
    [
        ("We are fourteen riders, 4 to 7 June.", "en", {"guests", "dates"}),
        ("Wir kommen zu fünft vom 12. bis 16. Mai.", "de", {"guests", "dates"}),
        ("Siamo in otto, dal 3 al 5 agosto.", "it", {"guests", "dates"}),
        ("Nous sommes six, du 3 au 5 août.", "fr", {"guests", "dates"}),
        ("Somos siete, del 3 al 5 de agosto.", "es", {"guests", "dates"}),
        ("Somos sete, de 3 a 5 de agosto.", "pt", {"guests", "dates"}),
        ("Our train gets in at 16:05.", "en", {"time"}),
        ("My green scarf, bed 4, we left on Tuesday.", "en", {"description", "room", "day"}),
    ],
)
def test_what_a_mail_tells(mail, language, kinds):
    assert kinds <= told_in(plan(language=language), mail)


def test_an_hour_of_something_else_is_no_time_of_arrival():
    assert "time" not in told_in(plan(), "Is the bar still open at 22:30?")


def test_what_is_told_is_not_asked_for_again_also_in_the_subject():
    told = guest("There are twelve of us, an offer please.", subject="Stay from 4 to 7 June")
    assert told.why_not(OFFER, "en") == ALREADY_TOLD
    assert not guest("There are twelve of us, an offer please.").why_not(OFFER, "en")


def test_a_reference_that_was_read_is_not_asked_for():
    sentence = "Please send us your booking reference."
    assert guest("Hello", booking_ref="BRK-1").why_not(sentence, "en") == ALREADY_TOLD
    assert not guest("Hello").why_not(sentence, "en")


BROKEN = "If the air conditioning does not work, tell reception."


@pytest.mark.parametrize(
    ("mail", "why"),
    [
        ("Do you have towels in the dorm?", OTHER_CASE),
        ("The air conditioning in our room is broken.", ""),
        ("It is terribly hot, the air conditioning only blows warm air.", ""),
    ],
)
def test_a_case_that_is_not_the_guests_is_none_for_them(mail, why):
    assert guest(mail).why_not(BROKEN, "en") == why


def test_in_another_language_too():
    assert guest("Gibt es Handtücher im Schlafsaal?", language="de").why_not(BROKEN, "en")
    assert not guest("Die Klimaanlage ist kaputt.", language="de").why_not(BROKEN, "en")


@pytest.mark.parametrize(
    "sentence",
    [
        "If you feel in danger, call the doctor first.",
        "If you like, we call you.",
        "Breakfast is on the terrace, if it is warm.",
    ],
)
def test_help_in_need_and_offers_to_anybody_stay(sentence):
    assert not guest("Is there a hair dryer?").why_not(sentence, "en")


def test_the_condition_ends_at_its_comma():
    assert supposed_in(BROKEN, "en") == "If the air conditioning does not work"
    assert not supposed_in("Tell reception if it rains.", "en")


def left_of(text, **changes):
    return guest("Twelve of us from 4 to 7 June.").left_of(text, "en", {"COINS": "9"}, **changes)


def test_the_rest_of_a_text_stays_with_its_slots():
    text, gone = left_of(f"It costs {{{{SLOT:COINS}}}} coins. {OFFER}")
    assert text == "It costs {{SLOT:COINS}} coins."
    assert gone == [{"sentence": OFFER, "why": ALREADY_TOLD}]


def test_what_the_next_sentence_leans_on_stays():
    text = f"{OFFER} It costs nothing."
    assert left_of(text) == (text, [])


def test_what_always_stays_goes_only_where_it_asks_for_what_is_told():
    assert left_of(BROKEN, is_always=True) == (BROKEN, [])
    assert left_of(OFFER, is_always=True)[0] == ""
