"""What is to be told is asked for, one question for each thing; what goes on about a price or an hour
is of the thing before. "Could you send me the address" was a deed that waited for a person."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import (
    ActionPlan,
    AskKind,
    IncomingMail,
    InterpretSettings,
    ThreadItem,
)


def read(body: str) -> ActionPlan:
    return interpret(IncomingMail(body=body, subject=""))


TOLD = {
    "en": {
        "Hello, could you send me the address and the check-in time?": ["address", "check-in"],
        "Hello, please give me the exact address and phone number.": ["address", "phone number"],
        "Can you send us more information on the boat trips?": ["boat trips"],
    },
    "de": {
        "Guten Tag, bitte schicken Sie mir die Adresse.": ["Adresse"],
        "Guten Tag, könnten Sie mir Infos zu den Bootstouren schicken?": ["Bootstouren"],
    },
    "it": {
        "Buongiorno, potete mandarmi l'indirizzo e l'orario del check-in?": [
            "indirizzo",
            "check-in",
        ],
    },
    "fr": {
        "Bonjour, pouvez-vous m'envoyer l'adresse et l'heure d'arrivée ?": ["adresse", "arrivée"],
    },
    "es": {
        "Hola, ¿me pueden enviar la dirección y la hora de entrada?": ["dirección", "entrada"],
    },
    "pt": {"Bom dia, podem enviar-me o endereço e a hora do check-in?": ["endereço", "check-in"]},
}


@pytest.mark.parametrize(
    ("body", "things"), [case for mails in TOLD.values() for case in mails.items()]
)
def test_what_is_to_be_sent_and_known_is_asked_for(body: str, things: list[str]) -> None:
    asks = read(body).asks
    assert [ask.kind for ask in asks] == [AskKind.QUESTION] * len(things)
    assert all(thing in ask.text for thing, ask in zip(things, asks, strict=True))


@pytest.mark.parametrize(
    "body",
    [
        "Could you send me an invoice for my stay?",
        "Could you send me the address and an invoice?",
        "Bitte schicken Sie mir eine Rechnung.",
        "Potete mandarmi la conferma della mia prenotazione?",
        "Pouvez-vous m'envoyer une facture ?",
        "¿Me pueden enviar la factura?",
        "Podem enviar-me a fatura?",
    ],
)
def test_what_somebody_must_make_out_stays_a_deed(body: str) -> None:
    assert AskKind.ACTION in {ask.kind for ask in read(body).asks}


def test_what_else_is_asked_in_the_sentence_is_kept() -> None:
    said = "We would like to know whether you work with agencies, or would give us your prices."
    [ask] = read(said).asks
    assert "agencies" in ask.text


OWED = [
    ("Could we leave our bags for the afternoon? Do we have to pay anything?", "bags"),
    ("Können wir das Gepäck dalassen? Muss man dafür etwas zahlen?", "Gepäck"),
    ("Possiamo lasciare le valigie? C'è da pagare qualcosa?", "valigie"),
    ("Peut-on laisser nos valises l'après-midi ? Faut-il payer quelque chose ?", "valises"),
    ("¿Podemos dejar las maletas? ¿Hay que pagar algo?", "maletas"),
    ("Podemos deixar as malas à tarde? É preciso pagar alguma coisa?", "malas"),
    ("O pequeno-almoço está incluído? E a partir de que horas o servem?", "pequeno-almoço"),
]


@pytest.mark.parametrize(("body", "thing"), OWED)
def test_what_goes_on_is_about_the_thing_before(body: str, thing: str) -> None:
    assert f"({thing})" in read(body).asks[-1].text


PERHAPS = [
    "We might have to cancel our booking. What would that cost us?",
    "Vielleicht müssen wir die Buchung stornieren. Bis wann ist das kostenlos?",
    "Forse dobbiamo cancellare la prenotazione. Quanto ci costerebbe?",
    "Nous devrons peut-être annuler notre réservation. Combien cela coûterait-il ?",
    "A lo mejor tengo que cancelar la reserva, ¿me devolverían el dinero?",
    "Talvez tenhamos de cancelar a reserva. Quanto custaria?",
]
WANTED = [
    "Please cancel my booking BRK-28817, flexible rate.",
    "Bitte stornieren Sie meine Buchung BRK-28817, flexibler Tarif.",
    "Allora annullatela per favore, la prenotazione BRK-28817.",
    "Alors annulez-la s'il vous plaît, réservation BRK-28817.",
    "Anuladla, por favor. Es la BRK-28817.",
    "Então cancelem-na, por favor. Reserva BRK-28817.",
]


@pytest.mark.parametrize("body", PERHAPS)
def test_what_may_become_necessary_is_not_wanted(body: str) -> None:
    assert "wants_cancellation" not in read(body).proofs


@pytest.mark.parametrize("body", WANTED)
def test_a_plain_cancellation_is_wanted(body: str) -> None:
    assert "wants_cancellation" in read(body).proofs


@pytest.mark.parametrize(
    "body",
    [
        "Do you lock the door at night? We want to be back at four and not end up outside.",
        "Schließt ihr nachts ab? Nicht dass wir um vier vor verschlossener Tür stehen.",
        "Chiudete la porta di notte? Torniamo alle quattro e non vorremmo restare fuori.",
        "Fermez-vous la nuit ? Nous rentrons à 4 h, pour ne pas rester devant la porte.",
        "¿Cerráis por la noche? Volvemos a las cuatro, no vaya a ser que nos quedemos en la calle.",
        "Fecham a porta à noite? Voltamos às quatro, para não ficarmos na rua.",
    ],
)
def test_who_only_fears_a_shut_door_is_not_locked_out(body: str) -> None:
    assert read(body).emergency == ()


LISTED = [
    "I would like to know if there is a lift, if dogs are allowed, if we can park here.",
    "Ich wüsste gern, ob es einen Aufzug gibt, ob Hunde erlaubt sind, ob wir parken können.",
    "Vorrei sapere se c'è l'ascensore, se i cani sono ammessi, se posso parcheggiare.",
]


@pytest.mark.parametrize("body", LISTED)
def test_each_whether_is_a_question(body: str) -> None:
    assert len(read(body).asks) == 3


TOLD_AS_STATEMENTS = [
    "Hello, I'd be interested in the cooking class.",
    "Guten Tag, ich interessiere mich für den Kochkurs.",
    "Buongiorno, sarei interessata al corso di cucina.",
    "Bonjour, je suis intéressée par le cours de cuisine.",
    "Hola, me interesa la clase de cocina.",
    "Olá, tenho interesse na aula de cozinha.",
    "I can't find the check-out time on your website.",
    "Auf Ihrer Seite steht nichts zu den Schließfächern.",
    "Sul vostro sito non c'è niente sugli asciugamani.",
    "Je n'ai rien trouvé sur votre site concernant les serviettes.",
    "En la web no dice nada sobre las taquillas.",
    "O vosso site não diz nada sobre os cacifos.",
    "I don't have the wifi password.",
    "Mir fehlt noch das WLAN-Passwort.",
]


@pytest.mark.parametrize("body", TOLD_AS_STATEMENTS)
def test_what_is_missed_or_of_interest_is_asked_for(body: str) -> None:
    assert [ask.kind for ask in read(body).asks] == [AskKind.QUESTION]


def test_what_was_sent_or_is_lost_is_not_asked_for() -> None:
    asks = read("Sie haben uns die Adresse schon geschickt, danke. Wann ist Check-out?").asks
    assert ["Check-out" in ask.text for ask in asks] == [True]
    lost = read("I can't find my jacket, I think it is on my bed.").asks
    assert AskKind.QUESTION not in {ask.kind for ask in lost}


@pytest.mark.parametrize(
    ("body", "thing"),
    [
        ("Is there a supermarket? How far is it?", "supermarket"),
        ("C'è un supermercato? Quanto dista?", "supermercato"),
        ("C'è il bar? Fino a che ora?", "bar"),
        ("¿Se pueden dejar las maletas después del check-out? ¿Hasta qué hora?", "maletas"),
    ],
)
def test_how_far_and_until_when_are_of_the_thing_before(body: str, thing: str) -> None:
    assert f"({thing})" in read(body).asks[-1].text


@pytest.mark.parametrize(
    "body",
    [
        "How much is the cooking class? And for children?",
        "Was kostet der Bootsausflug? Und für Kinder?",
        "Quanto costa la colazione? E per i bambini?",
        "Combien coûte l'excursion ? Et pour un enfant ?",
        "¿Cuánto cuesta el desayuno? ¿Y para los niños?",
        "Quanto custa o pequeno-almoço? E para crianças?",
    ],
)
def test_what_is_added_is_answered_by_no_text_of_its_own(body: str) -> None:
    first, added = read(body).asks
    assert added.is_unresolved and not first.is_unresolved


@pytest.mark.parametrize(
    "body",
    [
        "Please cancel one of our two rooms.",
        "Can you cancel the booking for Tom only? The rest of us are still coming.",
        "Können Sie bitte ein Bett von unseren vier stornieren?",
        "Annullate la prenotazione solo per Marco, noi altri veniamo.",
        "Pouvez-vous annuler un lit sur les quatre ? Les autres viennent.",
        "Por favor anulen la reserva solo de Pablo, los demás vamos.",
        "Podem cancelar uma das camas? Os outros vão.",
    ],
)
def test_a_part_of_the_stay_is_not_the_stay(body: str) -> None:
    assert "wants_cancellation" not in read(body).proofs


@pytest.mark.parametrize(
    "body",
    [
        "Can we arrive a day earlier?",
        "Können wir einen Tag früher kommen?",
        "Possiamo arrivare un giorno prima?",
        "Pouvons-nous arriver un jour plus tôt ?",
        "¿Podemos llegar un día antes?",
        "Podemos chegar um dia antes?",
    ],
)
def test_a_day_earlier_is_a_change(body: str) -> None:
    assert "wants_change" in read(body).proofs


@pytest.mark.parametrize(
    ("body", "asked", "said"),
    [
        ("And for children?", "What time is breakfast?", "Breakfast is from 8 am to 10:15 am."),
        ("Und für Kinder?", "Wann ist Frühstück?", "Frühstück gibt es von 8:00 bis 10:15 Uhr."),
        ("E per i bambini?", "A che ora è la colazione?", "La colazione è dalle 8:00 alle 10:15."),
        ("Et pour trois nuits ?", "Avez-vous un parking ?", "Oui, à 32 € par voiture et par nuit."),
        ("¿Y para una moto?", "¿Tienen aparcamiento?", "Sí, por 32 € por coche y noche."),
        ("E para crianças?", "A que horas é o pequeno-almoço?", "Das 8:00 às 10:15."),
    ],
)
def test_an_addition_to_our_last_mail_is_of_what_that_says(
    body: str, asked: str, said: str
) -> None:
    """Neither the age from which one may sleep here nor a price for long stays."""
    guest, house = "anna@mail.example", "house@stay.example"
    thread = (
        ThreadItem(guest, "2026-06-01T10:00:00", asked),
        ThreadItem(house, "2026-06-01T11:00:00", said),
    )
    mail = IncomingMail(body=body, subject="", from_address=guest, thread=thread)
    settings = InterpretSettings(staff_addresses=frozenset({house}))
    (ask,) = interpret(mail, settings=settings).asks
    assert ask.is_unresolved
