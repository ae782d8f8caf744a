"""Reads the settings of runs that hold: the row's, and before them the environment's."""

from typing import Any

from django.conf import settings

from drafting.runs.models import RunSettings

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


def _values_in_force() -> dict[str, Any]:
    row = RunSettings.current()
    return {name: getattr(row, name) for name in SETTINGS_FIELDS} | environment_values()
