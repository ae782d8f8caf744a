"""Computes the priors of all cells in one pass of the database, and stores them.
A row per cell and voice comes back, never an event. Priors are read from the table, written back
where they differ, kept in a run's JSON.

A cell is a context (a scenario, or what mails ask in any scenario) and a letter. Fit belongs to the
letter, so the evidence of all its texts and languages is one: every row of the letter gets the same
prior. No read joins the events with the templates: which rows a letter has, and in which epoch, is
told in Python.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Case, CharField, F, Q, QuerySet, Value, Window
from django.db.models.functions import Cast, Concat, RowNumber

from learning.calibration.maths import TOPIC_PREFIX, Voice, cell_delta, scenario_and_topic
from learning.calibration.models import (
    COUNT_FIELDS,
    VALUE_FIELDS,
    Cell,
    IgnoredAgent,
    TemplatePrior,
)
from learning.events import selectors
from learning.events.choices import Outcome, Recognised
from learning.proposals.models import ProposalEvidence, ReviewState
from learning.thresholds.models import LearningSettings
from templatesapp.categories import CATEGORIES, is_hard_rule_protected
from templatesapp.columns import upsert
from templatesapp.models import EmailTemplate

Cells = Mapping[Cell, TemplatePrior]

_OUTCOMES = [outcome.value for outcome in Outcome]
_TOPIC_CONTEXT = Concat(Value(TOPIC_PREFIX), F("topic"))
_ATTEMPT = Concat(Cast("draft_id", CharField()), Value(" "), Cast("attempt", CharField()))
_WITHDRAWN = (ReviewState.REJECTED, ReviewState.EXPIRED)


def compute_cells(*, cut_off: datetime, tuning: LearningSettings) -> dict[Cell, TemplatePrior]:
    """The priors that the counted events up to ``cut_off`` make, by cell. Three queries, all reads.

    Per cell and voice: the newest ``window_events`` of the ``window_days`` before the cut-off, then
    ``maths.cell_delta`` over the voices. A draft speaks about the letter it was made from, and
    where it became another one also about that.
    """
    votes = votes_on_choice(tuning.sources, window(cut_off=cut_off, tuning=tuning))
    drafted = votes.filter(template__isnull=False)
    credited = votes.filter(recognised=Recognised.BECAME, became__isnull=False)
    points, outcome = (
        selectors.points_expression(tuning.points),
        selectors.outcome_expression(tuning.boundaries),
    )
    credit = Value(tuning.points_became)
    evidence = [
        *_evidence(drafted, "template_id", "learning_epoch", points=points, outcome=outcome),
        *_evidence(credited, "became_id", "became_epoch", points=credit, outcome=Value("")),
    ]
    names = ("template_id", "language", "learning_epoch", "category")
    letters = {
        letter.pk: letter
        for letter in EmailTemplate.objects.only(*names)
        if not is_hard_rule_protected(letter.category)
    }
    return _cells(letters, _sums(evidence, tuning))


def window(*, cut_off: datetime, tuning: LearningSettings) -> selectors.Span:
    """Events that count for ``cut_off``."""
    return selectors.Span(cut_off - timedelta(days=tuning.window_days), cut_off)


def is_protected_vote() -> Q:
    """Votes of a protected category, by the mail or by the template as it was then."""
    protected = [category for category in CATEGORIES if is_hard_rule_protected(category)]
    return Q(scenario_category__in=protected) | Q(template_category__in=protected)


def votes_on_choice(sources: selectors.Sources, span: selectors.Span) -> QuerySet[Any]:
    """Attempts that priors are made of: without protected ones, what ignored keys have said, and
    the attempts behind rejected and expired proposals. One query, of who is ignored."""
    behind = ProposalEvidence.objects.filter(proposal__review_state__in=_WITHDRAWN)
    refused = is_protected_vote() | Q(said__in=behind.order_by().values(said=_ATTEMPT))
    for row in IgnoredAgent.objects.filter(taken_back_at=None):
        refused |= Q(agent=row.agent, staff="", created_at__gte=row.since)
    return selectors.spoken(sources, span).alias(said=_ATTEMPT).exclude(refused)


def _sums(
    evidence: Iterable[QuerySet[Any, Any]], tuning: LearningSettings
) -> list[tuple[Any, ...]]:
    """(context, template key, epoch, voice, events, points, mass, one count per outcome).

    The outer query is written out: the ORM cannot group the rows that a window has cut.
    """
    parts = [rows.order_by().query.sql_with_params() for rows in evidence]
    inner = " UNION ALL ".join(sql for sql, _ in parts)
    parameters = [value for _, values in parts for value in values]
    counts = ", ".join(["SUM(CASE WHEN outcome = %s THEN 1 ELSE 0 END)"] * len(_OUTCOMES))
    # Only names of our own columns stand in the text; every value is a parameter.
    statement = (
        f"SELECT context, letter, epoch, voice, COUNT(*), SUM(points), SUM(ABS(points)), {counts} "  # noqa: S608
        f"FROM ({inner}) AS evidence WHERE place <= %s "
        "GROUP BY context, letter, epoch, voice"
    )
    values = [*_OUTCOMES, *parameters, tuning.window_events]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _evidence(
    votes: QuerySet[Any], letter: str, epoch: str, *, points: Case | Value, outcome: Case | Value
) -> Iterator[QuerySet[Any, Any]]:
    """Each vote as evidence for its scenario and for its topic, with its place among those of its
    voice. ``letter`` and ``epoch`` name the columns of what is spoken about."""
    with_topic = votes.filter(topic__gt="")
    for said, context in ((votes, F("scenario_category")), (with_topic, _TOPIC_CONTEXT)):
        names = {
            "context": context,
            "letter": F(letter),
            "epoch": F(epoch),
            "voice": selectors.VOICE,
        }
        place = Window(
            RowNumber(),
            partition_by=[F(name) for name in names],
            order_by=[F("created_at").desc(), F("pk").desc()],
        )
        yield (
            said.annotate(**names, outcome=outcome)
            .annotate(points=points, place=place)
            .values(*names, "outcome", "points", "place")
        )


def _cells(
    letters: Mapping[int, EmailTemplate], rows: Iterable[tuple[Any, ...]]
) -> dict[Cell, TemplatePrior]:
    """The same prior in every row of a letter. What was said in an epoch that is over counts no
    more. ``rows`` as ``_sums`` has them."""
    voices: dict[tuple[str, str], dict[str, Voice]] = defaultdict(dict)
    taken: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for context, key, epoch, name, events, points, mass, *counts in rows:
        letter = letters.get(key)
        if letter is None or epoch != letter.learning_epoch:
            continue
        place = context, letter.template_id
        voice = voices[place].setdefault(
            name, Voice(is_person=name.startswith(selectors.PERSON_PREFIX))
        )
        voice.events += int(events)
        voice.points += int(points)
        voice.mass += int(mass)
        taken[place].update(dict(zip(_OUTCOMES, map(int, counts), strict=True)))
    siblings: dict[str, list[EmailTemplate]] = defaultdict(list)
    for letter in letters.values():
        siblings[letter.template_id].append(letter)
    cells: dict[Cell, TemplatePrior] = {}
    for (context, name), said in voices.items():
        scenario, topic = scenario_and_topic(context)
        learned: dict[str, Any] = {
            "scenario_category": scenario,
            "topic": topic,
            "delta": cell_delta([*said.values()], shrinkage=settings.CALIBRATION_SHRINKAGE),
            "sample_size": sum(voice.events for voice in said.values()),
            **{field: taken[context, name][outcome] for outcome, field in COUNT_FIELDS.items()},
        }
        for letter in siblings[name]:
            prior = TemplatePrior(template=letter, **learned)
            prior.voices = said
            cells[prior.cell] = prior
    return cells


def read_cells() -> dict[Cell, TemplatePrior]:
    """The stored priors with their templates. One query."""
    priors = TemplatePrior.objects.select_related("template").defer("template__body")
    return {prior.cell: prior for prior in priors}


def write_cells(*, before: Cells, after: Cells) -> bool:
    """Make the table say ``after``; rows that stay the same are not written. True where anything
    changed. Two queries, a further one for each 2 500 rows or so.

    Needs the calibration lock, under which ``before`` was read.
    """
    gone = [prior.pk for cell, prior in before.items() if cell not in after]
    changed = [
        prior
        for cell, prior in after.items()
        if cell not in before or before[cell].values != prior.values
    ]
    TemplatePrior.objects.filter(pk__in=gone).delete()
    unique = ("scenario_category", "topic", "template_id")
    upsert(changed, unique=unique, update=dict.fromkeys(VALUE_FIELDS, "{new}"))
    return bool(gone or changed)


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


def each_letter_once(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of priors, or of their changes, as a person reads them: all languages of a letter have
    the same. Runs of before name no topic."""
    return list(
        {(r["scenario_category"], r.get("topic", ""), r["template_id"]): r for r in rows}.values()
    )


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
