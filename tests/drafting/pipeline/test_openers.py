"""One plain question about the house, as real mail opens it: whatever stands before it, it is a
question, no wish, no matter of this guest's alone, and tells of nothing. Labelled mail rarely opens
so; "est-il possible de …" was a state in every French mail, "wir sind uns nicht sicher" a danger."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.plan import AgreementStatus, AskKind, IncomingMail

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


def each(said: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(code, one) for code, texts in said.items() for one in texts]


CHOICES = {
    "en": [
        "Thank you, then we take the second option.",
        "We'd go for the private double then.",
        "Perfect, we will take the room with sea view for the two nights.",
        "Let's do the boat trip on Tuesday at ten.",
        "We have decided for the half day tour.",
        "The later transfer would suit us better.",
    ],
    "de": [
        "Danke für das Angebot, wir nehmen das Doppelzimmer.",
        "Wir haben uns für die Bootstour am Dienstag entschieden.",
        "Uns passt der spätere Transfer besser.",
        "Dann hätten wir gern das mit Meerblick.",
        "Dann nehmen wir lieber das zweite.",
    ],
    "it": [
        "Grazie, per noi va bene la camera doppia.",
        "Abbiamo deciso per la gita in barca di martedì.",
        "Preferiamo il transfer delle 15.",
        "Allora prendiamo la seconda, grazie.",
    ],
    "fr": [
        "Merci, nous choisissons la chambre double.",
        "On va prendre le dortoir pour quatre.",
        "Nous optons pour l'excursion de mardi.",
        "Ce sera la chambre avec vue alors.",
    ],
    "es": [
        "Entonces nos quedamos con la segunda opción.",
        "Gracias, elegimos la habitación doble.",
        "Al final cogemos el dormitorio para los cuatro.",
        "Nos decidimos por la excursión del martes.",
    ],
    "pt": [
        "Então ficamos com a segunda opção.",
        "Vamos querer o quarto duplo.",
        "Preferimos o transfer das 15h.",
    ],
}
OF_THEIR_OWN = {
    "en": ["We take the bus from Naples at ten.", "We take the first ferry in the morning."],
    "de": ["Wir nehmen den zweiten Bus um zehn.", "Wir haben uns entschieden, früh aufzubrechen."],
    "it": ["Prendiamo il primo treno e poi il bus.", "Facciamo il giro dell'isola a piedi."],
    "fr": ["Nous prenons le premier train de 9 h.", "On va prendre le bus depuis Sorrento."],
    "es": ["Cogemos el primer ferry de las nueve.", "Nos quedamos en la habitación hasta tarde."],
    "pt": ["Vamos no primeiro comboio da manhã.", "Ficamos com saudades vossas."],
}


@pytest.mark.parametrize(("language", "said"), each(CHOICES))
def test_a_choice_is_for_somebody_to_enter(language, said) -> None:
    """ "Then we take the second one" was read as nothing, or as a notice, and nobody entered it."""
    assert [ask.kind for ask in find_asked(said, language)] == [AskKind.ACTION]


@pytest.mark.parametrize(("language", "said"), each(OF_THEIR_OWN))
def test_what_guests_take_and_choose_elsewhere_is_none(language, said) -> None:
    assert not find_asked(said, language)


BOOKED_ANEW = {
    "en": [
        "We are not coming on the 14th but on the 15th.",
        "We will be four instead of three.",
        "Small change: we'll be five, my brother is joining us.",
        "Only two of us are coming after all.",
        "We will arrive a day later than booked.",
        "A cot would be good too.",
        "Ideally we would all be in one dorm.",
    ],
    "de": [
        "Wir kommen nicht am 14., sondern erst am 15. Juni.",
        "Wir sind jetzt zu viert statt zu dritt.",
        "Kleine Änderung: wir sind doch fünf, mein Bruder kommt mit.",
        "Es kommen doch nur zwei.",
        "Ein Zustellbett wäre gut.",
        "Am liebsten wären wir alle in einem Zimmer.",
    ],
    "it": [
        "Non arriviamo il 14 ma il 15.",
        "Piccola modifica: saremo in 4 e non in 3, si aggiunge mio fratello.",
        "Arriviamo un giorno dopo rispetto alla prenotazione.",
        "Sarebbe bello se poteste procurarci una piccola torta.",
    ],
    "fr": [
        "Nous n'arrivons pas le 14 mais le 15.",
        "Petit changement : nous serons finalement 4 et non 3.",
        "Nous viendrons vendredi plutôt que jeudi.",
        "L'idéal serait que nous soyons tous dans le même dortoir.",
    ],
    "es": [
        "No llegamos el 14 sino el 15.",
        "Al final seremos cuatro en vez de tres.",
        "Sería genial si pudierais conseguir una tarta pequeña.",
    ],
    "pt": [
        "Afinal seremos quatro em vez de três.",
        "Vamos na sexta em vez de quinta.",
        "Seria ótimo se pudessem arranjar um bolinho.",
    ],
}
OF_THE_PAST = {
    "en": ["We took the bus instead of the train.", "We are only two people, and not large."],
    "de": ["Wir haben nicht den Bus, sondern den Zug genommen.", "Eine Antwort wäre nett."],
    "it": ["Ci avete dato una camera doppia invece di una tripla."],
    "fr": ["Nous avons pris le bus au lieu du taxi."],
    "es": ["Nos dieron una doble en vez de una triple."],
    "pt": ["Deram-nos um duplo em vez de um triplo."],
}


@pytest.mark.parametrize(("language", "said"), each(BOOKED_ANEW))
def test_what_is_to_be_otherwise_than_booked_is_asked_for(language, said) -> None:
    """Nobody was told that four come instead of three, or a day later."""
    assert [ask.kind for ask in find_asked(said, language)] == [AskKind.ACTION]


@pytest.mark.parametrize(("language", "said"), each(OF_THE_PAST))
def test_what_was_otherwise_than_booked_is_told(language, said) -> None:
    assert not find_asked(said, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "My mother-in-law was asking about the lift."),
        ("de", "Meine Schwiegermutter hat nach dem Aufzug gefragt."),
        ("it", "E poi mia suocera chiedeva dell'ascensore."),
        ("fr", "Ma belle-mère demandait pour l'ascenseur."),
        ("es", "Mi suegra preguntaba por el ascensor."),
        ("pt", "A minha sogra perguntou pelo elevador."),
    ],
)
def test_what_somebody_else_wants_to_know_is_asked(language, said) -> None:
    assert [ask.kind for ask in find_asked(said, language)] == [AskKind.QUESTION]


@pytest.mark.parametrize(
    ("language", "said", "agrees"),
    [
        ("de", "Wir sind zu fünft, zwei Erwachsene und drei Kinder.", False),
        ("de", "Ich bin gegen sechs bei euch.", False),
        ("de", "Wir sind mit allem einverstanden.", True),
        ("de", "Ich stimme den Bedingungen zu.", True),
        ("de", "Wir akzeptieren die AGB.", True),
    ],
)
def test_to_be_five_is_no_agreement(language, said, agrees) -> None:
    """ "Wir sind zu …" was a confirmed one, and got the letter that thanks for it."""
    plan = interpret(IncomingMail(body=said))
    assert plan.language == language
    assert (plan.agreement.status is AgreementStatus.CONFIRMED) is agrees
