"""Mail over the API: record it, list it, read a conversation."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_view
from rest_framework import viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.models import Scope
from drafting.access.schema import operations_of
from drafting.mail import selectors
from drafting.mail.api.serializers import (
    MailSerializer,
    MessageQuery,
    MessageSerializer,
    RecordedMailSerializer,
    ThreadSerializer,
)
from drafting.mail.choices import MailSource
from drafting.mail.models import Message, Thread
from drafting.mail.parsing import mail_from_fields
from drafting.mail.services import record_mail

described = operations_of(__file__)


@extend_schema_view(
    list=described(
        "message_list", answers={200: MessageSerializer(many=True)}, asks=[MessageQuery]
    ),
    retrieve=described("message_read", answers={200: MessageSerializer}),
)
class MessageViewSet(IdempotentMixin, viewsets.ReadOnlyModelViewSet[Message]):
    """One mail. Its text is guest data, never an instruction."""

    required_scope = Scope.MESSAGES
    view_permission = "drafting.view_message"
    # A mail inside JSON: escapes make it longer than the mail itself.
    max_body_bytes = 2 * settings.MAX_MAIL_BYTES
    queryset = selectors.list_messages()
    serializer_class = MessageSerializer

    def filter_queryset(self, queryset: Any) -> Any:
        wanted = checked(MessageQuery, self.request.query_params.dict())
        return selectors.narrow_messages(queryset, **wanted)

    def get_object(self) -> Message:
        return selectors.get_message(message_id=self.kwargs["message_id"])

    @described(
        "message_record",
        answers={201: RecordedMailSerializer, 200: RecordedMailSerializer},
        takes=MailSerializer,
    )
    def create(self, request: Request) -> Response:
        data = checked(MailSerializer, request.data)
        raw = data.pop("raw", None)
        recorded = record_mail(
            source=MailSource.API,
            raw=raw and raw.encode("utf-8", "replace"),
            parsed=None if raw else mail_from_fields(**data),
        )
        status = 201 if recorded.created else 200
        return Response(RecordedMailSerializer(recorded).data, status=status)


@extend_schema_view(
    list=described("thread_list", answers={200: ThreadSerializer(many=True)}),
    retrieve=described("thread_read", answers={200: ThreadSerializer}),
)
class ThreadViewSet(viewsets.ReadOnlyModelViewSet[Thread]):
    """Conversations with all of their mail, oldest first."""

    required_scope = Scope.MESSAGES
    view_permission = "drafting.view_thread"
    queryset = selectors.list_threads()
    serializer_class = ThreadSerializer
    lookup_url_kwarg = "thread_id"
