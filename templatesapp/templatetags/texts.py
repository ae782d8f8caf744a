"""Texts and their differences as HTML, times as people read them, and forms that keep what is
typed: ``{% typed_form "question:12" base %}``."""

from datetime import datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from templatesapp.categories import language_name
from templatesapp.kept_texts import KEEP, typed_text
from templatesapp.marked import show_steps, show_text
from templatesapp.text.slots import name_in_words
from templatesapp.times import time_shown

register = template.Library()
register.filter("marked", show_steps)
register.filter("shown", show_text)
register.filter("in_words", name_in_words)
register.filter("language_name", language_name)
register.filter("when", time_shown)


@register.filter
def ago(at: datetime | None) -> SafeString | str:
    """ "3 hours ago" as a ``<time>``; a dash where there is no time."""
    elapsed = timesince(at, depth=1) if at else ""
    return time_shown(at, said="just now" if elapsed.startswith("0") else f"{elapsed} ago")


@register.inclusion_tag("admin/templatesapp/typed_form.html", takes_context=True)
def typed_form(
    context: dict[str, Any], place: str, base: Any = "", is_bound: bool = False
) -> dict[str, Any]:
    """``base``: what is typed over. What was typed over another stands beside the form; a form that
    comes back with its mistakes holds the text itself."""
    person = context["request"].user
    kept = None if is_bound else typed_text(person=person, place=place)
    return {
        "url": reverse(f"admin:{KEEP}", args=[place]),
        "base": str(base),
        "kept": kept,
        "is_fitting": kept is not None and kept.base == str(base),
    }
