"""A name for every request: in its log lines, and in its answer for the one who asks."""

import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

from drafting.access.measures import REQUEST_SECONDS, REQUESTS

HEADER = "X-Request-ID"
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
