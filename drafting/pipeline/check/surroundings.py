"""What a text is judged with: the desk of one catalogue version, and what is known of the text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from drafting.pipeline.answer.choose import Library
from drafting.pipeline.answer.knowledge import KnowledgeSearch
from drafting.pipeline.check.checks import QualityContext
from drafting.pipeline.check.policy import PolicyDecision, decide_policy
from drafting.pipeline.check.quality import QualityReport, check_quality
from drafting.pipeline.interpret.language import is_foreign
from drafting.pipeline.outcomes import (
    MAX_SENTENCES,
    AnswerSource,
    OutcomeKind,
    Table,
    TextRead,
    read_text,
)
from drafting.pipeline.plan import ActionPlan, InterpretSettings
from templatesapp.entries import Catalogue, TemplateEntry
from templatesapp.text.guarded.check import read_facts
from templatesapp.text.guarded.rivals import is_one_of_several
from templatesapp.text.guarded.scopes import Asked, asked_of
from templatesapp.text.links import AllowedLinks
from templatesapp.text.reader.sayings import is_new, sayings
from templatesapp.text.sentences import sentences
from templatesapp.text.shown import plain_to_html

# Who answers just this by a promoted answer, a state or the thread has looked.
_BY_WORDS = frozenset({AnswerSource.TEMPLATE, AnswerSource.KNOWLEDGE, AnswerSource.TEXT})


@dataclass(frozen=True, eq=False)
class Desk:
    """All that composing and checking need besides the mail; kept per catalogue version, and no
    other's equal.

    ``asserting``: keys of templates whose text asserts a state of one guest."""

    catalogue: Catalogue
    library: Library
    search: KnowledgeSearch
    maximum_injections: int
    interpret_settings: InterpretSettings
    allowed_links: AllowedLinks
    known_slots: frozenset[str]
    asserting: frozenset[int] = frozenset()


def policy_for(plan: ActionPlan, desk: Desk, category: str) -> PolicyDecision:
    """What our policies ask of a text of this category."""
    return decide_policy(desk.catalogue.policies, plan=plan, category=category)


def judge_text(
    plan: ActionPlan,
    *,
    desk: Desk,
    text: TextRead,
    policy: PolicyDecision,
    body_html: str | None = None,
    template: TemplateEntry | None = None,
    corrected: TemplateEntry | None = None,
    kept_text: str = "",
    has_kept_draft: bool = False,
    fixed_category: str = "",
    is_linkless: bool = False,
    holes: Sequence[str] = (),
    told: Sequence[str] = (),
) -> QualityReport:
    """The quality of a fresh draft, a rewrite or a loose text. ``body_html``: None for our own.

    ``template``: of the draft. ``corrected``: another letter that its writer names as the right
    one; it is judged in place of the wrongly chosen one. ``fixed_category``: of a kept draft whose
    text is fixed, also where its template is gone. ``is_linkless``: what it is made of brings no
    link. ``holes``: sentences of the draft that lack a fact. ``told``: what of the mail the plan
    does not hold.
    """
    language, summary, letter = text.language, plan.thread_summary, corrected or template
    fixed = fixed_category and f"a text about {fixed_category}"
    if fixed_category and template is not None:
        fixed = template.template_id
    # What the guest wrote, and what we said before, makes a value known; it excuses no
    # contradiction.
    told = [plan.normalized_text, *told, *(summary.prior_commitments if summary else ())]
    own = own_sentences(text.text, kept_text)
    table = _without_chance(read_text(plan, text), plan, text.language, desk)
    return check_quality(
        QualityContext(
            plan=plan,
            table=table,
            body_plain=text.text,
            body_html=plain_to_html(text.text, language) if body_html is None else body_html,
            language=language,
            # Of a fixed text whose template is gone no reference is asked for.
            letter=None if fixed and template is None else letter,
            fixed=fixed,
            kept_text=kept_text,
            policy=policy,
            known_slots=desk.known_slots,
            allowed_links=desk.allowed_links,
            signatures=tuple(filter(str.strip, desk.catalogue.profile.signature.splitlines())),
            has_kept_draft=has_kept_draft,
            is_linkless=is_linkless,
            holes=tuple(holes),
            facts=read_facts(
                text.text,
                language=language,
                known=desk.catalogue.guarded,
                letter=desk.library.texts.of(letter).text if letter else "",
                told=told,
                links=sorted(desk.allowed_links.urls),
                draft=kept_text if own else "",
                asked=_asked(plan, table),
            ),
            added=added_statements(own, text, kept_text, desk),
            foreign=tuple(one for one in own if is_foreign(one, language)),
            is_acknowledgement=text.covers_all,
        )
    )


def _without_chance(table: Table, plan: ActionPlan, language: str, desk: Desk) -> Table:
    """What tells one of several values that fit the ask may be meant, or not: a person looks."""
    outcomes = tuple(
        replace(outcome, is_unproven=True)
        if outcome.source in _BY_WORDS
        and is_one_of_several(
            ask.text,
            plan.normalized_text,
            outcome.sentence,
            known=desk.catalogue.guarded,
            language=plan.language,
            answer_language=language,
        )
        else outcome
        for ask, outcome in zip(plan.asks, table.outcomes, strict=True)
    )
    return replace(table, outcomes=outcomes)


def _asked(plan: ActionPlan, table: Table) -> dict[str, Asked]:
    """What each sentence of somebody's own answers, where a yes or a no does."""
    answered = {
        outcome.sentence.strip(): asked_of(ask.text, plan.language)
        for ask, outcome in zip(plan.asks, table.outcomes, strict=True)
        if outcome.outcome is OutcomeKind.ANSWERED and outcome.source is AnswerSource.TEXT
    }
    return {said: asked for said, asked in answered.items() if asked is not None}


def own_sentences(text: str, kept_text: str) -> tuple[str, ...]:
    """Sentences of a rewrite that do not stand in its draft."""
    kept = set(sentences(kept_text))
    own = sentences(text)[:MAX_SENTENCES] if kept else ()
    return tuple(one for one in own if one not in kept)


def added_statements(
    said: Sequence[str], text: TextRead, kept_text: str, desk: Desk
) -> tuple[str, ...]:
    """What sentences of a rewrite say that neither its draft nor any text of the house says: deeds,
    promises, facts and rudeness that somebody made up, and small talk."""
    known = (
        sayings(tuple(sentences(kept_text)), text.written),
        desk.catalogue.guarded.sayings(text.language),
    )
    return tuple(one for one in said if is_new(one, text.language, known))
