"""Many proposals at once: exactly the rows that a person has seen, in the state in which they saw
them, each by the service of one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
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

_TOKEN_CHARACTERS = 16
CHANGED_SINCE = "changed since the list was shown"
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


def state_token(proposal: TemplateProposal) -> str:
    """Changes with everything that a confirmation rests on: state, decision, template's version.

    Needs ``source_template`` and ``applied_template`` (select_related)."""
    source, applied = proposal.source_template, proposal.applied_template
    seen = (
        proposal.pk,
        proposal.review_state,
        proposal.decided_at,
        proposal.proposed_text_hash,
        (source.version, source.active) if source else None,
        (applied.version, applied.active) if applied else None,
    )
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:_TOKEN_CHARACTERS]


def decide_confirmed(
    *,
    tokens: Mapping[UUID, str],
    decision: str,
    by: User,
    reason: str = "",
    note: str = "",
    now: datetime,
) -> BulkOutcome:
    """``bulk_decide`` of the rows whose token still holds; the others are skipped and named.

    What changes between this look and a row's lock is caught by the row's own service. Raises
    permission_denied and validation_error before anything is written.
    """
    rows = TemplateProposal.objects.filter(pk__in=tokens).select_related(
        "source_template", "applied_template"
    )
    known = {row.pk: row for row in rows}
    held = [
        key for key, token in tokens.items() if key in known and state_token(known[key]) == token
    ]
    outcome = bulk_decide(
        proposal_ids=held, decision=decision, by=by, reason=reason, note=note, now=now
    )
    changed = tuple(
        (label(known[key]) if key in known else str(key)[:8], CHANGED_SINCE)
        for key in tokens
        if key not in held
    )
    return replace(outcome, skipped=outcome.skipped + changed)
