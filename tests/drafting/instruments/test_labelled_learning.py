"""What was learned is held against labelled mail: what it wins and loses, by scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from drafting.instruments import labelled
from drafting.instruments.labelled import count_labelled
from learning.calibration.models import TemplatePrior
from templatesapp.models import EmailTemplate, raise_catalogue_version
from tests.drafting.drafts.plans import load_sample_desk

# Steps up to the house; luggage after check-out, which a wrong prior takes for the check-out itself.
MAILS = {"M011": "guest", "VT003": "vito"}

pytestmark = pytest.mark.django_db


def test_what_priors_win_or_lose_is_told_with_its_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, kind in MAILS.items():
        lines = (labelled.FOLDER / f"{kind}_mails.jsonl").read_text("utf-8").splitlines()
        (mail,) = (line for line in lines if f'"id": "{name}"' in line)
        (tmp_path / f"{name}_mails.jsonl").write_text(mail, "utf-8")
    monkeypatch.setattr(labelled, "FOLDER", tmp_path)
    monkeypatch.setattr(labelled, "SETS", tuple(MAILS))
    load_sample_desk()
    assert {row["labelled"] for row in count_labelled()} <= {"all", "ready"}
    for letter in EmailTemplate.objects.filter(template_id="T20"):
        for context in ({"scenario_category": "checkout"}, {"topic": "breakfast-price"}):
            TemplatePrior.objects.create(template=letter, delta=30, sample_size=9, **context)
    raise_catalogue_version()
    told = {row["labelled"]: (row["without priors"], row["with"]) for row in count_labelled()}
    assert told["all"] == ("2 of 2", "1 of 2")
    assert told["luggage"] == ("1 of 1", "0 of 1")
    assert "access" not in told
