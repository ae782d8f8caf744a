"""A question of several things is one question of each. Before, the answer to the first half passed
for all of "can we leave our bags and take a shower?", and the letter was ready."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.interpret.parts import each_part
from drafting.pipeline.plan import AskKind

SPLIT = {
    "en": {
        "Can we leave our bags and take a shower before we go?": [
            "Can we leave our bags",
            "Can we take a shower before we go?",
        ],
        "Do you have towels, lockers and a hair dryer?": [
            "Do you have towels?",
            "Do you have lockers?",
            "Do you have a hair dryer?",
        ],
        "Is there wifi / kitchen / laundry?": [
            "Is there wifi?",
            "Is there kitchen?",
            "Is there laundry?",
        ],
        "Is there a washing machine and a kitchen that we can use?": [
            "Is there a washing machine that we can use?",
            "Is there a kitchen that we can use?",
        ],
        "Is there a fridge and an oven?": ["Is there a fridge?", "Is there an oven?"],
        "What is the door code and the wifi password?": [
            "What is the door code?",
            "What is the wifi password?",
        ],
        "Is there a lift and a wheelchair ramp?": [
            "Is there a lift?",
            "Is there a wheelchair ramp?",
        ],
        "How far is the beach and the bus stop?": [
            "How far is the beach?",
            "How far is the bus stop?",
        ],
    },
    "de": {
        "Können wir die Koffer dalassen und nach dem Auschecken noch duschen?": [
            "Können wir die Koffer dalassen",
            "Können wir nach dem Auschecken noch duschen?",
        ],
        "Wann kann man ein- und auschecken?": [
            "Wann kann man einchecken?",
            "Wann kann man auschecken?",
        ],
        "Habt ihr Handtücher, Schließfächer und einen Föhn?": [
            "Habt ihr Handtücher?",
            "Habt ihr Schließfächer?",
            "Habt ihr einen Föhn?",
        ],
        "Habt ihr ein Babybett und einen Hochstuhl?": [
            "Habt ihr ein Babybett?",
            "Habt ihr einen Hochstuhl?",
        ],
        "Die Adresse und die Check-in-Zeit?": ["Die Adresse?", "die Check-in-Zeit?"],
        "Parkplatz, Frühstück, Haustiere.": ["Parkplatz.", "Frühstück.", "Haustiere."],
    },
    "it": {
        "Possiamo lasciare i bagagli e fare una doccia prima di partire?": [
            "Possiamo lasciare i bagagli",
            "Possiamo fare una doccia prima di partire?",
        ],
        "C'è il wifi, l'aria condizionata e la cucina?": [
            "C'è il wifi?",
            "C'è l'aria condizionata?",
            "C'è la cucina?",
        ],
    },
    "fr": {
        "Peut-on laisser les bagages et prendre une douche avant de partir ?": [
            "Peut-on laisser les bagages",
            "Peut-on prendre une douche avant de partir ?",
        ],
        "Acceptez-vous les chiens et les chats ?": [
            "Acceptez-vous les chiens ?",
            "Acceptez-vous les chats ?",
        ],
    },
    "es": {
        "¿Podemos dejar las maletas y ducharnos antes de irnos?": [
            "¿Podemos dejar las maletas",
            "¿Podemos ducharnos antes de irnos?",
        ],
        "¿Cuáles son las horas de entrada y salida?": [
            "¿Cuáles son las horas de entrada?",
            "¿Cuáles son las horas de salida?",
        ],
    },
    "pt": {
        "Podemos deixar as malas e tomar um duche antes de partir?": [
            "Podemos deixar as malas",
            "Podemos tomar um duche antes de partir?",
        ],
        "Há wifi, cozinha e máquina de lavar?": [
            "Há wifi?",
            "Há cozinha?",
            "Há máquina de lavar?",
        ],
    },
}
WHOLE = {
    "en": [
        "Is the room and breakfast price the same in July?",
        "Bed and breakfast?",
        "What is the difference between a bed and a room?",
        "Can we come in and look around?",
        "Is it nice and quiet?",
    ],
    "de": ["Ist es ruhig und sauber?", "Können wir kommen und uns umsehen?"],
    "it": ["È bello e tranquillo?"],
    "fr": ["Combien coûtent le parking et le petit déjeuner réunis pour la semaine en août ?"],
    "es": ["¿Es tranquilo y limpio?"],
    "pt": ["É calmo e limpo?"],
}


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [(code, text, parts) for code, texts in SPLIT.items() for text, parts in texts.items()],
)
def test_each_thing_and_each_deed_is_asked_by_itself(language, text, parts) -> None:
    assert list(each_part(text, language)) == parts


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, texts in WHOLE.items() for text in texts]
)
def test_what_is_one_question_stays_one(language, text) -> None:
    assert each_part(text, language) == (text,)


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("en", "Hi, a few questions before we book:\n- price\n- parking\n- towels", 3),
        ("de", "Hallo, drei Fragen:\n1. Frühstück ab wann\n2. Handtücher\n3. Parkplatz", 3),
        ("it", "Buongiorno, alcune domande:\n- colazione inclusa\n- parcheggio", 2),
        ("fr", "Bonjour, 2 questions avant de réserver :\n1) un endroit calme\n2) un café", 2),
        ("es", "Hola, tengo unas dudas:\n1. desayuno incluido\n2. toallas", 2),
        ("pt", "Olá, algumas perguntas:\n- pequeno-almoço incluído\n- toalhas", 2),
        ("en", "My questions: 1. what time is check-in 2. is there parking", 2),
        ("en", "Information needed: price of breakfast, luggage storage, pets.", 1),
        ("de", "Wir kommen am 1. Mai und bleiben bis zum 2. Juni, ist da Platz?", 1),
    ],
)
def test_what_is_announced_as_questions_asks(language, text, asked) -> None:
    found = find_asked(text, language)
    assert [ask.kind for ask in found] == [AskKind.QUESTION] * asked
