"""So many requests a minute for each key, and for each member of staff."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from drafting.access.authentication import identity_of

if TYPE_CHECKING:
    # DRF reads its settings, and with them this module, while it imports its views.
    from rest_framework.views import APIView

WINDOW_SECONDS = 60


class AgentThrottle(BaseThrottle):
    """A counter per caller and minute.

    Counted in the process's cache: a guard against a runaway agent, not an account. With n workers
    a caller may reach n times the rate. A counter, because DRF's own throttle stores a list with
    the time of every request and would copy thousands of numbers at each call.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not request.user or not request.user.is_authenticated:
            return True
        window = int(time.time() // WINDOW_SECONDS)
        name = f"throttle:{identity_of(request.user)}:{window}"
        cache.add(name, 0, timeout=2 * WINDOW_SECONDS)
        try:
            count = cache.incr(name)
        except ValueError:  # dropped between the two lines: the cache was full
            return True
        return count <= requests_per_minute()

    def wait(self) -> float:
        """Seconds until the next window, at least 1."""
        return max(1, math.ceil(WINDOW_SECONDS - time.time() % WINDOW_SECONDS))


def requests_per_minute() -> int:
    """The setting, read at call time: ``"6000/min"``."""
    rates: Any = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    return int(rates["agent"].partition("/")[0])
