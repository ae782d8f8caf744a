"""What the OpenAPI document says about keys, errors and repeated calls; and what of the API stands
in TOML beside a room's views: what is said of its calls."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from config.errors import CONTENT_TYPE, ERRORS
from drafting.tables import table_beside

ERROR_CODES = sorted(ERRORS)  # settings give it a name of its own in the document
_TABLE = table_beside(__file__)
_SECURITY_SCHEMES = _TABLE["security_schemes"]
_STAFF_SESSION = _SECURITY_SCHEMES["staffSession"] | {"name": settings.SESSION_COOKIE_NAME}
IDEMPOTENCY_KEY_PARAMETER = OpenApiParameter(**_TABLE["idempotency_key"])
# What any call may get: no key, not allowed, too many, a fault of ours, a database that is away.
_OF_OURS = {kind.status for kind in ERRORS.values() if kind.status >= 500}
EVERYWHERE = frozenset({401, 403, 429} | _OF_OURS)
BAD_BODY = (400, 413, 415)  # what any call with a body may get
# Told by the operations that name them, and by no other.
_OF_ONE_CALL = frozenset({"schema_changed", "unknown_draft", "unknown_message"})


def problem_responses(*statuses: int, codes: tuple[str, ...] = ()) -> dict[Any, OpenApiResponse]:
    """Error answers for ``extend_schema(responses={200: …} | problem_responses(400, 404))``.

    ``codes`` narrows the codes named for their statuses, and adds those statuses. Those of
    EVERYWHERE are always there.
    """
    wanted = {*EVERYWHERE, *statuses, *(ERRORS[code].status for code in codes)}
    return {(status, CONTENT_TYPE): _problem_response(status, codes) for status in sorted(wanted)}


def operations_of(views: str) -> Callable[..., Any]:
    """``extend_schema`` of a room's calls by name: ``operations.toml`` beside its views tells what
    is said of each, the texts that its query ``asks`` for, and its examples by their names."""
    table = table_beside(views, "operations.toml")
    examples = json.loads(Path(views).with_name("examples.json").read_text(encoding="utf-8"))

    def described(
        name: str,
        *,
        answers: dict[int, Any],
        takes: Any = None,
        asks: Sequence[Any] = (),
        **own: Any,
    ) -> Callable[..., Any]:
        """The body it ``takes`` (with what any body may be told, and the key it may be repeated
        with), its query's parameters, and its errors' ``codes`` in one text."""
        told = {"is_keyed": True, "statuses": (), "codes": ""} | table[name] | own
        keys = [IDEMPOTENCY_KEY_PARAMETER] if takes and told["is_keyed"] else []
        texts = [OpenApiParameter(one) for one in told.get("asks", ())]
        statuses = (*told["statuses"], *(BAD_BODY if takes else ()))
        return extend_schema(
            operation_id=name,
            tags=[told["tag"]],
            summary=told["summary"],
            description=told.get("description"),
            request=takes,
            responses=answers | problem_responses(*statuses, codes=(*told["codes"].split(),)),
            parameters=[*keys, *texts, *asks],
            examples=[_example(**examples[one]) for one in told.get("examples", ())],
        )

    return described


def _example(name: str, value: Any, answers: list[str] | None = None) -> OpenApiExample:
    """Of a request, or of what ``answers`` with these statuses."""
    is_answer = answers is not None
    return OpenApiExample(
        name, value=value, request_only=not is_answer, response_only=is_answer, status_codes=answers
    )


class ProblemSerializer(serializers.Serializer[Any]):
    """An error (RFC 9457); callers branch on its code."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.ChoiceField(ERROR_CODES)
    retryable = serializers.BooleanField(help_text="The same call may succeed later.")
    fields = serializers.DictField(  # type: ignore[assignment]
        required=False,
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Messages by field path, such as thread.0.date.",
    )
    next_action = serializers.CharField(help_text="What mends it.")
    failed_checks = serializers.DictField(
        required=False, child=serializers.CharField(), help_text="Of a blocked draft."
    )


def _problem_response(status: int, codes: tuple[str, ...]) -> OpenApiResponse:
    named = [code for code in _codes_of(status) if code in codes] or _usual(status)
    return OpenApiResponse(response=ProblemSerializer, description=", ".join(named))


def _codes_of(status: int) -> list[str]:
    possible = [code for code, kind in ERRORS.items() if kind.status == status]
    if not possible:
        raise ValueError(f"No error of config.errors has status {status}.")
    return possible


def _usual(status: int) -> list[str]:
    """Those of a call that names none."""
    possible = _codes_of(status)
    return [code for code in possible if code not in _OF_ONE_CALL] or possible


class CallersSchema(AutoSchema):
    """Descriptions are for callers: what ``extend_schema`` says, never a docstring of ours."""

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        return ""

    def _map_serializer(self, *args: Any, **kwargs: Any) -> Any:
        mapped = super()._map_serializer(*args, **kwargs)
        return {name: value for name, value in mapped.items() if name != "description"}


def share_parts(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Postprocessing: what every operation says alike stands once. An operation names the codes of
    its errors by status where they are not the usual ones (``x-codes``); the answers themselves are
    references."""
    shared = result["components"].setdefault("responses", {})
    for path in result["paths"].values():
        for operation in path.values():
            _share_problems(operation, shared)
            _share_parameters(operation, result["components"])
            operation.pop("security", None)
    schemes = _SECURITY_SCHEMES | {"staffSession": _STAFF_SESSION}
    result["components"]["securitySchemes"] = schemes
    result["security"] = [{name: []} for name in schemes]  # alike everywhere
    for schema in result["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            if field.get("format") == "double":  # every number of JSON is one
                del field["format"]
            field.pop("example", None)  # the framework's addresses are of no list of ours
    return result


def _share_problems(operation: dict[str, Any], shared: dict[str, Any]) -> None:
    codes = {}
    for status in [status for status in operation["responses"] if int(status) >= 400]:
        name = f"E{status}"
        response = operation["responses"][status]
        codes[status] = response["description"].split(", ")
        operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}
        shared.setdefault(name, response | {"description": ", ".join(_usual(int(status)))})
        shared[name]["content"][CONTENT_TYPE].pop("examples", None)
    # Those that any call may get say nothing new, nor do the usual ones of a status.
    operation["x-codes"] = {
        status: told
        for status, told in codes.items()
        if int(status) not in EVERYWHERE and told != _usual(int(status))
    }


def _share_parameters(operation: dict[str, Any], components: dict[str, Any]) -> None:
    for number, parameter in enumerate(operation.get("parameters", ())):
        if name := _SHARED_PARAMETERS.get(parameter["name"]):
            components.setdefault("parameters", {})[name] = parameter
            operation["parameters"][number] = {"$ref": f"#/components/parameters/{name}"}
        if parameter["name"] == IDEMPOTENCY_KEY_PARAMETER.name:
            operation["responses"].setdefault("422", {"$ref": "#/components/responses/E422"})


_SHARED_PARAMETERS = {
    IDEMPOTENCY_KEY_PARAMETER.name: "IdempotencyKey",
    "page": "Page",
    "page_size": "PageSize",
}


class CompactRenderer(OpenApiJsonRenderer):
    """The document without white space: an agent reads it into its context."""

    def render(self, data: Any, *_: Any, **__: Any) -> bytes:
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False, default=str).encode()


class PlainRenderer(CompactRenderer):
    """The same for who asks for JSON by its plain name."""

    media_type = "application/json"
