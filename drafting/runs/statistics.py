"""How the loops of a period went, in numbers, and what single rounds of them took and brought."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count, Exists, FloatField, Max, OuterRef, Q, Subquery, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from drafting.runs.choices import Stage, StopReason
from drafting.runs.loop import ROUND_RESERVE_MS
from drafting.runs.models import DraftRun, RunArtifact

# More than half of the loops should reach the confidence that is asked for, however they end.
REACHED_GOAL_PCT = 50
UNNAMED = "not said"
_OF_A_ROUND = (
    Stage.REVISION_SELECTOR,
    Stage.REVISION,
    Stage.OVERSEER_EXTRACT,
    Stage.OVERSEER_GATE,
    Stage.EVALUATION,
)


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


@dataclass(frozen=True, slots=True)
class Round:
    """``gained``: confidence 0-1 of its evaluation over that of the round before."""

    model: str
    worked_ms: int
    tokens: int
    gained: float


def read_rounds(*, since: datetime, until: datetime) -> list[Round]:
    """Finished rounds whose steps came from ``since`` on and before ``until``. One query."""
    steps = RunArtifact.objects.filter(
        stage__in=_OF_A_ROUND, created_at__gte=since, created_at__lt=until
    )
    confidence = Cast(KT("payload__confidence"), FloatField())
    rows = list(
        steps.order_by()
        .values("run", "iteration")
        .annotate(
            worked=Sum("charged_ms"),
            tokens=Sum("charged_tokens"),
            reached=Max(confidence, filter=Q(stage=Stage.EVALUATION)),
            model=Max(KT("payload__model"), filter=Q(stage=Stage.REVISION)),
        )
    )
    reached = {(row["run"], row["iteration"]): row["reached"] for row in rows}
    finished = []
    for row in rows:
        before, after = reached.get((row["run"], row["iteration"] - 1)), row["reached"]
        if before is not None and after is not None:
            model = row["model"] or UNNAMED
            finished.append(Round(model, row["worked"], row["tokens"], after - before))
    return finished


def worked_ms_within(rounds: Sequence[Round], share: float) -> int:
    """The time within which such a share (0-1) of the rounds, of which there is one, was done."""
    times = sorted(one.worked_ms for one in rounds)
    return times[max(0, math.ceil(share * len(times)) - 1)]


def suggested_budget_ms(rounds: Sequence[Round], *, allowed: int) -> int:
    """Enough for so many rounds as nine in ten are, and the reserve of the last one; in whole ten
    seconds."""
    usual = worked_ms_within(rounds, 0.9)
    needed = max(usual * (allowed - 1) + ROUND_RESERVE_MS, usual * allowed)
    return math.ceil(needed / 10_000) * 10_000
