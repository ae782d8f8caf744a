"""The review queue as a person walks through it: where one is, what comes next, what was done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet

from learning.proposals.choices import ReviewState
from learning.proposals.decisions import UNDO_MINUTES
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import pending_queue

_RECENT_AT_MOST = 10
_UNDOABLE = (ReviewState.APPROVED, ReviewState.REJECTED)


@dataclass(frozen=True, slots=True)
class Place:
    """``number``: 1-based place among ``total`` that wait; 0 for one that has left the queue."""

    number: int
    total: int
    previous: UUID | None
    next: UUID | None


def place_in_queue(proposal: TemplateProposal) -> Place:
    """Where a proposal stands, decided or not, and its neighbours that wait. One query that counts,
    and of each neighbour at most two that walk an index."""
    pending = pending_queue().exclude(pk=proposal.pk)
    earlier = _otherwise_seen(proposal, False) | _as_seen(proposal, False)
    counts = pending.order_by().aggregate(all=Count("pk"), before=Count("pk", filter=earlier))
    is_waiting = proposal.review_state == ReviewState.PENDING
    has_later = counts["before"] < counts["all"]
    return Place(
        number=counts["before"] + 1 if is_waiting else 0,
        total=counts["all"] + is_waiting,
        previous=_neighbour(pending, proposal, is_later=False) if counts["before"] else None,
        next=_neighbour(pending, proposal, is_later=True) if has_later else None,
    )


def next_in_queue(*, after: UUID | None = None) -> UUID | None:
    """The one to look at next: behind ``after`` (pending or decided), else the first that waits.

    Who skips to the end comes back to the first; None where nothing else waits.
    """
    pending = pending_queue()
    here = TemplateProposal.objects.filter(pk=after).first() if after else None
    if here is None:
        return _first(pending)
    others = pending.exclude(pk=here.pk)
    return _neighbour(others, here, is_later=True) or _first(others)


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


def _first(proposals: QuerySet[TemplateProposal]) -> UUID | None:
    return proposals.values_list("pk", flat=True).first()


def _neighbour(
    pending: QuerySet[TemplateProposal], proposal: TemplateProposal, *, is_later: bool
) -> UUID | None:
    """The nearest on one side of this one: first among those of as many guests."""
    sign = "" if is_later else "-"
    same = pending.filter(_as_seen(proposal, is_later)).order_by(f"{sign}created_at", f"{sign}id")
    others = pending.filter(_otherwise_seen(proposal, is_later))
    return _first(same) or _first(others if is_later else others.reverse())


def _as_seen(proposal: TemplateProposal, is_later: bool) -> Q:
    """Those on one side of this one with as many guests behind them."""
    side = "gt" if is_later else "lt"
    at = proposal.created_at
    same = Q(evidence_count=proposal.evidence_count, **{f"created_at__{side}e": at})
    return same & (Q(**{f"created_at__{side}": at}) | Q(**{f"id__{side}": proposal.pk}))


def _otherwise_seen(proposal: TemplateProposal, is_later: bool) -> Q:
    """Later in the queue's order: with fewer guests; before: with more."""
    side = "lt" if is_later else "gt"
    return Q(**{f"evidence_count__{side}": proposal.evidence_count})
