"""All cells in one pass of the database: a row per cell and voice comes back, never an event.

A cell is a context (a scenario, or what mails ask in any scenario) and a letter. Fit belongs to the
letter, so the evidence of all its texts and languages is one: every row of the letter gets the same
prior. No read joins the events with the templates: which rows a letter has, and in which epoch, is
told in Python.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import CharField, F, Q, QuerySet, Value, Window
from django.db.models.functions import Cast, Concat, RowNumber

from learning.calibration.maths import TOPIC_PREFIX, Voice, cell_delta, scenario_and_topic
from learning.calibration.models import COUNT_FIELDS, Cell, IgnoredAgent, TemplatePrior
from learning.events.choices import Recognised
from learning.events.expressions import (
    PERSON_PREFIX,
    outcome_expression,
    points_expression,
    voice_expression,
)
from learning.events.outcomes import Outcome
from learning.events.selectors import Sources, spoken
from learning.proposals.choices import ReviewState
from learning.proposals.models import ProposalEvidence
from learning.thresholds.models import LearningSettings
from templatesapp.categories import CATEGORIES
from templatesapp.guard import is_hard_rule_protected
from templatesapp.models import EmailTemplate

_OUTCOMES = [outcome.value for outcome in Outcome]
_TOPIC_CONTEXT = Concat(Value(TOPIC_PREFIX), F("topic"))
_ATTEMPT = Concat(Cast("draft_id", CharField()), Value(" "), Cast("attempt", CharField()))
_WITHDRAWN = (ReviewState.REJECTED, ReviewState.EXPIRED)


@dataclass
class _Said:
    """What one voice said about one letter in one context."""

    events: int = 0
    points: int = 0
    mass: int = 0


class _Evidence:
    """What was said about one letter in one context."""

    def __init__(self) -> None:
        self.voices: dict[str, _Said] = defaultdict(_Said)
        self.outcomes: Counter[str] = Counter()

    def delta(self) -> Decimal:
        voices = [
            Voice(said.events, said.points, said.mass, name.startswith(PERSON_PREFIX))
            for name, said in self.voices.items()
        ]
        return cell_delta(voices, shrinkage=settings.CALIBRATION_SHRINKAGE)


def compute_cells(
    *, cut_off: datetime, tuning: LearningSettings, sources: Sources
) -> dict[Cell, TemplatePrior]:
    """The priors that the counted events up to ``cut_off`` make, by cell. Three queries, all reads.

    Per cell and voice: the newest ``window_events`` of the ``window_days`` before the cut-off, then
    ``maths.cell_delta`` over the voices. A draft speaks about the letter it was made from, and
    where it became another one also about that.
    """
    since = window_start(cut_off=cut_off, tuning=tuning)
    votes = votes_on_choice(sources=sources, since=since, until=cut_off)
    drafted = votes.filter(template__isnull=False)
    credited = votes.filter(recognised=Recognised.BECAME, became__isnull=False)
    names = ("template_id", "language", "learning_epoch", "category")
    letters = {
        letter.pk: letter
        for letter in EmailTemplate.objects.only(*names)
        if not is_hard_rule_protected(letter.category)
    }
    found: dict[tuple[str, str], _Evidence] = defaultdict(_Evidence)
    evidence = [
        part
        for said, letter, epoch in (
            (drafted, "template_id", "learning_epoch"),
            (credited, "became_id", "became_epoch"),
        )
        for part in (
            _evidence(said, F("scenario_category"), letter, epoch, tuning),
            _evidence(said.filter(topic__gt=""), _TOPIC_CONTEXT, letter, epoch, tuning),
        )
    ]
    _collect(found, letters, _sums(evidence, tuning))
    return _cells(found, letters)


def window_start(*, cut_off: datetime, tuning: LearningSettings) -> datetime:
    """Events after this moment count for ``cut_off``."""
    return cut_off - timedelta(days=tuning.window_days)


def is_protected_vote() -> Q:
    """Votes of a protected category, by the mail or by the template as it was then."""
    protected = [category for category in CATEGORIES if is_hard_rule_protected(category)]
    return Q(scenario_category__in=protected) | Q(template_category__in=protected)


def votes_on_choice(
    *, sources: Sources, until: datetime, since: datetime | None = None
) -> QuerySet[Any]:
    """Attempts that priors are made of: without protected ones, what ignored keys have said, and
    the attempts behind rejected and expired proposals. One query, of who is ignored."""
    behind = ProposalEvidence.objects.filter(proposal__review_state__in=_WITHDRAWN)
    refused = is_protected_vote() | Q(said__in=behind.order_by().values(said=_ATTEMPT))
    for row in IgnoredAgent.objects.filter(taken_back_at=None):
        refused |= Q(agent=row.agent, staff="", created_at__gte=row.since)
    votes = spoken(sources=sources, since=since, until=until)
    return votes.alias(said=_ATTEMPT).exclude(refused)


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
    votes: QuerySet[Any], context: F | Concat, letter: str, epoch: str, tuning: LearningSettings
) -> QuerySet[Any, Any]:
    """Each vote as evidence for ``context``, with its place among those of its voice. ``letter``
    and ``epoch`` name the columns of what is spoken about."""
    is_credit = letter == "became_id"
    points = Value(tuning.points_became) if is_credit else points_expression(tuning.contributions)
    outcome = Value("") if is_credit else outcome_expression(tuning.boundaries)
    return (
        votes.annotate(
            context=context,
            letter=F(letter),
            epoch=F(epoch),
            voice=voice_expression(),
            outcome=outcome,
        )
        .annotate(
            points=points,
            place=Window(
                RowNumber(),
                partition_by=[F("context"), F("letter"), F("epoch"), F("voice")],
                order_by=[F("created_at").desc(), F("pk").desc()],
            ),
        )
        .values("context", "letter", "epoch", "voice", "outcome", "points", "place")
    )


def _collect(
    found: dict[tuple[str, str], _Evidence],
    letters: Mapping[int, EmailTemplate],
    rows: Iterable[tuple[Any, ...]],
) -> None:
    """Adds what was said to its letter; what was said in an epoch that is over counts no more."""
    for context, key, epoch, voice, events, points, mass, *counts in rows:
        letter = letters.get(key)
        if letter is None or epoch != letter.learning_epoch:
            continue
        evidence = found[context, letter.template_id]
        said = evidence.voices[voice]
        said.events += int(events)
        said.points += int(points)
        said.mass += int(mass)
        evidence.outcomes.update(dict(zip(_OUTCOMES, map(int, counts), strict=True)))


def _cells(
    found: Mapping[tuple[str, str], _Evidence], letters: Mapping[int, EmailTemplate]
) -> dict[Cell, TemplatePrior]:
    """The same prior in every row of a letter."""
    rows: dict[str, list[EmailTemplate]] = defaultdict(list)
    for letter in letters.values():
        rows[letter.template_id].append(letter)
    priors = []
    for (context, name), evidence in found.items():
        scenario, topic = scenario_and_topic(context)
        learned: dict[str, Any] = {
            "scenario_category": scenario,
            "topic": topic,
            "delta": evidence.delta(),
            "sample_size": sum(said.events for said in evidence.voices.values()),
            **{field: evidence.outcomes[outcome] for outcome, field in COUNT_FIELDS.items()},
        }
        priors += [TemplatePrior(template=letter, **learned) for letter in rows[name]]
    return {prior.cell: prior for prior in priors}
