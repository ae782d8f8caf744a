"""Playbook notes: what managers have learned about answering, told to every run."""

from __future__ import annotations

from django.contrib import admin
from unfold.decorators import display

from drafting.runs.models import PlaybookNote
from templatesapp.admin.base import HistoryAdmin


@admin.register(PlaybookNote)
class PlaybookNoteAdmin(HistoryAdmin):
    list_display = ["text_shown", "scenario_shown", "is_active", "created_at"]
    list_filter = ["is_active", "scenario_category"]
    search_fields = ["text"]
    fields = ["text", "scenario_category", "is_active", "created_at", "change_reason"]
    readonly_fields = ["created_at"]

    @display(description="Note", ordering="text")
    def text_shown(self, note: PlaybookNote) -> str:
        return note.text[:120]

    @display(description="Scenario", ordering="scenario_category")
    def scenario_shown(self, note: PlaybookNote) -> str:
        return note.scenario_category or "every scenario"
