"""What a mail asks, as learning tells mails apart, and what was learned for one mail."""

from __future__ import annotations

import pytest

from drafting.pipeline.answer.rank import asked_topics, leading_topic, priors_of_mail
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import ActionPlan, IncomingMail


def plan_of(text: str) -> ActionPlan:
    return interpret(IncomingMail(body=text))


LATE = "Our train is late and we reach you after midnight. How do we get in?"
LUGGAGE = "Can we leave our bags with you after check-out?"


def test_the_same_wish_in_other_words_and_languages_is_one_topic():
    assert leading_topic(plan_of(LUGGAGE)) == "luggage-storage"
    assert leading_topic(plan_of("Where can we store our luggage until the evening?")) == (
        "luggage-storage"
    )
    assert leading_topic(plan_of("Possiamo lasciare i bagagli da voi dopo il check-out?")) == (
        "luggage-storage"
    )


def test_two_wishes_of_one_scenario_are_two_topics():
    hours, packed = plan_of("When is breakfast?"), plan_of("Can we get a packed breakfast?")
    assert hours.scenario.category == packed.scenario.category == "breakfast"
    assert leading_topic(hours) != leading_topic(packed)


def test_a_mail_without_a_word_asks_nothing():
    assert asked_topics(plan_of("")) == {}


@pytest.mark.parametrize("text", [LATE, LUGGAGE, "Hello"])
def test_a_mail_is_like_some_topics_the_likest_first(text: str):
    likely = list(asked_topics(plan_of(text)).values())
    assert 1 <= len(likely) <= 10
    assert all(0.1 <= like <= 1 for like in likely)
    assert likely == sorted(likely, reverse=True)


def test_a_topic_speaks_by_how_like_it_the_mail_is_and_all_together_within_the_bounds():
    plan = plan_of(LATE)
    scenario, likely = plan.scenario.category, asked_topics(plan)
    first, second = likely
    learned = {(scenario, 1): 6.0, (f"topic:{first}", 1): 2.0, (f"topic:{second}", 1): -1.0}
    points = 6 / 2 + 4 * 2 * likely[first] - 1.5 * likely[second]
    assert priors_of_mail(plan, learned | {("topic:parking", 1): 30.0}) == {
        (scenario, 1): pytest.approx(points, abs=0.05)
    }
    strong = {(scenario, 1): 30.0, (f"topic:{first}", 1): 30.0}
    assert priors_of_mail(plan, strong) == {(scenario, 1): 30.0}
    assert priors_of_mail(plan, {("wifi", 1): 30.0, ("topic:parking", 1): 30.0}) == {}


@pytest.mark.parametrize(
    "mail",
    [
        "My husband has fallen ill and we must cancel our booking. What do we have to pay?",
        "Meine Frau ist krank und wir müssen unsere Buchung stornieren. Was müssen wir bezahlen?",
        "Ma femme est tombée malade et nous devons annuler notre réservation. Que devons-nous payer ?",
    ],
)
def test_a_stay_is_called_off_in_half_a_sentence_too(mail: str):
    plan = plan_of(mail)
    assert "wants_cancellation" in plan.proofs
    assert [ask.topic for ask in plan.asks] == ["cancel", "payment"]
