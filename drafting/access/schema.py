"""What the OpenAPI document says about keys, errors and repeated calls."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema_field,
)
from rest_framework import serializers

from config.errors import CONTENT_TYPE, ERRORS, DomainError, problem

ERROR_CODES = sorted(ERRORS)  # settings give it a name of its own in the document


@extend_schema_field({"type": "string", "enum": ERROR_CODES})
class ErrorCodeField(serializers.CharField):
    """A code of config.errors."""


class ProblemSerializer(serializers.Serializer[dict[str, Any]]):
    """An error (RFC 9457). Branch on ``code``."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = ErrorCodeField()
    retryable = serializers.BooleanField(help_text="The same call may succeed later.")
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="Messages by field path, such as thread.0.date.",
    )
    next_action = serializers.CharField(required=False, help_text="What mends it.")


def problem_responses(*statuses: int, codes: tuple[str, ...] = ()) -> dict[Any, OpenApiResponse]:
    """Error answers for ``extend_schema(responses={200: …} | problem_responses(400, 404))``.

    ``codes`` narrows the codes named for their statuses, and adds those statuses. 401, 403, 429 and
    503 are always there: every endpoint may give them.
    """
    wanted = {401, 403, 429, 503, *statuses, *(ERRORS[code].status for code in codes)}
    return {(status, CONTENT_TYPE): _problem_response(status, codes) for status in sorted(wanted)}


def _problem_response(status: int, codes: tuple[str, ...]) -> OpenApiResponse:
    possible = [code for code, kind in ERRORS.items() if kind.status == status]
    if not possible:
        raise ValueError(f"No error of config.errors has status {status}.")
    named = [code for code in possible if code in codes] or possible
    return OpenApiResponse(
        response=ProblemSerializer,
        description=", ".join(f"`{code}`" for code in named),
        examples=[
            OpenApiExample(
                code,
                value=problem(DomainError(code)),
                response_only=True,
                media_type=CONTENT_TYPE,
                status_codes=[str(status)],
            )
            for code in named
        ],
    )


IDEMPOTENCY_KEY_PARAMETER = OpenApiParameter(
    name="Idempotency-Key",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    required=False,
    pattern=r"^[\x20-\x7e]{1,200}$",
    description=(
        "Makes the call safe to repeat for 24 hours: the same key and body get the first answer "
        "again (`Idempotency-Replayed: true`); another body 422; a call still running 409."
    ),
)


class AgentKeyScheme(OpenApiAuthenticationExtension):
    target_class = "drafting.access.authentication.AgentKeyAuthentication"
    name = "agentKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "An agent's key."}


class StaffSessionScheme(OpenApiAuthenticationExtension):
    target_class = "drafting.access.authentication.StaffSessionAuthentication"
    name = "staffSession"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of the back office; writes need its CSRF token too.",
        }
