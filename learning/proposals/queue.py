"""The review queue as a person walks through it: where one is, what comes next, what was done."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User

from learning.proposals.choices import ReviewState
from learning.proposals.decisions import UNDO_MINUTES
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import pending_queue
from templatesapp.queue_order import Place, QueueOrder

_RECENT_AT_MOST = 10
_UNDOABLE = (ReviewState.APPROVED, ReviewState.REJECTED)


ORDER = QueueOrder("evidence_count")  # with the most guests behind it first


def place_in_queue(proposal: TemplateProposal) -> Place:
    """Where a proposal stands, decided or not, and its neighbours that wait."""
    return ORDER.place(pending_queue(), proposal)


def next_in_queue(*, after: TemplateProposal | None = None) -> UUID | None:
    """The one to look at next: behind ``after``, else the first that waits; who skips to the end
    comes back to the first. None where nothing else waits."""
    found: UUID | None = ORDER.next(pending_queue(), after)
    return found


def recent_decisions(*, by: User, now: datetime) -> list[TemplateProposal]:
    """What a person decided and may still undo, newest first. One query."""
    since = now - timedelta(minutes=UNDO_MINUTES)
    decided = TemplateProposal.objects.filter(
        decided_by=by, decided_at__gte=since, review_state__in=_UNDOABLE
    )
    return list(
        decided.select_related("source_template", "applied_template").order_by("-decided_at")[
            :_RECENT_AT_MOST
        ]
    )


def has_decided(person: User) -> bool:
    """Whether a person ever decided a proposal: who has not is told what a decision does."""
    return TemplateProposal.objects.filter(decided_by=person).exists()


def may_undo(proposal: TemplateProposal, *, now: datetime) -> bool:
    decided_at = proposal.decided_at
    is_recent = decided_at is not None and now <= decided_at + timedelta(minutes=UNDO_MINUTES)
    return is_recent and proposal.review_state in _UNDOABLE
