"""Values of the pipeline as JSON: as the API shows them and a draft keeps them, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter

from drafting.drafts.models import Draft
from drafting.pipeline.answer.compose import Composition
from drafting.pipeline.check.policy import PolicyDecision, ReviewTier, mandatory_of
from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.outcomes import Origin, Outcome
from templatesapp.entries import PolicyEntry

_OUTCOMES = TypeAdapter(tuple[Outcome, ...])
_ORIGINS = TypeAdapter(dict[str, Origin])
_OF_COVERAGE = ("question", "matched", "required", "score", "status")
_OF_REPORT = (
    *("passed", "failed_checks", "failed_check_details", "warnings"),
    *("not_applicable", "confidence", "language"),
)


def quality_json(report: QualityReport) -> dict[str, Any]:
    """The report as the API shows it and a draft keeps it."""
    covered = report.question_coverage
    return {name: getattr(report, name) for name in _OF_REPORT} | {
        "question_coverage": [
            {name: getattr(one, name) for name in _OF_COVERAGE} for one in covered
        ],
        "findings": [asdict(finding) for finding in report.facts.findings],
    }


def ranker_json(composition: Composition) -> dict[str, Any]:
    candidates = [asdict(one) for one in composition.choice.ranking.candidates]
    for candidate in candidates:
        del candidate["template_key"]
    return {"selection": composition.choice.selection, "candidates": candidates}


def policy_json(policy: PolicyDecision, language: str) -> dict[str, Any]:
    """``mandatory_content`` as said in the draft's language; ``rule_keys`` find it in any other."""
    return {
        "review_tier": policy.review_tier,
        "mandatory_content": list(policy.mandatory_content(language)),
        "prohibited_content": list(policy.prohibited_content),
        "tone": policy.tone,
        "allowed_categories": list(policy.allowed_categories),
        "rule_keys": list(policy.rule_keys),
    }


def policy_of(draft: Draft, rules: Sequence[PolicyEntry]) -> PolicyDecision:
    """What was decided for the draft, its sentences as the rules say them today."""
    kept = draft.policy
    return PolicyDecision(
        review_tier=kept.get("review_tier", ReviewTier.STANDARD),
        mandatory=mandatory_of(rules, kept.get("rule_keys", ())),
        prohibited_content=tuple(kept.get("prohibited_content", ())),
        tone=kept.get("tone", ""),
        allowed_categories=tuple(kept.get("allowed_categories", ())),
        rule_keys=tuple(kept.get("rule_keys", ())),
    )


def outcomes_json(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    return [asdict(outcome) for outcome in outcomes]


def outcomes_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Outcome, ...]:
    return _OUTCOMES.validate_python(list(rows))


def origins_of(draft: Draft) -> dict[str, Origin]:
    return _ORIGINS.validate_python(draft.origins)
