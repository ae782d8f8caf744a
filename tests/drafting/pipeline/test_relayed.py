"""A platform's mail, posted as it came: the desk reads the guest's words, and answers those alone."""

from __future__ import annotations

import pytest

from drafting.mail.relays import read_relayed
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.normalise import sure_frame
from drafting.pipeline.plan import IncomingMail

WORDS = (
    "Hi! We land at nine in the evening. Is anybody at the desk then?\n\nAnd is there a lift?\nNora"
)
FRAMES = {
    "above and below": (
        "##- Please type your reply above this line -##\n\nConfirmation number: 4410983327\n\n"
        "You have a new message from a guest\n\nNora Quill said:\n\n{}\n\nReply --> "
        "https://admin.example.org/x\n\nReservation details\nGuest name: Nora Quill\n"
        "Check-in: Fri 12 Jun 2026\nProperty name: Pensione Alba\nTotal guests: 2\n\n"
        "© Copyright 2026\nThis e-mail was sent by the platform. Please never share card details."
    ),
    "of two lines": 'You have a message from Nora Quill (booking 55-1092):\n\n"{}"\n\n'
    "Reply within 24 hours to keep your response score. Do not share contact details.",
    "in another language": (
        "Hai ricevuto un nuovo messaggio da Nora Quill\nPrenotazione: 4471902836\n\n{}\n\n"
        "Rispondi | Visualizza la prenotazione\n"
        "Copyright 2026. Questa e-mail è stata inviata per conto dell'ospite."
    ),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_the_frame_asks_for_nothing(frame: str):
    alone = interpret(IncomingMail(body=WORDS))
    framed = interpret(IncomingMail(body=frame.format(WORDS)))
    assert [ask.text for ask in framed.asks] == [ask.text for ask in alone.asks]
    assert len(alone.asks) >= 2


@pytest.mark.parametrize("sender", ["The Platform", "Nora Quill via Platform", ""])
@pytest.mark.parametrize(
    ("end", "greeted"), [("", "Nora Quill"), ("\nNora", "Nora"), ("\nBest, Tom", "Nora Quill")]
)
def test_whom_the_frame_names_is_greeted(sender: str, end: str, greeted: str):
    body = FRAMES["above and below"].format(WORDS.removesuffix("\nNora") + end)
    assert interpret(IncomingMail(body=body, from_name=sender)).guest_name == greeted


@pytest.mark.parametrize(
    ("frame", "booking"),
    [("above and below", "4410983327"), ("in another language", "4471902836")],
)
def test_the_booking_of_the_frame_is_the_mails(frame: str, booking: str):
    assert interpret(IncomingMail(body=FRAMES[frame].format(WORDS))).booking_ref == booking


def test_the_booking_that_the_guest_names_comes_first():
    words = WORDS.replace("Nora", "Our booking is MA4BJ9.\nNora")
    framed = FRAMES["above and below"].format(words)
    assert interpret(IncomingMail(body=framed)).booking_ref == "MA4BJ9"


def test_an_address_of_the_net_is_no_booking():
    form = (
        f"Neue Einsendung\n\nVorname: Nora\nE-Mail: nora@example.org\nAnreise: 12.06.2026\n"
        f"Ihre Nachricht:\n{WORDS}\n\nIP: 203.0.113.9\nDatenschutz akzeptiert: ja"
    )
    assert not read_relayed(form, subject="Neue Anfrage", sender_name="Formular").booking


@pytest.mark.parametrize(
    "line",
    [
        "FN 123456a · UID ATU12345678",
        "VAT no. GB123456789",
        "USt-ID: DE 123 456 789",
        "BIC DEUTDEFF · IBAN DE89370400440532013000",
    ],
)
def test_what_a_firm_is_registered_under_is_no_booking(line: str):
    body = (
        "Please send us the invoice.\n\nKind regards\nKatrin Ott\nOtt Ltd · Ringstraße 4 · Linz\n"
    )
    assert interpret(IncomingMail(body=body + line)).booking_ref is None


def test_a_name_in_capitals_is_no_shout():
    body = FRAMES["above and below"].format(WORDS.removesuffix("\nNora"))
    shouted = body.replace("Nora Quill", "NORA QUILL")
    assert interpret(IncomingMail(body=shouted)).guest_name == "Nora Quill"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello",
        WORDS,
        "Arrival: 5 May\nDeparture: 7 May\nGuests: 2\n\nIs a room free?\n\nKind regards\nAda Fenn",
        "What I need:\n- two towels\n- a cot\n- the key code\n\nReply soon please, Otto",
    ],
)
def test_what_nobody_put_there_stays(text: str):
    assert sure_frame(text) is None


def test_a_mail_longer_than_any_platforms_is_read_whole():
    frame = FRAMES["above and below"].format(WORDS)
    for more in ("And is there a lift? " * 2_000, "Lift?\n" * 500):
        assert sure_frame(f"{frame}\n{more}") is None
