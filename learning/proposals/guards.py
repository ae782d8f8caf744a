"""What a decision asks before it writes: the right, the state under the lock, the base."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from config.errors import DomainError
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
    if not by.has_perm(DECIDE_PERMISSION):
        raise DomainError("permission_denied", "You may not decide proposals.")


def lock_for_decision(proposal_id: UUID) -> tuple[TemplateProposal, EmailTemplate | None]:
    """The proposal and the template that carries its text, both locked; state not yet checked.

    Templates first, always: an edit of a template and an examination lock in this order. Raises
    not_found. Needs a transaction.
    """
    known = TemplateProposal.objects.filter(pk=proposal_id)
    row = known.values_list("type", "source_template_id", "applied_template_id").first()
    if row is None:
        raise DomainError("not_found", "There is no such proposal.")
    kind, source_key, applied_key = row
    template_key = source_key if kind == ProposalType.PATCH else applied_key
    template = EmailTemplate.objects.select_for_update().filter(pk=template_key).first()
    proposal = TemplateProposal.objects.select_for_update().get(pk=proposal_id)
    return proposal, template


def require_state(proposal: TemplateProposal, *states: str) -> None:
    """Raises already_decided, naming who decided what and when."""
    if proposal.review_state in states:
        return
    person = proposal.decided_by
    name = person.get_username() if person else ""
    state = str(proposal.get_review_state_display()).lower()
    raise DomainError(
        "already_decided",
        f"This proposal is {state}{f' by {name}' if name else ''}.",
        extra={
            "review_state": proposal.review_state,
            "decided_by": name or None,
            "decided_at": proposal.decided_at.isoformat() if proposal.decided_at else None,
        },
    )


def refuse_blanked(proposal: TemplateProposal) -> None:
    if proposal.blanked_at is not None:
        raise DomainError("body_blanked")


def refuse_protected(proposal: TemplateProposal, template: EmailTemplate | None) -> None:
    """A category may have been protected, or the template moved to one, since it was proposed."""
    categories = [proposal.scenario_category, *([template.category] if template else [])]
    if any(is_hard_rule_protected(category) for category in categories):
        raise DomainError("protected_category")


def is_base_live(proposal: TemplateProposal, template: EmailTemplate) -> bool:
    return template.active and text_hash(template.body) == proposal.base_text_hash


def base_changed(
    proposal: TemplateProposal, template: EmailTemplate, proposed_body: str
) -> DomainError:
    """template_changed with both changes side by side, and the rebased text where one is found."""
    return DomainError(
        "template_changed",
        f"{template.template_id} is at version {template.version}; this was made from "
        f"version {proposal.base_version}.",
        extra={
            "base_version": proposal.base_version,
            "live_version": template.version,
            "live_body": template.body,
            "is_active": template.active,
            "base_to_live": diff_rows(proposal.previous_body, template.body),
            "base_to_proposed": diff_rows(proposal.previous_body, proposed_body),
            "rebased_body": rebase_text(
                base=proposal.previous_body, live=template.body, proposed=proposed_body
            ),
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
