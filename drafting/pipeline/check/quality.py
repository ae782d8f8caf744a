"""The quality check of a draft: every check is run, and the findings become one report.

What it is given stands in ``quality_context``, the checks in ``quality_checks``, one function each.
Source: design page "Drafting", section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drafting.pipeline.check.checks import CHECKS, WARNINGS
from drafting.pipeline.check.context import (
    Check,
    Evidence,
    QualityContext,
    QuestionBlock,
    TemplateContext,
    left_to_follow_up,
)
from templatesapp.text.coverage.cover import Coverage, CoverageStatus, cover_all

__all__ = [
    "CHECK_ERROR",
    "QualityContext",
    "QualityReport",
    "QuestionBlock",
    "TemplateContext",
    "check_quality",
]

CHECK_ERROR = "check_error"

# confidence = mean question score × 0.5 per failed check − 0.05 per warning. A question handed to
# a person counts half: the guest is told, and still has no answer. Our own convention: one failed
# check is as bad as half of the questions unanswered.
_FAILED_FACTOR = 0.5
_WARNING_COST = 0.05
_FOLLOW_UP_SCORE = 0.5


@dataclass(frozen=True, slots=True)
class QualityReport:
    """``failed_check_details``: one text per failed check. ``confidence``: 0-1."""

    passed: bool
    failed_checks: tuple[str, ...]
    failed_check_details: dict[str, str]
    warnings: tuple[str, ...]
    not_applicable: tuple[str, ...]
    confidence: float
    question_coverage: tuple[Coverage, ...]


def check_quality(context: QualityContext) -> QualityReport:
    """Run every check. None can stop another: a check that raises has failed ("check_error")."""
    evidence = Evidence(context, _coverage(context))
    skipped = {check.name for check in CHECKS if check.needs_template} if _is_bare(context) else ()
    failed = _found([check for check in CHECKS if check.name not in skipped], evidence)
    warned = _found(WARNINGS, evidence)
    broken = {name: detail for name, detail in warned.items() if detail == CHECK_ERROR}
    details = failed | broken
    warnings = tuple(name for name in warned if name not in broken)
    return QualityReport(
        passed=not details,
        failed_checks=tuple(details),
        failed_check_details=details,
        warnings=warnings,
        not_applicable=tuple(check.name for check in CHECKS if check.name in skipped),
        confidence=_confidence(evidence, len(details), len(warnings)),
        question_coverage=evidence.coverage or (),
    )


def _is_bare(context: QualityContext) -> bool:
    return not context.has_kept_draft and context.template is None


def _coverage(context: QualityContext) -> tuple[Coverage, ...] | None:
    try:
        return cover_all(
            [ask.text for ask in context.plan.intents.questions],
            context.body_plain,
            language=context.plan.language,
            answer_language=context.language,
        )
    except Exception:  # told as a failed check, like any check that breaks
        return None


def _found(checks: Sequence[Check], evidence: Evidence) -> dict[str, str]:
    found: dict[str, str] = {}
    detail: str | None
    for check in checks:
        try:
            detail = check.find(evidence)
        except Exception:
            detail = CHECK_ERROR
        if detail is not None:
            found[check.name] = detail
    return found


def _confidence(evidence: Evidence, failed: int, warned: int) -> float:
    scores = [_score(evidence.context, entry) for entry in evidence.coverage or ()]
    mean = sum(scores) / len(scores) if scores else 1.0
    raw = mean * _FAILED_FACTOR**failed - _WARNING_COST * warned
    return round(min(1.0, max(0.0, raw)), 2)


def _score(context: QualityContext, entry: Coverage) -> float:
    if entry.status == CoverageStatus.MISSING and left_to_follow_up(context, entry.question):
        return max(entry.score, _FOLLOW_UP_SCORE)
    return entry.score
