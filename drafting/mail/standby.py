"""Lets a claim wait for work: it gets the next mail as soon as it is there.

A waiting call holds a thread of its process and nothing else: no connection, no lock of the
database. However many wait in a process, one of them looks, once a second; it has the turn until
it has found something, then the next one looks. So many may wait (DESK_WAITING_CLAIMS) that
threads are left for everybody else; whoever comes beyond them is told at once that there is
nothing.
"""

import time
from functools import cache
from threading import BoundedSemaphore, Lock

from django.conf import settings
from django.db import connection

from config.errors import invalid
from drafting.mail.claims import Work, claim_thread, is_anything_claimable

LONGEST_WAIT_SECONDS = 30
LOOK_EVERY_SECONDS = 1.0

_turn = Lock()


@cache
def _slots() -> BoundedSemaphore:
    return BoundedSemaphore(settings.DESK_WAITING_CLAIMS)


def claim_when_ready(
    *, holder: str, lease_seconds: int | None = None, wait_seconds: int = 0
) -> Work | None:
    """``claim_thread``, asked again until something is claimable or the time is over.

    Raises ``validation_error`` within a transaction: nobody waits with one open.
    """
    if wait_seconds and connection.in_atomic_block:
        raise invalid("wait", "A claim with an Idempotency-Key does not wait.")
    work = claim_thread(holder=holder, lease_seconds=lease_seconds)
    if work is not None or not wait_seconds or not _slots().acquire(blocking=False):
        return work
    try:
        return _wait(holder, lease_seconds, time.monotonic() + wait_seconds)
    finally:
        _slots().release()


def _wait(holder: str, lease_seconds: int | None, until: float) -> Work | None:
    connection.close()
    if not _turn.acquire(timeout=max(0.0, until - time.monotonic())):
        return None
    try:
        while True:
            if is_anything_claimable():
                work = claim_thread(holder=holder, lease_seconds=lease_seconds)
                if work is not None:
                    return work
            left = until - time.monotonic()
            if left <= 0:
                return None
            time.sleep(min(LOOK_EVERY_SECONDS, left))
    finally:
        _turn.release()
