"""What a guest wants of the data we keep is a request of its own: no word of ours on newsletters
settles it."""

from __future__ import annotations

import pytest

from drafting.drafts.kept import current_desk
from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.check.quality import DeliveryStatus
from drafting.pipeline.interpret import interpret
from drafting.pipeline.outcomes import OutcomeKind
from drafting.pipeline.plan import ActionPlan, IncomingMail

pytestmark = pytest.mark.django_db

DATA_ALONE = [
    "Delete my data please.",
    "I would like you to erase my personal data from your systems.",
    "Bitte löschen Sie alle Daten, die Sie über mich gespeichert haben.",
    "Vi chiedo di cancellare tutti i miei dati personali.",
    "Merci de supprimer toutes les données que vous détenez à mon sujet.",
    "Quiero que borren todos mis datos personales.",
]
BOTH = [
    "Please unsubscribe me and delete my data as well. Thanks",
    "Stop sending me emails and erase everything you have about me.",
    "Bitte nehmen Sie mich aus dem Newsletter und löschen Sie meine Daten.",
]


def _drafted(body: str) -> tuple[ActionPlan, Composition]:
    desk = current_desk()
    plan = interpret(IncomingMail(body=body), settings=desk.interpret_settings)
    return plan, compose(plan, desk=desk, priors={}, request=ComposeRequest())


@pytest.mark.parametrize("body", DATA_ALONE)
def test_data_alone_are_for_a_person_and_no_opt_out(sample_desk: None, body: str):
    plan, draft = _drafted(body)
    assert not plan.opt_out
    assert draft.template is None
    assert draft.delivery is DeliveryStatus.NEEDS_FOLLOW_UP


@pytest.mark.parametrize("body", BOTH)
def test_data_beside_an_opt_out_are_promised_by_name(sample_desk: None, body: str):
    plan, draft = _drafted(body)
    assert plan.opt_out
    assert draft.template is not None and draft.template.template_id == "T46"
    data = next(ask for ask in plan.asks if ask.topic == "own-data")
    outcome = next(one for one in draft.quality.outcomes if one.ask == data.id)
    assert outcome.outcome is OutcomeKind.PROMISED
    assert outcome.source is None  # a promise of its own, not a sentence of the letter
    assert draft.delivery is DeliveryStatus.NEEDS_FOLLOW_UP


def test_an_address_on_a_list_is_still_an_opt_out(sample_desk: None):
    plan, _ = _drafted("Please delete my e-mail address from your mailing list.")
    assert plan.opt_out
    assert all(ask.topic != "own-data" for ask in plan.asks)
