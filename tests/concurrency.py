"""Several at the same moment, in threads with database connections of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections

from config.errors import DomainError

PATIENCE_SECONDS = 60


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned, or the code of the DomainError that refused it, in order."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=PATIENCE_SECONDS)
            return call()
        except DomainError as error:
            return error.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
