"""Queries that read drafts."""

from collections.abc import Iterator
from typing import Any

from django.db.models import OuterRef, Subquery

from config.errors import DomainError, found
from drafting.drafts.models import Draft
from drafting.mail.models import Message


def standing(draft: Draft | None, said: str = "") -> Draft:
    """A kept draft with its text. Raises unknown_draft, or body_blanked after retention."""
    draft = found(draft, said, code="unknown_draft")
    if draft.blanked_at is not None:
        raise DomainError("body_blanked")
    return draft


def drafted_messages() -> Iterator[tuple[Message, Draft]]:
    """Every message that a draft answers, in the order of recording, with its newest draft; those
    claimed together share one."""
    newest = Draft.objects.filter(message=OuterRef("message")).order_by("-created_at", "-pk")
    drafts = Draft.objects.filter(
        message__isnull=False, pk=Subquery(newest.values("pk")[:1])
    ).select_related("template", "batch")
    by_message: dict[int, Draft] = {}
    for draft in drafts.order_by("created_at", "pk"):
        answered: list[Any] = draft.batch.message_ids if draft.batch else [draft.message_id]
        by_message |= dict.fromkeys(answered, draft)
    messages = Message.objects.filter(pk__in=by_message).only("subject", "from_address")
    for message in messages.order_by("pk"):
        yield message, by_message[message.pk]
