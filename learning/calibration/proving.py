"""Tests new priors on recent mail: would they have chosen the right letter more often?

What is right is what became of the draft: the letter it was sent as, or the one it became. A
prior that loses such a mail is held back, and where a scenario still does worse than without
priors all of it is, with the topics that misled it. Learning keeps no mail, so drafting says how a
draft is chosen for again (settings.LEARNING_CHOOSER).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from learning.calibration.cells import Cells, votes_on_choice
from learning.calibration.maths import context_of, scenario_and_topic
from learning.calibration.models import Cell, TemplatePrior
from learning.events.choices import Recognised
from learning.events.selectors import IS_FIT_EVIDENCE, Sources, Span
from templatesapp.models import EmailTemplate

TRIED_DRAFTS = 200  # the newest joined ones whose right letter is known

Held = set[tuple[str, str]]  # (context, template id)
Priors = Mapping[Cell, float]
Pick = tuple[str, bool]  # template id ("" for none), whether it was selected by itself
# The pick for each draft whose mail is kept.
Chooser = Callable[[Sequence[UUID], Priors], Mapping[UUID, Pick]]


class _Tried(NamedTuple):
    """One draft of which the right letter is known, with the picks without and with the priors."""

    scenario: str
    topic: str
    right: str
    without: Pick = ("", False)
    given: Pick = ("", False)

    @property
    def contexts(self) -> set[str]:
        return {self.scenario, *([context_of("", self.topic)] if self.topic else [])}


def prove_cells(
    cells: Cells, *, cut_off: datetime, sources: Sources
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What of these priors is to be held back; and what they would have chosen for the newest
    drafts beside no priors at all: ``{tried, erased, scenarios}``, ``erased`` being drafts whose
    mail is gone, ``scenarios`` a ``_row`` each. Three queries, and the chooser's up to five times:
    a topic speaks in several scenarios, so each step is tried anew."""
    if not any(prior.delta for prior in cells.values()):
        return [], {"tried": 0, "erased": 0, "scenarios": []}
    trial = _Trial(cells, _known_drafts(cut_off=cut_off, sources=sources))
    for step in (_losing, _of_worse, _all_topics, _scenarios):
        if losing := step(trial):
            trial.held |= losing
            trial.tried = trial.choose()
    deltas = {prior.letter_cell: float(prior.delta) for prior in cells.values()}
    held_back = [
        dict(zip(("scenario_category", "topic"), scenario_and_topic(context), strict=True))
        | {"template_id": name, "delta": deltas[context, name]}
        for context, name in sorted(trial.held)
    ]
    tried, known = len(trial.tried), len(trial.drafts)
    return held_back, {"tried": tried, "erased": known - tried, "scenarios": trial.rows()}


class _Trial:
    """The priors that are tried, and what of them is held back so far."""

    def __init__(self, cells: Cells, drafts: Mapping[UUID, _Tried]) -> None:
        self.cells, self.drafts = cells, drafts
        self.held: Held = set()
        self._chooser: Chooser = import_string(settings.LEARNING_CHOOSER)
        self._without = self._chooser(list(drafts), {})
        self.tried = self.choose()

    @property
    def deltas(self) -> dict[tuple[str, str], Decimal]:
        """What is not held back, a letter once."""
        named = {prior.letter_cell: prior.delta for prior in self.cells.values()}
        return {cell: delta for cell, delta in named.items() if delta and cell not in self.held}

    def choose(self) -> list[_Tried]:
        left = _held(self.cells, self.held)
        priors = {cell: float(prior.delta) for cell, prior in left.items()}
        given = self._chooser(list(self.drafts), priors)
        return [
            self.drafts[draft]._replace(without=without, given=given[draft])
            for draft, without in sorted(self._without.items())
        ]

    def rows(self) -> list[dict[str, Any]]:
        """Of each scenario its figures, see ``_row``."""
        tried = sorted(self.tried, key=lambda each: each.scenario)
        grouped = groupby(tried, key=lambda each: each.scenario)
        return [_row(scenario, list(found)) for scenario, found in grouped]

    def worse(self) -> set[str]:
        """Scenarios with fewer right ones than without priors, or of the automatic ones fewer
        right or more wrong."""
        return {
            row["scenario_category"]
            for row in self.rows()
            if row["right_with"] < row["right_without"]
            or row["auto_right_with"] < row["auto_right_without"]
            or row["auto_wrong_with"] > row["auto_wrong_without"]
        }


def hold_back(cells: Cells, held_back: Iterable[Mapping[str, Any]]) -> dict[Cell, TemplatePrior]:
    """The cells with what a calibration held back at 0."""
    return _held(
        cells,
        {
            (context_of(row["scenario_category"], row.get("topic", "")), row["template_id"])
            for row in held_back
        },
    )


def _held(cells: Cells, held: Held) -> dict[Cell, TemplatePrior]:
    left = dict(cells)
    for cell, prior in cells.items():
        if prior.letter_cell in held:
            left[cell] = copy(prior)
            left[cell].delta = Decimal("0.0")
    return left


def _known_drafts(*, cut_off: datetime, sources: Sources) -> dict[UUID, _Tried]:
    """The newest drafts of which the right letter is known; of several voices the last is right."""
    votes = votes_on_choice(sources, Span(until=cut_off))
    became = votes.filter(recognised=Recognised.BECAME, became__isnull=False)
    kept = votes.filter(
        recognised__in=(Recognised.UNCHANGED, Recognised.REWORDED), template__isnull=False
    ).exclude(IS_FIT_EVIDENCE)
    columns = ("created_at", "draft_id", "scenario_category", "topic")
    newest = [
        row
        for found, letter in ((became, "became_id"), (kept, "template_id"))
        for row in found.order_by("-created_at", "-pk").values_list(*columns, letter)[:TRIED_DRAFTS]
    ]
    newest.sort(key=lambda row: (row[0], row[1]), reverse=True)
    names = dict(EmailTemplate.objects.values_list("pk", "template_id"))
    known: dict[UUID, _Tried] = {}
    for _, draft, scenario, topic, key in newest:
        if len(known) < TRIED_DRAFTS:
            known.setdefault(draft, _Tried(scenario, topic, names[key]))
    return known


def _losing(trial: _Trial) -> Held:
    """Letters whose prior lost more mails of a context than it won."""
    deltas = trial.deltas
    won: Counter[tuple[str, str]] = Counter()
    for each in trial.tried:
        right, given = each.right, each.given[0]
        step = (given == right) - (each.without[0] == right)
        for context in each.contexts:
            if step and deltas.get((context, given), 0) > 0:
                won[context, given] += step
            if step < 0 and deltas.get((context, right), 0) < 0:
                won[context, right] += step
    return {cell for cell, count in won.items() if count < 0}


def _of_worse(trial: _Trial) -> Held:
    """All of a scenario that does worse, and of the topics of what it would choose otherwise."""
    worse = trial.worse()
    contexts = set(worse)
    for each in trial.tried:
        if each.scenario in worse and each.given != each.without:
            contexts |= each.contexts
    return {cell for cell in trial.deltas if cell[0] in contexts}


def _all_topics(trial: _Trial) -> Held:
    """Where that was not enough no topic speaks: a scenario can then be held back by itself."""
    topics = {cell for cell in trial.deltas if scenario_and_topic(cell[0])[1]}
    return topics if trial.worse() else set()


def _scenarios(trial: _Trial) -> Held:
    worse = trial.worse()
    return {cell for cell in trial.deltas if cell[0] in worse}


def _row(scenario: str, tried: Sequence[_Tried]) -> dict[str, Any]:
    """``{scenario_category, drafts, changed, right_without, right_with, auto_right_…, …}``."""
    changed = sum(each.without[0] != each.given[0] for each in tried)
    counts: Counter[str] = Counter()
    for each in tried:
        for name, (letter, is_auto) in (("without", each.without), ("with", each.given)):
            is_right = letter == each.right
            counts[f"right_{name}"] += is_right
            counts[f"auto_right_{name}"] += is_auto and is_right
            counts[f"auto_wrong_{name}"] += is_auto and not is_right
    return {"scenario_category": scenario, "drafts": len(tried), "changed": changed} | counts
