"""All cells in one pass of the database: a row per cell and voice comes back, never an event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from learning.calibration.maths import Voice, cell_delta
from learning.events.expressions import (
    IS_FIT_EVIDENCE,
    live_text_hash_expression,
    outcome_expression,
    points_expression,
    voice_expression,
)
from learning.events.outcomes import Outcome
from learning.events.selectors import Sources, joined
from learning.thresholds.models import LearningSettings
from templatesapp.categories import CATEGORIES
from templatesapp.guard import is_hard_rule_protected

Cell = tuple[str, int]  # (scenario category, primary key of the template)


@dataclass(frozen=True, slots=True)
class CellPrior:
    """The prior of one cell and what it was made from."""

    scenario_category: str
    template_key: int
    delta: Decimal
    sample_size: int
    outcomes: Mapping[str, int]  # every outcome named

    @property
    def cell(self) -> Cell:
        return self.scenario_category, self.template_key


def compute_cells(
    *, cut_off: datetime, tuning: LearningSettings, sources: Sources
) -> dict[Cell, CellPrior]:
    """The priors that the counted events up to ``cut_off`` make, by cell. Reads only; one query.

    Per cell: the newest ``window_events`` of the ``window_days`` before the cut-off, then
    ``maths.cell_delta`` over the voices in it.
    """
    since = window_start(cut_off=cut_off, tuning=tuning)
    votes = joined(sources=sources, since=since, until=cut_off)
    voices: dict[Cell, list[tuple[Any, ...]]] = defaultdict(list)
    for scenario, template_key, *sums in _sum_by_voice(_evidence(votes, tuning), tuning):
        voices[scenario, template_key].append(tuple(int(value) for value in sums))
    return {cell: _cell_prior(cell, rows) for cell, rows in voices.items()}


def window_start(*, cut_off: datetime, tuning: LearningSettings) -> datetime:
    """Events after this moment count for ``cut_off``."""
    return cut_off - timedelta(days=tuning.window_days)


def protected_categories() -> list[str]:
    """For SQL, which cannot ask the guard itself."""
    return [category for category in CATEGORIES if is_hard_rule_protected(category)]


def is_protected_vote() -> Q:
    """Votes of a protected category: by the mail, by the template then, or by the template now."""
    protected = protected_categories()
    return (
        Q(scenario_category__in=protected)
        | Q(template_category__in=protected)
        | Q(template__category__in=protected)
    )


def about_today(votes: QuerySet[Any]) -> QuerySet[Any]:
    """Votes that speak about a template as it is today: of its epoch, and either about its fit or
    about today's text. Protected categories and drafts without a template are left out."""
    about_text = Q(template_text_hash=F("live_text_hash"))
    return (
        votes.filter(
            template__isnull=False,
            learning_epoch=F("template__learning_epoch"),
        )
        .exclude(is_protected_vote())
        .alias(live_text_hash=live_text_hash_expression("template__body"))
        .filter(IS_FIT_EVIDENCE | about_text)
    )


def _evidence(votes: QuerySet[Any], tuning: LearningSettings) -> QuerySet[Any]:
    """What counts, a row each, with its place in the cell, newest first."""
    return (
        about_today(votes)
        .annotate(
            scenario=F("scenario_category"),
            voice=voice_expression(),
            outcome=outcome_expression(tuning.boundaries),
            place=Window(
                RowNumber(),
                partition_by=[F("scenario_category"), F("template_id")],
                order_by=[F("created_at").desc(), F("pk").desc()],
            ),
        )
        .annotate(points=points_expression(tuning.contributions))
        .values("scenario", "template_id", "voice", "outcome", "points", "place")
    )


def _sum_by_voice(evidence: QuerySet[Any], tuning: LearningSettings) -> list[tuple[Any, ...]]:
    """(scenario, template, events, points, mass, one count per outcome) per cell and voice.

    The outer query is written out: the ORM cannot group the rows that a window has cut.
    """
    inner, parameters = evidence.query.sql_with_params()
    outcomes = [outcome.value for outcome in Outcome]
    counts = ", ".join(["SUM(CASE WHEN outcome = %s THEN 1 ELSE 0 END)"] * len(outcomes))
    # Only names of our own columns stand in the text; every value is a parameter.
    statement = (
        f"SELECT scenario, template_id, COUNT(*), SUM(points), SUM(ABS(points)), {counts} "  # noqa: S608
        f"FROM ({inner}) AS evidence WHERE place <= %s "
        "GROUP BY scenario, template_id, voice ORDER BY scenario, template_id, voice"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*outcomes, *parameters, tuning.window_events])
        return list(cursor.fetchall())


def _cell_prior(cell: Cell, rows: list[tuple[Any, ...]]) -> CellPrior:
    voices = [Voice(events=row[0], points=row[1], mass=row[2]) for row in rows]
    counts = [sum(column) for column in list(zip(*rows, strict=True))[3:]]
    return CellPrior(
        scenario_category=cell[0],
        template_key=cell[1],
        delta=cell_delta(voices, shrinkage=settings.CALIBRATION_SHRINKAGE),
        sample_size=sum(voice.events for voice in voices),
        outcomes=dict(zip((outcome.value for outcome in Outcome), counts, strict=True)),
    )
