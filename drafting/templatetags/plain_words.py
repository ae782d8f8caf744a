"""Template filters: codes as sentences for people."""

from django import template

from drafting.plain_words import plain, said_and_known, warned

register = template.Library()
register.filter("plain", plain)
register.filter("said_and_known", said_and_known)
register.filter("warned", warned)
