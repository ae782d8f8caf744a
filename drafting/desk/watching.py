"""The desk's health, for load balancers without a key, for /metrics and for the page *Health*."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import structlog
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from rest_framework.request import Request
from rest_framework.views import APIView

from config.mail_urls import MailServer
from drafting.access.models import Scope
from drafting.mail.choices import MailState
from drafting.mail.models import Message
from drafting.mail.pausing import is_sending_paused
from drafting.mail.selectors import narrow_messages
from drafting.mail.sign_in import describe_sign_in
from drafting.mail.work_models import Batch, MailFolder, OutgoingMail, RecipientReport
from drafting.runs.models import DraftRun
from drafting.tables import table_beside

logger = structlog.get_logger(__name__)

SEES_MAILBOX = "drafting.view_mailsettings"
MINIMUM_FREE_BYTES = 100_000_000  # a day's mail, and room for the log of a migration
MAILBOX_SILENT = timedelta(minutes=15)  # three passes of the fetching process
_WORDS = table_beside(__file__)


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
        state = "unapplied" if _has_unapplied_migrations() else "ok"
    except Error as error:
        # The kind alone: a driver's message may hold the address and the user's name.
        logger.warning("database_unreachable", error=type(error).__name__)
        return {"database": "unreachable", "migrations": "unknown"}
    return {"database": "ok", "migrations": state}


def _has_unapplied_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def has_free_disk() -> bool:
    """Whether the disks that this machine writes to have room: the desk's files, and an embedded
    database. A database server watches its own."""
    folders = {settings.VAR_DIR}
    if connection.vendor == "sqlite":
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    free = [shutil.disk_usage(folder).free for folder in folders if folder.is_dir()]
    return min(free, default=MINIMUM_FREE_BYTES) >= MINIMUM_FREE_BYTES


class Pile(NamedTuple):
    """Things that wait, and since when the oldest does."""

    number: int
    oldest_at: datetime | None


@dataclass(frozen=True, slots=True)
class Health:
    now: datetime
    piles: dict[str, Pile]  # unanswered, awaiting_release, due: released, and their time has come
    mails: dict[str, int]  # by state
    claims: dict[str, int]  # batches by how they ended
    runs: dict[str, int]  # by why they ended
    folders: dict[str, datetime | None]  # when each was read; the inbox also where none ever was
    bounces: dict[str, int]  # recipients whom a reply did not reach: hard, soft; delayed
    troubles: dict[str, str]  # what stops the desk, and the sentence that says so; "": it does not

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """As gauges, for Prometheus."""
        numbers = {name: pile.number for name, pile in self.piles.items()}
        ages = {name: _seconds(pile.oldest_at, self.now) for name, pile in self.piles.items()}
        silent = {name: _seconds(at, self.now) for name, at in self.folders.items() if at}
        was_read = {name: float(at is not None) for name, at in self.folders.items()}
        troubles = {name: float(bool(said)) for name, said in self.troubles.items()}
        for name, meaning, label, values in (
            ("desk_waiting", "What waits", "pile", numbers),
            ("desk_waiting_oldest_seconds", "Age of the oldest", "pile", ages),
            ("desk_mails", "Mails of ours by state", "state", self.mails),
            ("desk_claims", "Batches by state", "state", self.claims),
            ("desk_runs", "Ended runs by reason", "reason", self.runs),
            ("desk_mailbox_silent_seconds", "Since a folder was read", "folder", silent),
            ("desk_mailbox_was_read", "1: ever", "folder", was_read),
            ("desk_bounces", "Recipients not reached", "kind", self.bounces),
            ("desk_trouble", "1: the desk stands still", "what", troubles),
        ):
            family = GaugeMetricFamily(name, meaning, labels=[label])
            for key, value in values.items():
                family.add_metric([key], value)
            yield family


def _seconds(start: datetime | None, now: datetime) -> float:
    return (now - start).total_seconds() if start else 0.0


class Sentence(NamedTuple):
    """``tone``: good or warn; ``at``: where what it counts is listed."""

    tone: str
    text: str
    at: str = ""


def read_health(*, now: datetime) -> Health:
    """Nine short queries; nothing of a mail is read."""
    unanswered = narrow_messages(Message.objects.all(), answered=False)
    waiting = OutgoingMail.objects.filter(state=MailState.AWAITING_RELEASE)
    return Health(
        now=now,
        piles={
            "due": _due(now),
            "unanswered": _pile(unanswered, "received_at"),
            "awaiting_release": _pile(waiting, "created_at"),
        },
        mails=_by(OutgoingMail, "state"),
        claims=_by(Batch, "state"),
        runs=_by(DraftRun, "stop_reason"),
        folders=_read_folders(),
        bounces=RecipientReport.objects.filter(outgoing_mail__isnull=False).aggregate(
            hard=Count("pk", filter=Q(is_hard=True)),
            soft=Count("pk", filter=Q(is_hard=False, is_delayed=False)),
            delayed=Count("pk", filter=Q(is_delayed=True)),
        ),
        troubles={
            "disk_full": "" if has_free_disk() else _say("disk_full"),
            "sending_paused": _say("paused") if is_sending_paused() else "",
            "sign_in_needed": describe_sign_in(),
        },
    )


def _read_folders() -> dict[str, datetime | None]:
    """Of the mailbox in use: folders of one that was changed for it stay, and are read no more."""
    server: MailServer | None = settings.DESK_IMAP_SERVER
    if server is None:
        return {}
    rows = MailFolder.objects.filter(account=server.account).values_list("name", "read_at")
    return {server.inbox: None} | dict(rows)


def _due(now: datetime) -> Pile:
    due = OutgoingMail.objects.filter(state=MailState.QUEUED, not_before__lte=now)
    return _pile(due, "not_before")


def _pile(rows: QuerySet[Any], field: str) -> Pile:
    found = rows.order_by().aggregate(number=Count("pk", distinct=True), oldest_at=Min(field))
    return Pile(**found)


def _by(model: type[Model], field: str) -> dict[str, int]:
    rows = model._default_manager.order_by().values_list(field)
    return {str(name): count for name, count in rows.annotate(count=Count("pk")) if name}


def health_sentences(health: Health) -> Iterator[Sentence]:
    """What a person should know, the warnings by what is at stake."""
    for said in filter(None, health.troubles.values()):
        yield Sentence("warn", said)
    yield from _about_mailbox(health)
    yield _about("due", health.piles["due"], health.now)
    for state in (MailState.UNCERTAIN, MailState.FAILED):
        if count := health.mails.get(state, 0):
            said = _say(state.value, count=count)
            yield Sentence("warn", said, _listed(_WORDS["listed"]["mails"].format(state.value)))
    for name in ("unanswered", "awaiting_release"):
        yield _about(name, health.piles[name], health.now)
    if any(health.bounces.values()):
        yield Sentence("good", _say("bounces", **health.bounces))


def _say(name: str, **said: Any) -> str:
    return str(_WORDS["sentences"][name].format(**said))


def _about_mailbox(health: Health) -> Iterator[Sentence]:
    if settings.DESK_IMAP_SERVER is None:
        yield Sentence("good", _say("no_mailbox"))
        return
    for name, read_at in health.folders.items():
        if read_at is None:
            yield Sentence("warn", _say("not_yet_read", folder=name))
        else:
            is_silent = health.now - read_at > MAILBOX_SILENT
            since = _span(read_at, health.now)
            tone, what = ("warn", "silent") if is_silent else ("good", "read")
            yield Sentence(tone, _say(what, folder=name, since=since))


def unsent_sentence(*, now: datetime) -> Sentence:
    """What was released and has not left. One query."""
    return _about("due", _due(now), now)


def _about(name: str, waiting: Pile, now: datetime) -> Sentence:
    pile, (number, oldest_at) = _WORDS["piles"][name], waiting
    if oldest_at is None:
        return Sentence("good", f"No {pile['what']}.")
    text = f"{pile['what'].capitalize()}: {number}, the oldest for {_span(oldest_at, now)}."
    at = _listed(_WORDS["listed"][name])
    if now - oldest_at <= timedelta(minutes=pile["minutes"]):
        return Sentence("good", text, at)
    return Sentence("warn", f"{text} {pile['question']}".strip(), at)


def _listed(page: str) -> str:
    name, query, values = page.partition("?")
    return f"{reverse(f'admin:{name}')}{query}{values}"


def _span(start: datetime, now: datetime) -> str:
    return timesince(start, now, depth=1).replace("\xa0", " ")


class MetricsView(APIView):
    """In Prometheus' form, for a key with scope ``stats`` (its scraper sends ``authorization``)."""

    required_scope: ClassVar[str] = Scope.STATS
    view_permission = SEES_MAILBOX

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        # What this process counted, or all of this machine where they share a folder.
        is_shared = "PROMETHEUS_MULTIPROC_DIR" in os.environ
        counted = MultiProcessCollector(CollectorRegistry()) if is_shared else REGISTRY
        told = generate_latest(counted) + generate_latest(read_health(now=timezone.now()))
        return HttpResponse(told, content_type=CONTENT_TYPE_LATEST)
