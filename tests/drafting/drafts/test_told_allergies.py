"""A breakfast that may kill somebody is nobody's plain question: a person sees the mail, whatever
the letter answers."""

from __future__ import annotations

import pytest

from drafting.drafts.kept import current_desk
from drafting.pipeline.answer.compose import ComposeRequest, compose
from drafting.pipeline.check.quality import WaitsFor
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.told import wants_a_look
from drafting.pipeline.plan import IncomingMail

pytestmark = pytest.mark.django_db
TOLD = {
    "en": "My son never goes anywhere without his two epi pens, peanuts you know.",
    "de": "Unser Sohn hat wegen Erdnüssen immer zwei Adrenalin-Pens dabei.",
    "it": "Mia figlia porta sempre con sé la penna di adrenalina per via delle nocciole.",
    "fr": "Notre fils a toujours ses deux stylos d'adrénaline sur lui, à cause des noix.",
    "es": "Mi hijo lleva siempre su pluma de adrenalina por los cacahuetes.",
    "pt": "O meu filho anda sempre com a caneta de adrenalina por causa do amendoim.",
}


def drafted(body: str):
    plan = interpret(IncomingMail(body=body))
    return compose(plan, desk=current_desk(), priors={}, request=ComposeRequest())


@pytest.mark.parametrize("language", TOLD)
def test_the_pens_tell_of_an_allergy_in_every_language(language):
    assert wants_a_look(TOLD[language], language)
    assert not wants_a_look("Pen / Stift / penna / stylo / pluma / caneta?", language)


@pytest.mark.parametrize("told", [TOLD["en"], "My son is allergic to nuts."])
def test_whoever_tells_of_one_is_seen_by_a_person(sample_desk, told):
    alone = drafted("What time is breakfast?")
    assert (alone.delivery, alone.waits_for) == ("ready", None)
    beside = drafted(f"{told} What time is breakfast?")
    assert (beside.delivery, beside.waits_for) == ("needs_follow_up", WaitsFor.DEED)


def test_a_question_about_allergies_tells_of_none(sample_desk):
    assert not wants_a_look("Do you have something for people with a nut allergy?", "en")
