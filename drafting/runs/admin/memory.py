"""Memory in the admin: approve, reject or take back; and the managers' playbook notes."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import Truncator
from unfold.decorators import display

from drafting.runs import memory
from drafting.runs.choices import MemoryScope, MemoryStatus
from drafting.runs.models import MemoryEntry, PlaybookNote
from drafting.tables import COLOURS
from templatesapp.admin.base import DecidedAdmin, HistoryAdmin, ReasonForm, column
from templatesapp.times import time_shown

RUN_PAGE = "admin:drafting_draftrun_change"
WRITTEN_FIELDS = ["scope", "contact", "category", "content", "ttl_days"]


class EntryForm(ReasonForm):
    """What a person writes. Whether the same is there already is for the service to say."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        is_of_guest = cleaned.get("scope") == MemoryScope.CONTACT
        if cleaned.get("scope") and is_of_guest != bool(cleaned.get("contact")):
            raise ValidationError({"contact": "Name a guest, or choose the whole desk."})
        return cleaned


@admin.register(MemoryEntry)
class MemoryEntryAdmin(DecidedAdmin):
    """Entries are decided, never edited: another text is another entry."""

    form = EntryForm
    decide_permission = memory.DECIDE_PERMISSION
    decisions: ClassVar = {
        "approve": "Approved: the next answers are told.",
        "reject": "Rejected: the same will not be asked again.",
        "withdraw": "Taken back: the next answers are not told.",
    }
    list_display = [
        *("content_line", "category", "scope", "owner", "state_label"),
        *("confidence", "expires", "run_link", "created"),
    ]
    list_filter = ["status", "scope", "category", "source"]
    list_select_related = ["contact", "run"]
    search_fields = ["content", "category", "contact__address", "contact__name"]
    autocomplete_fields = ["contact"]
    readonly_fields = ["state_label", "run_link", "created", "decided"]
    change_form_outer_after_template = "admin/drafting/memory_actions.html"

    content_line = column("Content", "content", lambda text: Truncator(text).chars(100))
    expires = column("Until", "expires_at", time_shown)
    created = column("Since", "created_at", time_shown)

    class Media:
        css = {"all": ["templatesapp/texts.css", "templatesapp/queue.css"]}

    def get_fields(self, request: HttpRequest, obj: MemoryEntry | None = None) -> list[str]:
        if obj is None:
            return [*WRITTEN_FIELDS, "change_reason"]
        told = ["state_label", "confidence", "source", "run_link", "created", "decided"]
        return [*WRITTEN_FIELDS, "expires_at", *told]

    @display(description="About", ordering="contact__address")
    def owner(self, entry: MemoryEntry) -> str:
        return entry.contact.name or entry.contact.address if entry.contact else "–"

    @display(description="State", ordering="status", label=COLOURS["memory"])
    def state_label(self, entry: MemoryEntry) -> tuple[str, str]:
        state = memory.state_of(entry, timezone.now())
        waits = state == MemoryStatus.PENDING
        return state, str(entry.get_status_display()) if waits else state

    @display(description="Run", ordering="run")
    def run_link(self, entry: MemoryEntry) -> str:
        if entry.run is None:
            return "–"
        url = reverse(RUN_PAGE, args=[entry.run.pk])
        return format_html('<a class="underline" href="{}">{}</a>', url, entry.run)

    def decider_of(self, entry: MemoryEntry) -> object:
        is_by_gate = entry.decided_by is None and entry.status == MemoryStatus.APPROVED
        return "the gate of its run" if is_by_gate else super().decider_of(entry)

    def standing_of(self, entry: MemoryEntry) -> dict[str, Any]:
        is_live = entry.retired_at is None
        return {
            "is_waiting": is_live and entry.status == MemoryStatus.PENDING,
            "is_told": is_live and entry.status == MemoryStatus.APPROVED,
            "next_id": memory.next_waiting_memory(after=entry),
        }

    def decide(self, key: int, decision: str, **given: Any) -> int | None:
        """What waits next, or the list; what was taken back stays on the screen."""
        entry = memory.decide_memory(entry_id=key, decision=decision, **given)
        return entry.pk if decision == "withdraw" else memory.next_waiting_memory(after=entry)

    def save_model(self, request: HttpRequest, obj: MemoryEntry, form: Any, change: bool) -> None:
        person: Any = request.user
        # What was typed may hold a name; the admin's log and its message show what is kept.
        reason = form.cleaned_data.get("change_reason") or ""
        memory.write_memory(entry=obj, by=person, reason=reason, now=timezone.now())


@admin.register(PlaybookNote)
class PlaybookNoteAdmin(HistoryAdmin):
    list_display = ["text_shown", "scenario_shown", "is_active", "created_at"]
    list_filter = ["is_active", "scenario_category"]
    search_fields = ["text"]
    fields = ["text", "scenario_category", "is_active", "created_at", "change_reason"]
    readonly_fields = ["created_at"]
    text_shown = column("Note", "text", lambda text: text[:120])
    scenario_shown = column("Scenario", "scenario_category", lambda name: name or "every scenario")
