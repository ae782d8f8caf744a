"""May a draft leave? The one place that turns findings into a delivery status."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from drafting.pipeline.check.quality import QualityReport, QuestionBlock


class DeliveryStatus(StrEnum):
    READY = "ready"
    NEEDS_FOLLOW_UP = "needs_follow_up"
    BLOCKED = "blocked"  # cannot become a reply


NOTHING_SELECTED = "none"


def delivery_status(
    report: QualityReport,
    *,
    blocks: Iterable[QuestionBlock],
    selection: str,
    language_mismatch: bool,
    escalation_required: bool,
    agreement_needs_human: bool,
) -> DeliveryStatus:
    """``selection``: the ranker's auto, suggest or none. Source: design page "Drafting", section 3.

    A question that the text leaves to a follow-up sentence needs one, block or no block.
    """
    if not report.passed:
        return DeliveryStatus.BLOCKED
    needs_follow_up = (
        any(block.follow_up_required for block in blocks)
        or any(entry.status == "missing" for entry in report.question_coverage)
        or selection == NOTHING_SELECTED
        or language_mismatch
        or escalation_required
        or agreement_needs_human
    )
    return DeliveryStatus.NEEDS_FOLLOW_UP if needs_follow_up else DeliveryStatus.READY
