"""Forms of asking in six languages: half of the sentences were written for tuning, half of them
nobody looked at while the rules were made ("unseen")."""

import json
from collections import Counter
from pathlib import Path

import pytest

from drafting.pipeline.interpret.engine import interpret
from drafting.pipeline.plan import AskKind, IncomingMail

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("forms_of_asking.jsonl").read_text("utf-8").splitlines()
]
# Of each form, how many must be read as they are labelled.
LEAST = {
    ("joined", "tuned"): 18,
    ("joined", "unseen"): 14,
    ("embedded", "tuned"): 18,
    ("embedded", "unseen"): 18,
    ("supposed", "tuned"): 16,
    ("supposed", "unseen"): 16,
    ("wanted", "tuned"): 23,
    ("wanted", "unseen"): 22,
    ("deeds", "tuned"): 16,
    ("deeds", "unseen"): 17,
    ("nouns", "tuned"): 17,
    ("nouns", "unseen"): 12,
    ("none", "tuned"): 31,
    ("none", "unseen"): 28,
}


def asked(body):
    found = [ask.kind for ask in interpret(IncomingMail(body)).asks]
    kinds = [kind for kind in found if kind is not AskKind.NOTICE]
    return "".join("a" if kind is AskKind.ACTION else "q" for kind in kinds)


@pytest.mark.parametrize(("form", "half"), LEAST)
def test_what_each_form_asks(form, half):
    rows = [row for row in ROWS if (row["form"], row["half"]) == (form, half)]
    wrong = [row["body"] for row in rows if asked(row["body"]) != row["asks"]]
    assert len(rows) - len(wrong) >= LEAST[form, half], wrong


def test_every_form_is_written_in_six_languages_and_two_halves():
    counts = Counter((row["form"], row["language"], row["half"]) for row in ROWS)
    assert {form for form, _, _ in counts} == {form for form, _ in LEAST}
    assert min(counts.values()) >= 3 and len(counts) == 6 * len(LEAST)


def texts(body):
    return [ask.text for ask in interpret(IncomingMail(body)).asks]


def test_two_things_in_one_question_are_two_asks():
    assert texts("Wie teuer sind Parken und Kurtaxe?") == [
        "Wie teuer sind Parken?",
        "Wie teuer sind Kurtaxe?",
    ]
    assert texts("Quanto costano il parcheggio e la navetta?")[1] == "Quanto costano la navetta?"


def test_what_lies_between_two_things_is_one_ask():
    asked = texts("How many steps are there between the bus stop and your door?")
    assert len(asked) == 1


def test_each_joined_clause_has_its_own_text():
    asked = texts("Wir wüssten gern, wie viele Betten der Saal hat und ob er ein Bad hat.")
    assert [text.split()[-1] for text in asked] == ["hat", "hat."]


def test_a_bare_question_word_after_and_belongs_to_its_question():
    assert len(texts("Please send us what you need and where to.")) == 1


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("C'est combien le petit déjeuner svp ?", "q"),
        ("La réception est ouverte jusqu'à quelle heure svp ?", "q"),
        ("Quanto custa o pequeno-almoço por favor?", "q"),
        ("Is there a kettle please?", "q"),
        ("Un oreiller de plus svp ?", "a"),
        ("Two towels please?", "a"),
        ("Puis-je annuler ma réservation svp ?", "q"),
        ("Pouvez-vous annuler ma réservation svp ?", "a"),
    ],
)
def test_a_please_at_its_end_makes_no_request_of_a_question(body, kinds):
    assert asked(body) == kinds


@pytest.mark.parametrize(
    "body",
    [
        "la reception resta aperta fino a che ora?",
        "o restaurante serve jantar até que horas?",
        "le bar de la terrasse est ouvert jusqu'à quelle heure ?",
    ],
)
def test_a_question_keeps_its_subject_where_the_question_word_stands_last(body):
    (ask,) = interpret(IncomingMail(body)).asks
    assert ask.text == body


@pytest.mark.parametrize(
    ("body", "question"),
    [
        ("When does the bus leave because we must not miss it?", "When does the bus leave"),
        ("Gibt es ein Bügeleisen, weil wir zu einer Hochzeit gehen?", "Gibt es ein Bügeleisen"),
        ("Avez-vous un coffre, parce que je voyage avec mes bijoux ?", "Avez-vous un coffre"),
    ],
)
def test_why_it_is_asked_is_not_asked(body, question):
    assert interpret(IncomingMail(body)).asks[0].text == question


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("Do we have to order breakfast the evening before?", "q"),
        ("The boy at the desk (was it Luca?) carried our bags. Thank you for all!", ""),
        ("grazie mille per come avete aiutato mia madre con la valigia.", ""),
        ("I only wanted to say what a wonderful evening we had on your terrace.", ""),
    ],
)
def test_what_guests_do_themselves_or_thank_for_is_nothing_to_do(body, kinds):
    assert asked(body) == kinds


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("We just got home and wanted to say thanks for the best two nights.", ""),
        ("Solo quería darles las gracias por el desayuno tan rico.", ""),
        ("Volevo ringraziarvi per la colazione.", ""),
        ("Je voulais vous remercier pour le petit-déjeuner.", ""),
        ("I wanted to thank you and ask for an invoice.", "a"),
        ("Quería darles las gracias y pedir una factura.", "a"),
        ("I would like to say hello and book two beds for Friday.", "a"),
    ],
)
def test_who_wants_to_thank_wants_nothing(body, kinds):
    assert asked(body) == kinds
