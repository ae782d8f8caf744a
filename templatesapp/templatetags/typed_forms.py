"""``{% typed_form "question:12" base %}`` in a form: what is typed is kept for its author."""

from typing import Any

from django import template
from django.urls import reverse

from templatesapp.kept_texts import KEEP, typed_text

register = template.Library()


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
