"""Events in the admin: looked at, never written."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from unfold.decorators import display

from learning.events.models import EventAggregate, ExcludedDraft, RefinementEvent, SelectionEvent
from learning.events.outcomes import outcome_of
from learning.thresholds.selectors import current_tuning
from templatesapp.admin.base import ReadOnlyAdmin
from templatesapp.admin.times import time_shown

OUTCOME_COLOURS = {
    "accepted": "success",
    "light-edit": "info",
    "heavy-rewrite": "warning",
    "wrong-template": "danger",
}


class DraftEventAdmin(ReadOnlyAdmin):
    """Events of drafts: searched by a whole draft id or by who was at work."""

    search_help_text = "A whole draft id, or an agent's prefix."
    show_full_result_count = False
    date_hierarchy = "created_at"
    list_display_links = ["happened"]

    @display(description="When", ordering="created_at")
    def happened(self, event: Any) -> str:
        return time_shown(event.created_at)

    @display(description="Draft", ordering="draft_id")
    def draft(self, event: Any) -> str:
        """By address: drafts lie above this app, and an event may outlive its draft."""
        address = reverse("admin:drafting_draft_change", args=[event.draft_id])
        return format_html(
            '<a class="desk-link" href="{}" title="{}">{}</a>',
            address,
            event.draft_id,
            str(event.draft_id)[:8],
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        try:
            return queryset.filter(draft_id=UUID(search_term.strip())), False
        except ValueError:
            return super().get_search_results(request, queryset, search_term)


@admin.register(SelectionEvent)
class SelectionEventAdmin(DraftEventAdmin):
    list_display = [
        "happened",
        "draft",
        "scenario_category",
        "template",
        "selection",
        "is_composite",
        "agent",
        "source",
    ]
    list_select_related = ["template"]
    list_filter = ["ranker_selection", "scenario_category", "is_composite", "source", "language"]
    search_fields = ["agent"]

    @display(
        description="Selection",
        ordering="ranker_confidence",
        label={"auto": "success", "suggest": "warning", "none": "danger"},
    )
    def selection(self, event: SelectionEvent) -> tuple[str, str]:
        chosen = event.ranker_selection
        return chosen, f"{chosen}, {event.ranker_confidence:.0f} %"


@admin.register(RefinementEvent)
class RefinementEventAdmin(DraftEventAdmin):
    list_display = [
        "happened",
        "draft",
        "attempt",
        "outcome",
        "distance",
        "rewrite_reason",
        "category_mismatch",
        "original_matches",
        "agent",
        "staff",
        "source",
    ]
    list_filter = ["rewrite_reason", "category_mismatch", "original_matches", "source"]
    search_fields = ["agent", "staff"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RefinementEvent]:
        # Read once per page: the outcome of every row asks for them.
        self.boundaries = current_tuning().boundaries
        return super().get_queryset(request)

    @display(description="Edit distance", ordering="edit_distance_pct")
    def distance(self, event: RefinementEvent) -> str:
        return f"{event.edit_distance_pct:.1f} %"

    @display(description="Outcome", label=OUTCOME_COLOURS)
    def outcome(self, event: RefinementEvent) -> str:
        return outcome_of(
            edit_distance_pct=event.edit_distance_pct,
            category_mismatch=event.category_mismatch,
            rewrite_reason=event.rewrite_reason,
            boundaries=self.boundaries,
        ).value


@admin.register(ExcludedDraft)
class ExcludedDraftAdmin(DraftEventAdmin):
    list_display = ["happened", "draft", "kind"]
    list_filter = ["kind"]
    search_fields = ["kind"]


@admin.register(EventAggregate)
class EventAggregateAdmin(ReadOnlyAdmin):
    list_display = [
        "month",
        "kind",
        "scenario_category",
        "template_key",
        "whole_distance_pct",
        "rewrite_reason",
        "source",
        "draft_count",
    ]
    list_filter = ["kind", "scenario_category", "rewrite_reason", "source"]
    date_hierarchy = "month"
    show_full_result_count = False
