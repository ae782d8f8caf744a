"""Answers that we promised: due when, by whom, done or not."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.decorators import display

from config.errors import DomainError
from drafting.mail.work_models import FollowUp
from drafting.outbox.follow_ups import finish_follow_up
from templatesapp.admin.base import DeskAdmin


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Open"), ("due", "Due"), ("mine", "Mine, open"), ("done", "Done")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        open_ones = queryset.filter(done_at__isnull=True)
        return {
            "open": open_ones,
            "due": open_ones.filter(due__lte=timezone.localdate()),
            "mine": open_ones.filter(assignee=request.user.pk),
            "done": queryset.filter(done_at__isnull=False),
        }.get(self.value() or "", queryset)


@admin.register(FollowUp)
class FollowUpAdmin(DeskAdmin):
    """Made by replies that promise; a person sets day and colleague, and says when it is done."""

    list_display = ["question_shown", "thread", "due", "assignee", "state_shown"]
    list_filter = [StateFilter, "assignee", "due"]
    list_select_related = ["thread", "assignee"]
    search_fields = ["question", "thread__subject", "thread__participants__address"]
    ordering = ["done_at", "due", "pk"]
    list_per_page = 50
    fields = ["question", "thread", "due", "assignee", "done_at", "done_by"]
    readonly_fields = ["question", "thread", "done_at", "done_by"]
    actions = ["mark_done"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @display(description="Question", ordering="question")
    def question_shown(self, follow_up: FollowUp) -> str:
        return follow_up.question[:120]

    @display(description="State", label={"done": "success", "overdue": "danger", "open": "info"})
    def state_shown(self, follow_up: FollowUp) -> str:
        if follow_up.done_at is not None:
            return "done"
        return "overdue" if follow_up.due < timezone.localdate() else "open"

    @admin.action(description="Mark as done", permissions=["change"])
    def mark_done(self, request: HttpRequest, queryset: QuerySet[FollowUp]) -> None:
        done = skipped = 0
        for follow_up_id in list(queryset.values_list("pk", flat=True)):
            try:
                follow_up = finish_follow_up(follow_up_id=follow_up_id, by=request.user)
            except DomainError:
                skipped += 1
                continue
            self.log_change(request, follow_up, "Marked as done.")
            done += 1
        said = f"{done} done." + (f" {skipped} skipped: done already." if skipped else "")
        messages.success(request, said)
