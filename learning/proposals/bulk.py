"""Many proposals at once: exactly the rows that a person has seen, in the state in which they saw
them, each by the service of one."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User

from config.errors import invalid
from learning.deciding import BulkOutcome, decide_each
from learning.proposals.choices import RejectReason
from learning.proposals.decisions import approve_proposal, reject_proposal, roll_back_proposal
from learning.proposals.guards import require_right
from learning.proposals.models import TemplateProposal

_TOKEN_CHARACTERS = 16
CHANGED_SINCE = "changed since the list was shown"


def state_token(proposal: TemplateProposal) -> str:
    """Changes with everything that a confirmation rests on: state, decision, template's version.

    Needs ``source_template`` and ``applied_template`` (select_related)."""
    letters = (proposal.source_template, proposal.applied_template)
    seen = (
        *(proposal.pk, proposal.review_state, proposal.decided_at, proposal.proposed_text_hash),
        *((letter.version, letter.active) if letter else None for letter in letters),
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
    """Decides the rows whose token still holds, one transaction each; those that changed since, or
    that fail a check under their lock, are skipped and named.

    ``decision``: approve, reject (with a ``reason``) or roll_back. Raises permission_denied and
    validation_error before anything is written.
    """
    require_right(by)
    if decision == "reject" and reason not in RejectReason.values:
        raise invalid("reason", f"One of: {', '.join(RejectReason.values)}.")
    services: dict[str, tuple[Callable[..., TemplateProposal], str]] = {
        "approve": (approve_proposal, "approved"),
        "reject": (partial(reject_proposal, reason=reason), "rejected"),
        "roll_back": (roll_back_proposal, "rolled back"),
    }
    service, done_word = services[decision]
    rows = TemplateProposal.objects.filter(pk__in=tokens).select_related(
        "source_template", "applied_template"
    )
    known = {row.pk: row for row in rows}
    held = {
        key: known[key].label
        for key, token in tokens.items()
        if key in known and state_token(known[key]) == token
    }
    outcome = decide_each(
        held,
        lambda key: service(proposal_id=key, by=by, note=note, now=now),
        done_word=done_word,
    )
    changed = tuple(
        (known[key].label if key in known else str(key)[:8], CHANGED_SINCE)
        for key in tokens
        if key not in held
    )
    return replace(outcome, skipped=outcome.skipped + changed)
