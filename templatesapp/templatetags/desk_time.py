"""Times as people read them: how long ago, in local time on hover."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

register = template.Library()


@register.filter
def ago(at: datetime | None) -> SafeString | str:
    """ "3 hours ago" as a ``<time>``; a dash where there is no time."""
    if at is None:
        return "–"
    local = timezone.localtime(at)
    elapsed = timesince(at, depth=1)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        local.isoformat(),
        _exact(local),
        "just now" if elapsed.startswith("0") else f"{elapsed} ago",
    )


@register.filter
def when(at: datetime | None) -> SafeString | str:
    """ "today 08:32", "12 Nov 08:32" in local time as a ``<time>``; a dash where there is none."""
    if at is None:
        return "–"
    local = timezone.localtime(at)
    return format_html(
        '<time datetime="{}" title="{}">{} {}</time>',
        local.isoformat(),
        _exact(local),
        _day(local, timezone.localtime()),
        f"{local:%H:%M}",
    )


def _day(at: datetime, now: datetime) -> str:
    if at.date() == now.date():
        return "today"
    if at.date() == now.date() - timedelta(days=1):
        return "yesterday"
    return f"{at.day} {at:%b}" if at.year == now.year else f"{at.day} {at:%b %Y}"


def _exact(at: datetime) -> str:
    return f"{at.day} {at:%b %Y, %H:%M}"
