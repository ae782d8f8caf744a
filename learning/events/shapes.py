"""The three things a draft's events can be, in the columns of ``EventAggregate``.

Each column is annotated as ``as_<name>``: some names are those of event fields already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    DateField,
    F,
    IntegerField,
    QuerySet,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Greatest, TruncMonth

from learning.events.choices import Kind
from learning.events.expressions import distance_tenths_expression, whole_distance_expression
from learning.events.outcomes import Reason
from learning.events.selectors import (
    kind_expression,
    lone_refinements,
    lone_selections,
    pair_source_expression,
    pairs,
)

KEY_COLUMNS = (
    "month",
    "kind",
    "scenario_category",
    "template_key",
    "template_text_hash",
    "learning_epoch",
    "whole_distance_pct",
    "category_mismatch",
    "rewrite_reason",
    "source",
)
SUM_COLUMNS = ("draft_count", "attempt_count", "unchanged_count", "distance_tenths_sum")

_MONTH = TruncMonth("created_at", output_field=DateField())


def pair_rows(draft_ids: Sequence[UUID]) -> QuerySet[Any, Any]:
    """Drafts that were selected for and refined: by their last attempt."""
    return _shaped(
        pairs().filter(draft_id__in=draft_ids),
        kind=kind_expression(sources=None),
        scenario_category=F("scenario_category"),
        template_key=Coalesce(F("template_id"), Value(0)),
        template_text_hash=F("template_text_hash"),
        learning_epoch=Coalesce(F("learning_epoch"), Value(0)),
        source=pair_source_expression(),
        **_refinement_columns(),
    )


def lone_selection_rows(draft_ids: Sequence[UUID]) -> QuerySet[Any, Any]:
    """Drafts that nobody refined: what was picked, and no distance."""
    return _shaped(
        lone_selections().filter(draft_id__in=draft_ids),
        kind=Value(Kind.SELECTION_WITHOUT_REFINEMENT.value),
        scenario_category=F("scenario_category"),
        template_key=Coalesce(F("template_id"), Value(0)),
        template_text_hash=F("template_text_hash"),
        learning_epoch=Coalesce(F("learning_epoch"), Value(0)),
        source=F("source"),
        attempt_count=Value(0),
    )


def lone_refinement_rows(draft_ids: Sequence[UUID]) -> QuerySet[Any, Any]:
    """Drafts that nobody knows: by the last attempt at them, with no scenario or template."""
    return _shaped(
        lone_refinements().filter(draft_id__in=draft_ids),
        kind=Value(Kind.REFINEMENT_WITHOUT_SELECTION.value),
        source=F("source"),
        **_refinement_columns(),
    )


def _refinement_columns() -> dict[str, Any]:
    return {
        "whole_distance_pct": whole_distance_expression(),
        "category_mismatch": F("category_mismatch"),
        "rewrite_reason": F("rewrite_reason"),
        # Attempts are counted without a gap; the one at an unknown draft is attempt 0.
        "attempt_count": Greatest(F("attempt"), Value(1)),
        "unchanged_count": Case(
            When(refinement_applied=False, then=Value(1)),
            default=Value(0),
            output_field=IntegerField(),
        ),
        "distance_tenths_sum": distance_tenths_expression(),
    }


def _shaped(rows: QuerySet[Any], **columns: Any) -> QuerySet[Any, Any]:
    defaults: dict[str, Any] = {
        "month": _MONTH,
        "scenario_category": Value("", output_field=CharField()),
        "template_key": Value(0),
        "template_text_hash": Value("", output_field=CharField()),
        "learning_epoch": Value(0),
        "whole_distance_pct": Value(0),
        "category_mismatch": Value(False, output_field=BooleanField()),
        "rewrite_reason": Value(Reason.NONE.value, output_field=CharField()),
        "draft_count": Value(1),
        "unchanged_count": Value(0),
        "distance_tenths_sum": Value(0),
    }
    shaped = {f"as_{name}": value for name, value in (defaults | columns).items()}
    return rows.annotate(**shaped).values(*shaped)
