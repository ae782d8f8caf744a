"""A calibration proves itself: what would it have chosen for the mail of late, and was that right?

What is right is what became of the draft: the letter it was sent as, or the one it became. A
prior that loses such a mail is held back, and where a scenario still does worse than without
priors all of it is. Learning keeps no mail, so drafting says how a draft is chosen for again (it
registers itself when Django starts).
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
class _Tried:
    """One draft: its scenario, its right letter, and the picks without and with the priors."""

    scenario: str
    right: str
    without: Pick
    given: Pick


def prove_cells(cells: Mapping[Cell, CellPrior], *, cut_off: datetime, sources: Sources) -> Proof:
    """What of these priors is to be held back, with the figures. Four queries and the chooser's,
    twice where something is held back."""
    if not _choosers or not any(prior.delta for prior in cells.values()):
        return Proof()
    names = dict(EmailTemplate.objects.values_list("pk", "template_id"))
    drafts = _known_drafts(names, cut_off=cut_off, sources=sources)
    tried = _try(drafts, _deltas(cells))
    held = _losing(tried, cells, names)
    if held:
        tried = _try(drafts, _deltas(_held(cells, held, names)))
    worse = {scenario for scenario, rows in _by_scenario(tried).items() if _is_worse(rows)}
    held |= {(s, names[key]) for (s, key), prior in cells.items() if s in worse and prior.delta}
    tried = [replace(t, given=t.without) if t.scenario in worse else t for t in tried]
    return Proof(
        tried=len(tried),
        erased=len(drafts) - len(tried),
        scenarios=[_row(scenario, rows) for scenario, rows in sorted(_by_scenario(tried).items())],
        held_back=_held_rows(cells, held, names),
    )


def hold_back(
    cells: Mapping[Cell, CellPrior], held_back: Iterable[Mapping[str, Any]]
) -> dict[Cell, CellPrior]:
    """The cells with what a calibration held back at 0. One query where something is."""
    held = {(row["scenario_category"], row["template_id"]) for row in held_back}
    if not held:
        return dict(cells)
    return _held(cells, held, dict(EmailTemplate.objects.values_list("pk", "template_id")))


def _known_drafts(
    names: Mapping[int, str], *, cut_off: datetime, sources: Sources
) -> dict[UUID, tuple[str, str]]:
    """Draft → (scenario, right letter), of the newest drafts of which it is known."""
    votes = joined(sources=sources, until=cut_off).exclude(is_protected_vote())
    became = votes.filter(recognised=Recognised.BECAME, became__isnull=False)
    kept = votes.filter(
        recognised__in=(Recognised.UNCHANGED, Recognised.REWORDED), template__isnull=False
    ).exclude(IS_FIT_EVIDENCE)
    columns = ("created_at", "draft_id", "scenario_category")
    newest = [
        *became.order_by("-created_at", "-pk").values_list(*columns, "became_id")[:TRIED_DRAFTS],
        *kept.order_by("-created_at", "-pk").values_list(*columns, "template_id")[:TRIED_DRAFTS],
    ]
    newest.sort(key=lambda row: (row[0], row[1]), reverse=True)
    return {draft: (scenario, names[key]) for _, draft, scenario, key in newest[:TRIED_DRAFTS]}


def _try(drafts: Mapping[UUID, tuple[str, str]], priors: Priors) -> list[_Tried]:
    picks = _choosers[0](list(drafts), [{}, priors])
    return [
        _Tried(*drafts[draft], without=pair[0], given=pair[1])
        for draft, pair in sorted(picks.items())
    ]


def _losing(
    tried: Iterable[_Tried], cells: Mapping[Cell, CellPrior], names: Mapping[int, str]
) -> set[tuple[str, str]]:
    """Letters whose prior lost more mails of a scenario than it won."""
    deltas = {(scenario, names[key]): prior.delta for (scenario, key), prior in cells.items()}
    won: Counter[tuple[str, str]] = Counter()
    for each in tried:
        was_right, is_right = each.without[0] == each.right, each.given[0] == each.right
        step = is_right - was_right
        raised, right = (each.scenario, each.given[0]), (each.scenario, each.right)
        if step and deltas.get(raised, 0) > 0:
            won[raised] += step
        if step < 0 and deltas.get(right, 0) < 0:
            won[right] += step
    return {cell for cell, count in won.items() if count < 0}


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
            is_right = letter == each.right
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
        rows[each.scenario].append(each)
    return rows


def _deltas(cells: Mapping[Cell, CellPrior]) -> dict[Cell, float]:
    return {cell: float(prior.delta) for cell, prior in cells.items()}


def _held(
    cells: Mapping[Cell, CellPrior], held: set[tuple[str, str]], names: Mapping[int, str]
) -> dict[Cell, CellPrior]:
    return {
        (scenario, key): (
            replace(prior, delta=Decimal("0.0")) if (scenario, names.get(key)) in held else prior
        )
        for (scenario, key), prior in cells.items()
    }


def _held_rows(
    cells: Mapping[Cell, CellPrior], held: set[tuple[str, str]], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    """``{scenario_category, template_id, delta}`` of what is held back, a letter once."""
    deltas = {(scenario, names[key]): prior.delta for (scenario, key), prior in cells.items()}
    return [
        {"scenario_category": scenario, "template_id": name, "delta": float(deltas[scenario, name])}
        for scenario, name in sorted(held)
    ]
