"""Runs in a line each: for lists, and for the pages of what a run belongs to. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from drafting.runs.admin.story import percent, tone_of
from drafting.runs.choices import RunStatus, Stage, StopReason
from drafting.runs.models import DraftRun, RunArtifact

MOST_LINES = 20
_KEPT = "evaluations"


def with_evaluations(runs: QuerySet[DraftRun]) -> QuerySet[DraftRun]:
    """Runs that ``line_of`` can tell; one more query however many they are."""
    steps = RunArtifact.objects.filter(stage=Stage.EVALUATION).order_by("iteration")
    steps = steps.only("run_id", "iteration", "payload")
    return runs.prefetch_related(Prefetch("artifacts", queryset=steps, to_attr=_KEPT))


@dataclass(frozen=True, slots=True)
class RunLine:
    """``original``, ``best``: confidence 0-1, None where none was given."""

    run: DraftRun
    original: float | None
    best: float | None
    revisions: int

    @property
    def original_words(self) -> str:
        return _words(self.original)

    @property
    def best_words(self) -> str:
        return _words(self.best)

    @property
    def ending(self) -> str:
        stop = self.run.stop_reason
        return str(StopReason(stop).label) if stop else "at work"

    @property
    def confidence(self) -> str:
        """ "62 % → 93 %"; "–" before the first evaluation."""
        if not self.revisions:
            return self.original_words
        return f"{self.original_words} → {_words(self.best, none='none usable')}"

    @property
    def tone(self) -> str:
        return tone_of(self.run.stop_reason)

    @property
    def is_revised(self) -> bool:
        """Whether the best text is a revision."""
        return bool(self.run.best_iteration)


def _words(share: float | None, *, none: str = "–") -> str:
    return none if share is None else percent(share)


def line_of(run: DraftRun) -> RunLine:
    """Of a run ``with_evaluations``. What is not over yet has its last evaluation for its best."""
    given = {step.iteration: step.payload["confidence"] for step in getattr(run, _KEPT)}
    best = run.best_iteration
    if best is None and run.status == RunStatus.RUNNING:
        best = max(given, default=None)
    return RunLine(
        run=run,
        original=given.get(0),
        best=None if best is None else given.get(best),
        revisions=max(0, len(given) - 1),
    )


def read_lines(runs: QuerySet[DraftRun]) -> list[RunLine]:
    """The newest first, at most 20. Two queries."""
    found = with_evaluations(runs.defer("snapshot", "settings").order_by("-started_at", "-id"))
    return [line_of(run) for run in found[:MOST_LINES]]
