"""Old events become sums: counted by everything a chart asks for, then removed.

What is summed together: all events of a draft, once the newest of them is old enough. So a pair is
summed by its last attempt as a whole, a selection that nobody refined as such, and attempts at a
draft that nobody knows as such; nothing is ever half there.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, QuerySet, Sum, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from learning.calibration.selectors import last_cut_off
from learning.calibration.services import lock_state
from learning.events.choices import Kind
from learning.events.expressions import DISTANCE_TENTHS
from learning.events.models import (
    KEY_COLUMNS,
    EventAggregate,
    ExcludedDraft,
    RefinementEvent,
    SelectionEvent,
)
from learning.events.selectors import PAIR_SOURCE, kind_expression, last_attempts, lone_selections
from learning.thresholds.selectors import current_tuning
from learning.upserts import upsert

RETENTION_DAYS = 90  # before the last cut-off; source: fact-find, Risks
BATCH_DRAFTS = 500
_SUM_COLUMNS = ("draft_count", "attempt_count", "unchanged_count", "distance_tenths_sum")


def compact_events(*, now: datetime, batch_size: int = BATCH_DRAFTS, dry_run: bool = False) -> int:
    """Sum and remove the events of drafts that are older than 90 days before the last cut-off, or
    before ``now`` where there is none; never what a calibration may still read. Returns how many.

    One transaction per batch of ``batch_size`` drafts: an interruption loses nothing and counts
    nothing twice, and two runs at once take turns.
    """
    # A longer window of calibration keeps events longer.
    days = max(RETENTION_DAYS, current_tuning().window_days)
    before = (last_cut_off() or now) - timedelta(days=days)
    if dry_run:
        return _count_old(before)
    total = 0
    while removed := _compact_batch(before, batch_size):
        total += removed
    return total


@transaction.atomic
def _compact_batch(before: datetime, batch_size: int) -> int:
    """Sums and removes the oldest drafts. Takes the state's lock, so that no two runs sum the same
    draft."""
    state = lock_state()
    # Of a draft, known or not, whose last attempt is old nothing is younger; then those that nobody
    # refined.
    batch = list(_old(last_attempts(), before)[:batch_size])
    batch = batch or list(_old(lone_selections(), before)[:batch_size])
    if not batch:
        return 0
    if state.compacted_before is None or state.compacted_before < before:
        state.compacted_before = before
        state.save(update_fields=["compacted_before"])
    refined = last_attempts().annotate(
        kind=kind_expression(sources=None), of_source=PAIR_SOURCE, tenths=DISTANCE_TENTHS
    )
    unrefined = lone_selections().annotate(
        kind=Value(Kind.SELECTION_WITHOUT_REFINEMENT.value), of_source=F("source")
    )
    drafts = (rows.filter(draft_id__in=batch) for rows in (refined, unrefined))
    _add_to_sums(map(_as_sum, chain.from_iterable(drafts)))
    ExcludedDraft.objects.filter(draft_id__in=batch).remove_for_retention()
    events = (SelectionEvent.objects, RefinementEvent.objects)
    return sum(each.filter(draft_id__in=batch).remove_for_retention() for each in events)


def _as_sum(event: Any) -> EventAggregate:
    """One draft by its last attempt, or by what was picked where nobody refined it."""
    row = EventAggregate(
        month=timezone.localdate(event.created_at).replace(day=1),
        kind=event.kind,
        source=event.of_source,
        scenario_category=event.scenario_category,
        template_key=event.template_id or 0,
        template_text_hash=event.template_text_hash,
        learning_epoch=event.learning_epoch or 0,
        draft_count=1,
    )
    if isinstance(event, RefinementEvent):
        row.whole_distance_pct = int(event.edit_distance_pct)
        row.category_mismatch = event.category_mismatch
        row.rewrite_reason = event.rewrite_reason
        # Attempts are counted without a gap; the one at an unknown draft is attempt 0.
        row.attempt_count = max(event.attempt, 1)
        row.unchanged_count = int(not event.refinement_applied)
        row.distance_tenths_sum = event.tenths
    return row


def _add_to_sums(rows: Iterable[EventAggregate]) -> None:
    """One statement, which takes each key once."""
    sums: dict[tuple[Any, ...], EventAggregate] = {}
    for row in rows:
        known = sums.setdefault(tuple(getattr(row, name) for name in KEY_COLUMNS), row)
        if known is not row:
            for name in _SUM_COLUMNS:
                setattr(known, name, getattr(known, name) + getattr(row, name))
    added = dict.fromkeys(_SUM_COLUMNS, "{old} + {new}")
    upsert([*sums.values()], unique=KEY_COLUMNS, update=added)


def _old(rows: QuerySet[Any], before: datetime) -> QuerySet[Any, UUID]:
    """Drafts of these rows, the oldest first."""
    old = rows.filter(created_at__lt=before)
    return old.order_by("created_at", "pk").values_list("draft_id", flat=True)


def _count_old(before: datetime) -> int:
    refined, unrefined = _old(last_attempts(), before), _old(lone_selections(), before).count()
    totals = refined.aggregate(known=Count("selected_at"), attempts=Sum(Greatest("attempt", 1)))
    return unrefined + totals["known"] + (totals["attempts"] or 0)
