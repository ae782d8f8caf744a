"""What a person types is kept on the server, so that no crash, logout or colleague loses it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from drafting.outbox.models import KeptText
from templatesapp.typed_forms import KEPT_DAYS

EDITING_SECONDS = 60  # since the last key, as long as a colleague counts as editing


def keep_text(
    *, person: Any, thread_id: int, mail_id: int | None, subject: str, body: str, now: datetime
) -> None:
    """Keep what a person has typed; an empty text ends the keeping."""
    if not body.strip():
        drop_text(person=person, thread_id=thread_id, mail_id=mail_id)
        return
    KeptText.objects.update_or_create(
        person=person,
        thread_id=thread_id,
        mail_id=mail_id,
        defaults={"subject": subject, "body": body, "kept_at": now},
    )


def drop_text(*, person: Any, thread_id: int, mail_id: int | None) -> None:
    """After the person's decision; a colleague's text stays theirs."""
    KeptText.objects.filter(person=person, thread=thread_id, mail=mail_id).delete()


def kept_text(*, person: Any, thread_id: int, mail_id: int | None = None) -> KeptText | None:
    return KeptText.objects.filter(person=person, thread=thread_id, mail=mail_id).first()


def editing_colleagues(*, thread_id: int, person: Any, now: datetime) -> str:
    """A sentence about who else is typing to this guest, in the queue or in the conversation; ""
    for nobody. One query."""
    since = now - timedelta(seconds=EDITING_SECONDS)
    typing = KeptText.objects.filter(thread=thread_id, kept_at__gte=since).exclude(person=person)
    names = list(
        typing.order_by("person__username").values_list("person__username", flat=True).distinct()
    )
    if not names:
        return ""
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} editing a reply here"


def old_texts(now: datetime) -> QuerySet[KeptText]:
    return KeptText.objects.filter(kept_at__lt=now - timedelta(days=KEPT_DAYS))
