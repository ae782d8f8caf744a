"""Values of the pipeline as JSON: as the API shows them and a draft keeps them, and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from pydantic import TypeAdapter

from drafting.drafts.models import Draft
from drafting.pipeline.answer.compose import Composition
from drafting.pipeline.check.policy import PolicyDecision, mandatory_of
from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.outcomes import Origin, Outcome
from templatesapp.entries import PolicyEntry

_OUTCOMES = TypeAdapter(tuple[Outcome, ...])
_ORIGINS = TypeAdapter(dict[str, Origin])
_POLICY = TypeAdapter(PolicyDecision)
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
        del candidate["template_key"], candidate["selection"]
    return {"selection": composition.choice.selection, "candidates": candidates}


def policy_json(policy: PolicyDecision, language: str) -> dict[str, Any]:
    """``mandatory_content`` as said in the draft's language; ``rule_keys`` find it in any other."""
    told: dict[str, Any] = _POLICY.dump_python(policy, mode="json", exclude={"mandatory"})
    return told | {"mandatory_content": list(policy.mandatory_content(language))}


def policy_of(draft: Draft, rules: Sequence[PolicyEntry]) -> PolicyDecision:
    """What was decided for the draft, its sentences as the rules say them today."""
    mandatory = mandatory_of(rules, draft.policy.get("rule_keys", ()))
    return replace(_POLICY.validate_python(draft.policy), mandatory=mandatory)


def outcomes_json(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    return [asdict(outcome) for outcome in outcomes]


def outcomes_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Outcome, ...]:
    return _OUTCOMES.validate_python(list(rows))


def origins_of(draft: Draft) -> dict[str, Origin]:
    return _ORIGINS.validate_python(draft.origins)
