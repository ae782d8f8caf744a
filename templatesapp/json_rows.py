"""Rows of several tables in one statement: each a JSON object, since columns need not agree."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import F, QuerySet, Value
from django.db.models.functions import JSONObject


def json_rows(model: type[models.Model], fields: Sequence[str], **filters: Any) -> QuerySet[Any]:
    """``(model name, {field: value})`` of the rows; for ``union(…, all=True)``."""
    row = JSONObject(**{name: F(name) for name in fields})
    rows = model._default_manager.filter(**filters).order_by()
    return rows.values_list(Value(str(model._meta.model_name)), row)


def parsed(value: Any) -> Any:
    """A JSON column inside a JSON object: SQLite hands it over as text."""
    return json.loads(value) if isinstance(value, str) else value
