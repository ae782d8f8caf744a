"""Columns that learning's tables share, and how their rows are inserted or changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import connection, models

from templatesapp.columns import maybe

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from templatesapp.models import EmailTemplate

PERCENT = [MinValueValidator(0), MaxValueValidator(100)]
VALUES_AT_MOST = 32_766  # in a statement: SQLite's bound; PostgreSQL takes twice as many


def letter(
    help_text: str, related_name: str = "+", *, on_delete: Any = models.PROTECT, **more: Any
) -> models.ForeignKey[EmailTemplate | None]:
    to = "templatesapp.EmailTemplate"
    return maybe(to, related_name, help_text, on_delete=on_delete, **more)


class Signed(models.Model):
    """A row whose history says who changed it and why."""

    # simple-history reads them.
    _history_user: User | None
    _change_reason: str

    class Meta:
        abstract = True

    def save_signed(
        self, *, by: User | None, reason: str, fields: Sequence[str] | None = None
    ) -> None:
        self._history_user = by
        self._change_reason = reason
        self.save(update_fields=fields)


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
    Written out: ``bulk_create(update_conflicts=True)`` cannot add to a column, and sends SQLite no
    more than 999 values at once. A read before the write would let two at once lose a count.
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
