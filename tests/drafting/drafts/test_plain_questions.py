"""The plainest questions of guests, one a mail, in five languages: nobody need look at their answers."""

from __future__ import annotations

import pytest

from drafting.pipeline.check.quality import DeliveryStatus

pytestmark = pytest.mark.django_db

QUESTIONS = {
    "en": [
        "What time is breakfast?",
        "How much is breakfast?",
        "Do you have parking?",
        "Is there wifi in the rooms?",
        "Can we leave our luggage after check-out?",
        "Hi, what time is check-out? Thanks, Tom",
        "Are dogs allowed?",
        "Hello! Is there a lift? Best, Anna",
        "How do we get from Naples airport to you?",
        "Do you have a washing machine?",
        "Are towels included?",
        "Until when is reception open?",
        "Is there a kitchen we can use?",
        "How much is the city tax?",
    ],
    "de": [
        "Was kostet das Frühstück?",
        "Wann gibt es Frühstück?",
        "Guten Tag, haben Sie einen Parkplatz? Viele Grüße, Jan",
        "Gibt es WLAN?",
        "Können wir nach dem Check-out das Gepäck bei Ihnen lassen?",
        "Bis wann muss man auschecken?",
        "Sind Hunde erlaubt?",
        "Gibt es einen Aufzug?",
        "Wie kommen wir vom Flughafen Neapel zu Ihnen?",
        "Kann man bei euch Wäsche waschen?",
        "Sind Handtücher inklusive?",
        "Wie lange ist die Rezeption besetzt?",
        "Wie hoch ist die Kurtaxe?",
    ],
    "it": [
        "A che ora è la colazione?",
        "Quanto costa la colazione?",
        "Avete un parcheggio?",
        "C'è il wifi in camera?",
        "Possiamo lasciare i bagagli dopo il check-out?",
        "A che ora bisogna lasciare la camera?",
        "Sono ammessi i cani?",
        "C'è l'ascensore?",
        "Come si arriva da Napoli aeroporto?",
        "Gli asciugamani sono compresi?",
        "Quanto è la tassa di soggiorno?",
    ],
    "fr": [
        "À quelle heure est le petit-déjeuner ?",
        "Combien coûte le petit-déjeuner ?",
        "Avez-vous un parking ?",
        "Y a-t-il du wifi dans les chambres ?",
        "Peut-on laisser les bagages après le départ ?",
        "À quelle heure faut-il rendre la chambre ?",
        "Les chiens sont-ils admis ?",
        "Y a-t-il un ascenseur ?",
        "Comment venir de l'aéroport de Naples ?",
        "Les serviettes sont-elles fournies ?",
        "Combien est la taxe de séjour ?",
    ],
    "es": [
        "¿A qué hora es el desayuno?",
        "¿Cuánto cuesta el desayuno?",
        "¿Tienen aparcamiento?",
        "¿Hay wifi en las habitaciones?",
        "¿Podemos dejar las maletas después del check-out?",
        "¿A qué hora hay que dejar la habitación?",
        "¿Se admiten perros?",
        "¿Hay ascensor?",
        "¿Cómo llegamos desde el aeropuerto de Nápoles?",
        "¿Las toallas están incluidas?",
        "¿Cuánto es la tasa turística?",
    ],
}
# Of which the desk is unsure, and says so.
HELD_BACK = {
    "Gibt es WLAN?",
    "Y a-t-il un ascenseur ?",
    "Comment venir de l'aéroport de Naples ?",
    "¿Se admiten perros?",
    "¿Cómo llegamos desde el aeropuerto de Nápoles?",
}


@pytest.mark.parametrize("language", QUESTIONS)
def test_hardly_any_waits(language, call):
    waiting = {}
    for question in QUESTIONS[language]:
        plan = call("interpret", {"body": question})
        draft = call("generate", {"action_plan": plan})
        if draft["delivery_status"] != DeliveryStatus.READY:
            waiting[question] = (plan["language"], draft["delivery_status"])
    assert not waiting.keys() - HELD_BACK, waiting


@pytest.mark.parametrize("question", ["What time is check-in?", "What time is the check-in please"])
def test_checking_in_is_not_checking_out(question, call):
    draft = call("generate", {"action_plan": call("interpret", {"body": question})})
    assert "3:30 pm" in draft["draft"]["body_plain"]
    assert "10:30 am" not in draft["draft"]["body_plain"]


@pytest.mark.parametrize("signed", ["Peter & Cristiana", "peter & cristiana\nHostel Brikette"])
def test_who_signs_as_the_house_does_is_not_greeted_by_its_name(answer, signed):
    said = answer(f"Hi, what time is breakfast?\n\nBest regards,\n{signed}")
    assert said["draft"]["body_plain"].startswith("Dear Guest,")


@pytest.mark.parametrize(
    ("body", "price"),
    [
        ("Hello, how do we get to you from Naples airport? And how much is that?", "€13"),
        ("Bonjour, y a-t-il un parking chez vous ? C'est combien ?", "32 €"),
        ("Can we leave our bags before check-in? Does that cost anything?", "free of charge"),
        ("Hallo! Kann man bei euch Handtücher leihen? Und was kostet das?", "4,50 €"),
    ],
)
def test_what_it_costs_is_told_with_what_it_is(body, price, call):
    """Nobody promises to write about what stands there."""
    draft = call("generate", {"action_plan": call("interpret", {"body": body})})
    text = draft["draft"]["body_plain"].replace("\u202f", " ").replace("\u00a0", " ")
    assert price in text
    assert [ask["outcome"] for ask in draft["outcomes"]] == ["answered", "answered"], text


def test_of_a_likely_letter_what_comes_nearest_is_shown(call):
    """Its link alone answers nobody."""
    body = "boas, vamos de mota desde Roma, há onde a deixar em segurança?"
    draft = call("generate", {"action_plan": call("interpret", {"body": body})})
    assert "Sant'Elia" in draft["draft"]["body_plain"]
