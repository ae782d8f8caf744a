"""What single rounds of the loop took and brought, by the model that revised."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import FloatField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from drafting.runs.choices import Stage
from drafting.runs.loop import ROUND_RESERVE_MS
from drafting.runs.models import RunArtifact

UNNAMED = "not said"
_STAGES = (
    Stage.REVISION_SELECTOR,
    Stage.REVISION,
    Stage.OVERSEER_EXTRACT,
    Stage.OVERSEER_GATE,
    Stage.EVALUATION,
)


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
        return _share(self._gained, len(self.rounds))

    @property
    def gained_a_second(self) -> float | None:
        return _share(self._gained, sum(one.worked_ms for one in self.rounds) / 1_000)

    @property
    def gained_a_thousand_tokens(self) -> float | None:
        return _share(self._gained, sum(one.tokens for one in self.rounds) / 1_000)

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
        stage__in=_STAGES, created_at__gte=since, created_at__lt=until
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


def _share(gained: float, of: float) -> float | None:
    return gained / of if of else None
