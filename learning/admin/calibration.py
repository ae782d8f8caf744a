"""Priors and calibrations in the admin, the settings of learning, and the report on which a manager
confirms the boundaries. Everything here calls a service."""

from dataclasses import asdict, fields
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from config.errors import DomainError
from learning.calibration import services
from learning.calibration.cells import each_letter_once
from learning.calibration.models import CalibrationRun, IgnoredAgent, TemplatePrior
from learning.calibration.services import CALIBRATE_PERMISSION, lock_calibration, recompute_priors
from learning.events.choices import OUTCOME_WORDS, REASON_WORDS, Boundaries
from learning.events.models import RefinementEvent
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import threshold_report
from learning.thresholds.services import CONFIRM_PERMISSION, confirm_thresholds
from templatesapp.admin.base import REASON, ReadOnlyAdmin, SingletonAdmin, column, tagged, words_of
from templatesapp.admin.pages import StaffRequest, done_to_each, leads_to, page, show_page
from templatesapp.times import time_shown

CALIBRATE_PAGE = "learning_calibrate"
REPORT_PAGE = "learning_threshold_report"
VIEW_PERMISSION = "learning.view_learningsettings"
_COLOURS = words_of("learning")["calibrationrun"]["colours"]


def counted_kinds(excluded: dict[str, int]) -> str:
    """ "3 composite, 1 wrong letter"; kinds without a draft are not named."""
    words = {kind: OUTCOME_WORDS.get(kind, kind).lower().replace("_", " ") for kind in excluded}
    named = [f"{count} {words[kind]}" for kind, count in excluded.items() if count]
    return ", ".join(named) or "nothing"


class CalibratingAdmin(ReadOnlyAdmin):
    """A list with the way to "Calibrate now"."""

    actions_list = ["calibrate_now"]
    calibrate_now = leads_to(CALIBRATE_PAGE, "Calibrate now", "tune", "calibrate")

    def has_calibrate_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(CALIBRATE_PERMISSION)


@admin.register(TemplatePrior)
class TemplatePriorAdmin(CalibratingAdmin):
    list_display = ["learned_for", "template", "bonus", "events", "outcomes"]
    list_select_related = ["template"]
    list_filter = ["scenario_category", "template__language"]
    search_fields = ["template__template_id", "template__subject", "topic"]
    actions = ["forget"]

    @display(description="Scenario or topic", ordering="scenario_category")
    def learned_for(self, prior: TemplatePrior) -> str:
        if prior.topic:
            return f"mails on {prior.topic}"
        return prior.get_scenario_category_display() or "mails of no scenario"

    @display(description="Points", ordering="delta", label=_COLOURS)
    def bonus(self, prior: TemplatePrior) -> tuple[str, str]:
        sign = "raised" if prior.delta > 0 else "lowered" if prior.delta < 0 else "even"
        return sign, f"{prior.delta:+}" if prior.delta else "0"

    events = column("Events", "sample_size")
    outcomes = column("Outcomes", "outcomes", counted_kinds, ordering=None)

    @action(
        description="Rebuilt deliberately: forget what was learned of these letters",
        permissions=["calibrate"],
    )
    def forget(self, request: StaffRequest, queryset: QuerySet[TemplatePrior]) -> None:
        # A template once, however many of its priors were selected.
        for template in {prior.template_id: prior.template for prior in queryset}.values():
            revised = services.open_learning_epoch(
                template=template, by=request.user, now=timezone.now()
            )
            messages.success(request, f"{template}: learning epoch {revised.learning_epoch}.")


@admin.register(CalibrationRun)
class CalibrationRunAdmin(CalibratingAdmin):
    list_display = [
        *("when", "kind_label", "who", "reason", "taken_until"),
        *("new_events", "events_used", "change_count", "is_undone"),
    ]
    list_select_related = ["person"]
    list_filter = ["kind", "is_undone"]
    search_fields = ["reason", "agent"]
    date_hierarchy = "created_at"
    actions = ["undo"]
    fields = [
        ("created_at", "kind", "is_undone"),
        ("who", "reason"),
        ("former_cut_off", "cut_off"),
        ("joined_since_last", "events_used"),
        "left_out",
        "proved",
        "kept_back",
        "preferences",
    ]
    readonly_fields = ["who", "left_out", "proved", "kept_back", "preferences"]

    when = column("When", "created_at", time_shown)
    taken_until = column("Events until", "cut_off", time_shown)
    new_events = column("New events", "joined_since_last")
    left_out = column("Left out", "excluded", counted_kinds, ordering=None)
    kind_label = tagged("What", "kind", _COLOURS, ordering=None)

    @display(description="Who")
    def who(self, run: CalibrationRun) -> str:
        if run.person is not None:
            return run.person.get_username()
        return run.agent or "the desk"

    @display(description="Changed")
    def change_count(self, run: CalibrationRun) -> int:
        return len(prior_rows(run))

    @display(description="Tried on mail of late")
    def proved(self, run: CalibrationRun) -> str:
        """What would have been chosen, scenario by scenario, beside nothing learned."""
        if not run.proof.get("tried"):
            return "–"
        return render_to_string("admin/learning/proof.html", {"proof": run.proof})

    @display(description="Held back")
    def kept_back(self, run: CalibrationRun) -> str:
        rows = [
            f"{row['template_id']} in {context_shown(row)}"
            f" ({row['delta']:+} → {row.get('left', 0.0):+})"
            for row in run.held_back
        ]
        return f"{', '.join(rows)}: chose worse" if rows else "nothing"

    @display(description="Changed preferences")
    def preferences(self, run: CalibrationRun) -> str:
        return render_to_string("admin/learning/prior_changes.html", {"rows": prior_rows(run)})

    @action(description="Undo the selected calibration", permissions=["calibrate"])
    def undo(self, request: StaffRequest, queryset: QuerySet[CalibrationRun]) -> None:
        def act(run: CalibrationRun) -> object:
            return services.undo_calibration(run_id=run.pk, by=request.user, now=timezone.now())

        # The newest first: one calibration can only be undone after those that followed it.
        for run, _ in done_to_each(request, queryset.order_by("-id"), act):
            messages.success(request, f"{run}: undone.")

    @page("calibrate/", CALIBRATE_PAGE, CALIBRATE_PERMISSION)
    def calibrate_page(self, request: StaffRequest) -> HttpResponse:
        """What a calibration now would do; a POST does it."""
        is_wanted = request.method == "POST"
        result = services.calibrate(by=request.user, now=timezone.now(), dry_run=not is_wanted)
        changed = each_letter_once(result.changed)
        if is_wanted:
            if result.status == "calibrated":
                messages.success(
                    request,
                    f"Calibrated: {result.joined_since_last} new finished drafts,"
                    f" {result.events_used} used, {len(changed)} preferences changed.",
                )
            else:
                messages.warning(request, f"Not calibrated: {result.waiting_for}.")
            return redirect("admin:learning_calibrationrun_changelist")
        return show_page(
            request,
            self,
            "admin/learning/calibrate.html",
            title="Calibrate now",
            result=result,
            rows=[prior_row(row, row["before"], row["after"]) for row in changed],
            left_out=counted_kinds(result.excluded),
        )


class IgnoredAgentForm(forms.ModelForm):
    def clean_agent(self) -> str:
        agent: str = self.cleaned_data["agent"]
        if IgnoredAgent.objects.filter(agent=agent, taken_back_at=None).exists():
            raise forms.ValidationError(f"{agent} is ignored already.")
        return agent


@admin.register(IgnoredAgent)
class IgnoredAgentAdmin(CalibratingAdmin):
    """Keys whose word counts no more. A row is added, and taken back; it is never edited."""

    form = IgnoredAgentForm
    list_display = ["agent", "since", "reason", "person", "taken_back_at", "taken_back_by"]
    list_select_related = ["person", "taken_back_by"]
    fields = ["agent", "since", "reason"]
    actions = ["take_back"]
    actions_list: list[str] = []

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_calibrate_permission(request)

    def save_model(self, request: StaffRequest, obj: Any, form: Any, change: bool) -> None:
        said = {name: getattr(obj, name) for name in self.fields}
        obj.pk = services.ignore_agent(**said, by=request.user, now=timezone.now()).pk
        own = RefinementEvent.objects.filter(agent=obj.agent, staff="", created_at__gte=obj.since)
        if count := own.count():
            messages.success(request, f"Words of {obj.agent} that count no more: {count}.")
        else:
            asked = f"{obj.agent} has said nothing since then. Is this the key's prefix?"
            messages.warning(request, asked)

    @action(description="Let the selected keys count again", permissions=["calibrate"])
    def take_back(self, request: StaffRequest, queryset: QuerySet[IgnoredAgent]) -> None:
        def act(row: IgnoredAgent) -> None:
            services.take_back_ignoring(row=row, by=request.user, now=timezone.now())

        for row, _ in done_to_each(request, queryset, act):
            messages.success(request, f"{row.agent} counts again.")


def prior_rows(run: CalibrationRun) -> list[dict[str, Any]]:
    """Every prior that a run changed, before and after it."""
    before, after = (
        {(context_shown(row), row["template_id"]): row for row in each_letter_once(kept)}
        for kept in (run.before, run.after)
    )
    rows = [
        prior_row(named, *(kept.get(cell, {}).get("delta") for kept in (before, after)))
        for cell, named in sorted((before | after).items())
    ]
    return [row for row in rows if row["step"]]


def prior_row(named: dict[str, Any], before: float | None, after: float | None) -> dict[str, Any]:
    """One line of the table of changes; no prior counts as 0."""
    return {
        "scenario": context_shown(named),
        "template": named["template_id"],
        "before": before,
        "after": after,
        "step": (after or 0.0) - (before or 0.0),
    }


def context_shown(row: dict[str, Any]) -> str:
    """The scenario of a prior in a run, or what mails ask; runs of before name no topic."""
    return row["scenario_category"] or f"mails on {row['topic']}"


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
    open_report = leads_to(REPORT_PAGE, "Threshold report", "bar_chart")

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

    def save_model(self, request: StaffRequest, obj: Any, form: Any, change: bool) -> None:
        """The priors follow what an outcome counts. What the form left alone stays as it is by now:
        boundaries may have been confirmed since. The page holds a transaction."""
        lock_calibration()
        kept = [f.attname for f in obj._meta.concrete_fields if f.name not in form.changed_data]
        for name, value in LearningSettings.objects.values(*kept).get(pk=obj.pk).items():
            setattr(obj, name, value)
        super().save_model(request, obj, form, change)
        if set(form.changed_data) - {REASON}:
            reason = "learning settings changed"
            recompute_priors(reason=reason, now=timezone.now(), by=request.user)

    @page("report/", REPORT_PAGE, VIEW_PERMISSION)
    def report_page(self, request: StaffRequest) -> HttpResponse:
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

    def _confirm(self, request: StaffRequest, drawn: Boundaries, reason: str) -> HttpResponse:
        try:
            confirmation = confirm_thresholds(by=request.user, boundaries=drawn, reason=reason)
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
