"""The numbers of the session summary and the API."""

from datetime import datetime
from typing import Any

from django.db.models import Sum

from learning.calibration.selectors import joined_since_last_calibration
from learning.events.choices import EXCLUSIONS, ORPHANS, Kind
from learning.events.models import EventAggregate, RefinementEvent, SelectionEvent
from learning.events.selectors import Span, count_by_kind, counted_sources
from learning.proposals.selectors import count_pending
from learning.thresholds.selectors import current_tuning, gate_state


def signals_stats() -> dict[str, Any]:
    """GET signals/stats. Counts what retention has summed too. About twenty queries."""
    counts = _counts()
    return {
        "selection_count": counts["selections"],
        "refinement_count": counts["refinements"],
        "joined_count": counts[Kind.JOINED],
        "orphan_count": sum(counts[kind] for kind in ORPHANS),
        "events_since_last_calibration": joined_since_last_calibration(),
        "pending_proposals": count_pending(),
        "gate": gate_state().as_dict(),
    }


def session_counts(*, since: datetime | None = None) -> dict[str, Any]:
    """The learning part of the session summary, of a span or of all time; proposals apart.

    ``calibrate_prompt`` is the question to put to a person, or None; ``gate`` says in words what
    waits, and ``is_review_due`` that the threshold report wants to be looked at.
    """
    counts = _counts(since)
    since_last = joined_since_last_calibration()
    gate = gate_state()
    is_enough = since_last >= current_tuning().calibration_minimum
    return {
        "since": since,
        "selections": counts["selections"],
        "refinements": counts["refinements"],
        "joined": counts[Kind.JOINED],
        "excluded": {kind.value: counts[kind] for kind in EXCLUSIONS},
        "events_since_last_calibration": since_last,
        "calibrate_prompt": "Run calibrate?" if is_enough else None,
        "gate": gate.as_dict()
        | {"waiting_for": gate.waiting_for, "is_review_due": gate.is_review_due},
    }


def _counts(since: datetime | None = None) -> dict[str, int]:
    """By kind, and all ``selections`` and ``refinements``; of all time also what was summed."""
    sources = counted_sources()
    later = {} if since is None else {"created_at__gt": since}
    counts = count_by_kind(sources, Span(since)) | {
        "selections": SelectionEvent.objects.filter(**later).count(),
        "refinements": RefinementEvent.objects.filter(**later).count(),
    }
    if since is not None:
        return counts
    summed = EventAggregate.objects.order_by().values_list("kind", "source")
    totals = summed.annotate(Sum("draft_count"), Sum("attempt_count"))
    for kind, source, drafts, attempts in totals:
        is_refused = kind not in ORPHANS and source not in sources
        counts[Kind.SOURCE_NOT_COUNTED if is_refused else kind] += drafts
        counts["refinements"] += attempts
        if kind != Kind.REFINEMENT_WITHOUT_SELECTION:
            counts["selections"] += drafts
    return counts
