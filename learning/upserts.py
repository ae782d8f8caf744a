"""Rows inserted, or changed where they are known, in one statement.

Written out: ``bulk_create(update_conflicts=True)`` cannot add to a column, and sends SQLite no more
than 999 values at once. A read before the write would let two at once lose a count.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection, models

VALUES_AT_MOST = 32_766  # in a statement: SQLite's bound; PostgreSQL takes twice as many


def upsert(
    rows: Sequence[models.Model],
    *,
    unique: Sequence[str],
    update: Mapping[str, str],
    returning: Sequence[str] = (),
) -> list[tuple[Any, ...]]:
    """Inserts ``rows`` of one model without their keys; where the columns ``unique`` are taken,
    sets ``update``: by column what it becomes, ``{old}`` and ``{new}`` being its two values.

    The columns ``returning`` of each row, in any order. All names are those of our own columns.
    """
    found: list[tuple[Any, ...]] = []
    at_once = VALUES_AT_MOST // len(rows[0]._meta.local_concrete_fields) if rows else 1
    for start in range(0, len(rows), at_once):
        found += _upsert(rows[start : start + at_once], unique, update, returning)
    return found


def _upsert(
    rows: Sequence[models.Model],
    unique: Sequence[str],
    update: Mapping[str, str],
    returning: Sequence[str],
) -> list[tuple[Any, ...]]:
    table, meta = rows[0]._meta.db_table, rows[0]._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(str(field.column) for field in fields)
    place = f"({', '.join(['%s'] * len(fields))})"
    changed = ", ".join(
        f"{name} = {said.format(old=f'{table}.{name}', new=f'excluded.{name}')}"
        for name, said in update.items()
    )
    sql = (
        f"INSERT INTO {table} ({columns}) VALUES {', '.join([place] * len(rows))} "  # noqa: S608
        f"ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {changed}"
    )
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection)
        for row in rows
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} RETURNING {', '.join(returning)}" if returning else sql, values)
        return list(cursor.fetchall()) if returning else []
