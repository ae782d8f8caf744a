"""Places in the loop: only so many runs of a desk revise at once.

A place counts while its run is running under a live claim: a crashed run holds none. Who gets one
is decided by a conditional UPDATE of the place's row; whom it is offered to, by the order in which
runs began, so that two are never promised the same place.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from drafting.runs.choices import RunStatus, Stage
from drafting.runs.models import DraftRun, LoopPlace, RunArtifact, RunSettings


@dataclass(frozen=True, slots=True)
class _Loop:
    """Who is in the loop. Whom a place belongs to and whether that run is alive are read in one
    statement, or a place just taken would look like a dead run's."""

    limit: int
    places: list[Any]  # LoopPlace with is_held

    @classmethod
    def read(cls, now: datetime) -> _Loop:
        limit = RunSettings.current().loop_places
        alive = DraftRun.objects.filter(_alive(now), pk=OuterRef("run"))
        places = LoopPlace.objects.filter(number__lte=limit).annotate(is_held=Exists(alive))
        return cls(limit, list(places))

    def place_of(self, run: DraftRun) -> Any:
        return next((place for place in self.places if place.run_id == run.pk), None)

    def has_room_for(self, run: DraftRun, now: datetime) -> bool:
        """Whether it is in, or a place is free that nobody who began earlier waits for."""
        if self.place_of(run) is not None:
            return True
        same = Q(started_at=run.started_at, pk__lt=run.pk)
        before = _waiting(now).filter(Q(started_at__lt=run.started_at) | same).count()
        return before < self.limit - sum(place.is_held for place in self.places)


def get_place(*, run: DraftRun) -> LoopPlace | None:
    """The place that the run holds, as long as there are so many."""
    limit = RunSettings.current().loop_places
    return LoopPlace.objects.filter(run=run, number__lte=limit).first()


def may_enter_loop(*, run: DraftRun, now: datetime) -> bool:
    """Whether the run has a place, or one is free that nobody who waits longer would get."""
    return _Loop.read(now).has_room_for(run, now)


def take_place(*, run: DraftRun, now: datetime) -> bool:
    """Take a free place, or keep the one that the run has. False where none is left for it.

    Call it in the transaction of the write that needs it.
    """
    loop = _Loop.read(now)
    if loop.place_of(run) is not None:
        return True
    if not loop.has_room_for(run, now):
        return False
    if len(loop.places) < loop.limit:
        _make_places(loop.limit)
        loop = _Loop.read(now)
    LoopPlace.objects.filter(run=run).update(run=None, taken_at=None)  # one beyond the limit
    return any(_take(place, run, now) for place in loop.places if not place.is_held)


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


def _make_places(limit: int) -> None:
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


def _waiting(now: datetime) -> QuerySet[DraftRun]:
    """Runs that were evaluated, want the loop and have no place; the longest running first."""
    evaluation = RunArtifact.objects.filter(run=OuterRef("pk"), stage=Stage.EVALUATION, iteration=0)
    waiting = DraftRun.objects.filter(_alive(now), Exists(evaluation), place__isnull=True)
    return waiting.order_by("started_at", "pk")
