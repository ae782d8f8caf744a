"""Texts and their differences as HTML, in templates."""

from django import template

from templatesapp.categories import language_name
from templatesapp.marked import show_steps, show_text
from templatesapp.text.slots import name_in_words

register = template.Library()
register.filter("marked", show_steps)
register.filter("shown", show_text)
register.filter("in_words", name_in_words)
register.filter("language_name", language_name)
