"""The third call: is a text fit to leave?"""

from __future__ import annotations

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.plans import plan_from_json, tightened
from drafting.drafts.shapes import blocks_of, policy_of
from drafting.pipeline.answer.compose import Desk, quality_context, thread_text
from drafting.pipeline.check.policy import decide_policy
from drafting.pipeline.check.quality import QualityReport, check_quality
from drafting.pipeline.plan import ActionPlan
from templatesapp.entries import TemplateEntry
from templatesapp.guard import is_hard_rule_protected
from templatesapp.selectors import get_template_entry
from templatesapp.text.html import plain_to_html


def check_draft(
    *, draft: Draft, body_plain: str, body_html: str | None = None, is_by_person: bool = False
) -> QualityReport:
    """Judges a text against a kept draft: its plan, template, blocks and policy. Writes nothing.

    A person may reword what an agent may not.
    """
    if body_html is None:
        body_html = plain_to_html(body_plain, draft.language)
    # A person's wording of protected text is measured against itself.
    kept_text = body_plain if is_by_person else draft.body_plain
    return _check_kept(draft, body_plain, body_html, kept_text)


def is_text_fixed(draft: Draft) -> bool:
    """Whether the draft's text may not be reworded by an agent."""
    return draft.is_protected or is_hard_rule_protected(draft.scenario_category)


def check_text(
    *, plan: ActionPlan, body_plain: str, body_html: str | None, subject: str = ""
) -> QualityReport:
    """Judges a loose text against a posted plan; checks that need a template do not apply."""
    desk = current_desk()
    plan = tightened(plan, desk.interpret_settings, subject=subject)
    policy = decide_policy(
        desk.catalogue.policies,
        plan=plan,
        category=plan.scenario.category,
        language=plan.language,
        thread_text=thread_text(plan),
    )
    return check_quality(
        quality_context(
            plan,
            desk=desk,
            body_plain=body_plain,
            body_html=plain_to_html(body_plain) if body_html is None else body_html,
            language=plan.language,
            template=None,
            kept_text="",
            blocks=(),
            policy=policy,
            has_kept_draft=False,
        )
    )


def _check_kept(draft: Draft, body_plain: str, body_html: str, kept_text: str) -> QualityReport:
    desk = current_desk()
    return check_quality(
        quality_context(
            plan_from_json(draft.action_plan),
            desk=desk,
            body_plain=body_plain,
            body_html=body_html,
            language=draft.language,
            template=_template_of(draft, desk),
            kept_text=kept_text,
            blocks=blocks_of(draft),
            policy=policy_of(draft),
            has_kept_draft=True,
            fixed_category=draft.scenario_category if is_text_fixed(draft) else "",
        )
    )


def _template_of(draft: Draft, desk: Desk) -> TemplateEntry | None:
    """The template as it is today; one switched off since still guards its protected text."""
    if draft.template_id is None:
        return None
    kept = desk.catalogue.templates_by_key.get(draft.template_id)
    if kept is not None:
        return kept
    return get_template_entry(key=draft.template_id)
