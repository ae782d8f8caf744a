"""The readers that this desk's mail taught: how each compares, and which one mail is read with."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.decorators import display

from config.errors import DomainError
from drafting.drafts.reader.decisions import DECIDE_PERMISSION, go_back, go_live
from drafting.drafts.reader.models import MAX_REASON_CHARACTERS, ReaderState, ReaderVersion
from drafting.mail.models import Message
from templatesapp.admin.base import HistoryAdmin
from templatesapp.admin.pages import needs_permission
from templatesapp.times import time_shown

CHANGE = "admin:drafting_readerversion_change"
DECIDE = "drafting_readerversion_decide"
_LABELS = {"candidate": "warning", "live": "success", "former": "default", "erased": "danger"}
_DECISIONS = {
    "live": "Mail is read with this reader from now on.",
    "back": "Mail is read as before this reader.",
    "shipped": "Mail is read with the reader that came with the desk.",
}


@admin.register(ReaderVersion)
class ReaderVersionAdmin(HistoryAdmin):
    """Made by ``teach_reader`` and decided by people, never edited."""

    list_display = ["made", "state_label", "mails", "people", "decided"]
    list_select_related = ["decided_by"]
    list_filter = ["state"]
    fields = ["made", "state_label", "mails", "people", "seed", "decided"]
    readonly_fields = fields
    change_form_outer_after_template = "admin/drafting/reader_comparison.html"
    empty_help = (
        "What colleagues decide about mail can teach the reader. A nightly job makes"
        " a candidate once forty mails are decided; until one is live, mail is read with the reader"
        " that came with the desk."
    )

    class Media:
        css = {"all": ["templatesapp/texts.css", "templatesapp/queue.css"]}

    def get_urls(self) -> list[URLPattern]:
        view = needs_permission(require_POST(self.decide_view), DECIDE_PERMISSION)
        own = path("<int:version_id>/decide/", self.admin_site.admin_view(view), name=DECIDE)
        return [own, *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("arrays", "guests")

    @display(description="Made", ordering="created_at")
    def made(self, version: ReaderVersion) -> str:
        return time_shown(version.created_at)

    @display(description="State", ordering="state", label=_LABELS)
    def state_label(self, version: ReaderVersion) -> tuple[str, str]:
        return version.state, version.get_state_display()

    @display(description="Decided")
    def decided(self, version: ReaderVersion) -> str:
        if version.decided_at is None:
            return "–"
        person = version.decided_by or "somebody who left"
        return format_html("{} by {}", time_shown(version.decided_at), person)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        context = _comparison(request, object_id) | (extra_context or {})
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response

    def decide_view(self, request: HttpRequest, version_id: int) -> HttpResponse:
        """``decision``: live, back or shipped."""
        decision, reason = request.POST.get("decision", ""), request.POST.get("reason", "")
        if decision not in _DECISIONS:
            raise Http404
        given: dict[str, Any] = {"by": request.user, "reason": reason, "now": timezone.now()}
        try:
            if decision == "live":
                go_live(version_id=version_id, **given)
            else:
                go_back(version_id=version_id, to_shipped=decision == "shipped", **given)
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
        else:
            messages.success(request, _DECISIONS[decision])
        return redirect(CHANGE, version_id)


def _comparison(request: HttpRequest, object_id: str) -> dict[str, Any]:
    rows = ReaderVersion.objects.defer("arrays", "guests")
    version = rows.filter(pk=int(object_id)).first() if object_id.isdecimal() else None
    if version is None:
        return {}
    return {
        "figures": version.figures,
        "readings": _still_kept(version),
        "may_decide": request.user.has_perm(DECIDE_PERMISSION),
        "is_live": version.state == ReaderState.LIVE,
        "is_erased": version.state == ReaderState.ERASED,
        "decide_url": reverse(f"admin:{DECIDE}", args=[version.pk]),
        "longest_reason": MAX_REASON_CHARACTERS,
    }


def _still_kept(version: ReaderVersion) -> list[dict[str, Any]]:
    """What it reads otherwise, with the mail where it is still there."""
    mails = Message.objects.filter(pk__in=[row["message"] for row in version.readings])
    found = {mail.pk: mail for mail in mails.only("subject", "from_address", "received_at")}
    return [
        row | {"mail": found[row["message"]]} for row in version.readings if row["message"] in found
    ]
