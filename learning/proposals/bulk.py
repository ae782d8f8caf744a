"""Many proposals at once: exactly the rows that were confirmed, each by the service of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User

from config.errors import invalid
from learning.many import BulkOutcome, decide_each
from learning.proposals.choices import ProposalType, RejectReason
from learning.proposals.decisions import (
    approve_proposal,
    reject_proposal,
    roll_back_proposal,
    undo_decision,
)
from learning.proposals.guards import require_right
from learning.proposals.models import TemplateProposal

_DONE_WORDS = {
    "approve": "approved",
    "reject": "rejected",
    "roll_back": "rolled back",
    "undo": "undone",
}


def bulk_decide(
    *,
    proposal_ids: Sequence[UUID],
    decision: str,
    by: User,
    reason: str = "",
    note: str = "",
    now: datetime,
) -> BulkOutcome:
    """Decides these rows, one transaction each; rows that fail a check are skipped and named.

    ``decision``: approve, reject (with a ``reason``), roll_back or undo. Raises permission_denied
    and validation_error before anything is written.
    """
    require_right(by)
    services: dict[str, Callable[..., TemplateProposal]] = {
        "approve": partial(approve_proposal, note=note),
        "reject": partial(reject_proposal, reason=reason, note=note),
        "roll_back": partial(roll_back_proposal, note=note),
        "undo": undo_decision,
    }
    if decision not in services:
        raise invalid("decision", f"One of: {', '.join(_DONE_WORDS)}.")
    if decision == "reject" and reason not in RejectReason.values:
        raise invalid("reason", f"One of: {', '.join(RejectReason.values)}.")
    return decide_each(
        proposal_ids,
        lambda key: services[decision](proposal_id=key, by=by, now=now),
        done_word=_DONE_WORDS[decision],
        names=_names,
    )


def _names(keys: Sequence[UUID]) -> dict[UUID, str]:
    rows = TemplateProposal.objects.filter(pk__in=keys).select_related("source_template")
    return {row.pk: label(row) for row in rows}


def label(proposal: TemplateProposal) -> str:
    """ "T12" for a patch, "T12 in Italian", "new breakfast" for a new template."""
    if proposal.type == ProposalType.TRANSLATION:
        return f"{proposal.target_template_id} in {proposal.get_language_display()}"
    if proposal.type == ProposalType.PATCH and proposal.source_template:
        return proposal.source_template.template_id
    return f"new {proposal.scenario_category}"
