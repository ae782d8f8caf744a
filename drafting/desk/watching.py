"""How the desk is: whether it can work, for supervisors and load balancers without a key; and the
same numbers for /metrics and, in words, for the page *Health*."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min, QuerySet
from django.http import HttpRequest, JsonResponse
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.core import GaugeMetricFamily

from drafting.mail.choices import MailState
from drafting.mail.models import Message
from drafting.mail.pausing import is_sending_paused
from drafting.mail.selectors import filter_answered
from drafting.mail.sign_in import describe_sign_in
from drafting.mail.work_models import Batch, MailFolder, OutgoingMail
from drafting.runs.models import DraftRun

logger = structlog.get_logger(__name__)

MINIMUM_FREE_BYTES = 100_000_000  # a day's mail, and room for the log of a migration
# Three passes of the fetching process, and of the sending one with its first pause.
MAILBOX_SILENT = timedelta(minutes=15)
QUEUE_SILENT = timedelta(minutes=10)
UNANSWERED_LONG = timedelta(hours=24)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """The database answers, has every migration, and there is room to write; otherwise 503 with
    what is missing."""
    checks = _database_checks() | {"disk": "ok" if has_free_disk() else "full"}
    is_ready = set(checks.values()) == {"ok"}
    body = {"status": "ok" if is_ready else "unavailable", "checks": checks}
    return JsonResponse(body, status=200 if is_ready else 503)


def _database_checks() -> dict[str, str]:
    try:
        is_behind = _has_unapplied_migrations()
    except Error as error:
        # The kind alone: a driver's message may hold the address and the user's name.
        logger.warning("database_unreachable", error=type(error).__name__)
        return {"database": "unreachable", "migrations": "unknown"}
    except InconsistentMigrationHistory:
        return {"database": "ok", "migrations": "inconsistent"}
    return {"database": "ok", "migrations": "unapplied" if is_behind else "ok"}


def has_free_disk() -> bool:
    """Whether the disks that this machine writes to have room: the desk's files, and an embedded
    database. A database server watches its own."""
    folders = {settings.VAR_DIR}
    if connection.vendor == "sqlite":
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    return all(
        shutil.disk_usage(folder).free >= MINIMUM_FREE_BYTES
        for folder in folders
        if folder.is_dir()
    )


def _has_unapplied_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@dataclass(frozen=True, slots=True)
class Pile:
    """Things that wait, and since when the oldest does."""

    count: int
    oldest_at: datetime | None

    def seconds(self, now: datetime) -> float:
        return (now - self.oldest_at).total_seconds() if self.oldest_at else 0.0


@dataclass(frozen=True, slots=True)
class Health:
    now: datetime
    unanswered: Pile
    awaiting_release: Pile
    due: Pile  # released, and their time has come
    mails: dict[str, int]  # by state
    claims: dict[str, int]  # batches by how they ended
    runs: dict[str, int]  # by why they ended
    folders: dict[str, datetime | None]  # when each was read
    has_free_disk: bool
    is_sending_paused: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """``tone``: good or warn."""

    tone: str
    text: str


def read_health(*, now: datetime) -> Health:
    """Eight short queries; nothing of a mail is read."""
    waiting = OutgoingMail.objects.filter(state=MailState.AWAITING_RELEASE)
    due = OutgoingMail.objects.filter(state=MailState.QUEUED, not_before__lte=now)
    return Health(
        now=now,
        unanswered=_pile(filter_answered(Message.objects.all(), answered=False), "received_at"),
        awaiting_release=_pile(waiting, "created_at"),
        due=_pile(due, "not_before"),
        mails=_by(OutgoingMail.objects.all(), "state"),
        claims=_by(Batch.objects.all(), "state"),
        runs=_by(DraftRun.objects.all(), "stop_reason"),
        folders=dict(MailFolder.objects.values_list("name", "read_at")),
        has_free_disk=has_free_disk(),
        is_sending_paused=is_sending_paused(),
    )


def _pile(rows: QuerySet[Message] | QuerySet[OutgoingMail], field: str) -> Pile:
    found = rows.order_by().aggregate(count=Count("pk", distinct=True), oldest=Min(field))
    return Pile(found["count"], found["oldest"])


def _by(
    rows: QuerySet[OutgoingMail] | QuerySet[Batch] | QuerySet[DraftRun], field: str
) -> dict[str, int]:
    counted = rows.order_by().values_list(field).annotate(count=Count("pk"))
    return {str(name): count for name, count in counted if name}


def health_sentences(health: Health) -> Iterator[Sentence]:
    """What a person should know, the warnings by what is at stake."""
    if not health.has_free_disk:
        yield Sentence("warn", "The disk is full: soon nothing can be recorded.")
    if health.is_sending_paused:
        yield Sentence(
            "warn",
            "Nothing is sent since a backup was restored, until the Sent folder has been read or "
            "whoever runs the server lets sending go on.",
        )
    if ended := describe_sign_in():
        yield Sentence("warn", ended)
    yield from _about_mailbox(health)
    yield _about(
        health,
        health.due,
        QUEUE_SILENT,
        "mails are due to be sent",
        "Does the sending process run?",
    )
    for state, meaning in (
        (MailState.UNCERTAIN, "may have been sent: look into the Sent folder"),
        (MailState.FAILED, "could not be sent"),
    ):
        if count := health.mails.get(state, 0):
            yield Sentence("warn", f"{count} replies {meaning}.")
    unanswered = "guests' mails wait for an answer"
    yield _about(health, health.unanswered, UNANSWERED_LONG, unanswered, "Do the agents work?")
    released = "replies wait for a person's release"
    yield _about(health, health.awaiting_release, UNANSWERED_LONG, released, "")


def _about_mailbox(health: Health) -> Iterator[Sentence]:
    if settings.DESK_IMAP_SERVER is None:
        yield Sentence("good", "No mailbox is set: mail is handed over.")
        return
    if not health.folders:
        yield Sentence("warn", "The mailbox was never read. Does the reading process run?")
    for name, read_at in health.folders.items():
        if read_at is None or health.now - read_at > MAILBOX_SILENT:
            since = f"for {_span(read_at, health.now)}" if read_at else "yet"
            yield Sentence("warn", f"{name} was not read {since}. Does the reading process run?")
        else:
            yield Sentence("good", f"{name} was read {_span(read_at, health.now)} ago.")


def _about(health: Health, pile: Pile, limit: timedelta, what: str, question: str) -> Sentence:
    if pile.oldest_at is None or not pile.count:
        return Sentence("good", f"No {what}.")
    text = f"{pile.count} {what}, the oldest for {_span(pile.oldest_at, health.now)}."
    is_late = health.now - pile.oldest_at > limit
    return Sentence("warn" if is_late else "good", f"{text} {question if is_late else ''}".strip())


def _span(start: datetime, now: datetime) -> str:
    return timesince(start, now, depth=1).replace("\xa0", " ")


class HealthCollector:
    """The desk's rows as gauges, read when they are asked for."""

    def __init__(self, health: Health) -> None:
        self.health = health

    def collect(self) -> Iterator[GaugeMetricFamily]:
        health = self.health
        piles = {
            "unanswered": health.unanswered,
            "awaiting_release": health.awaiting_release,
            "due": health.due,
        }
        counts = {name: pile.count for name, pile in piles.items()}
        yield _gauge("desk_waiting", "What waits", "pile", counts)
        oldest = {name: pile.seconds(health.now) for name, pile in piles.items()}
        yield _gauge("desk_waiting_oldest_seconds", "Age of the oldest", "pile", oldest)
        yield _gauge("desk_mails", "Mails of ours by state", "state", health.mails)
        yield _gauge("desk_claims", "Batches by state", "state", health.claims)
        yield _gauge("desk_runs", "Ended runs by reason", "reason", health.runs)
        silent = {
            name: (health.now - read_at).total_seconds()
            for name, read_at in health.folders.items()
            if read_at
        }
        yield _gauge("desk_mailbox_silent_seconds", "Since a folder was read", "folder", silent)
        yield _gauge("desk_disk_has_room", "1: yes", "place", {"desk": int(health.has_free_disk)})


def _gauge(
    name: str, meaning: str, label: str, values: dict[str, int] | dict[str, float]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, meaning, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
