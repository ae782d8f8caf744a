"""Whatever a view raises becomes application/problem+json: ours, DRF's or Django's own."""

import sys
from collections.abc import Mapping
from typing import Any

import structlog
from django.core.exceptions import DisallowedHost, PermissionDenied
from django.core.exceptions import ValidationError as ModelValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import set_rollback

from config.errors import CONTENT_TYPE, ERRORS, DomainError, invalid_fields, problem
from config.faults import RETRY_AFTER_SECONDS, chain, is_busy

logger = structlog.get_logger(__name__)

# The first code of a status is the general one.
_CODE_OF_STATUS = {kind.status: code for code, kind in reversed(ERRORS.items())}


def problem_handler(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler: every exception of a view becomes a problem."""
    error = _as_domain_error(exc) or _fault(exc, type(context.get("view")).__name__)
    set_rollback()
    return Response(
        problem(error),
        status=error.kind.status,
        content_type=CONTENT_TYPE,
        headers=_headers(exc, error.code),
    )


def _fault(exc: BaseException | None, place: str) -> DomainError:
    """What broke here, in the log with its cause; ``busy`` where it passes by itself."""
    if is_busy(exc):
        logger.warning("busy", place=place, exc_info=exc)
        return DomainError("busy")
    logger.error("server_error", place=place, exc_info=exc)
    return DomainError("server_error")


def _headers(exc: Exception, code: str) -> dict[str, str]:
    headers: dict[str, str] = {}
    if code in ("busy", "in_progress"):
        headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(int(wait))
    return headers


def _as_domain_error(exc: Exception) -> DomainError | None:
    if isinstance(exc, DomainError):
        return exc
    if isinstance(exc, Http404):
        return DomainError("not_found")
    if isinstance(exc, PermissionDenied):
        return DomainError("permission_denied")
    if isinstance(exc, ModelValidationError):
        fields = getattr(exc, "message_dict", {"non_field_errors": exc.messages})
        return DomainError("validation_error", fields=fields)
    if isinstance(exc, exceptions.ValidationError):
        return invalid_fields(_flat_fields(exc.detail))
    if isinstance(exc, exceptions.ParseError):
        return DomainError("malformed_json", str(exc.detail))
    if isinstance(exc, exceptions.APIException):
        code = _CODE_OF_STATUS.get(exc.status_code, "server_error")
        return DomainError(code, str(exc.detail))
    return None


def _flat_fields(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """DRF's nested error detail as ``{"thread.0.date": [messages]}``."""
    if isinstance(detail, list) and any(isinstance(item, dict | list) for item in detail):
        detail = {index: item for index, item in enumerate(detail) if item}
    if not isinstance(detail, dict):
        messages = detail if isinstance(detail, list) else [detail]
        return {prefix or "non_field_errors": [str(message) for message in messages]}
    flat: dict[str, list[str]] = {}
    for name, value in detail.items():
        # What is wrong with a list as a whole is wrong with its field.
        is_whole = prefix and name == api_settings.NON_FIELD_ERRORS_KEY
        path = f"{prefix}.{name}" if prefix else str(name)
        flat |= _flat_fields(value, prefix if is_whole else path)
    return flat


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler404."""
    return _answer(request, DomainError("not_found"))


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500: 503 where the fault passes by itself."""
    # Django calls this while it handles the exception, and hands it no further.
    match = request.resolver_match
    error = _fault(sys.exc_info()[1], match.route if match else "before the view")
    return _answer(request, error)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler400: 503 where Django takes a session that could not be saved for one that ended."""
    if busy := next(filter(is_busy, chain(exception)), None):
        return _answer(request, _fault(busy, "after the view"))
    fields = getattr(exception, "fields", {})
    if isinstance(exception, DisallowedHost):
        fields = {"Host": ["The desk is not served under this name (DESK_ALLOWED_HOSTS)."]}
    return _answer(request, invalid_fields(fields))


def _answer(request: HttpRequest, error: DomainError) -> HttpResponse:
    """A problem under /api/, a page elsewhere: Django's own would look for a CSRF token, in the
    body that could not be read."""
    status, headers = error.kind.status, _headers(error, error.code)
    if request.path.startswith("/api/"):
        told = problem(error)
        return JsonResponse(told, status=status, content_type=CONTENT_TYPE, headers=headers)
    return HttpResponse(render_to_string(f"{status}.html"), status=status, headers=headers)
