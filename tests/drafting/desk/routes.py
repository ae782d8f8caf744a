"""Every address of the desk, as its URL conf tells them: none is left out, named or not."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import NamedTuple

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver

_OWN_PAGES = ("changelist", "add", "change", "delete", "history", "simple_history")


class Route(NamedTuple):
    """``name``: with its namespace, "" where it has none of its own."""

    name: str
    pattern: str


def desk_routes() -> list[Route]:
    return list(walk(get_resolver().url_patterns))


def walk(
    patterns: list[URLPattern | URLResolver], before: str = "", space: str = ""
) -> Iterator[Route]:
    for one in patterns:
        pattern = before + str(one.pattern)
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from walk(one.url_patterns, pattern, inner)
        else:
            yield Route(f"{space}{one.name}" if one.name else "", pattern)


def address_of(pattern: str) -> str:
    """One with keys of nothing."""
    keys = {"uuid": str(uuid.uuid4()), "int": "999999", "str": "nothing", "path": "nothing"}
    plain = pattern.replace("(?P<url>.*)$", "nothing/")
    return "/" + re.sub(r"<(?:(\w+):)?\w+>", lambda found: keys[found[1] or "str"], plain)


def own_pages_of_models() -> set[str]:
    """The names of what Django gives every registered model."""
    return {
        f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
        for model in admin.site._registry
        for page in _OWN_PAGES
    }
