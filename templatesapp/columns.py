"""Columns and constraints that many tables have alike, tables of one row, rows with a signed
history; and how rows are inserted or changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import connection, models

from templatesapp.written import Written

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from templatesapp.models import EmailTemplate

PERCENT = [MinValueValidator(0), MaxValueValidator(100)]
VALUES_AT_MOST = 32_766  # in a statement: SQLite's bound; PostgreSQL takes twice as many
M = TypeVar("M", bound=models.Model)


def maybe(
    to: type[M] | str,
    related_name: str,
    help_text: str = "",
    *,
    on_delete: Callable[..., None] = models.SET_NULL,
    **more: Any,
) -> models.ForeignKey[M | None]:
    """Another row, or none: this one stays when that goes, if nothing else is said."""
    more |= {"null": True, "blank": True, "related_name": related_name, "help_text": help_text}
    return models.ForeignKey(to, on_delete, **more)


def person(help_text: str = "", *, editable: bool = True) -> models.ForeignKey[User | None]:
    """Somebody of ours; the row stays when their account goes."""
    return maybe(settings.AUTH_USER_MODEL, "+", help_text, editable=editable)


def one_of(
    choices: type[models.Choices], max_length: int, **options: Any
) -> models.CharField[str, str]:
    """One of the choices, by its stored value."""
    return models.CharField(max_length=max_length, choices=choices.choices, **options)


def listed(help_text: str = "") -> models.JSONField[Any, Any]:
    """A list, empty where nobody said more."""
    return models.JSONField(default=list, blank=True, help_text=help_text)


def whole(
    label: str, default: int, least: int | None, most: int, help_text: str
) -> models.PositiveSmallIntegerField:
    """A whole number between bounds, as operators set it. ``least`` None: the column's own, 0."""
    bounds = [] if least is None else [MinValueValidator(least)]
    return models.PositiveSmallIntegerField(
        label, default=default, validators=[*bounds, MaxValueValidator(most)], help_text=help_text
    )


def is_known(field: str, choices: type[models.Choices], name: str) -> models.CheckConstraint:
    """The database, too, takes nothing but the field's choices."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": choices.values}), name=name)


class Singleton(models.Model):
    """A model with exactly one row, number 1, made with its defaults when first read."""

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="%(app_label)s_%(class)s_is_one")
        ]

    def __str__(self) -> str:
        return str(self._meta.verbose_name).capitalize()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.pk = 1
        super().save(*args, **kwargs)

    @classmethod
    def current(cls) -> Self:
        """The row as stored, or the defaults (unsaved) on a desk where nobody has changed it."""
        return _read(cls).first() or cls(pk=1)


@cache
def _read(model: type[Singleton]) -> Written:
    return Written(lambda: model._default_manager.filter(pk=1))


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
