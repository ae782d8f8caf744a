"""One draft from one action plan: the order of the design page ("Drafting", section 2), pure.

Rank → policy → choose → composite → coverage → slot values and gap fill → resolve once →
forbidden phrases → length → mandatory sentences → HTML → quality → delivery status."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from drafting.pipeline.answer.assemble import (
    INJECTION,
    Letter,
    LetterValues,
    bare_letter,
    join_letters,
    write_letter,
)
from drafting.pipeline.answer.choose import (
    Choice,
    Payment,
    Priors,
    best_for_question,
    choose_template,
)
from drafting.pipeline.answer.gaps import Gaps, KnowledgeSearch, fill_gaps
from drafting.pipeline.answer.rank import Ranker, RankSettings
from drafting.pipeline.check.checks import DEFAULT_WORDS, WORDS_BY_SCENARIO, claims
from drafting.pipeline.check.delivery import DeliveryStatus, delivery_status
from drafting.pipeline.check.policy import PolicyDecision, decide_policy
from drafting.pipeline.check.quality import (
    QualityContext,
    QualityReport,
    QuestionBlock,
    TemplateContext,
    check_quality,
)
from drafting.pipeline.plan import ActionPlan, InterpretSettings
from templatesapp.categories import DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.entries import Catalogue, TemplateEntry
from templatesapp.text.coverage.cover import CoverageStatus, cover
from templatesapp.text.html import plain_to_html
from templatesapp.text.letter import follow_up_sentence, follow_up_sentences
from templatesapp.text.links import AllowedLinks
from templatesapp.text.slots import read_as_empty, resolve_slots, slot_names

MAXIMUM_COMPOSITE_TEMPLATES = 3


@dataclass(frozen=True)
class Desk:
    """All that composing needs besides the mail; kept per catalogue version."""

    catalogue: Catalogue
    ranker: Ranker
    search: KnowledgeSearch
    rank_settings: RankSettings
    maximum_injections: int
    interpret_settings: InterpretSettings
    allowed_links: AllowedLinks
    known_slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class ComposeRequest:
    subject: str = ""
    recipient_name: str = ""
    payment: Payment = field(default_factory=Payment)


@dataclass(frozen=True, slots=True)
class Composition:
    """Everything about a draft but its identity."""

    choice: Choice
    templates: tuple[TemplateEntry, ...]  # more than one: composite
    language: str  # of the text
    subject: str
    letter: Letter
    body_html: str
    gaps: Gaps
    policy: PolicyDecision
    quality: QualityReport
    delivery: DeliveryStatus

    @property
    def is_composite(self) -> bool:
        return len(self.templates) > 1

    @property
    def template(self) -> TemplateEntry | None:
        return self.templates[0] if self.templates else None

    @property
    def is_protected(self) -> bool:
        return self.template is not None and self.template.is_protected


def compose(
    plan: ActionPlan, *, desk: Desk, priors: Priors, request: ComposeRequest
) -> Composition:
    """The draft for a plan. Deterministic; reads nothing but its arguments."""
    choice = choose_template(
        plan,
        templates=desk.catalogue.templates_by_key,
        ranker=desk.ranker,
        priors=priors,
        settings=desk.rank_settings,
        payment=request.payment,
        subject=request.subject,
    )
    policy = _decide_policy(choice, plan, desk)
    choice = _within_policy(choice, policy)
    # Its sentences are in the letter's language, which is another one when the template went.
    policy = _decide_policy(choice, plan, desk)
    templates = _composite(choice, plan, desk, priors, policy)
    language = _letter_language(choice, plan)
    body = _body(templates, language, desk)
    gaps = _fill(plan, templates, body, language, desk)
    letter = write_letter(
        body,
        _values(plan, choice, gaps, language, desk, request, body),
        policy=policy,
        prohibited=claims(),
        maximum_words=_maximum_words(choice.category, len(templates)),
        is_protected=bool(templates) and templates[0].is_protected,
    )
    body_html = plain_to_html(letter.text, language)
    quality = check_quality(
        quality_context(
            plan,
            desk=desk,
            body_plain=letter.text,
            body_html=body_html,
            language=language,
            template=templates[0] if templates else None,
            kept_text=letter.text,
            blocks=gaps.blocks,
            policy=policy,
            has_kept_draft=True,
        )
    )
    return Composition(
        choice=choice,
        templates=templates,
        language=language,
        subject=_subject(request, templates),
        letter=letter,
        body_html=body_html,
        gaps=gaps,
        policy=policy,
        quality=quality,
        delivery=status_of(
            quality, plan=plan, blocks=gaps.blocks, selection=choice.selection, language=language
        ),
    )


def quality_context(
    plan: ActionPlan,
    *,
    desk: Desk,
    body_plain: str,
    body_html: str | None,
    language: str,
    template: TemplateEntry | None,
    kept_text: str,
    blocks: Iterable[QuestionBlock],
    policy: PolicyDecision,
    has_kept_draft: bool,
    fixed_category: str = "",
) -> QualityContext:
    """The context of a quality check; the same for a fresh draft, a rewrite and a loose text.

    ``fixed_category``: of a kept draft whose text is fixed, also where its template is gone.
    """
    profile = desk.catalogue.profile
    return QualityContext(
        plan=plan,
        body_plain=body_plain,
        body_html=body_html,
        language=language,
        template=_template_context(template, kept_text, language, fixed_category),
        blocks=tuple(blocks),
        policy=policy,
        known_slots=desk.known_slots,
        allowed_links=desk.allowed_links,
        signatures=tuple(line for line in profile.signature.splitlines() if line.strip()),
        follow_up_sentences=follow_up_sentences(profile.owners),
        has_kept_draft=has_kept_draft,
    )


def _template_context(
    template: TemplateEntry | None, kept_text: str, language: str, fixed_category: str
) -> TemplateContext | None:
    if template is None:
        if not fixed_category:
            return None
        return TemplateContext(
            f"a text about {fixed_category}",
            fixed_category,
            language,
            kept_text=kept_text,
            protected=True,
        )
    return TemplateContext(
        template_id=template.template_id,
        category=template.category,
        language=template.language,
        reference_scope=template.reference_scope,
        canonical_reference_url=template.canonical_reference_url,
        kept_text=kept_text,
        protected=bool(fixed_category),
    )


def status_of(
    quality: QualityReport,
    *,
    plan: ActionPlan,
    blocks: Iterable[QuestionBlock],
    selection: str,
    language: str,
) -> DeliveryStatus:
    return delivery_status(
        quality,
        blocks=blocks,
        selection=selection,
        language_mismatch=language != plan.language,
        escalation_required=plan.escalation_required,
        agreement_needs_human=plan.agreement.requires_human_confirmation,
    )


def _letter_language(choice: Choice, plan: ActionPlan) -> str:
    """The template's language; without one the guest's, where we write it, else English."""
    if choice.template is not None:
        return choice.template.language
    return plan.language if plan.language in LANGUAGES else DEFAULT_LANGUAGE


def _decide_policy(choice: Choice, plan: ActionPlan, desk: Desk) -> PolicyDecision:
    return decide_policy(
        desk.catalogue.policies,
        plan=plan,
        category=choice.category,
        language=_letter_language(choice, plan),
        thread_text=thread_text(plan),
    )


def thread_text(plan: ActionPlan) -> str:
    """What staff has said before, for policy."""
    return "\n".join(plan.thread_summary.prior_commitments) if plan.thread_summary else ""


def _within_policy(choice: Choice, policy: PolicyDecision) -> Choice:
    """A template of a category that policy does not allow is not sent: nothing is selected."""
    if choice.template is None or _is_allowed(choice.template, policy):
        return choice
    return Choice(None, "none", 0.0, choice.ranking, choice.category)


def _is_allowed(template: TemplateEntry, policy: PolicyDecision) -> bool:
    return not policy.allowed_categories or template.category in policy.allowed_categories


def _composite(
    choice: Choice, plan: ActionPlan, desk: Desk, priors: Priors, policy: PolicyDecision
) -> tuple[TemplateEntry, ...]:
    """The chosen template, and the best ones of questions that it leaves open (three at most).

    Protected texts and agreements are never mixed with others."""
    first = choice.template
    if first is None:
        return ()
    questions = [ask.text for ask in plan.intents.questions]
    if first.is_protected or first.purpose == "agreement" or len(questions) < 2:
        return (first,)
    chosen = [first]
    for question in questions:
        if len(chosen) == MAXIMUM_COMPOSITE_TEMPLATES:
            break
        if any(_covers(template, question, plan, desk) for template in chosen):
            continue
        best = best_for_question(
            question,
            plan,
            templates=desk.catalogue.templates_by_key,
            ranker=desk.ranker,
            priors=priors,
            settings=desk.rank_settings,
            answers=lambda template, question=question: (  # type: ignore[misc]
                template.language == first.language
                and template.purpose == "answer"
                and _is_allowed(template, policy)
                and _covers(template, question, plan, desk)
            ),
        )
        if best is not None and best not in chosen:
            chosen.append(best)
    return tuple(chosen)


def _covers(template: TemplateEntry, question: str, plan: ActionPlan, desk: Desk) -> bool:
    facts = desk.catalogue.fact_values(template.language)
    text = resolve_slots(template.body, facts).text
    judged = cover(
        question,
        text,
        language=plan.language,
        answer_language=template.language,
        is_reply=False,
    )
    return judged.status == CoverageStatus.COVERED


def _body(templates: tuple[TemplateEntry, ...], language: str, desk: Desk) -> str:
    if not templates:
        return bare_letter(language, desk.catalogue.profile.signature)
    if len(templates) == 1:
        return templates[0].body
    return join_letters([template.body for template in templates])


def _fill(
    plan: ActionPlan, templates: tuple[TemplateEntry, ...], body: str, language: str, desk: Desk
) -> Gaps:
    """Coverage of the letter as it reads without knowledge, facts filled in."""
    facts = desk.catalogue.fact_values(language)
    letter = read_as_empty(resolve_slots(body, facts).text)
    questions = [ask.text for ask in plan.intents.questions]
    is_protected = bool(templates) and templates[0].is_protected
    return fill_gaps(
        questions,
        language=plan.language,
        letter=letter,
        letter_language=language,
        template_of=_answering(questions, templates, plan, desk),
        search=desk.search,
        maximum_injections=desk.maximum_injections,
        categories=frozenset(item.category for item in plan.scenarios),
        # What else a protected mail asks is left to a person, never answered inside its text.
        may_inject=not is_protected,
    )


def _answering(
    questions: Iterable[str], templates: tuple[TemplateEntry, ...], plan: ActionPlan, desk: Desk
) -> Mapping[str, str]:
    answering: dict[str, str] = {}
    for question in questions:
        covering = [t for t in templates if _covers(t, question, plan, desk)]
        if templates:
            answering[question] = (covering or templates)[0].template_id
    return answering


def _values(
    plan: ActionPlan,
    choice: Choice,
    gaps: Gaps,
    language: str,
    desk: Desk,
    request: ComposeRequest,
    body: str,
) -> LetterValues:
    profile = desk.catalogue.profile
    is_protected = choice.template is not None and choice.template.is_protected
    has_place = not is_protected or INJECTION in slot_names(body)
    # A letter without a template and without an answer would say nothing at all.
    has_nothing = choice.template is None and not gaps.answers
    says_follow_up = has_place and (bool(gaps.unanswered) or has_nothing)
    return LetterValues(
        name=request.recipient_name or plan.guest_name,
        language=language,
        booking_ref=plan.booking_ref or "",
        call_to_action=profile.calls_to_action.get(choice.category, {}).get(language, ""),
        facts=desk.catalogue.fact_values(language),
        answers=gaps.answers if has_place else (),
        follow_up=follow_up_sentence(profile.owners, language) if says_follow_up else "",
    )


def _maximum_words(category: str, templates: int) -> int:
    """The scenario's upper bound; a composite letter may be as long as its parts together."""
    return WORDS_BY_SCENARIO.get(category, DEFAULT_WORDS)[1] * max(1, templates)


def _subject(request: ComposeRequest, templates: tuple[TemplateEntry, ...]) -> str:
    """The reply's subject: the mail's own with one "Re: ", else the template's."""
    own = " ".join(request.subject.split())
    if own:
        return own if own.lower().startswith("re:") else f"Re: {own}"
    return templates[0].subject if templates else ""
