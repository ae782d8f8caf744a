"""A tool's call is a call of the API, made in this process and through the same views, middleware
included: one verb has one path, and both answers are equal because they are one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

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
