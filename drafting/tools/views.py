"""``/mcp``: the tools over streamable HTTP, without sessions. One POST is one exchange.

The SDK speaks ASGI, the desk WSGI with threads: each exchange runs the SDK's own transport on a
loop of its own, and what a tool does runs in the thread of the request, on its connection.
"""

import json
from typing import ClassVar

import httpx
from asgiref.sync import async_to_sync
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import extend_schema
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.views import APIView

from drafting.access.authentication import AgentKeyAuthentication
from drafting.access.throttling import AgentThrottle
from drafting.tools.calls import environ_of
from drafting.tools.server import desk_server


class McpView(APIView):
    """Any agent's key may speak; what it may do is asked by the call that a tool makes. That call
    counts against the key's limit, and of the rest the exchange. Staff have the back office."""

    required_scope: ClassVar[None] = None
    authentication_classes = [AgentKeyAuthentication]
    throttle_classes = []

    @extend_schema(exclude=True)
    def post(self, request: Request) -> HttpResponse:
        http = request._request
        body = http.read(settings.MAX_JSON_BYTES + 1)  # one more byte: refused as too large
        throttle = AgentThrottle()
        if not _makes_a_call(body) and not throttle.allow_request(request, self):
            raise Throttled(throttle.wait())
        return async_to_sync(_exchange)(http, body)


def _makes_a_call(body: bytes) -> bool:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(message, dict) and message.get("method") in ("tools/call", "resources/read")


async def _exchange(http: HttpRequest, body: bytes) -> HttpResponse:
    manager = StreamableHTTPSessionManager(
        desk_server(environ_of(http.META)),
        json_response=True,
        stateless=True,
        security_settings=_allowed(http),
        max_request_body_size=settings.MAX_JSON_BYTES,
    )
    headers = [(name.encode(), value.encode()) for name, value in http.headers.items()]
    # Whose host it is stands in its headers, as it came; not every name of one is an address.
    request = httpx.Request("POST", f"http://desk{http.path}", headers=headers, content=body)
    async with manager.run():
        transport = httpx.ASGITransport(manager.handle_request)
        answer = await transport.handle_async_request(request)
    return HttpResponse(await answer.aread(), status=answer.status_code, headers=answer.headers)


def _allowed(http: HttpRequest) -> TransportSecuritySettings:
    """A page of another origin may not speak through its reader's browser. Django has checked the
    host."""
    host = http.get_host()
    origins = [f"{http.scheme}://{host}", *settings.CSRF_TRUSTED_ORIGINS]
    return TransportSecuritySettings(
        allowed_hosts=[http.headers.get("host", host)], allowed_origins=origins
    )
