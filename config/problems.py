"""Whatever a view raises becomes application/problem+json: ours, DRF's or Django's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as ModelValidationError
from django.http import Http404, HttpRequest, JsonResponse
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from config.errors import CONTENT_TYPE, DomainError, problem

logger = structlog.get_logger(__name__)

_CODE_OF_STATUS = {
    400: "validation_error",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    409: "conflict",
    413: "payload_too_large",
    415: "unsupported_media_type",
    429: "throttled",
}


def problem_handler(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler: every exception of a view becomes a problem."""
    error = _as_domain_error(exc)
    if error is None:
        logger.exception("api_error", view=type(context.get("view")).__name__)
        error = DomainError("server_error")
    set_rollback()
    response = Response(
        problem(error),
        status=error.kind.status,
        content_type=CONTENT_TYPE,
        headers=_headers(exc),
    )
    response["Content-Type"] = CONTENT_TYPE
    return response


def _headers(exc: Exception) -> dict[str, str]:
    headers: dict[str, str] = {}
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
        return DomainError("validation_error", fields=_model_fields(exc))
    if isinstance(exc, exceptions.ValidationError):
        fields = _flat_fields(exc.detail)
        detail = "; ".join(f"{name}: {messages[0]}" for name, messages in fields.items())
        return DomainError("validation_error", detail, fields=fields)
    if isinstance(exc, exceptions.ParseError):
        return DomainError("malformed_json", str(exc.detail))
    if isinstance(exc, exceptions.APIException):
        code = _CODE_OF_STATUS.get(exc.status_code, "server_error")
        return DomainError(code, str(exc.detail))
    return None


def _model_fields(exc: ModelValidationError) -> dict[str, list[str]]:
    if hasattr(exc, "error_dict"):
        return {name: list(messages) for name, messages in exc.message_dict.items()}
    return {"non_field_errors": list(exc.messages)}


def _flat_fields(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """DRF's nested error detail as ``{"thread.0.date": [messages]}``."""
    if isinstance(detail, dict):
        flat: dict[str, list[str]] = {}
        for name, value in detail.items():
            flat |= _flat_fields(value, f"{prefix}.{name}" if prefix else str(name))
        return flat
    if isinstance(detail, list) and any(isinstance(item, dict | list) for item in detail):
        flat = {}
        for index, item in enumerate(detail):
            if item:
                flat |= _flat_fields(item, f"{prefix}.{index}" if prefix else str(index))
        return flat
    messages = detail if isinstance(detail, list) else [detail]
    return {prefix or "non_field_errors": [str(message) for message in messages]}


def _plain_problem(code: str) -> JsonResponse:
    error = DomainError(code)
    return JsonResponse(problem(error), status=error.kind.status, content_type=CONTENT_TYPE)


def not_found(request: HttpRequest, exception: Exception | None = None) -> Any:
    """handler404: a problem under /api/, Django's page elsewhere."""
    if request.path.startswith("/api/"):
        return _plain_problem("not_found")
    return defaults.page_not_found(request, exception or Http404())


def server_error(request: HttpRequest) -> Any:
    """handler500: a problem under /api/, Django's page elsewhere."""
    if request.path.startswith("/api/"):
        return _plain_problem("server_error")
    return defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> Any:
    """handler400: a problem under /api/, Django's page elsewhere."""
    if request.path.startswith("/api/"):
        return _plain_problem("validation_error")
    return defaults.bad_request(request, exception or Exception())
