from __future__ import annotations

import pytest

from drafting.pipeline.check.delivery import delivery_status
from drafting.pipeline.check.quality import QualityReport, QuestionBlock
from templatesapp.text.coverage.cover import Coverage


def report(passed=True, coverage=()):
    return QualityReport(passed, () if passed else ("missing_html",), {}, (), (), 1.0, coverage)


CLEAN = {
    "blocks": (QuestionBlock("Is there wifi?", "template"),),
    "selection": "suggest",
    "language_mismatch": False,
    "escalation_required": False,
    "agreement_needs_human": False,
}
MISSING = Coverage("Is there a pool?", (), ("pool",), 0.0, "missing")


def test_a_clean_draft_is_ready():
    assert delivery_status(report(), **CLEAN) == "ready"


@pytest.mark.parametrize(
    "change",
    [
        {"blocks": (QuestionBlock("Is there a pool?", "follow_up", follow_up_required=True),)},
        {"selection": "none"},
        {"language_mismatch": True},
        {"escalation_required": True},
        {"agreement_needs_human": True},
    ],
)
def test_each_open_end_needs_a_follow_up_and_a_failed_check_blocks(change):
    assert delivery_status(report(), **CLEAN | change) == "needs_follow_up"
    assert delivery_status(report(passed=False), **CLEAN | change) == "blocked"


def test_a_question_left_to_the_follow_up_sentence_needs_one():
    assert delivery_status(report(coverage=(MISSING,)), **CLEAN) == "needs_follow_up"


def test_a_failed_check_blocks():
    assert delivery_status(report(passed=False), **CLEAN) == "blocked"
