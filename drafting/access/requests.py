"""Identifies a request: its id for logs and answer, its address, and its count for /metrics.
Counted are routes and kinds alone, no address, no name.

Several processes of one machine add up where PROMETHEUS_MULTIPROC_DIR names a folder of theirs.
"""

import re
import time
import uuid
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

REQUESTS = Counter("desk_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("desk_request_seconds", "Time of an answer", ["route"])
WORK_SECONDS = Histogram("desk_work_seconds", "Time of a step of drafting", ["step"])
HEADER = "X-Request-ID"
_NETWORK = (2**64 - 1) << 64
_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_QUIET_ROUTES = frozenset({"healthz", "readyz", "metrics"})
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
