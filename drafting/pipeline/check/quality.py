"""The quality check of a text, and the one place that turns its findings into a delivery status.

The checks stand in ``checks``, one function each. Sources: design page "Drafting", section 3;
asks.md: ready is a promise, this letter may leave as it is.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from drafting.pipeline.check.checks import (
    BINDING,
    CHECKS,
    NEED_TEMPLATE,
    STOPPING,
    WARNINGS,
    Check,
    QualityContext,
)
from drafting.pipeline.outcomes import AnswerSource, Outcome, OutcomeKind
from drafting.pipeline.plan import OF_SCENARIO, OTHER_LANGUAGE, ActionPlan, Ask, AskKind
from templatesapp.categories import is_hard_rule_protected
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
    """``failed_check_details`` and ``warning_details``: one text each. ``confidence``: 0-1.
    ``outcomes``: one per ask of the plan, same order. ``is_acknowledgement``: it only says that it
    was read. ``overruled``: what a person let stand of what had failed."""

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
    warning_details: dict[str, str] = field(default_factory=dict)
    is_acknowledgement: bool = False
    is_cut: bool = False
    overruled: dict[str, str] = field(default_factory=dict)


def check_quality(context: QualityContext) -> QualityReport:
    """Run every check. None can stop another: a check that raises has failed ("check_error")."""
    is_bare = not (context.has_kept_draft or context.letter or context.fixed)
    skipped = [name for name in CHECKS if is_bare and name in NEED_TEMPLATE]
    failed = _found({name: CHECKS[name] for name in CHECKS if name not in skipped}, context)
    warned = _found(WARNINGS, context)
    broken = {name: detail for name, detail in warned.items() if detail == CHECK_ERROR}
    details = failed | broken
    warnings = {name: detail for name, detail in warned.items() if name not in broken}
    return QualityReport(
        passed=not details,
        failed_checks=tuple(details),
        failed_check_details=details,
        warning_details=warnings,
        warnings=tuple(warnings),
        not_applicable=tuple(skipped),
        confidence=_confidence(context, len(details), len(warnings)),
        question_coverage=context.table.coverage,
        outcomes=context.table.outcomes,
        facts=context.facts,
        language=context.language,
        is_acknowledgement=context.is_acknowledgement,
        is_cut=context.table.is_cut or context.facts.is_cut,
    )


def overrule(report: QualityReport) -> QualityReport:
    """The report for a person who insists on their text, with a reason that is kept."""
    failed = report.failed_check_details.items()
    left = {name: detail for name, detail in failed if name in BINDING}
    return replace(
        report,
        passed=not left,
        failed_checks=tuple(left),
        failed_check_details=left,
        overruled={name: detail for name, detail in failed if name not in left},
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
        {OutcomeKind.OPEN: 0.0, OutcomeKind.PROMISED: _PROMISED_SCORE}.get(
            one.outcome, 1.0 if one.coverage == "covered" else _PROMISED_SCORE
        )
        for ask, one in zip(context.plan.asks, context.table.outcomes, strict=True)
        if ask.kind is not AskKind.NOTICE
    ]
    mean = sum(scores) / len(scores) if scores else 1.0
    raw = mean * _FAILED_FACTOR**failed - _WARNING_COST * warned
    return round(min(1.0, max(0.0, raw)), 2)


class DeliveryStatus(StrEnum):
    READY = "ready"
    NEEDS_FOLLOW_UP = "needs_follow_up"
    BLOCKED = "blocked"  # cannot become a reply


class WaitsFor(StrEnum):
    """Why a draft waits for a person, whatever its text becomes."""

    PROOF = "proof"  # nobody has said what proves the claims of its letter
    ANSWER = "answer"  # it only says that the mail was read, or nothing is asked
    CASE = "case"  # its letter is for a case that somebody sees to
    LETTER = "letter"  # the letter is the likeliest, not a sure one
    ASK = "ask"  # the mail may ask for more than was read
    DEED = "deed"  # the reader suspects that somebody must look or act


_GENERAL = frozenset({AnswerSource.TEMPLATE, AnswerSource.KNOWLEDGE})


def delivery_status(
    report: QualityReport, *, plan: ActionPlan, waits_for: WaitsFor | None = None
) -> DeliveryStatus:
    """``waits_for``: what no text settles."""
    if not report.passed:
        return DeliveryStatus.BLOCKED
    is_ready = (
        _is_read_with_certainty(plan)
        and not report.is_cut
        and not report.overruled
        and not STOPPING.intersection(report.warnings)
        and not report.is_acknowledgement
        and waits_for is None
        and all(map(_is_settled, plan.asks, report.outcomes))
    )
    return DeliveryStatus.READY if is_ready else DeliveryStatus.NEEDS_FOLLOW_UP


def _is_read_with_certainty(plan: ActionPlan) -> bool:
    """Nothing urgent, nothing unclear, nothing unread."""
    return not (
        _is_uncertain(plan)
        or plan.language == OTHER_LANGUAGE
        or plan.is_cut
        or plan.emergency
        or plan.escalation_required
        or plan.escalation.triggers
        or plan.agreement.requires_human_confirmation
        or plan.opt_out  # somebody must take the address off the list
        or "wants_change" in plan.proofs  # somebody must look for a free bed and enter it
    )


def _is_uncertain(plan: ActionPlan) -> bool:
    """That only the category is in doubt says nothing of a letter that answers each question,
    unless mail of one of the categories gets fixed text."""
    if not plan.is_uncertain or plan.reading is None:
        return plan.is_uncertain
    is_of_category = plan.reading.uncertain == (OF_SCENARIO,)
    asks = any(ask.kind is AskKind.QUESTION for ask in plan.asks)
    categories = [plan.reading.scenario.rules, plan.reading.scenario.reader, plan.scenario.category]
    return not (is_of_category and asks and not any(map(is_hard_rule_protected, categories)))


def _is_settled(ask: Ask, outcome: Outcome) -> bool:
    if ask.kind is AskKind.NOTICE:
        return True
    if ask.kind is not AskKind.QUESTION and outcome.source in _GENERAL:
        return False  # somebody must look, or act
    return outcome.outcome is OutcomeKind.ANSWERED and not outcome.is_unproven
