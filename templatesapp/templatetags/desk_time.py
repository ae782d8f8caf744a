"""Times as people read them: how long ago, or when."""

from datetime import datetime

from django import template
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from templatesapp.times import time_shown

register = template.Library()
register.filter("when", time_shown)


@register.filter
def ago(at: datetime | None) -> SafeString | str:
    """ "3 hours ago" as a ``<time>``; a dash where there is no time."""
    elapsed = timesince(at, depth=1) if at else ""
    return time_shown(at, said="just now" if elapsed.startswith("0") else f"{elapsed} ago")
