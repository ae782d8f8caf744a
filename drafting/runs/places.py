"""Places in the loop: only so many runs of a desk revise at once.

A place counts while its run is running under a live claim: a crashed run holds none. Who gets one
is decided by a conditional UPDATE of the place's row; whom it is offered to, by the order in which
runs began, so that two are never promised the same place.
"""

from collections.abc import Sequence
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
    places = _read_places(now)
    return any(place.run_id == run.pk for place in places) or _has_room(places, run, now)


def take_place(*, run: DraftRun, now: datetime) -> bool:
    """Take a free place, or keep the one that the run has. False where none is left for it.

    Call it in the transaction of the write that needs it.
    """
    places = _read_places(now)
    if any(place.run_id == run.pk for place in places):
        return True
    if not _has_room(places, run, now):
        return False
    if len(places) < _limit():
        rows = [LoopPlace(number=number) for number in range(1, _limit() + 1)]
        LoopPlace.objects.bulk_create(rows, ignore_conflicts=True)
        places = _read_places(now)
    LoopPlace.objects.filter(run=run).update(run=None, taken_at=None)  # one beyond the limit
    return any(_take(place, run, now) for place in places if not place.is_held)


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


def _read_places(now: datetime) -> list[Any]:
    """All with ``is_held``. Whom a place belongs to and whether that run is alive are read in one
    statement, or a place just taken would look like a dead run's."""
    alive = DraftRun.objects.filter(_alive(now), pk=OuterRef("run"))
    places = LoopPlace.objects.filter(number__lte=_limit())
    return list(places.annotate(is_held=Exists(alive)))


def _has_room(places: Sequence[Any], run: DraftRun, now: datetime) -> bool:
    """Whether a place is free that nobody who began earlier waits for."""
    same = Q(started_at=run.started_at, pk__lt=run.pk)
    before = _waiting(now).filter(Q(started_at__lt=run.started_at) | same).count()
    return before < _limit() - sum(place.is_held for place in places)


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
