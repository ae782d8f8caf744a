"""The numbers of the session summary and the API."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from learning.calibration.selectors import joined_since_last_calibration
from learning.events.choices import EXCLUSIONS, ORPHANS, Kind
from learning.events.models import EventAggregate, RefinementEvent, SelectionEvent
from learning.events.selectors import count_by_kind, counted_sources
from learning.proposals.selectors import count_pending
from learning.thresholds.selectors import current_tuning, gate_state

CHART_WEEKS = 12  # 84 days: younger than anything that retention may sum


def signals_stats() -> dict[str, Any]:
    """GET signals/stats. Counts what retention has summed too. About twenty queries."""
    counts = _counts_ever()
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
    counts = _counts_ever() if since is None else _counts_since(since)
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


def _counts_since(since: datetime) -> dict[str, int]:
    return count_by_kind(sources=counted_sources(), since=since) | {
        "selections": SelectionEvent.objects.filter(created_at__gt=since).count(),
        "refinements": RefinementEvent.objects.filter(created_at__gt=since).count(),
    }


def _counts_ever() -> dict[str, int]:
    sources = counted_sources()
    counts = count_by_kind(sources=sources) | {
        "selections": SelectionEvent.objects.count(),
        "refinements": RefinementEvent.objects.count(),
    }
    summed = EventAggregate.objects.order_by().values_list("kind", "source")
    totals = summed.annotate(Sum("draft_count"), Sum("attempt_count"))
    for kind, source, drafts, attempts in totals:
        is_refused = kind not in ORPHANS and source not in sources
        counts[Kind.SOURCE_NOT_COUNTED if is_refused else kind] += drafts
        counts["refinements"] += attempts
        if kind != Kind.REFINEMENT_WITHOUT_SELECTION:
            counts["selections"] += drafts
    return counts


def first_week(now: datetime) -> datetime:
    """Just before the Monday on which the oldest drawn week begins: no week is drawn cut."""
    today = timezone.localtime(now)
    monday = today.date() - timedelta(days=today.weekday(), weeks=CHART_WEEKS - 1)
    start = timezone.make_aware(datetime.combine(monday, time.min))
    return start - timedelta(microseconds=1)
