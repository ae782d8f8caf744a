"""Runs in a line each: for lists, and for the pages of what a run belongs to. Reads only."""

from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from drafting.runs.admin.story import percent, tone_of
from drafting.runs.choices import RunStatus, Stage
from drafting.runs.models import DraftRun, RunArtifact

MOST_LINES = 20
_KEPT = "evaluations"


def with_evaluations(runs: QuerySet[DraftRun]) -> QuerySet[DraftRun]:
    """Runs that ``line_of`` can tell; one more query however many they are."""
    steps = RunArtifact.objects.filter(stage=Stage.EVALUATION).order_by("iteration")
    steps = steps.only("run_id", "iteration", "payload")
    return runs.prefetch_related(Prefetch("artifacts", queryset=steps, to_attr=_KEPT))


class RunLine(NamedTuple):
    """``original``, ``best``: confidence in words; empty where none was given.

    ``confidence``: "62 % → 93 %"; "–" before the first evaluation.
    """

    run: DraftRun
    original: str
    best: str
    revisions: int
    confidence: str

    @property
    def ending(self) -> str:
        return self.run.get_stop_reason_display() or "at work"

    @property
    def tone(self) -> str:
        return tone_of(self.run.stop_reason)


def line_of(run: DraftRun) -> RunLine:
    """Of a run ``with_evaluations``. What is not over yet has its last evaluation for its best."""
    given = {step.iteration: percent(step.payload["confidence"]) for step in getattr(run, _KEPT)}
    number = run.best_iteration
    if number is None and run.status == RunStatus.RUNNING:
        number = max(given, default=None)
    original, revisions = given.get(0, ""), max(0, len(given) - 1)
    best = "" if number is None else given.get(number, "")
    moved = f" → {best or 'none usable'}" if revisions else ""
    return RunLine(run, original, best, revisions, f"{original or '–'}{moved}")


def read_lines(runs: QuerySet[DraftRun]) -> list[RunLine]:
    """The newest first, at most 20. Two queries."""
    found = with_evaluations(runs.defer("snapshot", "settings").order_by("-started_at", "-id"))
    return [line_of(run) for run in found[:MOST_LINES]]
