"""What a person types into a form is kept on the server, so that no crash, logout or colleague
loses it. A reply to a guest has rows of its own, which hang on the conversation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from templatesapp.models import TypedForm

KEPT_DAYS = 30
KEEP = "templatesapp_typed_form_keep"  # the address that keeps


def keep_form(
    *, person: Any, place: str, base: str, texts: Mapping[str, str], now: datetime
) -> None:
    """Keep what a person has typed; a form without any text ends the keeping."""
    if not any(text.strip() for text in texts.values()):
        drop_form(person=person, place=place)
        return
    TypedForm.objects.update_or_create(
        person=person,
        place=place,
        defaults={"base": base, "texts": dict(texts), "kept_at": now},
    )


def drop_form(*, person: Any, place: str) -> None:
    """After the person's decision; a colleague's text stays theirs."""
    TypedForm.objects.filter(person=person, place=place).delete()


def typed_form(*, person: Any, place: str) -> TypedForm | None:
    return TypedForm.objects.filter(person=person, place=place).first()


def old_forms(now: datetime) -> QuerySet[TypedForm]:
    return TypedForm.objects.filter(kept_at__lt=now - timedelta(days=KEPT_DAYS))


def forget_forms(words: Iterable[str]) -> None:
    """Drop every form that names a person who is erased: there are few, so each is read."""
    wanted = [word.casefold() for word in words if word.strip()]
    for form in TypedForm.objects.all():
        said = "\n".join(form.texts.values()).casefold()
        if any(word in said for word in wanted):
            form.delete()
