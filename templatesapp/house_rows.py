"""Rows of a house's files: of which model they are, what names one, which keys it may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from templatesapp.models import KnowledgeItem, PolicyRule, PropertyFact

Row = dict[str, Any]
LISTS: dict[str, tuple[type[models.Model], tuple[str, ...]]] = {
    "facts": (PropertyFact, ("name",)),
    "policies": (PolicyRule, ("key",)),
    "knowledge": (KnowledgeItem, ("key", "language")),
}
# Who promoted an answer is a person of this desk.
_OF_THE_DESK = frozenset({"id", "promoted_by", "promoted_at"})


def settable_fields(model: type[models.Model]) -> list[str]:
    """What a file may say, in the model's order."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if field.editable and field.name not in _OF_THE_DESK and not field.primary_key
    ]


def stored_rows(name: str) -> list[Row]:
    """The desk's rows of a list, by their key."""
    model, key = LISTS[name]
    fields = settable_fields(model)
    return [row_of(item, fields) for item in model._default_manager.order_by(*key)]


def row_of(item: models.Model, names: Sequence[str]) -> Row:
    return {name: getattr(item, name) for name in names}


def field_problems(
    model: type[models.Model], row: Mapping[str, Any], known: Sequence[str]
) -> list[str]:
    """What is wrong in one row by itself: keys that are not ``known``, values of another kind."""
    if unknown := [name for name in row if name not in known]:
        return [f"Unknown key '{name}'." for name in unknown]
    try:
        model(**row).clean_fields()
    except ValidationError as error:
        return [f"{name}: {' '.join(found)}" for name, found in error.message_dict.items()]
    return []
