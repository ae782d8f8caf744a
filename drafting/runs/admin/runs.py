"""Runs in the admin, read-only: how an answer came about, step by step."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.db.models.fields.json import KT
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.text import Truncator
from unfold.decorators import display

from drafting.runs.admin.page import build_page, line_of, with_evaluations
from drafting.runs.admin.story import tone_of
from drafting.runs.choices import StopReason
from drafting.runs.models import DraftRun
from drafting.tables import COLOURS
from templatesapp.admin.base import ReadOnlyAdmin, column
from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.marked import show_text
from templatesapp.times import time_shown

STOP_COLOURS = {stop: COLOURS["tone"][tone_of(stop)] for stop in StopReason}
# Of the mail a list shows who wrote and what about; the snapshot alone may hold 40 000 bytes.
_HEAVY = ("snapshot", "settings", "trigger__raw", "trigger__body_text", "trigger__quoted_text")


@admin.register(DraftRun)
class DraftRunAdmin(ReadOnlyAdmin):
    change_form_template = "admin/drafting/run/page.html"
    list_display = ["mail", "status_label", "stop_label", "confidence", "began"]
    list_filter = ["status", "stop_reason", "loop_skip_reason", "channel", "started_at"]
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

    @display(description="Status", ordering="status", label=COLOURS["run"])
    def status_label(self, run: DraftRun) -> tuple[str, str]:
        return run.status, run.get_status_display()

    @display(description="Why it ended", ordering="stop_reason", label=STOP_COLOURS)
    def stop_label(self, run: DraftRun) -> tuple[str, str] | str:
        return (run.stop_reason, run.get_stop_reason_display()) if run.stop_reason else "–"

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
