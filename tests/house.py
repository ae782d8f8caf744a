"""The sample house's rows, as they stand in its files, and a sample desk made of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

from drafting.desk.house import FOLDER, load_sample, read_rows
from templatesapp.models import CatalogueVersion

Stored = dict[type[Model], list[tuple[Any, ...]]]


def sample_rows(name: str) -> list[dict[str, Any]]:
    return read_rows(FOLDER, name)


# The house writes fewer languages than the desk reads.
LANGUAGES = tuple(sorted({row["language"] for row in sample_rows("templates")}))


def load_sample_anew() -> None:
    """``load_sample --sample-desk`` on an empty desk, for tests that are about something else.

    A process loads it once, over a second, with its checks and its history; then the rows that it
    left are written again as they were."""
    if connection.vendor != "sqlite":
        load_sample(is_sample_desk=True)
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for model, rows in _left_by_loading().items():
            names, places = ", ".join(_columns(model)), ", ".join(["%s"] * len(rows[0]))
            table = model._meta.db_table
            cursor.executemany(f"REPLACE INTO {table} ({names}) VALUES ({places})", rows)  # noqa: S608


@cache
def _left_by_loading() -> Stored:
    """What stands then in the tables that it wrote; the desk is left as empty as it was."""
    with transaction.atomic():
        before = _stored()
        load_sample(is_sample_desk=True)
        loaded = {model: rows for model, rows in _stored().items() if rows != before[model]}
        assert not any(before[model] for model in loaded if model is not CatalogueVersion)
        transaction.set_rollback(True)
    return loaded


def _stored() -> Stored:
    found: Stored = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            # As they are stored: of a column with a plus nobody knows of what type it is.
            names = ", ".join(f"+{name}" for name in _columns(model))
            cursor.execute(f"SELECT {names} FROM {model._meta.db_table}")  # noqa: S608
            found[model] = cursor.fetchall()
    return found


def _columns(model: type[Model]) -> list[str]:
    return [connection.ops.quote_name(field.column) for field in model._meta.concrete_fields]
