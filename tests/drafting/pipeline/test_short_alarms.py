"""What cannot wait, in one line typed while it happens; its harmless twins are nothing."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret, interpret_escalation
from drafting.pipeline.plan import IncomingMail, Tier

ALARMS = [
    "two drunk guests are fighting in the kitchen",
    "the man in bed 3 says he will stab whoever wakes him",
    "the ceiling is dripping on my bed",
    "the balcony railing came off, a child could fall",
    "my baby has 40 degrees fever and is shaking",
    "in unser Zimmer wurde eingebrochen",
    "Ein Mann belästigt uns im Schlafsaal",
    "an der Wand in Zimmer 3 läuft Wasser herunter",
    "wir hängen zwischen zwei Stockwerken fest",
    "wir finden unsere Vierjährige nicht, eben war sie noch im Garten",
    "un tizio nel mio dormitorio tocca le ragazze mentre dormono",
    "dalla parete della camera 3 scende acqua",
    "due ospiti ubriachi si picchiano in cucina",
    "l'uomo del letto 3 dice che accoltella chi lo sveglia",
    "l'eau dégouline sur le mur de la chambre 3",
    "nous sommes coincés entre deux étages",
    "un type de mon dortoir touche les filles pendant qu'elles dorment",
    "un tipo de mi dormitorio toca a las chicas mientras duermen",
    "mi bebé tiene 40 de fiebre y tiembla",
    "por la pared de la habitación 3 cae agua",
    "arrombaram o nosso quarto, está tudo revirado",
    "o homem da cama 3 diz que esfaqueia quem o acordar",
]
TWINS = [
    "My kids fight all the time, do you have a family room for five?",
    "My husband would kill me if we missed the sunset boat.",
    "A friend of mine is not a guest, can she visit?",
    "We had a fever last week but are fine now, can we still come?",
    "Meine Kinder prügeln sich um das obere Bett, gibt es zwei davon?",
    "Letzte Woche hatte ich 39 Fieber, jetzt geht es wieder.",
    "Wir feiern, es fliegen die Funken!",
    "I miei figli si picchiano per il letto di sopra, ne avete due?",
    "L'acqua della doccia scende piano.",
    "Mes enfants se battent pour le lit du haut, y en a-t-il deux ?",
    "Le balcon a-t-il une rambarde ?",
    "El agua de la ducha sale fría.",
    "Mis hijos se pelean por la litera de arriba, ¿hay dos?",
    "A varanda tem grade?",
    "O meu amigo não é hóspede, pode subir?",
]
# Begins as a question does and lacks its mark.
ASKED = [
    "is there a promo code",
    "is there heating in spring and autumn",
    "wie weit ist es zum strand und gibt es liegen",
    "quand le bar est-il ouvert",
    "come ritiriamo la chiave",
    "dónde está la farmacia más cercana",
]


@pytest.mark.parametrize("body", ALARMS)
def test_a_line_that_cannot_wait_reaches_a_person(body):
    assert interpret(IncomingMail(body)).escalation_required


@pytest.mark.parametrize("body", TWINS)
def test_its_twin_does_not(body):
    assert interpret(IncomingMail(body)).escalation.tier is Tier.NONE


@pytest.mark.parametrize("body", ASKED)
def test_a_short_question_without_its_mark_is_no_emergency(body):
    assert interpret(IncomingMail(body)).escalation.tier is Tier.NONE


@pytest.mark.parametrize(
    "subject",
    [
        "two drunk guests are fighting in the kitchen",
        "my friend cannot breathe",
        "Votre veilleur est entré deux fois sans frapper pendant que je me changeais.",
        "Hilfe, es brennt in der Küche",
    ],
)
def test_a_mail_of_a_subject_alone_is_read(subject):
    mail = IncomingMail("", subject=subject)
    assert interpret(mail).escalation_required
    escalation, *_ = interpret_escalation(mail)
    assert escalation.tier is not Tier.NONE
