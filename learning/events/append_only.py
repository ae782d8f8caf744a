"""Rows that are written once. The refusal stands in the manager, so no caller can forget it."""

from datetime import datetime
from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(TypeError):
    """An attempt to change or remove a row that is only ever added. A mistake in the program."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Adds and reads; ``remove_for_retention`` is the one way out, named so that it is found."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are never updated.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are only removed by retention.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        self.update()

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> list[Row]:
        if kwargs.get("update_conflicts"):
            self.update()
        return super().bulk_create(objs, *args, **kwargs)

    def set_once(self, **moments: datetime) -> None:
        """Fill moments that are still empty: what came of a row later, so that no read has to look
        for it among all the others. Whatever is set stays."""
        is_empty = {f"{name}__isnull": True for name in moments}
        models.QuerySet.update(self.filter(**is_empty), **moments)

    def remove_for_retention(self) -> int:
        """Delete the rows, for learning.retention alone. Returns how many there were."""
        return super().delete()[0]


class AppendOnlyModel(models.Model):
    """A model whose stored rows refuse ``save`` and ``delete``."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never updated.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{type(self).__name__} rows are only removed by retention.")
