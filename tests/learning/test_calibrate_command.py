from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from learning.calibration.models import CalibrationRun, TemplatePrior
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import filler, open_gate, votes

pytestmark = pytest.mark.django_db


def output(*arguments: str) -> str:
    out = StringIO()
    call_command("calibrate", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_says_what_it_would_do_then_does_it_for_a_person() -> None:
    person = UserFactory.create(username="pete")
    template = EmailTemplateFactory.create(template_id="T77", category="payment")
    votes(20, template=template, at=timezone.now())
    open_gate()
    said = output("--dry-run")
    assert "Would calibrate: 20 finished drafts" in said
    assert "T77 en  +0.0 -> +10.0" in said
    assert not TemplatePrior.objects.exists()
    assert output("--by", "pete").startswith("Calibrated: 20 finished drafts")
    assert CalibrationRun.objects.get().person == person


def test_the_command_says_what_it_waits_for() -> None:
    filler(7)
    assert "gate_closed" in output()
    assert "7 of 10 finished drafts" in output()
    open_gate()
    assert "below_minimum_gate" in output()


def test_an_unknown_person_is_an_error() -> None:
    with pytest.raises(CommandError, match="no active user 'nobody'"):
        output("--by", "nobody")
