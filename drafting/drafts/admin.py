"""Drafts and attestations, read-only: the letter as the guest would see it, its evidence beside."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from unfold.admin import TabularInline
from unfold.decorators import display

from drafting.drafts.choices import DeliveryStatus, Selection
from drafting.drafts.models import Attestation, Draft, DraftingSettings
from templatesapp.admin.base import ReadOnlyAdmin, SingletonAdmin

TEMPLATES = "admin/drafting/draft"


class AttestationInline(TabularInline):
    model = Attestation
    extra = 0
    fields = [
        "attempt",
        "created_at",
        "agent",
        "person",
        "rewrite_reason",
        "edit_distance_pct",
        "delivery_status",
        "body_plain",
    ]
    readonly_fields = fields
    can_delete = False
    show_change_link = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    inlines = [AttestationInline]
    list_display = [
        "subject_line",
        "scenario_category",
        "template_label",
        "selection_label",
        "confidence_label",
        "delivery_label",
        "created_at",
    ]
    list_filter = [
        "delivery_status",
        "selection",
        "scenario_category",
        "language",
        "composite",
        "source",
        "created_at",
    ]
    search_fields = ["id", "subject", "message__from_address", "message__from_name"]
    list_select_related = ["template", "message"]
    date_hierarchy = "created_at"
    fieldsets = [
        (None, {"fields": [("guest_mail", "letter")]}),
        ("Why this text", {"fields": ["ranking", "questions", "quality_findings"]}),
        (
            "Record",
            {
                "classes": ["collapse"],
                "fields": [
                    ("id", "created_at"),
                    ("agent", "source"),
                    ("scenario_category", "language"),
                    ("selection", "confidence"),
                    ("template_version", "catalogue_version"),
                    "slots_filled",
                ],
            },
        ),
    ]
    readonly_fields = [
        "guest_mail",
        "letter",
        "ranking",
        "questions",
        "quality_findings",
        "slots_filled",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draft]:
        return super().get_queryset(request).defer("message__raw", "message__quoted_text")

    @display(description="Mail", ordering="subject")
    def subject_line(self, draft: Draft) -> str:
        return draft.subject or "(no subject)"

    @display(description="Template", ordering="template__template_id")
    def template_label(self, draft: Draft) -> str:
        name = draft.template.template_id if draft.template else "–"
        return f"{name} and others" if draft.composite else name

    @display(
        description="Selection",
        label={
            Selection.AUTO: "success",
            Selection.SUGGEST: "warning",
            Selection.NONE: "danger",
        },
    )
    def selection_label(self, draft: Draft) -> tuple[str, str]:
        return draft.selection, draft.selection

    @display(description="Confidence", ordering="confidence")
    def confidence_label(self, draft: Draft) -> str:
        return f"{draft.confidence:.0f} %"

    @display(
        description="Delivery",
        ordering="delivery_status",
        label={
            DeliveryStatus.READY: "success",
            DeliveryStatus.NEEDS_FOLLOW_UP: "warning",
            DeliveryStatus.BLOCKED: "danger",
        },
    )
    def delivery_label(self, draft: Draft) -> tuple[str, str]:
        return draft.delivery_status, draft.get_delivery_status_display()

    @admin.display(description="The guest wrote")
    def guest_mail(self, draft: Draft) -> str:
        return self._rendered("guest_mail", draft)

    @admin.display(description="The draft, as the guest would see it")
    def letter(self, draft: Draft) -> str:
        return self._rendered("letter", draft)

    @admin.display(description="Ranking")
    def ranking(self, draft: Draft) -> str:
        return self._rendered("ranking", draft)

    @admin.display(description="Questions")
    def questions(self, draft: Draft) -> str:
        return self._rendered("questions", draft)

    @admin.display(description="Quality")
    def quality_findings(self, draft: Draft) -> str:
        return self._rendered("quality", draft)

    @admin.display(description="Values filled in")
    def slots_filled(self, draft: Draft) -> str:
        return self._rendered("slots", draft)

    def _rendered(self, name: str, draft: Draft) -> str:
        """Templates escape everything: what guests and agents wrote is shown, never run."""
        return render_to_string(f"{TEMPLATES}/{name}.html", {"draft": draft})


@admin.register(DraftingSettings)
class DraftingSettingsAdmin(SingletonAdmin):
    """When a template is selected, and how much knowledge a draft may carry."""
