from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templatesapp.text.sentences import paragraph_spans, sentence_spans, sentences


@pytest.mark.parametrize(
    "parts",
    [
        ["Breakfast is at 8:00.", "It costs 8.50 euro!", "See you soon"],
        ["Is it free?", "Yes…", "Really!!"],
        ["Ask Dr. Rossi or Mr. J. Smith at the desk.", "He knows."],
        ["We close at 10 p.m. on Sundays.", "The bar stays open."],
        ["Doors close at 10 p.m.", "Ring the bell."],
        ["Bring a lock, e.g. a padlock, i.e. your own.", "Thanks."],
        ["See https://inn.example/a.b?c=d for more.", "Or www.inn.example."],
        ["Bitte bringen Sie z. B. ein Schloss mit.", "Danke!"],
        ["Wir öffnen am 6. Juli um 8 Uhr.", "Das Frühstück kostet 8.", "Bis bald."],
        ["Handtücher, Bettwäsche usw. sind inklusive.", "Gerne."],
        ["La Sig.ra Bianchi è alla reception.", "Il bus passa ogni ora, ecc."],
        ["M. Dupont vous attend.", "Le tarif est de 12,50 € p. ex. en mai.", "Merci !"],
        ["¿A qué hora es el desayuno?", "¡A las 8!", "La Sra. Gómez le espera."],
        ["He said: “Come in.”", "We did (really!) come in."],
        ["So do I.", "We all do."],
        ["No. 7 is free.", "No.", "We do not."],
        ["Wir haben es.", "Danke."],
        ["Version 2.0 costs 3.20 now.", "Fine."],
        ["hi :)", "do you have bikes :-)", "we come in june ;)"],
        ["We are tired 😴😴", "Is there a lift?"],
        ["We love the 🍋 and the sea (cash;) there."],
        ["Avez-vous du wifi 😊 ?", "wifi ok :) ?"],
        ["✈ FR1234 lands at 9.", "Tel ☎ 081 555 and dog 🐶 (small)?"],
    ],
)
def test_sentences(parts):
    assert sentences(" ".join(parts)) == parts


def test_lines_of_a_mail_stay_apart_and_wrapped_prose_is_joined():
    text = (
        "Dear Anna,\n\nthank you for your message, we are looking forward to your\nstay with us. "
        "Breakfast is from 8:00.\n\nPlease bring:\n- your ID. A photo will do\n- a padlock\n"
        "1. Call us.\n2. Wait\n\nWarm regards,\nPeter & Cristiana\nHostel Brikette"
    )
    assert sentences(text) == [
        "Dear Anna,",
        "thank you for your message, we are looking forward to your\nstay with us.",
        "Breakfast is from 8:00.",
        "Please bring:",
        "- your ID.",
        "A photo will do",
        "- a padlock",
        "1. Call us.",
        "2. Wait",
        "Warm regards,",
        "Peter & Cristiana",
        "Hostel Brikette",
    ]


def test_paragraphs_are_what_blank_lines_part():
    spans = paragraph_spans("A\r\nb\r\n\r\n \r\n\r\nC\n\n\nD\n")
    assert [span.text for span in spans] == ["A\r\nb", "C", "D"]
    assert paragraph_spans(" \n\n ") == []


@given(st.text(alphabet="aB1.!?,:- \n\r\"')z", max_size=80))
def test_nothing_but_white_space_is_lost(text):
    for spans in (sentence_spans(text), paragraph_spans(text)):
        assert [text[s.start : s.end] for s in spans] == [s.text for s in spans]
        assert "".join("".join(s.text for s in spans).split()) == "".join(text.split())
        assert all(a.end <= b.start for a, b in pairwise(spans))


@pytest.mark.parametrize(
    "piece", ["a. ", ".", "a", "? ", "\n", "- \n", ". \n\n", "Aa aa aa\n", "aa bb " * 9 + "\n"]
)
def test_long_texts_take_linear_time(piece):
    sentences(piece * (200_000 // len(piece)))
