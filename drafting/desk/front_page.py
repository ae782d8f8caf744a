"""UNFOLD's hook for the admin's front page. Thin: the data is ``dashboard``'s."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from drafting.desk.dashboard import build_dashboard


def add_dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    return context | {
        "title": "Today",
        "dashboard": build_dashboard(request, now=timezone.now()),
    }
