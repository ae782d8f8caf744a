"""Sentences in which nothing was found asked, and that may ask."""

from __future__ import annotations

import pytest

from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.second_opinion import (
    may_ask_more,
    touches,
    unread_sentences,
    words_of,
)
from drafting.pipeline.plan import IncomingMail, InterpretSettings

READ = "When is breakfast?"


def plan_of(body: str):
    return interpret(IncomingMail(body=body), settings=InterpretSettings())


def test_only_sentences_without_an_ask_are_looked_at():
    plan = plan_of(f"Hello there, we come by train. {READ} Many thanks to you all.")
    found = [sentence for sentence, _ in unread_sentences(plan)]
    assert READ not in found
    assert any("train" in sentence for sentence in found)


@pytest.mark.parametrize(
    "wish",
    [
        "And how one gets up to the monastery from you without a car, I have no idea.",
        "Our school needs an invoice with the VAT shown.",
        "Und wo wir die Räder lassen, weiß ich auch noch nicht.",
    ],
)
def test_a_wish_that_is_no_question_is_suspected(wish):
    plan = plan_of(wish)
    assert plan.asks or may_ask_more(plan)


@pytest.mark.parametrize("body", [READ, f"Hello. {READ} Thank you, Anna", "Many thanks for all."])
def test_a_greeting_and_thanks_ask_nothing(body):
    assert not may_ask_more(plan_of(body))


def test_words_touch_where_one_stands_in_the_other():
    assert touches(words_of("When is breakfast?"), words_of("Hello, when is breakfast"))
    assert not touches(words_of(""), words_of("anything"))
    assert not touches(words_of("bus to Rome"), words_of("train to Rome"))
