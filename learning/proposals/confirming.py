"""Decisions on exactly the rows that a person has seen, in the state in which they saw them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from learning.proposals.bulk import BulkOutcome, bulk_decide, label
from learning.proposals.models import TemplateProposal

_TOKEN_CHARACTERS = 16
CHANGED_SINCE = "changed since the list was shown"


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
