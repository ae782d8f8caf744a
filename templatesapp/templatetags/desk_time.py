"""Times as people read them: how long ago, in local time on hover."""

from __future__ import annotations

from datetime import datetime

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
        f"{local.day} {local:%b %Y, %H:%M}",
        "just now" if elapsed.startswith("0") else f"{elapsed} ago",
    )
