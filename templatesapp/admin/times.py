"""Times as staff read them: short and local, the exact one on hover and for machines."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

_DAY = 1  # days back that have a name of their own


def time_shown(moment: datetime | None, *, now: datetime | None = None) -> SafeString | str:
    """ "today 14:05", "yesterday 09:30", "3 Mar, 18:00", "3 Mar 2025"; "–" for none."""
    if moment is None:
        return "–"
    local = timezone.localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        f"{local:%A}, {local.day} {local:%B %Y, %H:%M:%S %Z}",
        short_time(local, timezone.localtime(now)),
    )


def short_time(local: datetime, today: datetime) -> str:
    """Both in the same time zone."""
    days = (today.date() - local.date()).days
    if days == 0:
        return f"today {local:%H:%M}"
    if days == _DAY:
        return f"yesterday {local:%H:%M}"
    if local.year == today.year:
        return f"{local.day} {local:%b, %H:%M}"
    return f"{local.day} {local:%b %Y}"
