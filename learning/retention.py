"""Old events become sums: counted by everything a chart asks for, then removed.

What is summed together: all events of a draft, once the newest of them is old enough. So a pair is
summed by its last attempt as a whole, a selection that nobody refined as such, and attempts at a
draft that nobody knows as such; nothing is ever half there.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Case, Count, DateField, F, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce, Greatest, TruncMonth

from learning.calibration.selectors import last_cut_off
from learning.calibration.services import lock_state
from learning.events.choices import Kind
from learning.events.expressions import DISTANCE_TENTHS, WHOLE_DISTANCE
from learning.events.models import (
    KEY_COLUMNS,
    EventAggregate,
    ExcludedDraft,
    RefinementEvent,
    SelectionEvent,
)
from learning.events.outcomes import Reason
from learning.events.selectors import (
    PAIR_SOURCE,
    kind_expression,
    last_attempts,
    lone_refinements,
    lone_selections,
    pairs,
)
from learning.thresholds.selectors import current_tuning

RETENTION_DAYS = 90  # before the last cut-off; source: fact-find, Risks
BATCH_DRAFTS = 500
_SUM_COLUMNS = ("draft_count", "attempt_count", "unchanged_count", "distance_tenths_sum")

# Columns of ``EventAggregate``: where nothing is known, of what was picked, of what was refined.
_EMPTY: dict[str, Any] = {
    "month": TruncMonth("created_at", output_field=DateField()),
    "source": F("source"),
    "scenario_category": Value(""),
    "template_key": Value(0),
    "template_text_hash": Value(""),
    "learning_epoch": Value(0),
    "whole_distance_pct": Value(0),
    "category_mismatch": Value(False),
    "rewrite_reason": Value(Reason.NONE.value),
    "draft_count": Value(1),
    "attempt_count": Value(0),
    "unchanged_count": Value(0),
    "distance_tenths_sum": Value(0),
}
_PICKED: dict[str, Any] = {
    "scenario_category": F("scenario_category"),
    "template_key": Coalesce(F("template_id"), Value(0)),
    "template_text_hash": F("template_text_hash"),
    "learning_epoch": Coalesce(F("learning_epoch"), Value(0)),
}
_REFINED: dict[str, Any] = {
    "whole_distance_pct": WHOLE_DISTANCE,
    "category_mismatch": F("category_mismatch"),
    "rewrite_reason": F("rewrite_reason"),
    # Attempts are counted without a gap; the one at an unknown draft is attempt 0.
    "attempt_count": Greatest(F("attempt"), Value(1)),
    "unchanged_count": Case(When(refinement_applied=False, then=1), default=0),
    "distance_tenths_sum": DISTANCE_TENTHS,
}


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
    for rows in _rows_to_sum(batch):
        _add_to_sums(rows)
    ExcludedDraft.objects.filter(draft_id__in=batch).remove_for_retention()
    events = (SelectionEvent.objects, RefinementEvent.objects)
    return sum(each.filter(draft_id__in=batch).remove_for_retention() for each in events)


def _rows_to_sum(draft_ids: Sequence[UUID]) -> Iterator[QuerySet[Any, Any]]:
    """Drafts by their last attempt; drafts that nobody refined, with no distance; drafts that
    nobody knows, with no scenario or letter.

    Each column is annotated as ``as_<name>``: some names are those of event fields already.
    """
    joined = {"kind": kind_expression(sources=None), "source": PAIR_SOURCE}
    yield _shaped(pairs(), draft_ids, _PICKED | _REFINED | joined)
    unrefined = Value(Kind.SELECTION_WITHOUT_REFINEMENT.value)
    yield _shaped(lone_selections(), draft_ids, _PICKED | {"kind": unrefined})
    unknown = Value(Kind.REFINEMENT_WITHOUT_SELECTION.value)
    yield _shaped(lone_refinements(), draft_ids, _REFINED | {"kind": unknown})


def _shaped(
    rows: QuerySet[Any], draft_ids: Sequence[UUID], columns: dict[str, Any]
) -> QuerySet[Any, Any]:
    shaped = {f"as_{name}": value for name, value in (_EMPTY | columns).items()}
    return rows.filter(draft_id__in=draft_ids).annotate(**shaped).values(*shaped)


def _add_to_sums(rows: QuerySet[Any, Any]) -> None:
    """One statement; the ORM has no upsert that adds."""
    inner, parameters = rows.query.sql_with_params()
    table = EventAggregate._meta.db_table
    keys, sums = ", ".join(KEY_COLUMNS), ", ".join(_SUM_COLUMNS)
    read_keys = ", ".join(f"as_{name}" for name in KEY_COLUMNS)
    read_sums = ", ".join(f"SUM(as_{name})" for name in _SUM_COLUMNS)
    added = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in _SUM_COLUMNS)
    # Only names of our own columns stand in the text. WHERE: SQLite would read ON as a join's.
    statement = (
        f"INSERT INTO {table} ({keys}, {sums}) "  # noqa: S608
        f"SELECT {read_keys}, {read_sums} FROM ({inner}) AS events WHERE 1 = 1 "
        f"GROUP BY {read_keys} ON CONFLICT ({keys}) DO UPDATE SET {added}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def _old(rows: QuerySet[Any], before: datetime) -> QuerySet[Any, UUID]:
    """Drafts of these rows, the oldest first."""
    old = rows.filter(created_at__lt=before)
    return old.order_by("created_at", "pk").values_list("draft_id", flat=True)


def _count_old(before: datetime) -> int:
    refined, unrefined = _old(last_attempts(), before), _old(lone_selections(), before).count()
    totals = refined.aggregate(known=Count("selected_at"), attempts=Sum(Greatest("attempt", 1)))
    return unrefined + totals["known"] + (totals["attempts"] or 0)
