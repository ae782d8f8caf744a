"""The door at ``/mcp``: who may speak there, and how much."""

import json
from typing import ClassVar

from asgiref.sync import async_to_sync
from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.views import APIView

from config.errors import DomainError
from drafting.access.authentication import AgentKeyAuthentication
from drafting.access.requests import AgentThrottle


class McpView(APIView):
    """Any agent's key may speak; what it may do is asked by the call that a tool makes. That call
    counts against the key's limit, and of the rest the exchange. Staff have the back office."""

    required_scope: ClassVar[None] = None
    authentication_classes = [AgentKeyAuthentication]
    throttle_classes = []

    @extend_schema(exclude=True)
    def post(self, request: Request) -> HttpResponse:
        http = request._request
        body = http.read(settings.MAX_JSON_BYTES + 1)  # one more byte: too large
        throttle = AgentThrottle()  # what is cut off makes no call
        if not _makes_a_call(body) and not throttle.allow_request(request, self):
            raise Throttled(throttle.wait())
        if len(body) > settings.MAX_JSON_BYTES:
            raise DomainError("payload_too_large")
        # With the SDK, a second that no command and no other call has to wait for.
        from drafting.tools.server import exchange

        return async_to_sync(exchange)(http, body)


def _makes_a_call(body: bytes) -> bool:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(message, dict) and message.get("method") in ("tools/call", "resources/read")
