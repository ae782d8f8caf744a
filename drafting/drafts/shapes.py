"""Values of the pipeline as JSON: as the API shows them and a draft keeps them, and back."""

from __future__ import annotations

from typing import Any

from drafting.drafts.models import Draft
from drafting.pipeline.answer.compose import Composition
from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.check.quality import QualityReport, QuestionBlock


def quality_json(report: QualityReport) -> dict[str, Any]:
    """The report as the API shows it and a draft keeps it."""
    return {
        "passed": report.passed,
        "failed_checks": list(report.failed_checks),
        "failed_check_details": dict(report.failed_check_details),
        "warnings": list(report.warnings),
        "not_applicable": list(report.not_applicable),
        "confidence": report.confidence,
        "question_coverage": [
            {
                "question": entry.question,
                "matched": list(entry.matched),
                "required": list(entry.required),
                "score": entry.score,
                "status": str(entry.status),
            }
            for entry in report.question_coverage
        ],
    }


def ranker_json(composition: Composition) -> dict[str, Any]:
    ranking = composition.choice.ranking
    return {
        "selection": composition.choice.selection,
        "candidates": [
            {
                "template_id": candidate.template_id,
                "subject": candidate.subject,
                "category": candidate.category,
                "bm25_score": candidate.bm25_score,
                "score": candidate.score,
                "base_confidence": candidate.base_confidence,
                "prior_delta": candidate.prior_delta,
                "confidence": candidate.confidence,
                "evidence": list(candidate.evidence),
            }
            for candidate in ranking.candidates
        ],
    }


def blocks_of(draft: Draft) -> tuple[QuestionBlock, ...]:
    return tuple(QuestionBlock(**block) for block in draft.question_blocks)


def policy_of(draft: Draft) -> PolicyDecision:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in draft.policy.items()
    }
    return PolicyDecision(**values)
