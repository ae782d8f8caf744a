"""The review queue as a person walks through it: where one is, what comes next, what was done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet, Subquery

from learning.proposals.choices import ReviewState
from learning.proposals.decisions import UNDO_MINUTES
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import pending_queue

_RECENT_AT_MOST = 10
_ORDER = ("evidence_count", "created_at")
_UNDOABLE = (ReviewState.APPROVED, ReviewState.REJECTED)


@dataclass(frozen=True, slots=True)
class Place:
    """``number``: 1-based place among ``total`` that wait; 0 for one that has left the queue."""

    number: int
    total: int
    previous: UUID | None
    next: UUID | None


def place_in_queue(proposal: TemplateProposal) -> Place:
    """Where a proposal stands, decided or not, and its neighbours that wait. Three queries."""
    pending = pending_queue().exclude(pk=proposal.pk)
    counts = pending.aggregate(all=Count("pk"), before=Count("pk", filter=_before(proposal)))
    previous = pending.filter(_before(proposal)).order_by("evidence_count", "-created_at", "-id")
    behind = pending.filter(_behind(proposal))
    neighbours = TemplateProposal.objects.order_by().filter(
        Q(pk=Subquery(previous.values("pk")[:1])) | Q(pk=Subquery(behind.values("pk")[:1]))
    )
    here = _order(proposal)
    sides = {_order(neighbour) < here: neighbour.pk for neighbour in neighbours.only(*_ORDER)}
    is_waiting = proposal.review_state == ReviewState.PENDING
    return Place(
        number=counts["before"] + 1 if is_waiting else 0,
        total=counts["all"] + is_waiting,
        previous=sides.get(True),
        next=sides.get(False),
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
    return _first(others.filter(_behind(here))) or _first(others)


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


def _order(proposal: TemplateProposal) -> tuple[int, datetime, UUID]:
    """The key of the queue's order."""
    return -proposal.evidence_count, proposal.created_at, proposal.pk


def _first(proposals: QuerySet[TemplateProposal]) -> UUID | None:
    return proposals.values_list("pk", flat=True).first()


def _behind(proposal: TemplateProposal) -> Q:
    """Later in queue order: fewer guests, or as many and younger."""
    return _beyond(proposal, "lt", "gt")


def _before(proposal: TemplateProposal) -> Q:
    return _beyond(proposal, "gt", "lt")


def _beyond(proposal: TemplateProposal, evidence: str, age: str) -> Q:
    same: dict[str, Any] = {"evidence_count": proposal.evidence_count}
    at: dict[str, Any] = {"created_at": proposal.created_at}
    return (
        Q(**{f"evidence_count__{evidence}": proposal.evidence_count})
        | Q(**same, **{f"created_at__{age}": proposal.created_at})
        | Q(**same, **at, **{f"id__{age}": proposal.pk})
    )
