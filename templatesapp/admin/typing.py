"""The address that keeps what is typed into a form."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from templatesapp.typed_forms import KEEP, keep_form

BASE = "typed_base"
_PLACE = re.compile(r"[a-z-]+(:[\w.-]{1,40})?")
_NOT_TYPED = (BASE, "csrfmiddlewaretoken")
_MAX_FIELDS, _MAX_CHARACTERS = 60, 60_000


def typed_form_urls(wrap: Callable[..., Any]) -> list[URLPattern]:
    """For whoever may log in: nobody but the author ever reads it."""
    return [path("typed/<str:place>/", wrap(require_POST(keep_view)), name=KEEP)]


def keep_view(request: HttpRequest, place: str) -> HttpResponse:
    """Keeps the fields that are sent; none drops what was kept."""
    if not _PLACE.fullmatch(place):
        raise Http404
    given = [(name, text) for name, text in request.POST.items() if name not in _NOT_TYPED]
    texts = {name: str(text)[:_MAX_CHARACTERS] for name, text in given[:_MAX_FIELDS]}
    base = request.POST.get(BASE, "")[:60]
    keep_form(person=request.user, place=place, base=base, texts=texts, now=timezone.now())
    if request.headers.get("Accept", "").startswith("application/json"):
        return JsonResponse({})
    return redirect(request.headers.get("Referer") or "admin:index")
