"""Query parameters of the mail lists. Nonsense is refused, not ignored."""

from __future__ import annotations

from typing import Any, ClassVar

import django_filters  # type: ignore[import-untyped]
from django import forms
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field

from drafting.mail.models import Message
from drafting.mail.selectors import filter_answered, filter_drafted


class YesNoFilter(django_filters.TypedChoiceFilter):
    """``true`` or ``false``. The library's own boolean filter ignores anything else."""

    field_class = forms.TypedChoiceField

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(
            *args,
            choices=[("true", "true"), ("false", "false")],
            coerce=lambda value: value == "true",
            **kwargs,
        )


def _told(description: str) -> Any:
    """What the OpenAPI document says of a filter, which it asks its method."""
    return extend_schema_field({"type": "boolean", "description": description})


class MessageFilter(django_filters.FilterSet):
    answered = YesNoFilter(method="by_answered")
    drafted = YesNoFilter(method="by_drafted")

    class Meta:
        model = Message
        fields: ClassVar[list[str]] = []

    @_told(
        "true: answered mail. false: mail that waits for an answer (received, written by a "
        "person, sender not blocked)."
    )
    def by_answered(self, queryset: QuerySet[Message], name: str, value: bool) -> QuerySet[Message]:
        return filter_answered(queryset, answered=value)

    @_told(
        "true: mail with a draft. false: what is left to draft: mail without one that waits for an "
        "answer (as answered=false), in an open thread."
    )
    def by_drafted(self, queryset: QuerySet[Message], name: str, value: bool) -> QuerySet[Message]:
        return filter_drafted(queryset, drafted=value)
