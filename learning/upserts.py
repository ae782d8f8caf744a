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
    if not rows:
        return []
    table, meta = rows[0]._meta.db_table, rows[0]._meta
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(str(field.column) for field in fields)
    place = f"({', '.join(['%s'] * len(fields))})"
    changed = ", ".join(
        f"{name} = {said.format(old=f'{table}.{name}', new=f'excluded.{name}')}"
        for name, said in update.items()
    )
    back = f" RETURNING {', '.join(returning)}" if returning else ""
    values = [
        [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
        for row in rows
    ]
    found: list[tuple[Any, ...]] = []
    at_once = VALUES_AT_MOST // len(fields)
    with connection.cursor() as cursor:
        for start in range(0, len(rows), at_once):
            batch = values[start : start + at_once]
            cursor.execute(
                f"INSERT INTO {table} ({columns}) VALUES {', '.join([place] * len(batch))} "  # noqa: S608
                f"ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {changed}{back}",
                [value for row in batch for value in row],
            )
            found += cursor.fetchall() if returning else []
    return found
