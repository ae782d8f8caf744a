"""One plain question about the house, as real mail opens it: whatever stands before it, it is a
question, no wish, no matter of this guest's alone, and tells of nothing. Labelled mail rarely opens
so; "est-il possible de …" was a state in every French mail, "wir sind uns nicht sicher" a danger."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import AskKind, IncomingMail

# A clause, what stands after "to", and what may open them.
OPENED = {
    "en": (
        "we can leave our bags after check-out",
        "to leave our bags after check-out",
        [
            "Could you tell me if {0}?",
            "I was wondering if {0}.",
            "Is there any chance {1}?",
            "Would it be possible {1}?",
            "Please advise if {0}.",
            "Kindly confirm if {0}.",
            "Could you please confirm that {0}?",
            "Just wanted to check if {0}.",
            "Is it ok {1}?",
        ],
    ),
    "de": (
        "wir nach dem Check-out unser Gepäck dalassen können",
        "nach dem Check-out das Gepäck dazulassen",
        [
            "Könnten Sie mir sagen, ob {0}?",
            "Wäre es möglich, {1}?",
            "Ist es okay, {1}?",
            "Können Sie mir bitte bestätigen, dass {0}?",
            "Besteht die Möglichkeit, {1}?",
            "Wir sind uns nicht sicher, ob {0}.",
            "Ich bin mir unsicher, ob {0}.",
        ],
    ),
    "it": (
        "possiamo lasciare i bagagli dopo il check-out",
        "lasciare i bagagli dopo il check-out",
        [
            "Potrebbe dirmi se {0}?",
            "Sarebbe possibile {1}?",
            "È possibile {1}?",
            "Mi fate sapere se {0}?",
            "Potete confermarmi che {0}?",
            "Volevo chiedere se {0}.",
        ],
    ),
    "fr": (
        "nous pouvons laisser nos bagages après le départ",
        "laisser nos bagages après le départ",
        [
            "Pourriez-vous me dire si {0} ?",
            "Est-il possible de {1} ?",
            "Je voulais savoir si {0}.",
            "Serait-il possible de {1} ?",
            "Pouvez-vous me confirmer que {0} ?",
            "Merci de bien vouloir me confirmer si {0}.",
            "Y a-t-il moyen de {1} ?",
        ],
    ),
    "es": (
        "podemos dejar las maletas después del check-out",
        "dejar las maletas después del check-out",
        [
            "¿Podría decirme si {0}?",
            "¿Sería posible {1}?",
            "¿Me pueden confirmar que {0}?",
            "Por favor, indíquenme si {0}.",
            "¿Está permitido {1}?",
            "Quisiera saber si {0}.",
        ],
    ),
    "pt": (
        "podemos deixar as malas depois do check-out",
        "deixar as malas depois do check-out",
        [
            "Poderia dizer-me se {0}?",
            "Seria possível {1}?",
            "Podem confirmar que {0}?",
            "Há possibilidade de {1}?",
            "Gostaria de saber se {0}.",
            "Será que {0}?",
        ],
    ),
}
MAILS = [
    (language, form.format(clause, deed))
    for language, (clause, deed, forms) in OPENED.items()
    for form in forms
]
OF_ONE_GUEST = (
    "Mon virement est-il arrivé ?",
    "Ma réservation est-elle confirmée ?",
    "Ma chambre a-t-elle été annulée ?",
    "Can you confirm that my transfer has arrived?",
    "Können Sie mir bestätigen, dass meine Überweisung eingegangen ist?",
)


@pytest.mark.parametrize(("language", "text"), MAILS, ids=[text[:40] for _, text in MAILS])
def test_whatever_opens_it_it_is_one_plain_question(language: str, text: str) -> None:
    plan = interpret(IncomingMail(body=f"{text}\n\nNora Quill"))
    assert [ask.kind for ask in plan.asks] == [AskKind.QUESTION]
    assert not plan.emergency and "has_lost_item" not in plan.proofs


@pytest.mark.parametrize("text", OF_ONE_GUEST)
def test_what_only_somebody_knows_who_looks_stays_so(text: str) -> None:
    assert [ask.kind for ask in interpret(IncomingMail(body=text)).asks] == [AskKind.STATE]


def test_who_does_not_feel_safe_is_not_merely_unsure() -> None:
    told = interpret(
        IncomingMail(body="Wir fühlen uns hier nicht sicher, vor der Tür steht einer.")
    )
    unsure = interpret(IncomingMail(body="Ich bin mir nicht sicher, wie wir zum Hostel kommen."))
    assert told.emergency and not unsure.emergency


LOST = {
    "I left my jacket in room 4.": True,
    "We left our dog's leash in the car park.": True,
    "Ich habe vergessen, meine Jacke mitzunehmen.": True,
    "J'ai oublié ma veste dans la chambre.": True,
    "Ho dimenticato di prendere la giacca in camera.": True,
    "Deixei o meu casaco no quarto.": True,
    "We left our car at home and come by train.": False,
    "I left my job in March and travel for a year.": False,
    "We have lost our hearts to Positano.": False,
    "Ich habe vergessen zu sagen, dass wir Vegetarier sind.": False,
    "Nous aimerions laisser notre voiture chez vous.": False,
    "J'ai oublié mon numéro de réservation.": False,
    "Deixamos o carro em Nápoles e vamos de comboio.": False,
}


@pytest.mark.parametrize("text", LOST)
def test_what_is_left_at_home_is_no_loss(text: str) -> None:
    assert ("has_lost_item" in interpret(IncomingMail(body=text)).proofs) is LOST[text]
