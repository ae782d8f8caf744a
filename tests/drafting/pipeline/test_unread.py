"""Sentences in which nothing was found asked, and that may ask."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.asking import (
    UNREAD,
    _chances,
    asking_features,
    may_ask_more,
    read_sentences,
)
from drafting.pipeline.plan import AskKind, IncomingMail, InterpretSettings
from templatesapp.text.reader.heads import shipped_heads

READ = "When is breakfast?"


def plan_of(body: str):
    return interpret(IncomingMail(body=body), settings=InterpretSettings())


def test_sentences_are_read_by_all_that_the_head_was_taught():
    """Where words point is worked out apart from their names: it must come to the same."""
    said = ("We come by train on Friday", "When is breakfast and how much is it?", "Many thanks!")
    found = ((), ((AskKind.QUESTION, "When is breakfast"),), ())
    taught = list(asking_features(said, found, "en"))
    whole = shipped_heads()[UNREAD].probabilities(taught)[:, 0]
    assert _chances(said, found, "en") == pytest.approx(whole)


def test_only_sentences_without_an_ask_are_looked_at():
    plan = plan_of(f"Hello there, we come by train. {READ} Many thanks to you all.")
    found = dict(zip(*read_sentences(plan), strict=True))
    assert found[READ]
    assert not any(is_read for sentence, is_read in found.items() if "train" in sentence)


@pytest.mark.parametrize(
    "wish",
    [
        "And how one gets up to the monastery from you without a car, I have no idea.",
        "Our school needs an invoice with the VAT shown.",
        "Und wo wir die Räder lassen, weiß ich auch noch nicht.",
    ],
)
def test_a_wish_that_is_no_question_is_suspected(wish):
    plan = plan_of(f"Hello,\n\n{wish}\n\nAnna")
    assert plan.asks or may_ask_more(plan)


def test_what_asks_without_a_form_is_an_ask_and_its_kind_is_read():
    plan = plan_of("Hello,\n\nOur school needs an invoice with the VAT shown.\n\nAnna")
    assert [(ask.kind, ask.text) for ask in plan.asks] == [
        (AskKind.ACTION, "Our school needs an invoice with the VAT shown.")
    ]


def test_what_the_rules_alone_find_is_read_without_the_reader():
    wish = "Our school needs an invoice with the VAT shown."
    alone = InterpretSettings(has_reader=False)
    assert not interpret(IncomingMail(body=wish), settings=alone).asks


@pytest.mark.parametrize("body", [READ, f"Hello. {READ} Thank you, Anna", "Many thanks for all."])
def test_a_greeting_and_thanks_ask_nothing(body):
    assert not may_ask_more(plan_of(body))


@pytest.mark.parametrize(
    ("idle", "asks"),
    [
        ("My cousin laughed and called me Susan, who is her sister.", READ),
        (
            "Stellen Sie sich vor, der Bus fuhr letztes Jahr einfach weiter.",
            "Wann gibt es Frühstück?",
        ),
    ],
)
def test_what_hardly_asks_in_a_sentence_without_a_question_mark_is_no_ask(idle, asks):
    body = f"{idle} {asks}"
    assert [ask.evidence for ask in plan_of(body).asks] == [asks]
    alone = InterpretSettings(has_reader=False)
    assert len(interpret(IncomingMail(body=body), settings=alone).asks) == 2


def test_what_alone_may_ask_is_kept():
    assert [ask.kind for ask in plan_of("She is called Susan, who is her sister.").asks] == [
        AskKind.QUESTION
    ]
