"""Several at the same moment, in threads with database connections of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import OperationalError, connection, connections

from config.errors import DomainError
from config.faults import is_busy

PATIENCE_SECONDS = 60
PATIENCE_TRIES = 5


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned, or the code of the DomainError that refused it, in order."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=PATIENCE_SECONDS)
            return _patiently(call)
        except DomainError as error:
            return error.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def _patiently(call: Callable[[], Any]) -> Any:
    """Once more where the database was busy for too long, as a caller is told to: how long sixteen
    take depends on the machine, and no test is about that. A deadlock of PostgreSQL is a fault."""
    for _ in range(PATIENCE_TRIES):
        try:
            return call()
        except OperationalError as error:
            if connection.vendor != "sqlite" or not is_busy(error):
                raise
    return call()
