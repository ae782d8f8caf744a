"""The quality check of a text: every check is run, and the findings become one report.

What it is given stands in ``context``, the checks in ``checks``, one function each.
Source: design page "Drafting", section 3; asks.md.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from drafting.pipeline.check.checks import (
    CHECKS,
    NEED_TEMPLATE,
    WARNINGS,
    Check,
    QualityContext,
)
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.plan import AskKind
from templatesapp.text.coverage.cover import Coverage
from templatesapp.text.guarded.kinds import FactReading

logger = logging.getLogger(__name__)
CHECK_ERROR = "check_error"

# confidence = mean score of the asks × 0.5 per failed check − 0.05 per warning. An ask handed to a
# person counts half: the guest is told, and still has no answer. Our own convention: one failed
# check is as bad as half of the asks unanswered.
_FAILED_FACTOR = 0.5
_WARNING_COST = 0.05
_PROMISED_SCORE = 0.5


@dataclass(frozen=True, slots=True)
class QualityReport:
    """``failed_check_details``: one text per failed check. ``confidence``: 0-1. ``outcomes``: one
    per ask of the plan, same order. ``is_acknowledgement``: it only says that it was read."""

    passed: bool
    failed_checks: tuple[str, ...]
    failed_check_details: dict[str, str]
    warnings: tuple[str, ...]
    not_applicable: tuple[str, ...]
    confidence: float
    question_coverage: tuple[Coverage, ...]
    outcomes: tuple[Outcome, ...] = ()
    facts: FactReading = field(default_factory=lambda: FactReading(()))
    language: str = ""
    is_acknowledgement: bool = False
    is_cut: bool = False


def check_quality(context: QualityContext) -> QualityReport:
    """Run every check. None can stop another: a check that raises has failed ("check_error")."""
    is_bare = not (context.has_kept_draft or context.letter or context.fixed)
    skipped = [name for name in CHECKS if is_bare and name in NEED_TEMPLATE]
    failed = _found({name: CHECKS[name] for name in CHECKS if name not in skipped}, context)
    warned = _found(WARNINGS, context)
    broken = {name: detail for name, detail in warned.items() if detail == CHECK_ERROR}
    details = failed | broken
    warnings = tuple(name for name in warned if name not in broken)
    return QualityReport(
        passed=not details,
        failed_checks=tuple(details),
        failed_check_details=details,
        warnings=warnings,
        not_applicable=tuple(skipped),
        confidence=_confidence(context, len(details), len(warnings)),
        question_coverage=context.table.coverage,
        outcomes=context.table.outcomes,
        facts=context.facts,
        language=context.language,
        is_acknowledgement=context.is_acknowledgement,
        is_cut=context.table.is_cut or context.facts.is_cut,
    )


def _found(checks: Mapping[str, Check], context: QualityContext) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, check in checks.items():
        try:
            detail = check(context)
        except Exception:
            logger.exception("A check of quality broke: %s", name)
            detail = CHECK_ERROR
        if detail is not None:
            found[name] = detail
    return found


def _confidence(context: QualityContext, failed: int, warned: int) -> float:
    scores = [
        _score(outcome)
        for ask, outcome in zip(context.plan.asks, context.table.outcomes, strict=True)
        if ask.kind is not AskKind.NOTICE
    ]
    mean = sum(scores) / len(scores) if scores else 1.0
    raw = mean * _FAILED_FACTOR**failed - _WARNING_COST * warned
    return round(min(1.0, max(0.0, raw)), 2)


def _score(outcome: Outcome) -> float:
    if outcome.outcome is OutcomeKind.ANSWERED:
        return 1.0 if outcome.coverage == "covered" else _PROMISED_SCORE
    return _PROMISED_SCORE if outcome.outcome is OutcomeKind.PROMISED else 0.0
