"""Keeps on the server what a person types, so that no crash, logout or colleague loses it.
Beside it what an agent leaves for whoever goes on, which is nobody's own (``person`` None)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from templatesapp.models import KeptText

KEPT_DAYS = 30
EDITING_SECONDS = 60  # since the last key, as long as a colleague counts as editing
KEEP = "templatesapp_kept_text_keep"  # the address that keeps


def keep_text(
    *, person: Any, place: str, texts: Mapping[str, str], now: datetime, base: str = ""
) -> None:
    """Keep what a person has typed, by field; where no field holds a word the keeping ends."""
    if not any(text.strip() for text in texts.values()):
        drop_text(person=person, place=place)
        return
    KeptText.objects.update_or_create(
        person=person, place=place, defaults={"base": base, "texts": dict(texts), "kept_at": now}
    )


def drop_text(*, person: Any, place: str) -> None:
    """After the person's decision; a colleague's text stays theirs."""
    KeptText.objects.filter(person=person, place=place).delete()


def typed_text(*, person: Any, place: str) -> KeptText | None:
    return KeptText.objects.filter(person=person, place=place).first()


def typed_near(
    *, person: Any, place: str, near: str, now: datetime
) -> tuple[KeptText | None, list[str]]:
    """The person's own text, else what an agent left there, and who else is typing at a place that
    begins with ``near``, by name. One query."""
    since = now - timedelta(seconds=EDITING_SECONDS)
    here = Q(place=place) & (Q(person=person) | Q(person=None))
    editing = Q(place__startswith=near, kept_at__gte=since, person__isnull=False)
    found = KeptText.objects.filter(here | editing & ~Q(person=person))
    texts = {text.person: text for text in found.select_related("person")}
    own = texts.pop(person, None)
    left = texts.pop(None, None)
    return own or left, sorted(one.get_username() for one in texts if one)


def old_texts(now: datetime) -> QuerySet[KeptText]:
    return KeptText.objects.filter(kept_at__lt=now - timedelta(days=KEPT_DAYS))


def forget_texts(*, words: Iterable[str] = (), near: Iterable[str] = ()) -> None:
    """Drop every text that names a person who is erased, or whose place begins with one of
    ``near``: there are few, so each is read."""
    wanted = [word.casefold() for word in words if word.strip()]
    gone = tuple(near)
    for kept in KeptText.objects.all():
        said = "\n".join(kept.texts.values()).casefold()
        if kept.place.startswith(gone) or any(word in said for word in wanted):
            kept.delete()
