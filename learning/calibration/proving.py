"""A calibration proves itself: what would it have chosen for the mail of late, and was that right?

What is right is what became of the draft: the letter it was sent as, or the one it became. A
prior that loses such a mail is held back, and where a scenario still does worse than without
priors all of it is, with the topics that misled it. Learning keeps no mail, so drafting says how a
draft is chosen for again (it registers itself when Django starts).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from learning.calibration.cells import Cell, CellPrior, is_protected_vote
from learning.calibration.context import context_of, scenario_of, topic_context, topic_of
from learning.events.choices import Recognised
from learning.events.expressions import IS_FIT_EVIDENCE
from learning.events.selectors import Sources, joined
from templatesapp.models import EmailTemplate

TRIED_DRAFTS = 200  # the newest joined ones whose right letter is known

Priors = Mapping[Cell, float]
Pick = tuple[str, bool]  # template id ("" for none), whether it was selected by itself
# Picks for each draft whose mail is kept, one per set of priors.
Chooser = Callable[[Sequence[UUID], Sequence[Priors]], Mapping[UUID, Sequence[Pick]]]

_choosers: list[Chooser] = []


def register_chooser(chooser: Chooser) -> None:
    """Called once per process; the newest is asked."""
    _choosers[:] = [chooser]


@dataclass(frozen=True, slots=True)
class Proof:
    """What the priors would have chosen for the newest drafts beside no priors at all."""

    tried: int = 0
    erased: int = 0  # drafts whose mail is gone
    scenarios: list[dict[str, Any]] = field(default_factory=list)  # a row each, see ``_row``
    held_back: list[dict[str, Any]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        return {"tried": self.tried, "erased": self.erased, "scenarios": self.scenarios}


@dataclass(frozen=True, slots=True)
class _Known:
    """One draft of which the right letter is known."""

    scenario: str
    topic: str
    right: str

    @property
    def contexts(self) -> list[str]:
        return [self.scenario, *([topic_context(self.topic)] if self.topic else [])]


@dataclass(frozen=True, slots=True)
class _Tried:
    """One draft with the picks without and with the priors."""

    draft: _Known
    without: Pick
    given: Pick


def prove_cells(cells: Mapping[Cell, CellPrior], *, cut_off: datetime, sources: Sources) -> Proof:
    """What of these priors is to be held back, with the figures. Four queries, and the chooser's
    up to five times: a topic speaks in several scenarios, so each step is tried anew."""
    if not _choosers or not any(prior.delta for prior in cells.values()):
        return Proof()
    names = dict(EmailTemplate.objects.values_list("pk", "template_id"))
    trial = _Trial(cells, names, _known_drafts(names, cut_off=cut_off, sources=sources))
    tried = trial.choose()
    for step in (_losing, _of_worse, _all_topics, _scenarios):
        if losing := step(tried, trial):
            trial.held |= losing
            tried = trial.choose()
    return Proof(
        tried=len(tried),
        erased=len(trial.drafts) - len(tried),
        scenarios=[_row(scenario, rows) for scenario, rows in sorted(_by_scenario(tried).items())],
        held_back=_held_rows(cells, trial.held, names),
    )


class _Trial:
    """The priors that are tried, and what of them is held back so far: (context, template id)."""

    def __init__(
        self,
        cells: Mapping[Cell, CellPrior],
        names: Mapping[int, str],
        drafts: Mapping[UUID, _Known],
    ) -> None:
        self.cells, self.names, self.drafts = cells, names, drafts
        self.held: set[tuple[str, str]] = set()
        self._without = self._picks({})

    @property
    def deltas(self) -> dict[tuple[str, str], Decimal]:
        """What is not held back, a letter once."""
        named = {(context, self.names[key]): p.delta for (context, key), p in self.cells.items()}
        return {cell: delta for cell, delta in named.items() if delta and cell not in self.held}

    def choose(self) -> list[_Tried]:
        cells = _held(self.cells, self.held, self.names)
        given = self._picks({cell: float(prior.delta) for cell, prior in cells.items()})
        return [
            _Tried(self.drafts[draft], without, given[draft])
            for draft, without in sorted(self._without.items())
        ]

    def _picks(self, priors: Priors) -> dict[UUID, Pick]:
        return {draft: one for draft, (one,) in _choosers[0](list(self.drafts), [priors]).items()}


def hold_back(
    cells: Mapping[Cell, CellPrior], held_back: Iterable[Mapping[str, Any]]
) -> dict[Cell, CellPrior]:
    """The cells with what a calibration held back at 0. One query where something is."""
    held = {
        (context_of(row["scenario_category"], row.get("topic", "")), row["template_id"])
        for row in held_back
    }
    if not held:
        return dict(cells)
    return _held(cells, held, dict(EmailTemplate.objects.values_list("pk", "template_id")))


def _known_drafts(
    names: Mapping[int, str], *, cut_off: datetime, sources: Sources
) -> dict[UUID, _Known]:
    """The newest drafts of which the right letter is known."""
    votes = joined(sources=sources, until=cut_off).exclude(is_protected_vote())
    became = votes.filter(recognised=Recognised.BECAME, became__isnull=False)
    kept = votes.filter(
        recognised__in=(Recognised.UNCHANGED, Recognised.REWORDED), template__isnull=False
    ).exclude(IS_FIT_EVIDENCE)
    columns = ("created_at", "draft_id", "scenario_category", "topic")
    newest = [
        *became.order_by("-created_at", "-pk").values_list(*columns, "became_id")[:TRIED_DRAFTS],
        *kept.order_by("-created_at", "-pk").values_list(*columns, "template_id")[:TRIED_DRAFTS],
    ]
    newest.sort(key=lambda row: (row[0], row[1]), reverse=True)
    return {
        draft: _Known(scenario, topic, names[key])
        for _, draft, scenario, topic, key in newest[:TRIED_DRAFTS]
    }


def _losing(tried: Iterable[_Tried], trial: _Trial) -> set[tuple[str, str]]:
    """Letters whose prior lost more mails of a context than it won."""
    deltas = trial.deltas
    won: Counter[tuple[str, str]] = Counter()
    for each in tried:
        right, given = each.draft.right, each.given[0]
        step = (given == right) - (each.without[0] == right)
        for context in each.draft.contexts:
            if step and deltas.get((context, given), 0) > 0:
                won[context, given] += step
            if step < 0 and deltas.get((context, right), 0) < 0:
                won[context, right] += step
    return {cell for cell, count in won.items() if count < 0}


def _of_worse(tried: Sequence[_Tried], trial: _Trial) -> set[tuple[str, str]]:
    """All of a scenario that does worse, and of the topics of what it would choose otherwise."""
    worse = _worse(tried)
    contexts = set(worse)
    for each in tried:
        if each.draft.scenario in worse and each.given != each.without:
            contexts.update(each.draft.contexts)
    return {cell for cell in trial.deltas if cell[0] in contexts}


def _all_topics(tried: Sequence[_Tried], trial: _Trial) -> set[tuple[str, str]]:
    """Where that was not enough no topic speaks: a scenario can then be held back by itself."""
    return {cell for cell in trial.deltas if topic_of(cell[0])} if _worse(tried) else set()


def _scenarios(tried: Sequence[_Tried], trial: _Trial) -> set[tuple[str, str]]:
    worse = _worse(tried)
    return {cell for cell in trial.deltas if cell[0] in worse}


def _worse(tried: Sequence[_Tried]) -> set[str]:
    return {scenario for scenario, rows in _by_scenario(tried).items() if _is_worse(rows)}


def _is_worse(rows: Sequence[_Tried]) -> bool:
    """Fewer right ones than without priors, or of the automatic ones fewer right or more wrong."""
    found = _counts(rows)
    return (
        found["right_with"] < found["right_without"]
        or found["auto_right_with"] < found["auto_right_without"]
        or found["auto_wrong_with"] > found["auto_wrong_without"]
    )


def _counts(rows: Sequence[_Tried]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for each in rows:
        for name, (letter, is_auto) in (("without", each.without), ("with", each.given)):
            is_right = letter == each.draft.right
            counts[f"right_{name}"] += is_right
            counts[f"auto_right_{name}"] += is_auto and is_right
            counts[f"auto_wrong_{name}"] += is_auto and not is_right
    return counts


def _row(scenario: str, rows: Sequence[_Tried]) -> dict[str, Any]:
    """``{scenario_category, drafts, changed, right_without, right_with, auto_right_…, …}``."""
    changed = sum(each.without[0] != each.given[0] for each in rows)
    head = {"scenario_category": scenario, "drafts": len(rows), "changed": changed}
    return head | _counts(rows)


def _by_scenario(tried: Iterable[_Tried]) -> dict[str, list[_Tried]]:
    rows: dict[str, list[_Tried]] = defaultdict(list)
    for each in tried:
        rows[each.draft.scenario].append(each)
    return rows


def _held(
    cells: Mapping[Cell, CellPrior], held: set[tuple[str, str]], names: Mapping[int, str]
) -> dict[Cell, CellPrior]:
    return {
        (context, key): (
            replace(prior, delta=Decimal("0.0")) if (context, names.get(key)) in held else prior
        )
        for (context, key), prior in cells.items()
    }


def _held_rows(
    cells: Mapping[Cell, CellPrior], held: set[tuple[str, str]], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    """``{scenario_category, topic, template_id, delta}`` of what is held back, a letter once."""
    deltas = {(context, names[key]): prior.delta for (context, key), prior in cells.items()}
    return [
        {
            "scenario_category": scenario_of(context),
            "topic": topic_of(context),
            "template_id": name,
            "delta": float(deltas[context, name]),
        }
        for context, name in sorted(held)
    ]
