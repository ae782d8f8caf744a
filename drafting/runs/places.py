"""Places in the loop: only so many runs of a desk revise at once.

A place counts while its run is running under a live claim: a crashed run holds none. Who gets one
is decided by a conditional UPDATE of the place's row; whom it is offered to, by the order in which
runs began, so that two are never promised the same place.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from drafting.runs.choices import RunStatus, Stage
from drafting.runs.models import DraftRun, LoopPlace, RunArtifact, RunSettings


def get_place(*, run: DraftRun) -> LoopPlace | None:
    """The place that the run holds, as long as there are so many."""
    return LoopPlace.objects.filter(run=run, number__lte=_limit()).first()


def may_enter_loop(*, run: DraftRun, now: datetime) -> bool:
    """Whether the run has a place, or one is free that nobody who waits longer would get."""
    if get_place(run=run) is not None:
        return True
    began_before = Q(started_at__lt=run.started_at) | Q(started_at=run.started_at, pk__lt=run.pk)
    before = _waiting(now).filter(began_before).count()
    held = sum(place.is_held for place in _places(now))
    return before < _limit() - held


def take_place(*, run: DraftRun, now: datetime) -> bool:
    """Take a free place, or keep the one that the run has. False where none is left for it.

    Call it in the transaction of the write that needs it.
    """
    if get_place(run=run) is not None:
        return True
    if not may_enter_loop(run=run, now=now):
        return False
    _make_places()
    LoopPlace.objects.filter(run=run).update(run=None, taken_at=None)  # one beyond the limit
    return any(_take(place, run, now) for place in _places(now) if not place.is_held)


def _take(place: LoopPlace, run: DraftRun, now: datetime) -> bool:
    """Of two who saw the same free place, the second finds another run in it."""
    seen = Q(run=place.run_id) if place.run_id else Q(run__isnull=True)
    return bool(LoopPlace.objects.filter(seen, number=place.number).update(run=run, taken_at=now))


def give_place_on(*, run: DraftRun, now: datetime) -> None:
    """Free the place of a run that has ended, for the one that has waited longest."""
    if not LoopPlace.objects.filter(run=run).update(run=None, taken_at=None):
        return
    waiting = _waiting(now).first()
    if waiting is not None:
        take_place(run=waiting, now=now)


def _limit() -> int:
    return RunSettings.current().loop_places


def _make_places() -> None:
    limit = _limit()
    if LoopPlace.objects.filter(number__lte=limit).count() < limit:
        LoopPlace.objects.bulk_create(
            [LoopPlace(number=number) for number in range(1, limit + 1)], ignore_conflicts=True
        )


def _alive(now: datetime) -> Q:
    """Of a run: running, under a live claim on its own batch."""
    return Q(
        status=RunStatus.RUNNING,
        batch__thread__claim_expires_at__gt=now,
        batch__thread__claim_number=F("batch__claim_number"),
    )


def _places(now: datetime) -> list[Any]:
    """All places with ``is_held``. One statement: whom a place belongs to and whether that run is
    alive must be seen at the same moment, or a place just taken would look like a dead run's."""
    alive = DraftRun.objects.filter(_alive(now), pk=OuterRef("run"))
    return list(LoopPlace.objects.filter(number__lte=_limit()).annotate(is_held=Exists(alive)))


def _waiting(now: datetime) -> QuerySet[DraftRun]:
    """Runs that were evaluated, want the loop and have no place; the longest running first."""
    evaluation = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.EVALUATION, iteration=0)
    waiting = DraftRun.objects.filter(_alive(now), Exists(evaluation), place__isnull=True)
    return waiting.order_by("started_at", "pk")
