"""Columns and constraints that many tables have alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

if TYPE_CHECKING:
    from django.contrib.auth.models import User

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
