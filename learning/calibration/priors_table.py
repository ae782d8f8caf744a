"""Priors by cell: read from the table, written back where they differ, kept in a run's JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from learning.calibration.models import COUNT_FIELDS, VALUE_FIELDS, Cell, TemplatePrior
from learning.upserts import upsert
from templatesapp.models import EmailTemplate

Cells = Mapping[Cell, TemplatePrior]


def read_cells() -> dict[Cell, TemplatePrior]:
    """The stored priors with their templates. One query."""
    priors = TemplatePrior.objects.select_related("template").defer("template__body")
    return {prior.cell: prior for prior in priors}


def differing(before: Cells, after: Cells) -> list[TemplatePrior]:
    """Priors of ``after`` that ``before`` has not, or has otherwise."""
    return [
        prior
        for cell, prior in after.items()
        if cell not in before or before[cell].values != prior.values
    ]


def write_cells(*, before: Cells, after: Cells) -> None:
    """Make the table say ``after``; rows that stay the same are not written. Two queries, a
    further one for each 2 500 rows or so.

    Needs the calibration lock, under which ``before`` was read.
    """
    gone = [prior.pk for cell, prior in before.items() if cell not in after]
    TemplatePrior.objects.filter(pk__in=gone).delete()
    upsert(
        differing(before, after),
        unique=("scenario_category", "topic", "template_id"),
        update=dict.fromkeys(VALUE_FIELDS, "{new}"),
    )


def changed_deltas(before: Cells, after: Cells) -> list[dict[str, Any]]:
    """``changed`` of a calibration: cells whose delta moves, no prior being 0."""
    rows = []
    for cell, prior in sorted({**before, **after}.items()):
        old, new = (cells[cell].delta if cell in cells else Decimal(0) for cells in (before, after))
        if old != new:
            row = prior.as_row()
            named = {n: row[n] for n in ("scenario_category", "topic", "template_id", "language")}
            rows.append(named | {"before": float(old), "after": float(new)})
    return rows


def cells_to_json(cells: Cells) -> list[dict[str, Any]]:
    """The priors as a run keeps them, with the templates' names of that day."""
    return [{"template_key": key} | prior.as_row() for (_, key), prior in sorted(cells.items())]


def cells_from_json(rows: Iterable[Mapping[str, Any]]) -> dict[Cell, TemplatePrior]:
    """The inverse of ``cells_to_json``; runs of before name no topic. One query."""
    templates = EmailTemplate.objects.in_bulk([row["template_key"] for row in rows])
    priors = [
        TemplatePrior(
            scenario_category=row["scenario_category"],
            topic=row.get("topic", ""),
            template=templates[row["template_key"]],
            delta=Decimal(str(row["delta"])),
            sample_size=row["sample_size"],
            **{name: row["outcomes"][outcome] for outcome, name in COUNT_FIELDS.items()},
        )
        for row in rows
    ]
    return {prior.cell: prior for prior in priors}
