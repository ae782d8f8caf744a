"""A code as a sentence."""

from __future__ import annotations

from django import template

from drafting.plain_words import plain

register = template.Library()
register.filter("plain", plain)
