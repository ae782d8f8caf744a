"""Is the process alive, and can it work: for supervisors and load balancers, without a key."""

from __future__ import annotations

import shutil
from pathlib import Path

import structlog
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = structlog.get_logger(__name__)

MINIMUM_FREE_BYTES = 100_000_000  # a day's mail, and room for the log of a migration


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
