"""The desk's tools (``tools.toml``), and the call of the API that each one makes.

The call is made in this process through the same views, middleware included: one verb has one path,
and both answers are equal because they are one.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from drf_spectacular.generators import SchemaGenerator

from config.errors import invalid
from drafting.tables import table_beside

# What the API is told of the caller: the key, where it is, how it came here. No cookie: a
# person's session decides in the back office, and a tool is never a person.
_OF_THE_CALLER = (
    "HTTP_AUTHORIZATION",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "REMOTE_ADDR",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "wsgi.url_scheme",
)
Environ = dict[str, Any]
IDEMPOTENCY_KEY = "idempotency_key"
# Handed from tool to tool as they came: their inside is of no use to a caller.
_OPAQUE = {"ActionPlan": {"type": "object", "description": "As draft_interpret gave it."}}
# What a model has no use for, or is refused for by name if it ever matters.
_LEFT_OUT = ("readOnly", "title", "examples", "pattern", "nullable", "x-spec-enum-id")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API; ``path`` is not quoted."""

    method: str
    path: str
    query: Mapping[str, Any]
    body: Mapping[str, Any] | None = None
    idempotency_key: str = ""


def environ_of(meta: Mapping[str, Any]) -> Environ:
    """What calls made for a request of ours take from it."""
    return {name: meta[name] for name in _OF_THE_CALLER if name in meta}


def local_environ(key: str) -> Environ:
    """What calls made by a process of this machine say of themselves."""
    host = settings.ALLOWED_HOSTS[0].removeprefix(".").replace("*", "localhost")
    return {
        "HTTP_AUTHORIZATION": f"Bearer {key}",
        "HTTP_HOST": host,
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_NAME": host,
        "SERVER_PORT": "80",
        "wsgi.url_scheme": "https" if settings.SECURE_SSL_REDIRECT else "http",
    }


def call_api(environ: Environ, call: Call) -> tuple[int, Any]:
    """What the API answers to whoever ``environ`` speaks of: the status, and the JSON of the body;
    of an empty one an empty object."""
    body = b"" if call.body is None else json.dumps(call.body).encode()
    statuses: list[str] = []
    chunks = _desk()(
        {
            "SERVER_PROTOCOL": "HTTP/1.1",
            **environ,
            "REQUEST_METHOD": call.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": call.path.encode().decode("latin-1"),  # as WSGI has it (PEP 3333)
            "QUERY_STRING": urlencode(call.query),
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
            **({"HTTP_IDEMPOTENCY_KEY": call.idempotency_key} if call.idempotency_key else {}),
        },
        lambda status, headers, *_: statuses.append(status),
    )
    try:
        content = b"".join(chunks)
    finally:
        chunks.close()  # ends Django's request
    return int(statuses[0].split()[0]), json.loads(content) if content else {}


@cache
def _desk() -> Any:
    return WSGIHandler()


Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Argument:
    """``place``: path, query, header or body."""

    name: str
    place: str
    schema: Json
    is_needed: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """A call that the API's document describes."""

    method: str
    path: str
    arguments: tuple[Argument, ...]

    @property
    def needed(self) -> set[str]:
        return {argument.name for argument in self.arguments if argument.is_needed}

    def call(self, arguments: Json) -> Call:
        places = {argument.name: argument.place for argument in self.arguments}
        given: dict[str, Json] = {"path": {}, "query": {}, "header": {}, "body": {}}
        for name, value in arguments.items():
            given[places.get(name, "body")][name] = value
        path = self.path
        for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
            if given["path"].get(name) in (None, ""):
                raise invalid(name, "This argument is needed.")
            path = path.replace(f"{{{name}}}", str(given["path"][name]))
        return Call(
            method=self.method,
            path=path,
            query=given["query"],
            body=None if self.method == "GET" else given["body"],
            idempotency_key=str(given["header"].get(IDEMPOTENCY_KEY, "")),
        )


@dataclass(frozen=True, slots=True)
class Tool:
    """``calls``: names of operations; in a table by the ``action`` that stands for each."""

    name: str
    description: str
    calls: list[str] | dict[str, str]
    hints: tuple[str, ...] = ()

    def input_schema(self) -> Json:
        names = self.calls.values() if isinstance(self.calls, dict) else self.calls
        operations = [_operations()[name] for name in names]
        properties = {one.name: one.schema for each in operations for one in each.arguments}
        needed = set.intersection(*(operation.needed for operation in operations))
        if isinstance(self.calls, dict):
            properties = {"action": {"type": "string", "enum": [*self.calls]}} | properties
            needed.add("action")
        return {"type": "object", "properties": properties, "required": sorted(needed)}

    def call(self, arguments: Json) -> Call:
        """The call that these arguments make. Raises DomainError ``validation_error``."""
        operations = _operations()
        if isinstance(self.calls, dict):
            action = self.calls.get(str(arguments.get("action")))
            if action is None:
                raise invalid("action", f"One of {', '.join(self.calls)}.")
            others = {name: value for name, value in arguments.items() if name != "action"}
            return operations[action].call(others)
        fitting = (name for name in self.calls if operations[name].needed <= arguments.keys())
        return operations[next(fitting, self.calls[-1])].call(arguments)


DATA: Json = table_beside(__file__, "tools.toml")
TOOLS: Mapping[str, Tool] = {name: Tool(name, **said) for name, said in DATA["tools"].items()}


@cache
def _document() -> Json:
    return SchemaGenerator().get_schema(request=None, public=True)


@cache
def _operations() -> dict[str, Operation]:
    return {
        said["operationId"]: Operation(method.upper(), path, tuple(_arguments(said)))
        for path, methods in _document()["paths"].items()
        for method, said in methods.items()
    }


def _arguments(operation: Json) -> Iterator[Argument]:
    for said in operation.get("parameters", ()):
        if "$ref" in said:  # the one that operations share
            yield Argument(IDEMPOTENCY_KEY, "header", {"type": "string"}, False)
        else:
            is_needed = bool(said.get("required"))
            yield Argument(said["name"], said["in"], _plain(said["schema"]), is_needed)
    content = operation.get("requestBody", {}).get("content", {})
    body = _resolved(content.get("application/json", {}).get("schema", {}))
    for name, schema in body.get("properties", {}).items():
        yield Argument(name, "body", _plain(schema), name in body.get("required", ()))


def _resolved(schema: Json) -> Json:
    if "$ref" not in schema:
        return schema
    return _document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]


def _plain(schema: Any) -> Any:
    """A schema with what it refers to in its place."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if name := schema.get("$ref", "").rpartition("/")[2]:
        return _OPAQUE.get(name) or _plain(_resolved(schema))
    if len(schema.get("allOf", ())) == 1:
        return _plain(schema["allOf"][0])
    left_out = (*_LEFT_OUT, "properties")  # which may be called anything
    plain = {key: _plain(value) for key, value in schema.items() if key not in left_out}
    if "properties" in schema:
        plain["properties"] = {key: _plain(value) for key, value in schema["properties"].items()}
    return plain
