"""Rows of which there is one: settings that operators tune in the admin, with history."""

from functools import cache
from typing import Any, Self

from django.db import models

from templatesapp.written import Written


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
