"""The settings of runs: who may change what, and what holds once the environment has its say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from config.errors import DomainError, invalid
from drafting.runs.memory.texts import fold_category
from drafting.runs.models import RunSettings

THRESHOLD_PERMISSION = "drafting.change_run_threshold"
MANAGED_FIELDS = ("threshold",)
SETTINGS_FIELDS = tuple(field.name for field in RunSettings._meta.fields if field.name != "id")
# Setting of the environment -> the field that it goes before.
ENVIRONMENT_FIELDS = {
    "AUTO_SEND_REVISION_LOOP_TIMEOUT_MS": "time_budget_ms",
    "AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS": "token_budget",
    "DRAFT_PIPELINE_RUN_RETENTION_DAYS": "retention_days",
}
# What a run keeps of the settings; the rest is no matter of a single run.
_KEPT_BY_RUNS = (
    "is_revision_enabled",
    "is_automatic_release",
    "model_name",
    "reasoning_effort",
    "max_iterations",
    "threshold",
    "threshold_floor",
    "loop_places",
)


def current_run_settings() -> dict[str, Any]:
    """``DraftRun.settings`` of a run that begins now; the environment goes before the row."""
    row = RunSettings.current()
    return {name: getattr(row, name) for name in _KEPT_BY_RUNS} | {
        "is_globally_disabled": is_globally_disabled(),
        "time_budget_ms": _in_force(row, "time_budget_ms"),
        "token_budget": _in_force(row, "token_budget"),
    }


def is_globally_disabled() -> bool:
    """The kill switch of the environment. It counts at once, also for runs that have begun."""
    return bool(settings.AUTO_SEND_REVISION_DISABLED)


def run_retention_days() -> int:
    """Days for which ended runs are kept; at least 1."""
    return int(_in_force(RunSettings.current(), "retention_days"))


def environment_values() -> dict[str, int]:
    """By field, the values of the environment that go before those of the row."""
    found = {field: getattr(settings, name) for name, field in ENVIRONMENT_FIELDS.items()}
    return {field: value for field, value in found.items() if value is not None}


def changeable_fields(by: Any) -> tuple[str, ...]:
    """What this person may change: everything, the threshold, or nothing."""
    if by.is_active and by.is_superuser:
        return SETTINGS_FIELDS
    return MANAGED_FIELDS if by.has_perm(THRESHOLD_PERMISSION) else ()


def change_run_settings(*, fields: Mapping[str, Any], by: User, reason: str) -> RunSettings:
    """Change settings for the runs that begin from now on; writes history where one differs.

    Superusers change everything; who may set the threshold, only that, between the floor and 1.
    Raises permission_denied; validation_error by field for a value out of range, a threshold and a
    floor that do not go together, or a field that is not one of these settings.
    """
    _refuse_fields(fields, by)
    with transaction.atomic():
        # Made where it is missing, without a history row: its defaults say nothing.
        RunSettings.objects.bulk_create([RunSettings(pk=1)], ignore_conflicts=True)
        row = RunSettings.objects.select_for_update().get(pk=1)
        wanted = {name: _tidied(name, value) for name, value in fields.items()}
        changed = {name: value for name, value in wanted.items() if getattr(row, name) != value}
        if not changed:
            return row
        for name, value in changed.items():
            setattr(row, name, value)
        _check(row, changed)
        row._history_user = by  # type: ignore[attr-defined]
        row._change_reason = reason or "run settings changed"  # type: ignore[attr-defined]
        row.save()
    return row


def check_threshold(
    threshold: float, floor: float, *, has_moved_floor: bool = False
) -> dict[str, str]:
    """What is wrong with the two together, by the field that would have to give way."""
    if threshold >= floor:  # false for nan, which passes every other bound
        return {}
    if has_moved_floor:
        said = f"The threshold is {threshold:g}: lower the floor, or raise the threshold with it."
        return {"threshold_floor": said}
    return {"threshold": f"Not below the floor of {floor:g}."}


def _refuse_fields(fields: Mapping[str, Any], by: User) -> None:
    allowed = changeable_fields(by)
    if not allowed:
        raise DomainError("permission_denied", "You may not change the settings of runs.")
    if unknown := sorted(set(fields) - set(SETTINGS_FIELDS)):
        raise DomainError(
            "validation_error",
            f"Not changed here: {', '.join(unknown)}.",
            fields={name: ["There is no such setting."] for name in unknown},
        )
    if set(fields) - set(allowed):
        raise DomainError("permission_denied", "Only superusers change more than the threshold.")


def _tidied(name: str, value: Any) -> Any:
    if name != "memory_allow_list" or not isinstance(value, list):
        return value
    folded = [fold_category(item) if isinstance(item, str) else item for item in value]
    return folded if not all(isinstance(item, str) for item in folded) else sorted(set(folded))


def _check(row: RunSettings, changed: Mapping[str, Any]) -> None:
    try:
        row.full_clean(exclude=["id"], validate_constraints=False)
    except ValidationError as error:
        raise DomainError(
            "validation_error", "; ".join(error.messages), fields=error.message_dict
        ) from error
    has_moved_floor = "threshold_floor" in changed and "threshold" not in changed
    for name, said in check_threshold(
        row.threshold, row.threshold_floor, has_moved_floor=has_moved_floor
    ).items():
        raise invalid(name, said)


def _in_force(row: RunSettings, field: str) -> Any:
    return environment_values().get(field, getattr(row, field))
