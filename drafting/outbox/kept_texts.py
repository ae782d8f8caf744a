"""What a person types is kept on the server, so that no crash, logout or colleague loses it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

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


def typed_at(
    *, thread_id: int, mail_id: int | None = None, person: Any, now: datetime
) -> tuple[KeptText | None, str]:
    """The person's own text, and a sentence about who else is typing to this guest, in the queue or
    in the conversation; "" for nobody. One query."""
    since = now - timedelta(seconds=EDITING_SECONDS)
    found = KeptText.objects.filter(thread=thread_id).filter(
        Q(person=person, mail=mail_id) | Q(kept_at__gte=since)
    )
    texts = list(found.select_related("person"))
    own = [text for text in texts if text.person_id == person.pk and text.mail_id == mail_id]
    others = {text.person.get_username() for text in texts if text.person_id != person.pk}
    return next(iter(own), None), _editing(sorted(others))


def _editing(names: list[str]) -> str:
    if not names:
        return ""
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} editing a reply here"


def old_texts(now: datetime) -> QuerySet[KeptText]:
    return KeptText.objects.filter(kept_at__lt=now - timedelta(days=KEPT_DAYS))
