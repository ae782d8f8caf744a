"""The page *Overtaken*: waiting replies that a changed fact or a new answer concerns, one act."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe

from drafting.outbox.overtaken import overtaken_replies, put_right
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.safe_morning_admin import marks_of, tell_left
from templatesapp.admin.pages import needs_permission, show_page
from templatesapp.admin.shown import show_diff

PAGE = "drafting_overtaken"


def overtaken_urls(owner: admin.ModelAdmin[Any]) -> list[URLPattern]:
    def show(request: HttpRequest) -> HttpResponse:
        found = overtaken_replies(request.user)
        return show_page(
            request,
            owner,
            "admin/drafting/overtaken.html",
            title="Overtaken replies",
            replies=[
                (one, show_diff(one.mail.body_text, one.renewed) if one.facts else None)
                for one in found
            ],
            mendable=sum(one.is_mendable for one in found),
        )

    def mend(request: HttpRequest) -> HttpResponseRedirect:
        done, left = put_right(marks=marks_of(request), by=request.user)
        for mail in done:
            owner.log_change(request, mail, "Put right after a fact or an answer had changed.")
        messages.success(request, f"Put right: {len(done)}.")
        tell_left(request, left)
        return redirect(f"admin:{PAGE}")

    wrap = owner.admin_site.admin_view
    views: tuple[tuple[str, str, Any], ...] = (
        ("", PAGE, require_safe(show)),
        ("mend/", f"{PAGE}_mend", require_POST(mend)),
    )
    return [
        path(f"overtaken/{end}", wrap(needs_permission(view, RELEASE_PERMISSION)), name=name)
        for end, name, view in views
    ]
