"""How the loops of a period went, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, FloatField, OuterRef, Subquery, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from drafting.runs.choices import Stage, StopReason
from drafting.runs.models import DraftRun, RunArtifact

# More than half of the loops should reach the confidence that is asked for, however they end.
REACHED_GOAL_PCT = 50


@dataclass(frozen=True, slots=True)
class LoopStatistics:
    """Runs that ended in a period; a loop is a run with at least one revision.

    ``stop_reasons``: of all runs, the most frequent first. ``reached``: loops that reached the
    threshold; ``otherwise``: how the others ended. Means are of loops, None without one;
    confidences 0-1, of the first text and of the one that stood at the end.
    """

    runs: int
    loops: int
    reached: int
    otherwise: dict[str, int]
    stop_reasons: dict[str, int]
    mean_start_confidence: float | None
    mean_end_confidence: float | None
    mean_output_tokens: float | None
    mean_worked_ms: float | None

    @property
    def reached_pct(self) -> float | None:
        return round(100 * self.reached / self.loops, 1) if self.loops else None

    @property
    def is_goal_met(self) -> bool:
        """Also where there is no loop that could have missed it."""
        return self.reached_pct is None or self.reached_pct > REACHED_GOAL_PCT


def loop_statistics(*, since: datetime, until: datetime) -> LoopStatistics:
    """Of the runs that ended from ``since`` on and before ``until``. One query."""
    return _summed(_sums(since, until))


def _sums(since: datetime, until: datetime) -> Iterable[Mapping[str, Any]]:
    """One row for each stop reason, with and without a loop."""
    steps = RunArtifact.objects.filter(run=OuterRef("pk"))
    ended = DraftRun.objects.filter(finished_at__gte=since, finished_at__lt=until)
    return (
        ended.annotate(
            is_loop=Exists(steps.filter(stage=Stage.REVISION)),
            start=_figure("start_confidence"),
            end=_figure("end_confidence"),
        )
        .order_by()
        .values("stop_reason", "is_loop")
        .annotate(
            number=Count("pk"),
            started=Count("start"),
            start_sum=Sum("start"),
            finished=Count("end"),
            end_sum=Sum("end"),
            tokens=Sum("tokens_used"),
            worked=Sum("worked_ms"),
        )
    )


def _figure(name: str) -> Subquery:
    """A number of the run's own figures."""
    figures = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.REVISION_LOOP, iteration=0)
    value = Cast(KT(f"payload__{name}"), FloatField())
    return Subquery(figures.annotate(figure=value).values("figure")[:1])


def _summed(rows: Iterable[Mapping[str, Any]]) -> LoopStatistics:
    reasons: Counter[str] = Counter()
    of_loops: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row in rows:
        reasons[row["stop_reason"]] += row["number"]
        if row["is_loop"]:
            of_loops[row["stop_reason"]] += row["number"]
            for name, value in row.items():
                total[name] += value or 0 if name not in ("stop_reason", "is_loop") else 0
    loops = total["number"]
    reached = of_loops.pop(StopReason.THRESHOLD_MET, 0)
    return LoopStatistics(
        runs=reasons.total(),
        loops=loops,
        reached=reached,
        otherwise=dict(of_loops.most_common()),
        stop_reasons=dict(reasons.most_common()),
        mean_start_confidence=_mean(total["start_sum"], total["started"]),
        mean_end_confidence=_mean(total["end_sum"], total["finished"]),
        mean_output_tokens=_mean(total["tokens"], loops),
        mean_worked_ms=_mean(total["worked"], loops),
    )


def _mean(total: float, number: int) -> float | None:
    return round(total / number, 4) if number else None
