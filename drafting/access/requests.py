"""Identifies a request: its id for logs and answer, its address, and its count for /metrics.
Counted are routes and kinds alone, no address, no name.

Several processes of one machine add up where PROMETHEUS_MULTIPROC_DIR names a folder of theirs.

And limits each caller's requests per minute, counted in the database for all processes. A process
takes calls from the row in blocks of a hundredth of the rate, and spends them without asking: at
6 000 a minute one request in sixty writes. A row, and not a cache table: the count has to rise and
be compared in one statement, which a cache of the database cannot do.
"""

import math
import re
import time
import uuid
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Any

import structlog
from django.conf import settings
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from drafting.access.models import CallCount

REQUESTS = Counter("desk_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("desk_request_seconds", "Time of an answer", ["route"])
WORK_SECONDS = Histogram("desk_work_seconds", "Time of a step of drafting", ["step"])
HEADER = "X-Request-ID"
_NETWORK = (2**64 - 1) << 64
_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_QUIET_ROUTES = frozenset({"healthz", "readyz", "metrics"})
WINDOW_SECONDS = 60
# Of one address, without a key that holds: somebody tries keys, or reads the schema.
KEYLESS_PER_MINUTE = 60
BLOCKS = 100
KEPT_MINUTES = 24 * 60

# What this process may still spend, by minute and caller; 0: the minute is used up.
_held: dict[int, dict[str, int]] = {}
_lock = Lock()
logger = structlog.get_logger(__name__)


class RequestIdMiddleware:
    """Takes a sane X-Request-ID or makes one, binds it to the logs and sends it back.

    Logs one line a request with the route, not the path: paths and queries may hold an address or
    a search word. Bodies are never looked at.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        request_id = given if _SANE.fullmatch(given) else uuid.uuid4().hex
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            _tell(request, response, milliseconds=(time.perf_counter() - started) * 1000)
        response.headers[HEADER] = request_id
        return response


def _tell(request: HttpRequest, response: HttpResponse, *, milliseconds: float) -> None:
    match = request.resolver_match
    route = match.route if match else "unknown"
    # A made-up method may not make a new series each time.
    method = request.method if request.method in _METHODS else "other"
    REQUESTS.labels(method, route, str(response.status_code)).inc()
    REQUEST_SECONDS.labels(route).observe(milliseconds / 1000)
    level = logger.debug if route in _QUIET_ROUTES else logger.info
    level(
        "request",
        method=request.method,
        route=route,
        status=response.status_code,
        milliseconds=round(milliseconds, 1),
    )


def client_address(request: HttpRequest) -> str | None:
    """The caller's address, of IPv6 the network of 64 bits: what the outermost of our own proxies
    saw. None where nothing tells, as on a Unix socket.

    Each proxy appends the address it was called from to X-Forwarded-For. What stands before the
    last ``DESK_PROXIES`` entries was written by the caller, who may write anything; without a
    proxy the header says nothing at all.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    count: int = settings.DESK_PROXIES
    if count and len(forwarded) >= count and (seen := _read(forwarded[-count])):
        return seen
    return _read(request.META.get("REMOTE_ADDR") or "")


def _read(text: str) -> str | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        # Who has one address of a network has all of its 2^64: they count as one.
        address = address.ipv4_mapped or IPv6Address(int(address) & _NETWORK)
    return str(address)


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
