"""The settings of runs: superusers set everything, managers the threshold, others read."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from unfold.decorators import display
from unfold.widgets import UnfoldAdminTextareaWidget

from drafting.runs import settings_services as services
from drafting.runs.memory import fold_category
from drafting.runs.models import RunSettings
from templatesapp.admin.base import ReasonForm, SingletonAdmin, section
from templatesapp.admin.fields import LinesField


class CategoriesField(LinesField):
    """A list of categories, written one a line."""

    def to_python(self, value: Any) -> list[str]:
        return sorted(set(filter(None, map(fold_category, super().to_python(value)))))


class RunSettingsForm(ReasonForm):
    memory_allow_list = CategoriesField(
        help_text=(
            "One category a line: its proposals may be approved without a person. Suggested: "
            "timezone_preference, scheduling_preference, communication_preference, "
            "availability_pattern."
        ),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
    )

    def clean(self) -> dict[str, Any]:
        """A person who may only move the threshold has no floor in the form: it is the row's."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        threshold = cleaned.get("threshold", self.instance.threshold)
        floor = cleaned.get("threshold_floor", self.instance.threshold_floor)
        moved = {"threshold", "threshold_floor"} & set(self.changed_data)
        wrong = services.check_threshold(threshold, floor, moved=moved) if moved else {}
        if wrong and not self.errors:
            raise ValidationError(wrong)
        return cleaned


@admin.register(RunSettings)
class RunSettingsAdmin(SingletonAdmin):
    """Every change is the service's; the page says so where the environment goes before it."""

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
        return bool(services.changeable_fields(request.user))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        allowed = services.changeable_fields(request.user)
        told = (name for name in services.SETTINGS_FIELDS if name not in allowed)
        return ["environment", *told]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        shown = list(self.fieldsets)
        if not services.environment_values() and not settings.AUTO_SEND_REVISION_DISABLED:
            shown = shown[1:]
        return shown if services.changeable_fields(request.user) else shown[:-1]

    @display(description="From the environment")
    def environment(self, row: RunSettings) -> str:
        """What of this page does not count at the moment, and why."""
        is_off, values = settings.AUTO_SEND_REVISION_DISABLED, services.environment_values()
        told = ["AUTO_SEND_REVISION_DISABLED: no run revises."] if is_off else []
        for name, field in services.ENVIRONMENT_FIELDS.items():
            if field in values:
                label = str(RunSettings._meta.get_field(field).verbose_name)  # type: ignore[union-attr]
                told.append(f"{name}: {label} is {values[field]}, whatever stands here.")
        return " ".join(told)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        person: Any = request.user
        changed = [name for name in form.changed_data if name in services.SETTINGS_FIELDS]
        if changed:
            services.change_run_settings(
                fields={name: form.cleaned_data[name] for name in changed},
                by=person,
                reason=form.cleaned_data.get("change_reason") or "edited in the admin",
            )
