"""Mail that asks nothing, or wants something no more: no facts about it, or only those. What asks,
thanks or cancels the stay is answered as ever."""

from __future__ import annotations

import pytest

from drafting.pipeline.check.quality import DeliveryStatus

pytestmark = pytest.mark.django_db

GIVEN_UP = [
    "We no longer need the parking space we reserved, please cancel it.",
    "We don't need the airport transfer any more.",
    "Please cancel the breakfast we ordered, we will eat out.",
    "Wir brauchen den Parkplatz doch nicht mehr.",
    "Kein Frühstück bitte.",
    "Non ci serve più il parcheggio, grazie.",
    "Non abbiamo più bisogno del transfer dall'aeroporto.",
    "Nous n'avons plus besoin de la place de parking.",
    "Ya no necesitamos el aparcamiento, gracias.",
    "Já não precisamos do estacionamento.",
]
ILL_SERVED = [
    "The breakfast was really bad today, cold coffee and stale bread.",
    "Our towels were dirty and smelled.",
    "Das Frühstück war heute leider sehr schlecht.",
    "La colazione stamattina era scadente, il caffè freddo.",
    "Le petit-déjeuner était vraiment décevant.",
    "El desayuno de hoy estaba muy malo.",
    "O pequeno-almoço estava mau e frio.",
]
FOR_MEN = [
    "Is there a male dorm?",
    "Do you have a dorm for men only?",
    "Habt ihr ein Männerzimmer?",
    "Avete un dormitorio solo maschile?",
    "¿Hay dormitorio solo para hombres?",
    "Y a-t-il un dortoir pour hommes ?",
]


@pytest.mark.parametrize("body", GIVEN_UP)
def test_what_is_no_longer_wanted_is_for_a_person(answer, body):
    """Neither what it costs nor that the stay is cancelled."""
    draft = answer(body)
    assert draft["delivery_status"] == DeliveryStatus.NEEDS_FOLLOW_UP
    assert draft["template_used"]["category"] is None, draft["draft"]["body_plain"]


@pytest.mark.parametrize("body", ILL_SERVED)
def test_a_bad_breakfast_hears_no_hours(answer, body):
    draft = answer(body)
    assert draft["delivery_status"] == DeliveryStatus.NEEDS_FOLLOW_UP
    assert draft["template_used"]["category"] is None, draft["draft"]["body_plain"]


@pytest.mark.parametrize("body", FOR_MEN)
def test_a_womens_dorm_is_none_for_men(answer, body):
    draft = answer(body)
    assert not any(source["injected"] for source in draft["sources_used"])


@pytest.mark.parametrize(
    ("body", "said", "unsaid"),
    [
        ("We are bringing our dog.", "Pets", "minimum age"),
        ("Wir bringen unseren Hund mit.", "Tiere", "Mindestalter"),
        ("Nous amenons notre chien.", "animaux", "mineurs"),
        ("Llevamos a nuestro perro.", "animales", "menores"),
        ("I will be working remotely during my stay.", "video calls", "password"),
    ],
)
def test_of_a_letter_stays_what_the_mail_speaks_of(answer, body, said, unsaid):
    text = answer(body)["draft"]["body_plain"]
    assert said in text
    assert unsaid not in text


@pytest.mark.parametrize(
    ("body", "letter"),
    [
        ("We no longer need the beds, please cancel our booking.", "T12"),
        ("The breakfast was not bad at all, thank you for everything!", "T45"),
        ("Das Frühstück war nicht schlecht, vielen Dank für alles!", "T45"),
    ],
)
def test_what_only_sounds_like_it_gets_its_letter(answer, body, letter):
    assert answer(body)["template_used"]["template_id"] == letter


@pytest.mark.parametrize(
    "body",
    [
        "Is this payment link really from you or is it a scam?",
        "Ist der Zahlungslink wirklich von euch?",
        "C'è un link per il pagamento, è davvero vostro?",
        "J'ai reçu un lien de paiement, est-ce bien vous ?",
        "He recibido un enlace para pagar, ¿es realmente vuestro?",
        "Recebi um link de pagamento, é mesmo vosso?",
    ],
)
def test_who_doubts_a_link_gets_no_new_one_unseen(answer, body):
    draft = answer(body)
    assert draft["template_used"]["template_id"] != "T06", "no link was said to fail"
    assert draft["delivery_status"] == DeliveryStatus.NEEDS_FOLLOW_UP
