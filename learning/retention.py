"""Old events become sums: counted by everything a chart asks for, then removed.

What is summed together: all events of a draft, once the newest of them is old enough. So a pair is
summed by its last attempt as a whole, a selection that nobody refined as such, and attempts at a
draft that nobody knows as such; nothing is ever half there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import Greatest

from learning.calibration.selectors import last_cut_off
from learning.calibration.services import lock_state
from learning.events.models import EventAggregate, ExcludedDraft, RefinementEvent, SelectionEvent
from learning.events.selectors import last_attempts, lone_selections
from learning.events.shapes import (
    KEY_COLUMNS,
    SUM_COLUMNS,
    lone_refinement_rows,
    lone_selection_rows,
    pair_rows,
)
from learning.thresholds.selectors import current_tuning

RETENTION_DAYS = 90  # before the last cut-off; source: fact-find, Risks
BATCH_DRAFTS = 500


@dataclass(frozen=True, slots=True)
class Compaction:
    """What one call summed and removed, or would."""

    before: datetime  # events from here on stay
    drafts: int
    selections: int
    refinements: int


def compact_events(
    *,
    now: datetime,
    batch_size: int = BATCH_DRAFTS,
    dry_run: bool = False,
    on_batch: Callable[[int], None] | None = None,
) -> Compaction:
    """Sum and remove the events of drafts that are older than 90 days before the last cut-off, or
    before ``now`` where there is none; never what a calibration may still read.

    One transaction per batch of ``batch_size`` drafts: an interruption loses nothing and counts
    nothing twice, and two runs at once take turns. ``on_batch`` hears the drafts of each batch.
    """
    before = compaction_boundary(now=now)
    if dry_run:
        return _would_compact(before)
    drafts = selections = refinements = 0
    while True:
        with transaction.atomic():
            batch = _next_batch(before, batch_size)
            if not batch:
                break
            removed = _compact_batch(batch)
        drafts += len(batch)
        selections += removed[0]
        refinements += removed[1]
        if on_batch is not None:
            on_batch(len(batch))
    return Compaction(before, drafts, selections, refinements)


def compaction_boundary(*, now: datetime) -> datetime:
    """Events before this moment may go. A longer window of calibration moves it further back."""
    days = max(RETENTION_DAYS, current_tuning().window_days)
    return (last_cut_off() or now) - timedelta(days=days)


def _next_batch(before: datetime, batch_size: int) -> list[UUID]:
    """Draft ids, oldest first. Takes the state's lock, so that no two runs sum the same draft."""
    state = lock_state()
    batch = list(_old_refined(before)[:batch_size]) or list(_old_unrefined(before)[:batch_size])
    if batch and (state.compacted_before is None or state.compacted_before < before):
        state.compacted_before = before
        state.save(update_fields=["compacted_before"])
    return batch


def _compact_batch(batch: list[UUID]) -> tuple[int, int]:
    for rows in (pair_rows(batch), lone_selection_rows(batch), lone_refinement_rows(batch)):
        _add_to_sums(rows)
    ExcludedDraft.objects.filter(draft_id__in=batch).remove_for_retention()
    refinements = RefinementEvent.objects.filter(draft_id__in=batch).remove_for_retention()
    selections = SelectionEvent.objects.filter(draft_id__in=batch).remove_for_retention()
    return selections, refinements


def _add_to_sums(rows: QuerySet[Any, Any]) -> None:
    """One statement; the ORM has no upsert that adds."""
    inner, parameters = rows.query.sql_with_params()
    table = EventAggregate._meta.db_table
    keys, sums = ", ".join(KEY_COLUMNS), ", ".join(SUM_COLUMNS)
    read_keys = ", ".join(f"as_{name}" for name in KEY_COLUMNS)
    read_sums = ", ".join(f"SUM(as_{name})" for name in SUM_COLUMNS)
    added = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in SUM_COLUMNS)
    # Only names of our own columns stand in the text. WHERE: SQLite would read ON as a join's.
    statement = (
        f"INSERT INTO {table} ({keys}, {sums}) "  # noqa: S608
        f"SELECT {read_keys}, {read_sums} FROM ({inner}) AS events WHERE 1 = 1 "
        f"GROUP BY {read_keys} ON CONFLICT ({keys}) DO UPDATE SET {added}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def _old_refined(before: datetime) -> QuerySet[RefinementEvent, UUID]:
    """Drafts, known or not, whose last attempt is old: nothing of a draft is younger than it."""
    last = last_attempts().filter(created_at__lt=before)
    return last.order_by("created_at", "pk").values_list("draft_id", flat=True)


def _old_unrefined(before: datetime) -> QuerySet[SelectionEvent, UUID]:
    """Drafts that nobody refined and that are old."""
    selections = lone_selections().filter(created_at__lt=before)
    return selections.order_by("created_at", "pk").values_list("draft_id", flat=True)


def _would_compact(before: datetime) -> Compaction:
    refined, unrefined = _old_refined(before), _old_unrefined(before).count()
    totals = refined.aggregate(
        known=Count("selected_at"), drafts=Count("pk"), attempts=Sum(Greatest("attempt", 1))
    )
    return Compaction(
        before=before,
        drafts=totals["drafts"] + unrefined,
        selections=totals["known"] + unrefined,
        refinements=totals["attempts"] or 0,
    )
