"""The memory in the admin: what waits is approved or rejected, what is wrong is taken back; and the
playbook notes, what managers have learned about answering."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import Truncator
from django.views.decorators.http import require_POST
from unfold.decorators import action, display

from config.errors import DomainError
from drafting.runs.choices import MemoryScope, MemoryStatus
from drafting.runs.memory.decisions import (
    DECIDE_PERMISSION,
    bulk_decide_memory,
    decide_memory,
    next_waiting_memory,
    state_of,
    withdraw_memory,
    write_memory,
)
from drafting.runs.models import MemoryEntry, PlaybookNote
from templatesapp.admin.base import HistoryAdmin, ReasonForm
from templatesapp.admin.pages import needs_permission
from templatesapp.times import time_shown

CHANGELIST = "admin:drafting_memoryentry_changelist"
CHANGE = "admin:drafting_memoryentry_change"
ADD = "admin:drafting_memoryentry_add"
DECIDE = "drafting_memoryentry_decide"
RUN_PAGE = "admin:drafting_draftrun_change"
WRITTEN_FIELDS = ["scope", "contact", "category", "content", "ttl_days"]
STATE_LABELS = {
    "pending": "warning",
    "approved": "success",
    "rejected": "danger",
    "expired": "default",
    "replaced": "default",
}
DECISIONS = {
    "approve": "Approved: the next answers are told.",
    "reject": "Rejected: the same will not be asked again.",
    "withdraw": "Taken back: the next answers are not told.",
}
_SHOWN_CHARACTERS = 100


class EntryForm(ReasonForm):
    """What a person writes. Whether the same is there already is for the service to say."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        is_of_guest = cleaned.get("scope") == MemoryScope.CONTACT
        if cleaned.get("scope") and is_of_guest != bool(cleaned.get("contact")):
            raise ValidationError({"contact": "Name a guest, or choose the whole desk."})
        return cleaned


@admin.register(MemoryEntry)
class MemoryEntryAdmin(HistoryAdmin):
    """Entries are decided, never edited: another text is another entry."""

    form = EntryForm
    list_display = [
        "content_line",
        "category",
        "scope",
        "owner",
        "state_label",
        "confidence",
        "expires",
        "run_link",
        "created",
    ]
    list_filter = ["status", "scope", "category", "source"]
    list_select_related = ["contact", "run"]
    search_fields = ["content", "category", "contact__address", "contact__name"]
    autocomplete_fields = ["contact"]
    actions = ["approve_selected", "reject_selected"]
    readonly_fields = ["state_label", "run_link", "created", "decided"]
    change_form_outer_after_template = "admin/drafting/memory_actions.html"

    class Media:
        css = {"all": ["templatesapp/texts.css", "templatesapp/queue.css"]}

    def get_urls(self) -> list[URLPattern]:
        view = needs_permission(require_POST(self.decide_view), DECIDE_PERMISSION)
        own = path("<int:entry_id>/decide/", self.admin_site.admin_view(view), name=DECIDE)
        return [own, *super().get_urls()]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(DECIDE_PERMISSION)

    def get_fields(self, request: HttpRequest, obj: MemoryEntry | None = None) -> list[str]:
        if obj is None:
            return [*WRITTEN_FIELDS, "change_reason"]
        told = ["state_label", "confidence", "source", "run_link", "created", "decided"]
        return [*WRITTEN_FIELDS, "expires_at", *told]

    @display(description="Content", ordering="content")
    def content_line(self, entry: MemoryEntry) -> str:
        return Truncator(entry.content).chars(_SHOWN_CHARACTERS)

    @display(description="About", ordering="contact__address")
    def owner(self, entry: MemoryEntry) -> str:
        return entry.contact.name or entry.contact.address if entry.contact else "–"

    @display(description="State", ordering="status", label=STATE_LABELS)
    def state_label(self, entry: MemoryEntry) -> tuple[str, str]:
        state = state_of(entry, timezone.now())
        waits = state == MemoryStatus.PENDING
        return state, str(entry.get_status_display()) if waits else state

    @display(description="Until", ordering="expires_at")
    def expires(self, entry: MemoryEntry) -> str:
        return time_shown(entry.expires_at)

    @display(description="Run", ordering="run")
    def run_link(self, entry: MemoryEntry) -> str:
        if entry.run is None:
            return "–"
        url = reverse(RUN_PAGE, args=[entry.run.pk])
        return format_html('<a class="underline" href="{}">{}</a>', url, entry.run)

    @display(description="Since", ordering="created_at")
    def created(self, entry: MemoryEntry) -> str:
        return time_shown(entry.created_at)

    @display(description="Decided")
    def decided(self, entry: MemoryEntry) -> str:
        if entry.decided_at is None:
            return "–"
        is_by_gate = entry.decided_by is None and entry.status == MemoryStatus.APPROVED
        person = entry.decided_by or ("the gate of its run" if is_by_gate else "somebody who left")
        return format_html("{} by {}", time_shown(entry.decided_at), person)

    # --- decisions --------------------------------------------------------------------------------

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        context = _decision_context(request, object_id) | (extra_context or {})
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response

    def decide_view(self, request: HttpRequest, entry_id: int) -> HttpResponse:
        """``decision`` approve, reject or withdraw; then what waits next, or the list."""
        decision = request.POST.get("decision", "")
        if decision not in DECISIONS:
            raise Http404
        try:
            entry = _decide(request, entry_id, decision)
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
            return redirect(CHANGE, entry_id)
        messages.success(request, DECISIONS[decision])
        following = next_waiting_memory(after=entry) if decision != "withdraw" else entry.pk
        return redirect(CHANGE, following) if following else redirect(CHANGELIST)

    @action(description="Approve selected", permissions=["decide"])
    def approve_selected(self, request: HttpRequest, queryset: QuerySet[MemoryEntry]) -> None:
        self._decide_many(request, queryset, approve=True)

    @action(description="Reject selected", permissions=["decide"])
    def reject_selected(self, request: HttpRequest, queryset: QuerySet[MemoryEntry]) -> None:
        self._decide_many(request, queryset, approve=False)

    def _decide_many(
        self, request: HttpRequest, queryset: QuerySet[MemoryEntry], *, approve: bool
    ) -> None:
        person: Any = request.user
        ids = list(queryset.values_list("pk", flat=True))
        outcome = bulk_decide_memory(entry_ids=ids, approve=approve, by=person, now=timezone.now())
        level = messages.WARNING if outcome.skipped else messages.SUCCESS
        self.message_user(request, outcome.line, level)

    # --- writing ----------------------------------------------------------------------------------

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().add_view(request, *args, **kwargs)
        except DomainError as error:
            messages.error(request, error.detail)
            return redirect(ADD)
        return response

    def save_model(self, request: HttpRequest, obj: MemoryEntry, form: Any, change: bool) -> None:
        person: Any = request.user
        given = form.cleaned_data
        entry = write_memory(
            **{name: given[name] for name in WRITTEN_FIELDS},
            by=person,
            reason=given.get("change_reason") or "",
            now=timezone.now(),
        )
        # What was typed may hold a name; the admin's log and its message show what was kept.
        obj.pk, obj.category, obj.content = entry.pk, entry.category, entry.content


def _decision_context(request: HttpRequest, object_id: str) -> dict[str, Any]:
    entry = MemoryEntry.objects.filter(pk=int(object_id)).first() if object_id.isdecimal() else None
    if entry is None:
        return {}
    is_live = entry.retired_at is None
    return {
        "may_decide": request.user.has_perm(DECIDE_PERMISSION),
        "is_waiting": is_live and entry.status == MemoryStatus.PENDING,
        "is_told": is_live and entry.status == MemoryStatus.APPROVED,
        "decide_url": reverse(f"admin:{DECIDE}", args=[entry.pk]),
        "next_id": next_waiting_memory(after=entry),
    }


def _decide(request: HttpRequest, entry_id: int, decision: str) -> MemoryEntry:
    person: Any = request.user
    now, reason = timezone.now(), request.POST.get("reason", "")
    if decision == "withdraw":
        return withdraw_memory(entry_id=entry_id, by=person, reason=reason, now=now)
    approve = decision == "approve"
    return decide_memory(entry_id=entry_id, approve=approve, by=person, reason=reason, now=now)


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
