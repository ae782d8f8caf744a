"""Times as staff read them: short and local, the exact one on hover and for machines."""

from datetime import datetime

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

_DAYS_BACK = {0: "today", 1: "yesterday"}


def time_shown(moment: datetime | None, *, said: str = "") -> SafeString | str:
    """ "today 14:05", "yesterday 09:30", "3 Mar 18:00", "3 Mar 2025 18:00"; "–" for none.
    ``said``: in its place."""
    if moment is None:
        return "–"
    local = timezone.localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        f"{local:%A}, {local.day} {local:%B %Y, %H:%M:%S %Z}",
        said or short_time(local, timezone.localtime()),
    )


def short_time(local: datetime, today: datetime) -> str:
    """Both in the same time zone."""
    this_year = f"{local.day} {local:%b}"
    date = this_year if local.year == today.year else f"{this_year} {local.year}"
    day = _DAYS_BACK.get((today.date() - local.date()).days, date)
    return f"{day} {local:%H:%M}"
