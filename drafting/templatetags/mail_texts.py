"""Texts of any length on a page of some length."""

from __future__ import annotations

from django import template

MAX_SHOWN_CHARACTERS = 20_000
register = template.Library()


@register.filter
def beginning(text: str) -> str:
    return text[:MAX_SHOWN_CHARACTERS]


@register.filter
def is_long(text: str) -> bool:
    return len(text) > MAX_SHOWN_CHARACTERS
