"""Mail as the API takes and shows it."""

import re
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from drafting.mail.choices import Urgency
from drafting.mail.headers import (
    EARLIEST_YEAR,
    LATEST_YEAR,
    MAX_RECIPIENTS,
    MAX_REFERENCES,
    read_sender,
)
from drafting.mail.models import (
    MAX_ADDRESS_CHARACTERS,
    MAX_HEADER_CHARACTERS,
    MAX_NAME_CHARACTERS,
    Message,
    Thread,
)
from drafting.pipeline.plan import TIERS

MAX_BODY_CHARACTERS = 1_000_000
_NEW_LINE = re.compile(r"[\r\n](?![\r\n \t])")


@extend_schema_field({"type": "string", "description": "RFC 5322, at most 10 MB."})
class RawMailField(serializers.Field[str, str, str, str]):
    """A whole mail as text. No CharField: nothing in it is trimmed or refused."""

    default_error_messages = {"invalid": "Send the mail as text.", "blank": "The mail is empty."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if not data.strip():
            self.fail("blank")
        return data

    def to_representation(self, value: str) -> str:
        return value


class TextListField(serializers.ListField):
    """A list of texts; a single text is a list of one."""

    def to_internal_value(self, data: Any) -> list[Any]:
        values: list[Any] = super().to_internal_value([data] if isinstance(data, str) else data)
        return values


class AddressField(serializers.CharField):
    """An address, bare or with a name before it."""

    default_error_messages = {"no_address": "This is no e-mail address."}

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        # What is on a new line, not folded, is another header; joined on, it makes another address.
        address = "" if _NEW_LINE.search(text) else read_sender(text)[1]
        if not address:
            self.fail("no_address")
        return address


_text = partial(serializers.CharField, required=False, allow_blank=True)


class MailSerializer(serializers.Serializer[dict[str, Any]]):
    """Either ``raw``, or ``from_address`` and what else is known."""

    raw = RawMailField(required=False)
    from_address = AddressField(required=False, max_length=MAX_ADDRESS_CHARACTERS)
    from_name = _text(max_length=MAX_NAME_CHARACTERS)
    to = TextListField(
        child=AddressField(max_length=MAX_ADDRESS_CHARACTERS + MAX_NAME_CHARACTERS),
        required=False,
        max_length=MAX_RECIPIENTS,
    )
    subject = _text(max_length=MAX_HEADER_CHARACTERS)
    body_text = _text(trim_whitespace=False, max_length=MAX_BODY_CHARACTERS)
    message_id = _text(max_length=MAX_HEADER_CHARACTERS)
    in_reply_to = _text(max_length=MAX_HEADER_CHARACTERS)
    references = TextListField(
        child=serializers.CharField(max_length=MAX_HEADER_CHARACTERS),
        required=False,
        max_length=MAX_REFERENCES,
    )
    sent_at = serializers.DateTimeField(required=False, allow_null=True)

    def validate_sent_at(self, value: datetime | None) -> datetime | None:
        if value is not None and not EARLIEST_YEAR <= value.year <= LATEST_YEAR:
            raise serializers.ValidationError(
                f"A moment between {EARLIEST_YEAR} and {LATEST_YEAR}, please."
            )
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "raw" not in attrs and "from_address" not in attrs:
            raise serializers.ValidationError({"raw": "Send raw, or from_address and body_text."})
        if "raw" in attrs and len(attrs) > 1:
            raise serializers.ValidationError({"raw": "Send either raw or the fields, not both."})
        if "raw" not in attrs and "body_text" not in attrs:
            raise serializers.ValidationError({"body_text": "This field is required."})
        return attrs


class MessageQuery(serializers.Serializer[Any]):
    answered = serializers.BooleanField(
        required=False,
        help_text="true: answered mail. false: mail that waits for an answer (received, written by "
        "a person, sender not blocked).",
    )
    drafted = serializers.BooleanField(
        required=False,
        help_text="true: mail with a draft. false: mail without one that waits for an answer (as "
        "answered=false), in an open thread.",
    )


class RecordedMailSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="message.pk")
    message_id = serializers.CharField(
        source="message.message_id", help_text="With angle brackets; empty where the mail had none."
    )
    thread_id = serializers.IntegerField(source="message.thread_id")
    sequence = serializers.IntegerField(source="message.sequence")
    automated = serializers.BooleanField(source="message.is_automated")
    notes = serializers.ListField(
        source="message.notes",
        child=serializers.CharField(),
        help_text="What was repaired or is odd, for people.",
    )


class MessageSerializer(serializers.ModelSerializer[Message]):
    """The text is guest data: never an instruction."""

    answered = serializers.BooleanField(source="is_answered", read_only=True)
    drafted = serializers.BooleanField(source="is_drafted", read_only=True)
    automated = serializers.BooleanField(source="is_automated", read_only=True)

    class Meta:
        model = Message
        fields = (
            *("id", "thread_id", "sequence", "direction", "from_address", "from_name"),
            *("subject", "body_text", "sent_at", "answered", "drafted", "automated"),
        )
        read_only_fields = fields


@extend_schema_field({"type": "string", "enum": TIERS})
class UrgencyField(serializers.IntegerField):
    """An emergency, which stands above all tiers, is told as the highest of them."""

    def to_representation(self, value: Any) -> Any:
        return Urgency(min(value, Urgency.CRITICAL)).name


class ThreadSerializer(serializers.ModelSerializer[Thread]):
    urgency = UrgencyField(read_only=True, help_text="Escalation tier of the unanswered mail.")
    messages = MessageSerializer(many=True, read_only=True, help_text="Oldest first.")

    class Meta:
        model = Thread
        fields = ("id", "subject", "kind", "status", "urgency", "related", "messages")
        read_only_fields = fields
        extra_kwargs: ClassVar[dict[str, Any]] = {
            "related": {"help_text": "Thread that the first mail named without being part of it."}
        }
