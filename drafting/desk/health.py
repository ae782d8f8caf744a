"""Is the process alive, and can it work: for supervisors and load balancers, without a key."""

from __future__ import annotations

import structlog
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = structlog.get_logger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """The database answers and has every migration; 503 with what is missing otherwise."""
    checks = {"database": "ok", "migrations": "ok"}
    try:
        if _has_unapplied_migrations():
            checks["migrations"] = "unapplied"
    except DatabaseError as error:
        # The kind alone: a driver's message may hold the address and the user's name.
        logger.warning("database_unreachable", error=type(error).__name__)
        checks = {"database": "unreachable", "migrations": "unknown"}
    except InconsistentMigrationHistory:
        checks["migrations"] = "inconsistent"
    is_ready = set(checks.values()) == {"ok"}
    body = {"status": "ok" if is_ready else "unavailable", "checks": checks}
    return JsonResponse(body, status=200 if is_ready else 503)


def _has_unapplied_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
