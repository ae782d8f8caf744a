"""Pages of the admin that are neither a list nor a form of one row."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse


def show_page(
    request: HttpRequest, owner: admin.ModelAdmin[Any], template: str, **context: Any
) -> HttpResponse:
    """``template`` inside the admin's frame; ``owner`` names the section that it belongs to."""
    frame = owner.admin_site.each_context(request)
    return TemplateResponse(request, template, frame | {"opts": owner.opts} | context)


def needs_permission(
    view: Callable[..., HttpResponse], *permissions: str
) -> Callable[..., HttpResponse]:
    """The view for whoever has every ``app.codename`` named; 403 for other staff."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perms(permissions):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded
