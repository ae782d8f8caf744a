"""What a decision asks before it writes: the right, the state under the lock, the base."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from config.errors import DomainError
from learning.deciding import already_decided, require_permission
from learning.proposals.choices import ProposalType
from learning.proposals.models import TemplateProposal
from learning.proposals.rebasing import rebase_text
from learning.proposals.wishes import text_of_version
from templatesapp.guard import is_hard_rule_protected
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash
from templatesapp.text.word_diff import word_diff

DECIDE_PERMISSION = "learning.decide_templateproposal"


def require_right(by: User) -> None:
    """Raises permission_denied unless the person may decide proposals."""
    require_permission(by, DECIDE_PERMISSION, "You may not decide proposals.")


def lock_for_decision(
    proposal_id: UUID, *states: str
) -> tuple[TemplateProposal, EmailTemplate | None]:
    """The proposal, in one of the states, and the template that carries its text, both locked.
    Of a translation that is whatever stands in its language; its source is locked, too.

    Templates first, always: an edit of a template and an examination lock in this order. Raises
    not_found, already_decided. Needs a transaction.
    """
    known = TemplateProposal.objects.filter(pk=proposal_id)
    seen = known.first()
    if seen is None:
        raise DomainError("not_found", "There is no such proposal.")
    rows = _rows_of(seen)
    templates = {row.pk: row for row in rows.select_for_update().order_by("pk")}
    proposal = TemplateProposal.objects.select_for_update().get(pk=proposal_id)
    _require_state(proposal, states)
    source = templates.get(proposal.source_template_id or 0)
    if proposal.type == ProposalType.PATCH:
        return proposal, source
    if proposal.type == ProposalType.NEW:
        return proposal, templates.get(proposal.applied_template_id or 0)
    proposal.source_template = source
    there = (t for t in templates.values() if t.language == proposal.language)
    return proposal, next(there, None)


def _rows_of(proposal: TemplateProposal) -> QuerySet[EmailTemplate]:
    """The templates that a decision reads or writes."""
    is_new = proposal.type == ProposalType.NEW
    key = proposal.applied_template_id if is_new else proposal.source_template_id
    wanted = Q(pk=key or 0)
    if proposal.type == ProposalType.TRANSLATION:
        wanted |= Q(template_id=proposal.target_template_id, language=proposal.language)
    return EmailTemplate.objects.filter(wanted)


def _require_state(proposal: TemplateProposal, states: Collection[str]) -> None:
    """Raises already_decided, naming who decided what and when."""
    if proposal.review_state in states:
        return
    name = proposal.decided_by.get_username() if proposal.decided_by else ""
    state = str(proposal.get_review_state_display()).lower()
    said = f"This proposal is {state}{f' by {name}' if name else ''}."
    raise already_decided(proposal, said, proposal.review_state, state_name="review_state")


def refuse_protected(proposal: TemplateProposal, template: EmailTemplate | None) -> None:
    """A category may have been protected, or the template moved to one, since it was proposed."""
    source = proposal.source_template if proposal.type == ProposalType.TRANSLATION else None
    categories = [proposal.scenario_category, *(t.category for t in (template, source) if t)]
    if any(is_hard_rule_protected(category) for category in categories):
        raise DomainError("protected_category")


def is_base_live(proposal: TemplateProposal, template: EmailTemplate) -> bool:
    return template.active and text_hash(template.body) == proposal.base_text_hash


def came_between(
    proposal: TemplateProposal, source: EmailTemplate, sibling: EmailTemplate | None
) -> EmailTemplate | None:
    """What a translation no longer fits: the sibling that somebody wrote, or the source that is no
    longer what was translated; None where it fits. Both rows are locked."""
    if sibling is not None:
        is_undone = not sibling.active and sibling.pk == proposal.applied_template_id
        if not is_undone:
            return sibling
    return None if is_base_live(proposal, source) else source


def base_changed(
    proposal: TemplateProposal, template: EmailTemplate, proposed_body: str
) -> DomainError:
    """template_changed with both changes side by side, and the rebased text where one is found: of
    a translation that text itself, which rebasing writes over ``template``, its sibling."""
    is_translation = proposal.type == ProposalType.TRANSLATION
    is_sibling = is_translation and template.pk != proposal.source_template_id
    base = template.body if is_sibling else proposal.previous_body
    rebased: str | None = proposed_body
    if not is_translation:
        rebased = rebase_text(base=base, live=template.body, proposed=proposed_body)
    return DomainError(
        "template_changed",
        f"{template.template_id} is written in that language by now, version {template.version}."
        if is_sibling
        else f"{template.template_id} is at version {template.version}; this was made from "
        f"version {proposal.base_version}.",
        extra={
            "base_version": proposal.base_version,
            "live_version": template.version,
            "live_body": template.body,
            "is_active": template.active,
            "base_to_live": diff_rows(base, template.body),
            "base_to_proposed": diff_rows(base, proposed_body),
            "rebased_body": rebased,
        },
    )


def applied_changed(proposal: TemplateProposal, template: EmailTemplate) -> DomainError:
    """template_changed before a roll back: what would be lost, and what would come back."""
    applied = text_of_version(template, proposal.applied_version)
    former = text_of_version(template, proposal.replaced_version)
    return DomainError(
        "template_changed",
        f"{template.template_id} was changed after this approval (version {template.version}, "
        f"approved as version {proposal.applied_version}); rolling back loses that change.",
        extra={
            "applied_version": proposal.applied_version,
            "live_version": template.version,
            "would_be_lost": diff_rows(applied, template.body),
            "live_to_restored": diff_rows(template.body, former),
        },
    )


def diff_rows(old: str, new: str) -> list[dict[str, Any]]:
    """``[{op: equal|insert|delete, text}]``."""
    return [{"op": step.op, "text": step.text} for step in word_diff(old, new)]
