"""Which template answers a mail: a step the caller names, an agreement, availability, or ranking.

Source: design page "Drafting", "Choose" and "Hard rule"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from drafting.pipeline.answer.catalogue_search import FOUND, Focus
from drafting.pipeline.answer.rank import Candidate, Ranker, RankResult, RankSettings
from drafting.pipeline.interpret.scenario import FALLBACK_CATEGORY
from drafting.pipeline.plan import ActionPlan, AgreementStatus, PrepaymentStep, Scenario
from templatesapp.entries import TemplateEntry
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.tokens import concepts

AVAILABILITY = "availability"
# What the mail is, beside its words: concepts that the template for it is about.
_DISPUTE = "cancellation_refund_dispute"
_SITUATION_WEIGHT = 3  # mentions in the query
Priors = Mapping[tuple[str, int], float]


@dataclass(frozen=True, slots=True)
class Payment:
    """What only a caller knows: where the prepayment stands. Empty: not said."""

    step: str = ""
    provider: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """The template chosen, if one was, and the ranking it came from."""

    template: TemplateEntry | None
    selection: str  # auto | suggest | none
    confidence: float  # 0-100
    ranking: RankResult
    # The category the draft is made for: of the caller's step, else the mail's scenario.
    category: str


def choose_template(
    plan: ActionPlan,
    *,
    templates: Mapping[int, TemplateEntry],
    ranker: Ranker,
    priors: Priors,
    settings: RankSettings,
    payment: Payment,
    subject: str = "",
) -> Choice:
    """``templates`` by primary key. The ranking's evidence is kept whatever is chosen."""
    category = "prepayment" if payment.step else plan.scenario.category
    ranking = ranker.rank(
        query_text(plan, subject),
        language=plan.language,
        scenarios=plan.scenarios,
        priors=priors,
        settings=settings,
        focus=focus_of(plan),
        prepayment_step=payment.step or None,
        prepayment_provider=payment.provider or None,
    )
    if payment.step:
        return _ranked(ranking, templates, category)
    purpose = _special_purpose(plan)
    special = _of_purpose(templates, purpose, category, plan.language) if purpose else None
    if special is not None:
        return _special(special, ranking, category, settings)
    choice = _ranked(ranking, templates, category)
    return replace(choice, selection="suggest") if _is_bare_reply(plan, choice) else choice


def focus_of(plan: ActionPlan) -> Focus:
    """What the ranker is to look at first."""
    asks = (*plan.intents.questions, *plan.intents.requests)
    return Focus(
        asked="\n".join(ask.text for ask in asks),
        situation=_situation(plan),
        is_news=_may_be_news(plan),
    )


def _situation(plan: ActionPlan) -> tuple[str, ...]:
    """Concepts that say what the mail does, for the query: it objects, has paid, thanks."""
    said = set(concepts(plan.normalized_text, plan.language))
    found = []
    if _DISPUTE in plan.escalation.triggers and plan.scenario.category == "cancellation":
        found.append("objection")
    if plan.prepayment_step is PrepaymentStep.SUCCESS:
        found.append("paid-now")
    if "thanks" in said and "complaint" not in said and not plan.escalation.triggers:
        found.append("thanks")
    return tuple(found * _SITUATION_WEIGHT)


def _may_be_news(plan: ActionPlan) -> bool:
    """Whether a find may be reported: somebody wrote before, or the guest says it was found.

    A guest who asks "have you found it?" must not be told that we have.
    """
    if plan.thread_summary is not None:
        return True
    told = plan.normalized_text
    for ask in (*plan.intents.questions, *plan.intents.requests):
        told = told.replace(ask.evidence, " ").replace(ask.text, " ")
    return FOUND in concepts(told, plan.language)


def _is_bare_reply(plan: ActionPlan, choice: Choice) -> bool:
    """ "Perfect, see you then": nothing is asked, so no answer goes out by itself."""
    asks = plan.intents.questions or plan.intents.requests or plan.opt_out
    is_general = plan.scenario.category == FALLBACK_CATEGORY
    return (
        choice.selection == "auto" and plan.thread_summary is not None and not (asks or is_general)
    )


def query_text(plan: ActionPlan, subject: str) -> str:
    """What the ranker reads: subject and mail, without greeting, quotes and signature."""
    return f"{subject}\n{plan.normalized_text}".strip()


def best_for_question(
    question: str,
    plan: ActionPlan,
    *,
    templates: Mapping[int, TemplateEntry],
    ranker: Ranker,
    priors: Priors,
    settings: RankSettings,
    answers: Callable[[TemplateEntry], bool],
) -> TemplateEntry | None:
    """The best free template for one question alone that also answers it, if any does."""
    ranking = ranker.rank(
        question,
        language=plan.language,
        scenarios=_free(plan.scenarios),
        priors=priors,
        settings=settings,
    )
    for candidate in ranking.candidates:
        template = templates[candidate.template_key]
        if not template.is_protected and answers(template):
            return template
    return None


def _free(scenarios: Sequence[Scenario]) -> list[Scenario]:
    return [item for item in scenarios if not is_hard_rule_protected(item.category)]


def _ranked(ranking: RankResult, templates: Mapping[int, TemplateEntry], category: str) -> Choice:
    selected = ranking.selected
    if selected is None:
        return Choice(None, "none", 0.0, ranking, category)
    return Choice(
        templates[selected.template_key],
        ranking.selection,
        selected.confidence,
        ranking,
        category,
    )


def _special_purpose(plan: ActionPlan) -> str:
    agreed = plan.agreement.status == AgreementStatus.CONFIRMED
    if agreed and not plan.intents.questions:
        return "agreement"
    if plan.scenario.category == "booking-issues" and _asks_availability(plan):
        return AVAILABILITY
    return ""


def _asks_availability(plan: ActionPlan) -> bool:
    return any(AVAILABILITY in concepts(ask.text, plan.language) for ask in plan.intents.questions)


def _of_purpose(
    templates: Mapping[int, TemplateEntry], purpose: str, category: str, language: str
) -> TemplateEntry | None:
    """The category's template of that purpose, in the guest's language where there is one."""
    found = [
        template
        for template in templates.values()
        if template.purpose == purpose and template.category == category
    ]
    found.sort(key=lambda t: (t.language != language, t.language != "en", t.template_id))
    return found[0] if found else None


def _special(
    template: TemplateEntry, ranking: RankResult, category: str, settings: RankSettings
) -> Choice:
    """An agreement is a suggestion. So is availability, unless the ranking is sure of it, too."""
    ranked = _candidate_of(ranking, template)
    confidence = ranked.confidence if ranked else float(settings.auto_min_base)
    is_sure = (
        template.purpose == AVAILABILITY
        and ranked is not None
        and ranked.confidence >= settings.auto_threshold
        and ranked.base_confidence >= settings.auto_min_base
    )
    return Choice(template, "auto" if is_sure else "suggest", confidence, ranking, category)


def _candidate_of(ranking: RankResult, template: TemplateEntry) -> Candidate | None:
    return next((c for c in ranking.candidates if c.template_key == template.key), None)
