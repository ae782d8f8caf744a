"""Later mails. What a guest agrees to decides which letter takes note of it: a group's terms, a
single guest's prepayment, or a parking space, of which no letter does. Bare thanks get none; an
address that we asked for is in the language of the conversation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drafting.drafts.kept import current_desk
from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail, ThreadItem

pytestmark = pytest.mark.django_db

GUEST, HOUSE = "anna@mail.example", "house@stay.example"
GROUP = [
    ("Accettiamo le condizioni, caparra compresa.", "Per il vostro gruppo: caparra del 25%. Accettate?"),
    ("We accept your conditions, deposit included.", "For your group: a deposit of 25%. Do you accept?"),
    ("Mit den Bedingungen und der Anzahlung sind wir einverstanden.", "For your group: deposit 25%. Do you accept?"),
]  # fmt: skip
SINGLE = [
    ("I accept the terms of the prepayment.", "The prepayment is 30%. Do you accept the terms?"),
    ("Accetto le condizioni dell'acconto.", "Il pagamento anticipato è del 30%. Accetta le condizioni?"),
]  # fmt: skip


def composed(body: str, ours: str) -> Composition:
    desk = current_desk()
    settings = replace(desk.interpret_settings, staff_addresses=frozenset({HOUSE}))
    thread = (ThreadItem(HOUSE, "2026-06-01T11:00:00", ours),)
    plan = interpret(IncomingMail(body=body, from_address=GUEST, thread=thread), settings=settings)
    return compose(plan, desk=desk, priors={}, request=ComposeRequest())


def letter(body: str, ours: str) -> str | None:
    template = composed(body, ours).template
    return template.category if template else None


@pytest.mark.parametrize(("body", "ours"), GROUP)
def test_a_group_agrees_to_the_terms_for_groups(sample_desk, body, ours):
    assert letter(body, ours) == "policies"


@pytest.mark.parametrize(("body", "ours"), SINGLE)
def test_a_single_guest_agrees_to_the_prepayment(sample_desk, body, ours):
    assert letter(body, ours) == "prepayment"


def test_a_parking_space_is_no_change_of_the_stay(sample_desk):
    ours = "Vous pouvez vous garer au garage pour 32 € par voiture et par nuit."
    assert letter("D'accord, réservez-nous une place.", ours) != "booking-changes"


@pytest.mark.parametrize("body", ["Merci !", "Grazie mille!", "Thanks a lot!", "Muchas gracias"])
def test_bare_thanks_for_an_answer_praise_no_stay(sample_desk, body):
    assert letter(body, "Voici la facture. / Breakfast is at 8 am.") is None


@pytest.mark.parametrize(
    ("body", "ours", "language"),
    [
        ("Dupont SARL, 12 rue de la Paix, 75002 Paris", "À quel nom et à quelle adresse ?", "fr"),
        ("Rossi srl, via Garibaldi 4, 20121 Milano", "A quale nome e indirizzo, per favore?", "it"),
        ("Müller GmbH, Hauptstraße 5, 80331 München", "Auf welchen Namen und an wen?", "de"),
    ],
)
def test_an_address_is_in_the_language_of_the_conversation(sample_desk, body, ours, language):
    """ "We are not at home in your language" was the answer to what we had asked for."""
    assert composed(body, ours).language == language


def test_what_is_in_no_language_of_ours_stays_so_in_a_conversation(sample_desk):
    answer = composed("Graag een factuur voor mijn bedrijf alstublieft", "What is the name?")
    assert answer.acknowledgement is not None
    assert answer.acknowledgement.acknowledges == "unknown_language"
