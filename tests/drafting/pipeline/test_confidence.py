"""The confidence curve, and what it claims against what is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafting.pipeline.answer.catalogue_search import Support, base_confidence
from drafting.pipeline.answer.rank import Ranker
from drafting.pipeline.interpret.normalise import normalise
from drafting.pipeline.interpret.scenario import classify
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import TemplateEntry
from tests.house import sample_rows

FOLDER = Path(__file__).parent
UNIT = st.floats(0, 1)
SIGNED = st.floats(-1, 1)


@given(fit=UNIT, lead=SIGNED, margin=SIGNED, idf_share=UNIT, more=st.floats(0, 1))
def test_confidence_is_in_bounds_and_never_falls_with_more_evidence(
    fit, lead, margin, idf_share, more
):
    plain = base_confidence(Support(fit, lead, margin, idf_share))
    assert 0 <= plain <= 100
    for name in ("fit", "lead", "margin", "idf_share"):
        values = {"fit": fit, "lead": lead, "margin": margin, "idf_share": idf_share}
        values[name] += more
        assert base_confidence(Support(**values)) >= plain


def test_a_scenario_that_does_not_fit_is_never_sure():
    assert base_confidence(Support(fit=0, lead=-0.5, margin=1, idf_share=1)) < 65


@pytest.fixture(scope="module")
def selections():
    """``(result, is acceptable)`` of every fresh mail that is not protected."""
    rows = sample_rows("templates")
    names = ("template_id", "subject", "body", "category", "language", "purpose")
    names += ("prepayment_step", "prepayment_provider")
    ranker = Ranker(
        TemplateEntry(key=key, **{name: row[name] for name in names if name in row})
        for key, row in enumerate(rows, start=1)
    )
    found = []
    for mail in json.loads((FOLDER / "scenario_mails.json").read_text(encoding="utf-8")):
        text = normalise(mail["body"]).text
        scenarios = classify(subject=mail["subject"], text=text, language=mail["language"])
        if is_hard_rule_protected(scenarios[0].category):
            continue
        result = ranker.rank(
            f"{mail['subject']}\n{text}", language=mail["language"], scenarios=scenarios
        )
        chosen = result.selected
        found.append((result, bool(chosen) and chosen.category in mail["acceptable_categories"]))
    return found


def test_what_is_selected_by_itself_is_right(selections):
    auto = [right for result, right in selections if result.selection == "auto"]
    assert len(auto) >= 0.3 * len(selections)
    assert sum(auto) >= 0.95 * len(auto)


def test_selected_templates_are_acceptable(selections):
    assert sum(right for _, right in selections) >= 0.9 * len(selections)
