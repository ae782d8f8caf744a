"""Changes the settings of runs, and reads what holds beside the environment's."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from config.errors import DomainError, invalid
from drafting.runs.models import RunSettings

THRESHOLD_PERMISSION = "drafting.change_run_threshold"
SETTINGS_FIELDS = tuple(field.name for field in RunSettings._meta.fields if field.name != "id")
# Setting of the environment -> the field that it goes before.
ENVIRONMENT_FIELDS = {
    "AUTO_SEND_REVISION_LOOP_TIMEOUT_MS": "time_budget_ms",
    "AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS": "token_budget",
    "DRAFT_PIPELINE_RUN_RETENTION_DAYS": "retention_days",
}
_OF_NO_RUN = {"memory_allow_list", "retention_days"}  # no matter of a single run


def current_run_settings() -> dict[str, Any]:
    """``DraftRun.settings`` of a run that begins now; the environment goes before the row."""
    values = _values_in_force() | {"is_globally_disabled": settings.AUTO_SEND_REVISION_DISABLED}
    return {name: value for name, value in values.items() if name not in _OF_NO_RUN}


def run_retention_days() -> int:
    """Days for which ended runs are kept; at least 1."""
    return int(_values_in_force()["retention_days"])


def environment_values() -> dict[str, int]:
    """By field, the values of the environment that go before those of the row."""
    found = {field: getattr(settings, name) for name, field in ENVIRONMENT_FIELDS.items()}
    return {field: value for field, value in found.items() if value is not None}


def changeable_fields(by: Any) -> tuple[str, ...]:
    """What this person may change: everything, the threshold, or nothing."""
    if by.is_active and by.is_superuser:
        return SETTINGS_FIELDS
    return ("threshold",) if by.has_perm(THRESHOLD_PERMISSION) else ()


def change_run_settings(*, fields: Mapping[str, Any], by: User, reason: str) -> RunSettings:
    """Change settings for the runs that begin from now on; writes history where one differs.

    Superusers change everything; who may set the threshold, only that. The form has checked each
    value. Raises permission_denied, and validation_error for a threshold below the floor: somebody
    may have moved the other one since.
    """
    if not fields.keys() <= set(changeable_fields(by)):
        raise DomainError("permission_denied", "You may not change these settings of runs.")
    with transaction.atomic():
        # Made where it is missing, without a history row: its defaults say nothing.
        RunSettings.objects.bulk_create([RunSettings(pk=1)], ignore_conflicts=True)
        row = RunSettings.objects.select_for_update().get(pk=1)
        changed = {name: value for name, value in fields.items() if getattr(row, name) != value}
        if not changed:
            return row
        for name, value in changed.items():
            setattr(row, name, value)
        if row.threshold < row.threshold_floor:
            raise invalid("threshold", row.below_floor)
        row.save_signed(by=by, reason=reason or "run settings changed")
    return row


def _values_in_force() -> dict[str, Any]:
    row = RunSettings.current()
    return {name: getattr(row, name) for name in SETTINGS_FIELDS} | environment_values()
