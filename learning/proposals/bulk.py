"""Many proposals at once: the same service row by row, and one line that says what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User

from config.errors import DomainError, invalid
from learning.proposals.choices import RejectReason
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
_NAMED_AT_MOST = 5


@dataclass(frozen=True, slots=True)
class BulkOutcome:
    """``skipped``: (proposal, why) of each row that a check refused."""

    decision: str
    done: tuple[UUID, ...]
    skipped: tuple[tuple[str, str], ...]

    @property
    def line(self) -> str:
        """ "approved 3, skipped 1: T12 template changed"."""
        line = f"{_DONE_WORDS[self.decision]} {len(self.done)}"
        if not self.skipped:
            return line
        named = [f"{name} {why}" for name, why in self.skipped[:_NAMED_AT_MOST]]
        if len(self.skipped) > _NAMED_AT_MOST:
            more = Counter(why for _, why in self.skipped[_NAMED_AT_MOST:])
            named += [f"{count} more {why}" for why, count in more.items()]
        return f"{line}, skipped {len(self.skipped)}: {', '.join(named)}"


def bulk_decide(
    *,
    proposal_ids: Sequence[UUID],
    decision: str,
    by: User,
    reason: str = "",
    note: str = "",
    now: datetime,
) -> BulkOutcome:
    """Decides exactly these rows, one transaction each; rows that fail a check are skipped.

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
    done: list[UUID] = []
    skipped: list[tuple[UUID, str]] = []
    for key in dict.fromkeys(proposal_ids):
        try:
            services[decision](proposal_id=key, by=by, now=now)
        except DomainError as error:
            skipped.append((key, error.code.replace("_", " ")))
        else:
            done.append(key)
    names = _names([key for key, _ in skipped])
    return BulkOutcome(
        decision, tuple(done), tuple((names.get(key, str(key)[:8]), why) for key, why in skipped)
    )


def _names(keys: Sequence[UUID]) -> dict[UUID, str]:
    rows = TemplateProposal.objects.filter(pk__in=keys).select_related("source_template")
    return {row.pk: label(row) for row in rows}


def label(proposal: TemplateProposal) -> str:
    """ "T12" for a patch, "new breakfast" for a new template."""
    if proposal.type == "patch" and proposal.source_template:
        return proposal.source_template.template_id
    return f"new {proposal.scenario_category}"
