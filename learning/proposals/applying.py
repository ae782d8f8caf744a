"""Approved texts into templates, and back out: each writes one new version through templatesapp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from config.errors import DomainError
from learning.proposals.choices import ProposalType
from learning.proposals.guards import applied_changed, refuse_protected
from learning.proposals.models import TemplateProposal
from templatesapp.models import CatalogueVersion, EmailTemplate
from templatesapp.services import create_template, revise_template
from templatesapp.siblings import SAME


def apply_new(
    *, proposal: TemplateProposal, former: EmailTemplate | None, subject: str, body: str, by: User
) -> EmailTemplate:
    """A template under the next free T-number or, translated, under that of its source; batch A.
    ``former`` (switched off by an undo, or to be written over) keeps its own number. Raises
    validation_error, lint_failed, template_changed."""
    fields = {"subject": subject, "body": body, "active": True}
    reason = reason_for(proposal, "approved")
    if former is not None:
        return revise_template(template=former, fields=fields, by=by, reason=reason)
    identity: dict[str, Any] = {
        "template_id": proposal.target_template_id or next_template_id(),
        "language": proposal.language,
        "category": proposal.scenario_category,
    }
    if proposal.type == ProposalType.TRANSLATION:
        return _create_sibling(proposal, fields=identity | fields, by=by, reason=reason)
    return create_template(fields=identity | fields, by=by, reason=reason)


def _create_sibling(
    proposal: TemplateProposal, *, fields: Mapping[str, Any], by: User, reason: str
) -> EmailTemplate:
    shared = {name: getattr(proposal.source_template, name) for name in SAME}
    try:
        with transaction.atomic():
            return create_template(fields=shared | dict(fields), by=by, reason=reason)
    except (DomainError, IntegrityError) as error:
        # Where no row was, none could be locked: somebody may have written it a moment ago.
        named = {"template_id": fields["template_id"], "language": fields["language"]}
        if not EmailTemplate.objects.filter(**named).exists():
            raise
        raise DomainError("template_changed", "Somebody has just written this letter.") from error


def take_back(
    *, proposal: TemplateProposal, template: EmailTemplate | None, by: User, verb: str, force: bool
) -> None:
    """Undoes what an approval wrote: the former text as a new version, a new template switched off.

    The former text is read from the template's history, so it outlives the proposal's bodies. It
    was live once, so the lint has no say. ``force``: over what was written since. Raises conflict,
    protected_category, template_changed.
    """
    if template is None or template.pk != proposal.applied_template_id:
        raise DomainError("conflict", "The letter of this proposal is gone.")
    refuse_protected(proposal, template)
    fields: dict[str, Any] = {"active": False}
    if proposal.replaced_version is not None:
        if template.version != proposal.applied_version and not force:
            raise applied_changed(proposal, template)
        rows = template.history.filter(version=proposal.replaced_version)
        former = rows.order_by("history_date").last()
        restored = ("subject", "body", "normalization_batch")
        fields = {name: getattr(former, name) for name in restored}
    reason = reason_for(proposal, verb)
    revise_template(template=template, fields=fields, by=by, reason=reason, check_lint=False)


def next_template_id() -> str:
    """The number after the highest ever used; the catalogue's row is the lock of the dispenser."""
    list(CatalogueVersion.objects.select_for_update().filter(pk=1))
    # History too: a number that an old draft or event speaks of is never given to another text.
    used = {
        *EmailTemplate.objects.values_list("template_id", flat=True),
        *EmailTemplate.history.values_list("template_id", flat=True).distinct(),
    }
    return f"T{max((int(name[1:]) for name in used), default=0) + 1:02d}"


def reason_for(proposal: TemplateProposal, verb: str) -> str:
    note = f": {proposal.decision_note}" if proposal.decision_note else ""
    return f"proposal {str(proposal.pk)[:8]} {verb}{note}"
