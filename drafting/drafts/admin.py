"""Drafts and attestations, read-only: the letter as the guest would see it, its evidence beside."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from drafting.drafts.models import Draft
from drafting.drafts.page import build_page
from drafting.mail.models import DraftingSettings
from drafting.tables import COLOURS
from templatesapp.admin.base import LanguageFilter, ReadOnlyAdmin, SingletonAdmin, column, tagged
from templatesapp.times import time_shown


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    change_form_template = "admin/drafting/draft/page.html"
    list_display = [
        *("subject_line", "guest", "scenario_category", "template_label"),
        *("selection_label", "delivery_label", "made"),
    ]
    list_filter = [
        *("delivery_status", "selection", "scenario_category", ("language", LanguageFilter)),
        *("composite", "source", "created_at"),
    ]
    search_fields = ["id", "subject", "message__from_address", "message__from_name"]
    list_select_related = ["template", "message"]
    date_hierarchy = "created_at"
    fields = ["id"]  # the page is a template of its own
    subject_line = column("Mail", "subject", lambda subject: subject or "(no subject)")
    made = column("Made", "created_at", time_shown)
    selection_label = tagged("Selection", "selection", COLOURS["selection"], ordering=None)
    delivery_label = tagged("Delivery", "delivery_status", COLOURS["delivery"])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draft]:
        return super().get_queryset(request).defer("message__raw", "message__quoted_text")

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        draft: Draft = kwargs["obj"]
        context |= {"page": build_page(draft), "made": time_shown(draft.created_at)}
        return super().render_change_form(request, context, *args, **kwargs)

    @display(description="Guest", ordering="message__from_name")
    def guest(self, draft: Draft) -> str:
        mail = draft.message
        return (mail.from_name or mail.from_address) if mail else "–"

    @display(description="Letter", ordering="template__template_id")
    def template_label(self, draft: Draft) -> str:
        if draft.template is None:
            return "–"
        others = " and others" if draft.composite else ""
        return f"{draft.template.template_id}{others}, {draft.confidence:.0f}\N{NO-BREAK SPACE}%"


@admin.register(DraftingSettings)
class DraftingSettingsAdmin(SingletonAdmin):
    """When a letter is selected, and how much knowledge a draft may carry."""
