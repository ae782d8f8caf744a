"""Sums counted votes, from stored events and from those that retention has summed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, DateField, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce, TruncMonth, TruncWeek

from learning.events.choices import Kind
from learning.events.models import EventAggregate
from learning.events.selectors import (
    DISTANCE_TENTHS,
    WHOLE_DISTANCE,
    Span,
    joined,
    outcome_expression,
)
from learning.thresholds.models import LearningSettings

# Keys by which votes can be summed, as they are read from stored events. Those that stand in the
# event under the same name are not listed.
_LIVE_KEYS: dict[str, Any] = {
    "week": TruncWeek("created_at", output_field=DateField()),
    "month": TruncMonth("created_at", output_field=DateField()),
    "template_key": Coalesce(F("template_id"), Value(0)),
    "whole_distance_pct": WHOLE_DISTANCE,
}
_STORED_ONLY = {"week", "is_held_out"}
_LIVE_SUMS: dict[str, Any] = {
    "votes": Count("pk"),
    "unchanged": Count("pk", filter=Q(refinement_applied=False)),
    "tenths": Sum(DISTANCE_TENTHS),
}
_SUMMED_SUMS: dict[str, Any] = {
    "votes": Sum("draft_count"),
    "unchanged": Sum("unchanged_count"),
    "tenths": Sum("distance_tenths_sum"),
}


@dataclass(frozen=True, slots=True)
class VoteSum:
    """Some votes together."""

    votes: int = 0
    unchanged: int = 0  # sent as made
    distance_tenths: int = 0  # sum of edit distances, in tenths of a per cent

    def __add__(self, other: VoteSum) -> VoteSum:
        return VoteSum(
            self.votes + other.votes,
            self.unchanged + other.unchanged,
            self.distance_tenths + other.distance_tenths,
        )

    @property
    def mean_distance_pct(self) -> float | None:
        """Mean edit distance, one decimal; None of no votes."""
        return round(self.distance_tenths / self.votes / 10, 1) if self.votes else None

    @property
    def unchanged_pct(self) -> float | None:
        return round(100 * self.unchanged / self.votes, 1) if self.votes else None


def sum_votes(
    *,
    by: Sequence[str],
    tuning: LearningSettings,
    since: datetime | None = None,
    template_keys: Collection[int] | None = None,
) -> dict[tuple[Any, ...], VoteSum]:
    """Counted votes, of all templates or of some, summed by ``by``, a tuple of its values as key.

    ``by`` may name month, week, scenario_category, template_key (0: none), template_text_hash,
    whole_distance_pct, category_mismatch, rewrite_reason, outcome. With ``since`` (exclusive), or
    by week or is_held_out, only stored events are read: retention keeps neither. Two queries, a row
    per group; one where only stored events are read.
    """
    sums: dict[tuple[Any, ...], VoteSum] = defaultdict(VoteSum)
    stored = joined(tuning.sources, Span(since))
    summed = EventAggregate.objects.filter(kind=Kind.JOINED, source__in=tuning.sources).order_by()
    if template_keys is not None:
        stored = stored.filter(template__in=template_keys)
        summed = summed.filter(template_key__in=template_keys)
    keys = _LIVE_KEYS | {"outcome": outcome_expression(tuning.boundaries)}
    groups = list(_grouped(stored, by, keys, _LIVE_SUMS))
    if since is None and not _STORED_ONLY & set(by):
        outcome = outcome_expression(tuning.boundaries, distance="whole_distance_pct")
        groups += _grouped(summed, by, {"outcome": outcome}, _SUMMED_SUMS)
    for *key, votes, unchanged, tenths in groups:
        sums[tuple(key)] += VoteSum(votes, int(unchanged), int(tenths))
    return dict(sums)


def _grouped(
    rows: QuerySet[Any], by: Sequence[str], keys: Mapping[str, Any], sums: Mapping[str, Any]
) -> QuerySet[Any, Any]:
    named = rows.annotate(**{name: keys[name] for name in by if name in keys})
    return named.values_list(*by).annotate(**sums)
