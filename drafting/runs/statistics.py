"""Counts how the runs of a period went."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count, Exists, FloatField, OuterRef, Q, Subquery
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
    """Of the runs that ended from ``since`` on and before ``until``. Two queries."""
    revisions = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.REVISION)
    ended = DraftRun.objects.filter(finished_at__gte=since, finished_at__lt=until).order_by()
    ended = ended.annotate(is_loop=Exists(revisions))
    counted = list(
        ended.values_list("stop_reason").annotate(
            runs=Count("pk"), loops=Count("pk", filter=Q(is_loop=True))
        )
    )
    reasons = Counter({stop: runs for stop, runs, _ in counted})
    of_loops = Counter({stop: loops for stop, _, loops in counted if loops})
    reached = of_loops.pop(StopReason.THRESHOLD_MET, 0)
    means = ended.filter(is_loop=True).aggregate(
        mean_start_confidence=Avg(_figure("start_confidence")),
        mean_end_confidence=Avg(_figure("end_confidence")),
        mean_output_tokens=Avg("tokens_used"),
        mean_worked_ms=Avg("worked_ms"),
    )
    return LoopStatistics(
        runs=reasons.total(),
        loops=reached + of_loops.total(),
        reached=reached,
        otherwise=dict(of_loops.most_common()),
        stop_reasons=dict(reasons.most_common()),
        **{name: None if mean is None else round(mean, 4) for name, mean in means.items()},
    )


def _figure(name: str) -> Subquery:
    """A number of the run's own figures."""
    figures = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.REVISION_LOOP, iteration=0)
    value = Cast(KT(f"payload__{name}"), FloatField())
    return Subquery(figures.annotate(figure=value).values("figure")[:1])
