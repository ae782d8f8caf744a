"""The settings of learning, and the report on which a manager confirms the boundaries."""

from dataclasses import asdict, fields
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from config.errors import DomainError
from learning.calibration.services import lock_calibration, recompute_priors
from learning.events.choices import OUTCOME_WORDS, REASON_WORDS, Boundaries
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import threshold_report
from learning.thresholds.services import CONFIRM_PERMISSION, confirm_thresholds
from templatesapp.admin.base import REASON, SingletonAdmin
from templatesapp.admin.pages import page, show_page

REPORT_PAGE = "learning_threshold_report"
VIEW_PERMISSION = "learning.view_learningsettings"


def _per_cent(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=100, widget=UnfoldAdminIntegerFieldWidget()
    )


class BoundariesForm(forms.Form):
    """Three whole per cents that rise, and why."""

    accepted_below = _per_cent("Accepted below (%)")
    light_edit_below = _per_cent("Light edit below (%)")
    heavy_rewrite_below = _per_cent("Heavy rewrite below (%), wrong letter from here")
    reason = forms.CharField(
        label="What you saw",
        required=False,
        max_length=300,
        help_text="Kept in the history.",
        widget=UnfoldAdminTextInputWidget(),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                edges = {field.name: cleaned[field.name] for field in fields(Boundaries)}
                cleaned["boundaries"] = Boundaries(**edges)
            except ValueError as error:
                raise ValidationError(str(error)) from None
        return cleaned


@admin.register(LearningSettings)
class LearningSettingsAdmin(SingletonAdmin):
    """Boundaries are moved on the report's page, where one sees what they would do."""

    readonly_fields = ["boundaries_shown", "confirmation"]
    fields = [
        "boundaries_shown",
        "confirmation",
        ("points_accepted", "points_light_edit"),
        ("points_heavy_rewrite", "points_wrong_template"),
        "points_became",
        ("window_events", "window_days"),
        ("calibration_minimum", "validation_minimum"),
        ("minimum_evidence", "useful_gain_pct"),
        "holdout_pct",
        ("counts_posted_plans", "waits_for_manager"),
        "change_reason",
    ]
    actions_detail = ["open_report"]

    @display(description="Boundaries")
    def boundaries_shown(self, tuning: LearningSettings) -> str:
        drawn = tuning.boundaries
        return (
            f"accepted below {drawn.accepted_below} %, light edit below "
            f"{drawn.light_edit_below} %, heavy rewrite below {drawn.heavy_rewrite_below} %"
        )

    @display(description="Confirmed")
    def confirmation(self, tuning: LearningSettings) -> str:
        if tuning.confirmed_at is None:
            return "not yet: see the threshold report"
        return (
            f"{timezone.localtime(tuning.confirmed_at):%d %b %Y %H:%M} by "
            f"{tuning.confirmed_by or 'somebody who left'}, on {tuning.confirmed_joined_count} "
            "finished drafts"
        )

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The priors follow what an outcome counts. What the form left alone stays as it is by now:
        boundaries may have been confirmed since. The page holds a transaction."""
        person: Any = request.user
        lock_calibration()
        kept = [f.attname for f in obj._meta.concrete_fields if f.name not in form.changed_data]
        for name, value in LearningSettings.objects.values(*kept).get(pk=obj.pk).items():
            setattr(obj, name, value)
        super().save_model(request, obj, form, change)
        if set(form.changed_data) - {REASON}:
            recompute_priors(reason="learning settings changed", now=timezone.now(), by=person)

    @action(description="Threshold report", url_path="open-report", icon="bar_chart")
    def open_report(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return redirect(f"admin:{REPORT_PAGE}")

    @page("report/", REPORT_PAGE, VIEW_PERMISSION)
    def report_page(self, request: HttpRequest) -> HttpResponse:
        """GET draws the report, with other boundaries where asked; a POST confirms them."""
        is_sent = request.method == "POST" or "accepted_below" in request.GET
        form = BoundariesForm((request.POST or request.GET) if is_sent else None)
        drawn = form.cleaned_data["boundaries"] if form.is_valid() else None
        if request.method == "POST" and drawn is not None:
            return self._confirm(request, drawn, form.cleaned_data["reason"])
        report = threshold_report(now=timezone.now(), boundaries=drawn)
        if not form.is_bound:
            form.initial = asdict(report.gate.tuning.boundaries)
        return show_page(
            request,
            self,
            "admin/learning/threshold_report.html",
            title="Threshold report",
            report=report,
            bars=[(bar, OUTCOME_WORDS[bar.outcome]) for bar in report.bars],
            longest=max((bar.votes for bar in report.bars), default=0),
            outcomes=[*OUTCOME_WORDS.values()],
            reason_rows=[
                (REASON_WORDS[reason], report.reasons[reason], list(counts.values()))
                for reason, counts in report.outcomes_by_reason.items()
            ],
            form=form,
            may_confirm=request.user.has_perm(CONFIRM_PERMISSION),
        )

    def _confirm(self, request: HttpRequest, drawn: Boundaries, reason: str) -> HttpResponse:
        person: Any = request.user
        try:
            confirmation = confirm_thresholds(by=person, boundaries=drawn, reason=reason)
        except DomainError as error:
            messages.error(request, error.detail)
        else:
            done = "moved" if confirmation.has_moved else "confirmed"
            opened = (
                " Calibration and proposals are open; "
                f"{confirmation.proposals} proposals came of earlier rewrites."
                if confirmation.has_opened
                else ""
            )
            messages.success(request, f"Boundaries {done}.{opened}")
        return redirect(f"admin:{REPORT_PAGE}")
