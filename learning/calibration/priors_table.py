"""Priors as values: read from the table, written back where they differ, kept in a run's JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from operator import itemgetter
from typing import Any

from learning.calibration.cells import Cell, CellPrior
from learning.calibration.context import context_of, scenario_of, topic_of
from learning.calibration.models import TemplatePrior
from learning.events.outcomes import Outcome
from templatesapp.models import EmailTemplate

_COUNT_FIELDS = {
    Outcome.ACCEPTED.value: "accepted_count",
    Outcome.LIGHT_EDIT.value: "light_edit_count",
    Outcome.HEAVY_REWRITE.value: "heavy_rewrite_count",
    Outcome.WRONG_TEMPLATE.value: "wrong_template_count",
}
_NAME_FIELDS = ("pk", "template_id", "language")
_VALUE_FIELDS = ["delta", "sample_size", *_COUNT_FIELDS.values()]


def read_cells() -> dict[Cell, CellPrior]:
    """The stored priors. One query."""
    return {
        _cell(row): CellPrior(
            context=row.context,
            template_key=row.template_id,
            delta=row.delta,
            sample_size=row.sample_size,
            outcomes=outcome_counts(row),
        )
        for row in TemplatePrior.objects.all()
    }


def outcome_counts(prior: TemplatePrior) -> dict[str, int]:
    return {outcome: getattr(prior, name) for outcome, name in _COUNT_FIELDS.items()}


def write_cells(*, before: Mapping[Cell, CellPrior], after: Mapping[Cell, CellPrior]) -> None:
    """Make the table say ``after``; rows that stay the same are not written. Four queries at most.

    Needs the calibration lock, under which ``before`` was read.
    """
    rows = {_cell(row): row for row in TemplatePrior.objects.all()}
    gone = [row.pk for cell, row in rows.items() if cell not in after]
    if gone:
        TemplatePrior.objects.filter(pk__in=gone).delete()
    created = [_filled(TemplatePrior(), prior) for cell, prior in after.items() if cell not in rows]
    TemplatePrior.objects.bulk_create(created, batch_size=500)
    changed = [
        _filled(rows[cell], prior)
        for cell, prior in after.items()
        if cell in rows and before.get(cell) != prior
    ]
    TemplatePrior.objects.bulk_update(changed, _VALUE_FIELDS, batch_size=500)


def changed_deltas(
    before: Mapping[Cell, CellPrior], after: Mapping[Cell, CellPrior]
) -> list[dict[str, Any]]:
    """``changed`` of a calibration: cells whose delta moves, no prior being 0. One query."""
    moved = [
        cell for cell in sorted({*before, *after}) if _delta(before, cell) != _delta(after, cell)
    ]
    names = _template_names(key for _, key in moved)
    return [
        {
            "scenario_category": scenario_of(context),
            "topic": topic_of(context),
            "template_id": names[key][0],
            "language": names[key][1],
            "before": float(_delta(before, (context, key))),
            "after": float(_delta(after, (context, key))),
        }
        for context, key in moved
    ]


def cells_to_json(cells: Mapping[Cell, CellPrior]) -> list[dict[str, Any]]:
    """The priors as a run keeps them, with the templates' names of that day. One query."""
    names = _template_names(key for _, key in cells)
    return [
        {
            "scenario_category": prior.scenario_category,
            "topic": prior.topic,
            "template_key": key,
            "template_id": names[key][0],
            "language": names[key][1],
            "delta": float(prior.delta),
            "sample_size": prior.sample_size,
            "outcomes": dict(prior.outcomes),
        }
        for (_, key), prior in sorted(cells.items(), key=itemgetter(0))
    ]


def cells_from_json(rows: Iterable[Mapping[str, Any]]) -> dict[Cell, CellPrior]:
    """The inverse of ``cells_to_json``; runs of before name no topic."""
    priors = (
        CellPrior(
            context=context_of(row["scenario_category"], row.get("topic", "")),
            template_key=row["template_key"],
            delta=Decimal(str(row["delta"])),
            sample_size=row["sample_size"],
            outcomes=dict(row["outcomes"]),
        )
        for row in rows
    )
    return {prior.cell: prior for prior in priors}


def _cell(row: TemplatePrior) -> Cell:
    return row.context, row.template_id


def _delta(cells: Mapping[Cell, CellPrior], cell: Cell) -> Decimal:
    return cells[cell].delta if cell in cells else Decimal(0)


def _filled(row: TemplatePrior, prior: CellPrior) -> TemplatePrior:
    row.scenario_category, row.topic = prior.scenario_category, prior.topic
    row.template_id = prior.template_key
    row.delta, row.sample_size = prior.delta, prior.sample_size
    for outcome, name in _COUNT_FIELDS.items():
        setattr(row, name, prior.outcomes[outcome])
    return row


def _template_names(keys: Iterable[int]) -> dict[int, tuple[str, str]]:
    rows = EmailTemplate.objects.filter(pk__in=set(keys))
    return {key: (name, language) for key, name, language in rows.values_list(*_NAME_FIELDS)}
