"""Converts the pipeline's values to JSON and back, for the API and for kept drafts.
A posted plan is read again, and the stricter reading wins."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import count
from typing import Any

from pydantic import TypeAdapter, ValidationError

from config.errors import DomainError
from drafting.drafts.models import Draft
from drafting.pipeline.answer.compose import Composition
from drafting.pipeline.check.policy import PolicyDecision, mandatory_of
from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.escalation import is_required
from drafting.pipeline.outcomes import Origin, Outcome
from drafting.pipeline.plan import (
    MAX_ASKS,
    ActionPlan,
    AgreementStatus,
    Ask,
    AskKind,
    IncomingMail,
    InterpretSettings,
    Reading,
    Scenario,
    Tier,
    asks_of,
)
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import PolicyEntry
from templatesapp.text.distance import normalise_question

_OUTCOMES = TypeAdapter(tuple[Outcome, ...])
_ORIGINS = TypeAdapter(dict[str, Origin])
_POLICY = TypeAdapter(PolicyDecision)
_OF_COVERAGE = ("question", "matched", "required", "score", "status")
_OF_REPORT = (
    *("passed", "failed_checks", "failed_check_details", "warnings", "warning_details"),
    *("not_applicable", "confidence", "language"),
)
_PLAN = TypeAdapter(ActionPlan)
PROTECTED_LEADS_FROM = 0.5  # confidence; source: design page "Drafting", section 1
# From strict to lax: what the guest agreed to is only as sure as the more careful reading of it.
_AGREEMENTS = tuple(reversed(AgreementStatus))
_TIERS = tuple(Tier)
_NIGHTS = (True, None, False)  # help at night is more


def quality_json(report: QualityReport) -> dict[str, Any]:
    """The report as the API shows it and a draft keeps it."""
    covered = report.question_coverage
    told = {name: getattr(report, name) for name in _OF_REPORT} | {
        "question_coverage": [
            {name: getattr(one, name) for name in _OF_COVERAGE} for one in covered
        ],
        "findings": [asdict(finding) for finding in report.facts.findings],
    }
    if report.overruled:  # by a person alone
        told["overruled"] = report.overruled
    return told


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


def plan_to_json(plan: ActionPlan) -> dict[str, Any]:
    """The plan as the API shows it and a draft keeps it."""
    data: dict[str, Any] = _PLAN.dump_python(plan, mode="json")
    return data


def plan_from_json(data: Mapping[str, Any]) -> ActionPlan:
    """A plan as a draft keeps it, or as the API's serializer has checked it. One from before asks
    were kept, or posted without, has them derived; no plan has more than are read. Raises
    ``validation_error`` for what is no plan: that of a blanked draft went with its text."""
    try:
        plan = _PLAN.validate_python(data)
    except ValidationError as error:
        found = [(map(str, ("action_plan", *e["loc"])), e["msg"]) for e in error.errors()]
        fields = {".".join(names): [said] for names, said in found}
        said = "The action plan is not valid."
        raise DomainError("validation_error", said, fields=fields) from None
    asks = plan.asks or asks_of(plan.intents)
    return replace(plan, asks=asks[:MAX_ASKS], is_cut=plan.is_cut or len(asks) > MAX_ASKS)


def tightened(
    posted: ActionPlan,
    settings: InterpretSettings,
    *,
    subject: str = "",
    recorded: ActionPlan | None = None,
) -> ActionPlan:
    """A posted plan after its text was read here again: asks, protection, escalation, opt-out and
    agreement take the stricter of both readings, so that a caller can tighten and never loosen.
    ``recorded``: our reading of the mails that the plan names; it counts in the same way."""
    own = interpret(IncomingMail(body=posted.normalized_text, subject=subject), settings=settings)
    plan = _stricter(posted, own)
    if recorded is None:
        return plan
    return replace(
        _stricter(plan, recorded),
        sent=recorded.sent,
        proofs=tuple(dict.fromkeys([*own.proofs, *recorded.proofs])),
        says_night=min(own.says_night, recorded.says_night, key=_NIGHTS.index),
        reading=_both(own.reading, recorded.reading),
    )


def _both(own: Reading | None, recorded: Reading | None) -> Reading | None:
    """The reading of the plan's own text with what the mails' reading suspects, too."""
    if own is None or recorded is None:
        return own or recorded
    return replace(
        own,
        suspicions=tuple(dict.fromkeys([*own.suspicions, *recorded.suspicions])),
        uncertain=tuple(dict.fromkeys([*own.uncertain, *recorded.uncertain])),
    )


def named_messages(plan: ActionPlan) -> list[int]:
    """Numbers of the recorded mails that the plan says its asks are from."""
    return sorted({ask.message for ask in plan.asks if ask.message is not None})


def _stricter(posted: ActionPlan, own: ActionPlan) -> ActionPlan:
    agreements, escalations = (posted.agreement, own.agreement), (own.escalation, posted.escalation)
    careful = min(agreements, key=lambda one: _AGREEMENTS.index(one.status))
    needs_person = any(one.requires_human_confirmation for one in agreements)
    higher = max(escalations, key=lambda one: (_TIERS.index(one.tier), one.confidence))
    triggers = dict.fromkeys(name for one in escalations for name in one.triggers)
    escalation = replace(higher, triggers=tuple(triggers))
    scenarios = _stricter_scenarios(posted, own)
    asks = _stricter_asks(posted, own)
    return replace(
        posted,
        asks=asks[:MAX_ASKS],
        proofs=own.proofs,
        emergency=tuple(dict.fromkeys([*own.emergency, *posted.emergency])),
        says_night=own.says_night,
        is_cut=posted.is_cut or own.is_cut or len(asks) > MAX_ASKS,
        is_uncertain=posted.is_uncertain or own.is_uncertain,
        reading=own.reading,
        opt_out=posted.opt_out or own.opt_out,
        agreement=replace(careful, requires_human_confirmation=needs_person),
        scenario=scenarios[0],
        scenarios=scenarios,
        escalation=escalation,
        escalation_required=(
            posted.escalation_required or own.escalation_required or is_required(escalation)
        ),
    )


def _stricter_asks(posted: ActionPlan, own: ActionPlan) -> tuple[Ask, ...]:
    """The posted asks, each of the kind that wants more of a person, and after them what we read
    and the caller left out; what a caller calls a question is none where we read that it asks
    about the guest's own booking."""
    read = {normalise_question(ask.text): ask for ask in own.asks}
    found = []
    for ask in posted.asks:
        known = read.get(normalise_question(ask.text))
        if known is not None and ask.kind is AskKind.QUESTION:
            ask = replace(ask, kind=known.kind, topic=ask.topic or known.topic)
        found.append(ask)
    said = [normalise_question(ask.text) for ask in posted.asks]
    missing = [ask for words, ask in read.items() if not _is_said(words, ask, said)]
    taken = {ask.id for ask in posted.asks}
    free = (name for name in map("a{}".format, count(1)) if name not in taken)
    return (*found, *(replace(ask, id=name) for ask, name in zip(missing, free, strict=False)))


def _is_said(words: str, ask: Ask, said: list[str]) -> bool:
    """Whether the caller names our ask. What our reading could not find out ("how much is it") is
    named by an ask that says what is meant ("how much is it (shuttle)")."""
    return words in said or (ask.is_unresolved and any(s.startswith(f"{words} ") for s in said))


def _stricter_scenarios(posted: ActionPlan, own: ActionPlan) -> tuple[Scenario, ...]:
    """The posted scenarios with the protected ones of our reading, each at its higher confidence;
    a protected one comes first where either reading puts it first or is sure enough of it."""
    best: dict[str, Scenario] = {}
    protected = (item for item in own.scenarios if is_hard_rule_protected(item.category))
    for item in (posted.scenario, *posted.scenarios, *protected):
        known = best.get(item.category)
        if known is None or item.confidence > known.confidence:
            best[item.category] = item
    first = (posted.scenario, *posted.scenarios[:1], own.scenario)
    leading = {item.category for item in first if is_hard_rule_protected(item.category)}
    leading |= {
        item.category
        for item in best.values()
        if is_hard_rule_protected(item.category) and item.confidence >= PROTECTED_LEADS_FROM
    }
    return tuple(sorted(best.values(), key=lambda item: item.category not in leading))
