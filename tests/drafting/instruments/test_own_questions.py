"""A house's own questions, each sent as a mail: what the house itself wrote an answer to must come
back with it, whatever the house."""

from __future__ import annotations

import pytest
from django.conf import settings

from drafting.desk.house import load_house
from drafting.drafts.kept import current_desk
from drafting.pipeline.answer.compose import ComposeRequest, compose
from drafting.pipeline.answer.paragraphs import touch_letter
from drafting.pipeline.check.quality import DeliveryStatus
from drafting.pipeline.interpret import interpret
from drafting.pipeline.outcomes import OutcomeKind
from drafting.pipeline.plan import Ask, AskKind, IncomingMail

pytestmark = pytest.mark.django_db
GREETINGS = {"en": "Hello", "de": "Guten Tag", "it": "Buongiorno"}
LEAST_READY, LEAST_ANSWERED = 0.7, 0.95  # of 75 questions


def test_a_house_answers_what_it_asks_itself() -> None:
    load_house(folder=settings.BASE_DIR / "fixtures/houses/vigna")
    desk = current_desk()
    ready, answered, asked = 0, 0, 0
    for item in desk.catalogue.knowledge:
        body = f"{GREETINGS[item.language]},\n\n{item.question}\n\nAnna Berger"
        plan = interpret(IncomingMail(body=body), settings=desk.interpret_settings)
        if any(ask.kind is AskKind.ACTION for ask in plan.asks):
            continue  # "can you pick us up": somebody must, whatever the answer says
        made = compose(plan, desk=desk, priors={}, request=ComposeRequest())
        asked += 1
        answered += all(o.outcome is OutcomeKind.ANSWERED for o in made.quality.outcomes)
        ready += made.delivery is DeliveryStatus.READY
    assert asked >= 70
    assert answered / asked >= LEAST_ANSWERED
    assert ready / asked >= LEAST_READY


@pytest.mark.usefixtures("sample_desk")
def test_a_likely_letter_is_shown_with_what_the_rest_of_the_mail_is_about() -> None:
    desk = current_desk()
    ways = next(t for t in desk.catalogue.templates if (t.template_id, t.language) == ("T16", "en"))
    letter = desk.library.texts.of(ways)
    ask = Ask(id="a1", kind=AskKind.QUESTION, text="Can she stay with you?")
    assert touch_letter(letter, [ask], "en").by_ask == {}
    fit = touch_letter(letter, [ask], "en", around=["My friend uses a wheelchair."])
    (place,) = fit.by_ask["a1"]
    assert "wheelchair" in letter.paragraphs[place].text
    assert fit.answered == frozenset(), "a person finds it beside the promise"
