"""How the loops of a period went, in numbers, and what single rounds of them took and brought."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, FloatField, OuterRef, Subquery, Sum
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


# --- rounds, by the model that revised ------------------------------------------------------------


@dataclass(slots=True)
class Round:
    """``gained``: confidence 0-1 of its evaluation over that of the round before."""

    model: str = UNNAMED
    worked_ms: int = 0
    tokens: int = 0
    gained: float = 0.0


@dataclass(frozen=True, slots=True)
class Rounds:
    """Finished rounds of a period; ``by_model``: those that a model revised."""

    rounds: Sequence[Round] = field(default_factory=tuple)

    @property
    def by_model(self) -> dict[str, Rounds]:
        groups: dict[str, list[Round]] = defaultdict(list)
        for one in self.rounds:
            groups[one.model].append(one)
        return {model: Rounds(groups[model]) for model in sorted(groups)}

    @property
    def gained_a_round(self) -> float | None:
        return _mean_gain(self._gained, len(self.rounds))

    @property
    def gained_a_second(self) -> float | None:
        return _mean_gain(self._gained, sum(one.worked_ms for one in self.rounds) / 1_000)

    @property
    def gained_a_thousand_tokens(self) -> float | None:
        return _mean_gain(self._gained, sum(one.tokens for one in self.rounds) / 1_000)

    @property
    def _gained(self) -> float:
        return sum(one.gained for one in self.rounds)

    def worked_ms_within(self, share: float) -> int | None:
        """The time within which such a share (0-1) of the rounds was done."""
        times = sorted(one.worked_ms for one in self.rounds)
        return times[max(0, math.ceil(share * len(times)) - 1)] if times else None

    def suggested_budget_ms(self, *, rounds: int) -> int | None:
        """Enough for so many rounds as nine in ten are, and the reserve of the last one; in whole
        ten seconds."""
        usual = self.worked_ms_within(0.9)
        if usual is None:
            return None
        needed = max(usual * (rounds - 1) + ROUND_RESERVE_MS, usual * rounds)
        return math.ceil(needed / 10_000) * 10_000


def read_rounds(*, since: datetime, until: datetime) -> Rounds:
    """Rounds whose evaluation came from ``since`` on and before ``until``. One query."""
    steps = RunArtifact.objects.filter(
        stage__in=_OF_A_ROUND, created_at__gte=since, created_at__lt=until
    )
    rows = steps.annotate(
        confidence=Cast(KT("payload__confidence"), FloatField()), model=KT("payload__model")
    ).values("run", "stage", "iteration", "charged_ms", "charged_tokens", "confidence", "model")
    return Rounds(_rounds_of(rows))


def _rounds_of(rows: Iterable[Mapping[str, Any]]) -> list[Round]:
    found: dict[tuple[Any, int], Round] = defaultdict(Round)
    confidence: dict[tuple[Any, int], float] = {}
    for row in rows:
        key = row["run"], row["iteration"]
        found[key].worked_ms += row["charged_ms"]
        found[key].tokens += row["charged_tokens"]
        if row["stage"] == Stage.REVISION and row["model"]:
            found[key].model = row["model"]
        if row["stage"] == Stage.EVALUATION and row["confidence"] is not None:
            confidence[key] = row["confidence"]
    finished = []
    for (run, iteration), one in found.items():
        before, after = confidence.get((run, iteration - 1)), confidence.get((run, iteration))
        if iteration and before is not None and after is not None:
            one.gained = after - before
            finished.append(one)
    return finished


def _mean_gain(gained: float, of: float) -> float | None:
    return gained / of if of else None
