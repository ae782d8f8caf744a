"""Who was stung by a jellyfish, or touched against their will, is seen at once, in six languages;
who asks about jellyfish, or was touched by kind words, is not."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail, Tier

ALARMING = [
    "My friend has been stung by a jellyfish and her face is swelling up",
    "A jellyfish has stung me and my whole leg burns",
    "Meine Freundin wurde von einer Qualle gestochen, ihr Arm schwillt an",
    "La mia amica è stata punta da una medusa e il braccio si gonfia",
    "Mon amie a été piquée par une méduse et son visage gonfle",
    "A mi amiga la ha picado una medusa y se le hincha la cara",
    "A minha amiga foi picada por uma alforreca e a cara está a inchar",
    "I was stung by a jellyfish an hour ago and it swells",
    "My brother was stung by a jellyfish ten minutes ago, what should we do?",
    "I was stung by a jellyfish this morning. My foot is swollen.",
    "Ich war heute im Meer und wurde von einer Qualle gestochen",
    "Mi ha punto una medusa un'ora fa e si gonfia",
    "Me picó una medusa hace una hora y sigue hinchado",
    "Someone touched me in my bed last night",
    "A man groped me in the shower",
    "Jemand hat mich im Schlafsaal angefasst",
    "Qualcuno mi ha toccata nel dormitorio",
    "Un homme m'a tripotée dans le dortoir",
    "Un hombre me manoseó en la habitación",
    "Um homem apalpou-me no dormitório",
]
QUIET = [
    "Are there jellyfish at the beach in August?",
    "Gibt es bei euch Quallen?",
    "Ci sono meduse ad agosto?",
    "Y a-t-il des méduses ?",
    "¿Hay medusas en agosto?",
    "Há alforrecas na praia?",
    "I was stung by a jellyfish last summer, so I take care",
    "Letzten Sommer wurde ich von einer Qualle gestochen",
    "L'estate scorsa mi ha punto una medusa",
    "El verano pasado me picó una medusa",
    "I was stung by a mosquito, do you sell spray?",
    "Somebody touched my suitcase, is the lock yours?",
    "Jemand hat meinen Koffer angefasst",
    "Your kindness touched me!",
    "Ihre Worte haben mich berührt",
    "Votre accueil m'a touchée",
    "Su amabilidad me ha tocado el corazón",
    "O vosso carinho tocou-me",
]


@pytest.mark.parametrize("body", [*ALARMING, *QUIET])
def test_an_alarm_for_who_was_hurt_and_for_nobody_else(body):
    plan = interpret(IncomingMail(body=body))
    is_alarm = plan.escalation.tier is not Tier.NONE or bool(plan.emergency)
    assert is_alarm == (body in ALARMING)
