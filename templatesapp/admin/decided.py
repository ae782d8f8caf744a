"""Rows that people decide on their own page, and that nobody edits."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.decorators import display

from config.errors import DomainError
from templatesapp.admin.base import HistoryAdmin
from templatesapp.admin.pages import page_urls
from templatesapp.times import time_shown


class DecidedAdmin(HistoryAdmin):
    """``decisions``: as the page's form sends them, with what is said when one is made.

    ``decide`` (by, when and why) names the row to show next, None for the list; ``standing_of`` is
    what the form is shown with."""

    decisions: ClassVar[Mapping[str, str]]
    decide_permission: ClassVar[str]
    decide: Any
    standing_of: Any

    def get_urls(self) -> list[URLPattern]:
        view = require_POST(self.decide_view)
        own = ("<int:key>/decide/", self._page("decide"), view, self.decide_permission)
        return [*page_urls(self, own), *super().get_urls()]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @display(description="Decided")
    def decided(self, row: Any) -> str:
        if row.decided_at is None:
            return "–"
        return format_html("{} by {}", time_shown(row.decided_at), self.decider_of(row))

    def decider_of(self, row: Any) -> object:
        return row.decided_by or "somebody who left"

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kw: Any) -> Any:
        rows = self.get_queryset(request)
        row = rows.filter(pk=int(object_id)).first() if object_id.isdecimal() else None
        if row is not None:
            kw["extra_context"] = {
                "may_decide": request.user.has_perm(self.decide_permission),
                "decide_url": reverse(f"admin:{self._page('decide')}", args=[row.pk]),
                **self.standing_of(row),
            }
        return super().change_view(request, object_id, *args, **kw)

    def decide_view(self, request: HttpRequest, key: int) -> HttpResponse:
        decision, reason = request.POST.get("decision", ""), request.POST.get("reason", "")
        if decision not in self.decisions:
            raise Http404
        try:
            shown = self.decide(key, decision, by=request.user, reason=reason, now=timezone.now())
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
            shown = key
        else:
            messages.success(request, self.decisions[decision])
        if shown is None:
            return redirect(f"admin:{self._page('changelist')}")
        return redirect(f"admin:{self._page('change')}", shown)
