"""What mails ask has priors of its own, beside those of their scenario."""

from __future__ import annotations

import pytest

from learning.calibration.models import CalibrationRun, TemplatePrior
from learning.calibration.services import calibrate, current_priors, list_priors, recompute_priors
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW, filler, open_gate, undo_newest, vote, votes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LATE = {"topic": "late-arrival"}


@pytest.fixture
def template() -> EmailTemplate:
    open_gate()
    return EmailTemplateFactory.create(category="payment")


def delta(template: EmailTemplate, **cell: str) -> float:
    prior = TemplatePrior.objects.filter(template=template, **cell).first()
    return float(prior.delta) if prior else 0.0


def test_one_topic_in_two_scenarios_is_one_cell(template: EmailTemplate) -> None:
    vote(template=template, scenario="payment", selected=LATE)
    vote(template=template, scenario="wifi", selected=LATE)
    filler(20)
    calibrate(by=None, now=NOW)
    assert delta(template, topic="late-arrival") == 8.0
    assert delta(template, scenario_category="payment") == 4.0
    assert delta(template, scenario_category="wifi") == 4.0
    assert TemplatePrior.objects.filter(topic="", scenario_category="").count() == 0


def test_one_agent_raises_a_topic_by_ten_at_most(template: EmailTemplate) -> None:
    votes(25, template=template, selected=LATE)
    calibrate(by=None, now=NOW)
    assert delta(template, topic="late-arrival") == 10.0


def test_mail_of_protected_categories_teaches_no_topic() -> None:
    open_gate()
    fixed = EmailTemplateFactory.create(category="cancellation")
    votes(5, template=fixed, scenario="cancellation", selected=LATE)
    filler(20)
    calibrate(by=None, now=NOW)
    assert not TemplatePrior.objects.filter(topic="late-arrival").exists()


def test_topics_are_replayed_undone_and_handed_out(template: EmailTemplate) -> None:
    votes(20, template=template, selected=LATE)
    calibrate(by=None, now=NOW)
    live = list_priors()
    assert {(row["scenario_category"], row["topic"]) for row in live} == {
        ("payment", ""),
        ("", "late-arrival"),
    }
    priors = current_priors(current_catalogue())
    assert priors["topic:late-arrival", template.pk] == 10.0
    TemplatePrior.objects.all().delete()
    recompute_priors(reason="replay", now=NOW)
    assert list_priors() == live
    assert CalibrationRun.objects.get(kind="calibration").events_used == 20
    undo_newest(by=UserFactory.create(role="manager"), now=NOW)
    assert not TemplatePrior.objects.exists()
