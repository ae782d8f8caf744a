"""The desk's addresses and, under /api/test/, views that show one thing each."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.errors import DomainError
from config.urls import handler400, handler404, handler500
from config.urls import urlpatterns as desk_urls
from drafting.access.idempotency import IdempotentMixin
from drafting.access.schema import IDEMPOTENCY_KEY_PARAMETER, problem_responses

__all__ = ["handler400", "handler404", "handler500", "urlpatterns"]


class EchoSerializer(serializers.Serializer[dict[str, Any]]):
    name = serializers.CharField(required=False)


class EchoView(APIView):
    """Says back what it was sent."""

    required_scope: str | None = "draft"
    required_permission = "templatesapp.change_knowledgeitem"
    view_permission: str | None = "templatesapp.view_knowledgeitem"

    @extend_schema(operation_id="test_read", responses={200: EchoSerializer} | problem_responses())
    def get(self, request: Request) -> Response:
        return Response({"name": str(request.user)})

    @extend_schema(
        operation_id="test_echo",
        request=EchoSerializer,
        responses={200: EchoSerializer} | problem_responses(400, 413, 415),
    )
    def post(self, request: Request) -> Response:
        return Response({"received": request.data})


class RunsView(EchoView):
    required_scope = "runs"
    view_permission = None


class AnyKeyView(EchoView):
    required_scope = None
    view_permission = None


class PersonView(EchoView):
    """For people only."""

    agents_forbidden = True


class ForgetfulView(APIView):
    """Names no scope."""

    def get(self, request: Request) -> Response:
        return Response({})


class LargeView(EchoView):
    max_body_bytes = 2 * settings.MAX_MAIL_BYTES


class ErrorView(EchoView):
    """Raises the error that it is asked for."""

    def get(self, request: Request) -> Response:
        raise DomainError(request.GET["code"], fields={"a.0.b": ["wrong"]})


def broken(words: str) -> Any:
    try:
        {}[words]
    except KeyError as error:
        raise RuntimeError(f"a secret detail: {words}") from error


class BrokenView(EchoView):
    def get(self, request: Request) -> Response:
        return broken("ada@guest.example")


class MakeGroupView(IdempotentMixin, APIView):
    """Writes a row named in the body, then does what ``then`` says."""

    required_scope = "draft"
    required_permission = "templatesapp.change_knowledgeitem"

    @extend_schema(
        operation_id="test_make",
        request=EchoSerializer,
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        responses={201: EchoSerializer}
        | problem_responses(400, codes=("in_progress", "idempotency_conflict")),
    )
    def post(self, request: Request) -> Response:
        body: Any = request.data
        group = Group.objects.create(name=f"{body['name']} {Group.objects.count()}")
        after_write(request)
        return Response({"id": group.pk, "name": group.name}, status=201)


def after_write(request: Request) -> None:
    """What happens between the write and the answer; tests put their faults here too."""
    body: Any = request.data
    then = body.get("then")
    if then == "refuse":
        raise DomainError("conflict", "Refused after the write.")
    if then == "throttle":
        raise DomainError("throttled")
    if then == "break":
        raise RuntimeError("broken after the write")
    if then == "wait":
        time.sleep(0.3)


urlpatterns = [
    *desk_urls,
    path("api/test/echo", EchoView.as_view()),
    path("api/test/runs", RunsView.as_view()),
    path("api/test/any-key", AnyKeyView.as_view()),
    path("api/test/person", PersonView.as_view()),
    path("api/test/forgetful", ForgetfulView.as_view()),
    path("api/test/large", LargeView.as_view()),
    path("api/test/error", ErrorView.as_view()),
    path("api/test/broken", BrokenView.as_view()),
    path("broken/<str:words>", lambda request, words: broken(words)),
    path("api/test/make", MakeGroupView.as_view()),
    path("api/test/make-other", MakeGroupView.as_view()),
]
