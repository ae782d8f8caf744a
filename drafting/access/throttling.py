"""Limits each caller's requests per minute, counted in the database for all processes.

A process takes calls from the row in blocks of a hundredth of the rate, and spends them without
asking: at 6 000 a minute one request in sixty writes. A row, and not a cache table: the count has
to rise and be compared in one statement, which a cache of the database cannot do.
"""

import math
import time
from threading import Lock
from typing import Any

from django.conf import settings
from django.db.models import Case, F, Q, QuerySet, Value, When
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from drafting.access.models import CallCount
from drafting.access.requests import client_address

WINDOW_SECONDS = 60
# Of one address, without a key that holds: somebody tries keys, or reads the schema.
KEYLESS_PER_MINUTE = 60
BLOCKS = 100
KEPT_MINUTES = 24 * 60

# What this process may still spend, by minute and caller; 0: the minute is used up.
_held: dict[int, dict[str, int]] = {}
_lock = Lock()


def identity_of(user: Any) -> str:
    """The name that throttles and idempotency records go by: ``agent:PREFIX`` or ``staff:ID``."""
    return f"agent:{user.prefix}" if getattr(user, "is_agent", False) else f"staff:{user.pk}"


class AgentThrottle(BaseThrottle):
    """A counter per caller and minute; who has no key is counted by address."""

    def allow_request(self, request: Request, view: Any) -> bool:
        if not request.user or not request.user.is_authenticated:
            return _may_call_keyless(request)
        return may_call(identity_of(request.user), settings.DESK_THROTTLE_PER_MINUTE)

    def wait(self) -> float:
        """Seconds until the next window, at least 1."""
        return max(1, math.ceil(WINDOW_SECONDS - time.time() % WINDOW_SECONDS))


def refuse_flood(request: Request) -> None:
    """For calls that are refused before any throttle is asked. Raises Throttled."""
    if not _may_call_keyless(request):
        raise Throttled(AgentThrottle().wait())


def _may_call_keyless(request: Request) -> bool:
    return may_call(f"address:{client_address(request._request)}", KEYLESS_PER_MINUTE)


def may_call(caller: str, per_minute: int) -> bool:
    """Whether the caller has a call left in this minute; takes it."""
    minute = int(time.time() // WINDOW_SECONDS)
    with _lock:
        if minute not in _held:
            _held.clear()
        held = _held.setdefault(minute, {})
        left = held.pop(caller, None)
        if left is not None and left != 1:  # after the last one the row is asked again
            held[caller] = max(left - 1, 0)
    if left is not None:
        return left > 0
    block = max(1, per_minute // BLOCKS)
    is_granted = _take(caller[:80], minute, block, per_minute)
    if not is_granted or block > 1:
        held[caller] = block - 1 if is_granted else 0
    return is_granted


def _take(caller: str, minute: int, block: int, per_minute: int) -> bool:
    """A block from the caller's row, in one conditional UPDATE; its count says who won."""
    is_past, fits = Q(minute__lt=minute), Q(minute=minute, taken__lte=per_minute - block)
    taken = Case(When(is_past, then=Value(block)), default=F("taken") + block)
    rows = CallCount.objects.filter(is_past | fits, caller=caller)
    if rows.update(minute=minute, taken=taken):
        return True
    row, is_created = CallCount.objects.get_or_create(
        caller=caller, defaults={"minute": minute, "taken": block}
    )
    if is_created or row.minute > minute:  # another process's clock is in the next minute already
        return True
    if row.taken > per_minute - block:
        return False
    return _take(caller, minute, block, per_minute)  # another process made the row just now


def old_call_counts() -> QuerySet[CallCount]:
    """Rows of callers that have not called for a day."""
    oldest_kept = int(time.time() // WINDOW_SECONDS) - KEPT_MINUTES
    return CallCount.objects.filter(minute__lt=oldest_kept)
