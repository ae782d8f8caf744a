"""Columns and constraints that many tables have alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def person(help_text: str = "", *, editable: bool = True) -> models.ForeignKey[User | None]:
    """Somebody of ours; the row stays when their account goes."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        editable=editable,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text=help_text,
    )


def is_known(field: str, choices: type[models.Choices], name: str) -> models.CheckConstraint:
    """The database, too, takes nothing but the field's choices."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": choices.values}), name=name)
