"""Runs in the admin, read-only: how an answer came about, step by step; and their settings.
Superusers set everything, managers the threshold, others read."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.db.models.fields.json import KT
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import Truncator
from unfold.decorators import display
from unfold.widgets import UnfoldAdminTextareaWidget

from drafting.runs import memory
from drafting.runs.choices import MemoryScope, MemoryStatus, StopReason
from drafting.runs.memory import fold_category
from drafting.runs.models import (
    ENVIRONMENT_FIELDS,
    DraftRun,
    MemoryEntry,
    PlaybookNote,
    RunSettings,
)
from drafting.runs.page import build_page, line_of, tone_of, with_evaluations
from drafting.tables import COLOURS
from templatesapp.admin.base import (
    DecidedAdmin,
    HistoryAdmin,
    ReadOnlyAdmin,
    ReasonForm,
    SingletonAdmin,
    column,
    section,
)
from templatesapp.admin.fields import LinesField
from templatesapp.admin.pages import StaffRequest
from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.marked import show_text
from templatesapp.times import time_shown

STOP_COLOURS = {stop: COLOURS["tone"][tone_of(stop)] for stop in StopReason}
# Of the mail a list shows who wrote and what about; the snapshot alone may hold 40 000 bytes.
_HEAVY = ("snapshot", "settings", "trigger__raw", "trigger__body_text", "trigger__quoted_text")


@admin.register(DraftRun)
class DraftRunAdmin(ReadOnlyAdmin):
    change_form_template = "admin/drafting/run/page.html"
    list_display = ["mail", "ending", "confidence", "began"]
    list_filter = ["status", "stop_reason", "channel", "started_at"]
    search_fields = [
        *("id", "batch__thread__subject", "trigger__subject"),
        *("trigger__from_name", "trigger__from_address"),
    ]
    search_help_text = "Subjects, names and addresses"
    date_hierarchy = "started_at"
    fields = ["id"]  # the page is a template of its own
    began = column("Began", "started_at", time_shown)

    class Media:
        css = {"all": ["templatesapp/texts.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[DraftRun]:
        runs = super().get_queryset(request).select_related("trigger").defer(*_HEAVY)
        return with_evaluations(runs).annotate(scenario=KT("snapshot__category"))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        run = DraftRun.objects.select_related("batch__thread", "trigger", "draft").get(
            pk=kwargs["obj"].pk
        )
        context["page"] = build_page(run)
        return super().render_change_form(request, context, *args, **kwargs)

    @display(description="Mail", ordering="trigger__subject", header=True)
    def mail(self, run: Any) -> list[str]:
        """The subject; below it who wrote, and the scenario."""
        mail, scenario = run.trigger, dict(CATEGORY_CHOICES).get(run.scenario, run.scenario or "")
        sender = mail.from_name or mail.from_address or "unknown sender"
        about = f"{sender[:60]} · {scenario}" if scenario else sender[:60]
        return [show_text(Truncator(mail.subject or "(no subject)").chars(60)), show_text(about)]

    @display(description="Ended", ordering="stop_reason", label=STOP_COLOURS)
    def ending(self, run: DraftRun) -> tuple[str, str]:
        return run.stop_reason, run.get_stop_reason_display() or run.get_status_display()

    @display(description="Confidence")
    def confidence(self, run: DraftRun) -> str:
        """How it moved, and in how many revisions."""
        line = line_of(run)
        return format_html(
            '<span class="draft-nowrap"><strong>{}</strong><br>{} of {} revisions</span>',
            line.confidence,
            line.revisions,
            run.max_iterations,
        )


def _field_of(name: str) -> Any:
    return RunSettings._meta.get_field(name)


class CategoriesField(LinesField):
    """A list of categories, written one a line."""

    def to_python(self, value: Any) -> list[str]:
        return sorted(set(filter(None, map(fold_category, super().to_python(value)))))


class RunSettingsForm(ReasonForm):
    memory_allow_list = CategoriesField(
        label="Remembered without a person",
        help_text=f"One a line. {_field_of('memory_allow_list').help_text}",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
    )


def _changeable(user: Any) -> list[str]:
    """What this person may change: everything, the threshold, or nothing."""
    if user.is_superuser:
        return RunSettings.names()
    return ["threshold"] if user.has_perm("drafting.change_run_threshold") else []


@admin.register(RunSettings)
class RunSettingsAdmin(SingletonAdmin):
    """The page says so where the environment goes before it."""

    form = RunSettingsForm
    fieldsets = [
        section(None, "environment"),
        section("What runs may do", "is_revision_enabled", "is_automatic_release", "threshold"),
        section(
            "The revision loop",
            "threshold_floor",
            ("model_name", "reasoning_effort"),
            ("max_iterations", "loop_places"),
            ("time_budget_ms", "token_budget"),
        ),
        section("What is kept", "memory_allow_list", "retention_days"),
        section(None, "change_reason"),
    ]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(_changeable(request.user))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        may, shown = _changeable(request.user), super().get_readonly_fields(request, obj)
        told = (name for name in RunSettings.names() if name not in may)
        return ["environment", *dict.fromkeys([*shown, *told])]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Of the environment only where it says something."""
        is_told = RunSettings.environment_values() or settings.AUTO_SEND_REVISION_DISABLED
        return super().get_fieldsets(request, obj)[0 if is_told else 1 :]

    @display(description="From the environment")
    def environment(self, row: RunSettings) -> str:
        """What of this page does not count at the moment, and why."""
        is_off, values = settings.AUTO_SEND_REVISION_DISABLED, RunSettings.environment_values()
        told = ["AUTO_SEND_REVISION_DISABLED: no run revises."] if is_off else []
        for name, field in ENVIRONMENT_FIELDS.items():
            if field in values:
                label = _field_of(field).verbose_name
                told.append(f"{name}: {label} is {values[field]}, whatever stands here.")
        return " ".join(told)


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

    def save_model(self, request: StaffRequest, obj: MemoryEntry, form: Any, change: bool) -> None:
        # What was typed may hold a name; the admin's log and its message show what is kept.
        reason = form.cleaned_data.get("change_reason") or ""
        memory.write_memory(entry=obj, by=request.user, reason=reason, now=timezone.now())


@admin.register(PlaybookNote)
class PlaybookNoteAdmin(HistoryAdmin):
    list_display = ["text_shown", "scenario_shown", "is_active", "created_at"]
    list_filter = ["is_active", "scenario_category"]
    search_fields = ["text"]
    fields = ["text", "scenario_category", "is_active", "created_at", "change_reason"]
    readonly_fields = ["created_at"]
    text_shown = column("Note", "text", lambda text: text[:120])
    scenario_shown = column("Scenario", "scenario_category", lambda name: name or "every scenario")
