"""Runs and memory whose time is over, and what goes with a guest who asks to be forgotten.

Ended runs stay for the days of the setting. Memory that waits goes when its own days are over
since it was proposed, approved memory as many days after its end as ended runs are kept. Rejected
memory stays as long as its owner: it keeps the same proposal from coming back.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, Q, QuerySet

from drafting.runs.choices import MemoryStatus, RunStatus
from drafting.runs.models import MAX_TTL_DAYS, DraftRun, MemoryEntry, RunArtifact, RunSettings

BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class PurgedRuns:
    """What one call deleted, or would."""

    days: int  # for which ended runs are kept
    runs: int
    artifacts: int
    memory: int


def purge_runs(
    *, now: datetime, is_dry_run: bool = False, batch_size: int = BATCH_SIZE
) -> PurgedRuns:
    """Delete ended runs that are old enough, oldest first, with their artifacts; then memory.

    One short transaction per batch: it may be stopped anywhere and begun again, and two calls at
    once share the work. Runs that still run never go.
    """
    days = RunSettings.in_force().retention_days
    before = now - timedelta(days=days)
    ended = DraftRun.objects.exclude(status=RunStatus.RUNNING).filter(finished_at__lt=before)
    told = Q(status=MemoryStatus.APPROVED, expires_at__lt=before)
    runs = ended.order_by("finished_at", "pk")
    memory = MemoryEntry.objects.filter(told | _has_waited(now)).order_by("pk")
    if is_dry_run:
        steps = RunArtifact.objects.filter(run__in=runs.order_by().values("pk")).count()
        return PurgedRuns(days, runs.count(), steps, memory.count())
    gone: Counter[str] = Counter()
    for found, delete in ((runs, _delete_runs), (memory, delete_memory)):
        while deleted := _delete_batch(found, delete, batch_size):
            gone.update(deleted)
    return PurgedRuns(
        days,
        runs=gone["drafting.DraftRun"],
        artifacts=gone["drafting.RunArtifact"],
        memory=gone["drafting.MemoryEntry"],
    )


def _delete_batch(
    found: QuerySet[Any], delete: Callable[[list[Any]], dict[str, int]], size: int
) -> dict[str, int]:
    """Rows by model; none where nothing is left."""
    with transaction.atomic():
        # Another purge at work has its rows locked; those are its own to delete.
        free = found.select_for_update(of=("self",), skip_locked=True)
        batch = list(free.values_list("pk", flat=True)[:size])
        return delete(batch) if batch else {}


def delete_memory(ids: Collection[Any]) -> dict[str, int]:
    """Delete entries with their history and what the admin's log says of them: rows by model.

    Needs a transaction.
    """
    gone = MemoryEntry.objects.filter(pk__in=ids).delete()[1]
    MemoryEntry.history.filter(id__in=ids).delete()  # the deletion wrote one, too
    delete_log_entries(MemoryEntry, ids)
    return gone


def forget_memory(*, contact_ids: Collection[int]) -> None:
    """Delete all memory of these guests, also the history of entries that are gone.

    Needs a transaction, and the contacts' locks or their deletion to follow in it.
    """
    live = MemoryEntry.objects.filter(contact__in=contact_ids).values_list("pk", flat=True)
    past = MemoryEntry.history.filter(contact_id__in=contact_ids).values_list("id", flat=True)
    delete_memory({*live, *past})


def delete_runs_about(message_ids: Collection[int]) -> None:
    """Delete the runs whose snapshot holds one of these messages. Needs a transaction."""
    wanted = set(message_ids)
    near = DraftRun.objects.filter(batch__thread__messages__in=message_ids).distinct()
    held = near.order_by().values_list("pk", "batch__message_ids")
    DraftRun.objects.filter(pk__in=[pk for pk, ids in held if wanted & set(ids)]).delete()


def _has_waited(now: datetime) -> Q:
    """Each by its own days. Spelled out: the databases do not add days in one way."""
    is_over = Q()
    for days in range(1, MAX_TTL_DAYS + 1):
        is_over |= Q(ttl_days=days, created_at__lte=now - timedelta(days=days))
    return is_over & Q(status=MemoryStatus.PENDING)


def _delete_runs(ids: Collection[Any]) -> dict[str, int]:
    gone = DraftRun.objects.filter(pk__in=ids).delete()[1]
    delete_log_entries(DraftRun, ids)
    return gone


def delete_log_entries(model: type[Model], ids: Iterable[object]) -> None:
    """The admin's log names what it logged by its text: a subject, an address, a memory."""
    kind = ContentType.objects.get_for_model(model)
    LogEntry.objects.filter(content_type=kind, object_id__in=[str(pk) for pk in ids]).delete()
