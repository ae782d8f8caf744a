"""The validation gate, and what a manager looks at before confirming the boundaries.
How far drafts were rewritten, and why."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from learning.calibration.cells import compute_cells
from learning.calibration.models import TemplatePrior
from learning.events.choices import Boundaries, Outcome, Reason, outcome_of
from learning.events.selectors import count_votes, sum_votes
from learning.thresholds.models import LearningSettings

SECOND_REPORT_JOINED = 20  # joined events at which the report is shown again
BAR_WIDTH_PCT = 5
SMALL_CELL_EVENTS = 5  # below this a prior rests on very little
SMALL_CELLS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class GateState:
    """Whether calibration and proposals may run by these settings, and what they wait for.
    ``joined``: counted votes so far, summed ones included. No query."""

    tuning: LearningSettings
    joined: int

    @property
    def confirmed_by(self) -> str:
        """Username; "" where nobody has, or they left."""
        person = self.tuning.confirmed_by
        return person.get_username() if person else ""

    @property
    def is_open(self) -> bool:
        # Events may stop counting later (an expired proposal); a review once made stays made.
        tuning = self.tuning
        evidence = max(self.joined, tuning.confirmed_joined_count)
        return tuning.confirmed_at is not None and evidence >= tuning.validation_minimum

    @property
    def is_review_due(self) -> bool:
        """The report wants to be looked at: first, or again at 20."""
        if self.tuning.confirmed_at is None:
            return self.joined >= self.tuning.validation_minimum
        return self.joined >= SECOND_REPORT_JOINED > self.tuning.confirmed_joined_count

    @property
    def waiting_for(self) -> str:
        """What stands in the way, in words; empty when open."""
        if self.is_open:
            return ""
        minimum = self.tuning.validation_minimum
        is_enough = self.joined >= minimum
        drafts = "finished drafts to look at" if is_enough else f"of {minimum} finished drafts"
        return f"waiting for the threshold review: {self.joined} {drafts}"

    def as_dict(self) -> dict[str, object]:
        """``gate`` of GET signals/stats."""
        return {
            "open": self.is_open,
            "joined": self.joined,
            "confirmed_by": self.confirmed_by or None,
        }


def current_tuning() -> LearningSettings:
    """The settings of learning, with who confirmed them. One query."""
    stored = LearningSettings.objects.select_related("confirmed_by").filter(pk=1).first()
    return stored or LearningSettings(pk=1)


def gate_state() -> GateState:
    """The gate with its counts: four queries, one of which counts events."""
    tuning = current_tuning()
    return GateState(tuning, count_votes(tuning.sources))


def is_gate_open(tuning: LearningSettings | None = None) -> bool:
    """Whether proposals and calibration may run. One query as a rule: no events are counted where
    the confirmation itself rested on enough of them."""
    tuning = tuning or current_tuning()
    if tuning.confirmed_at is None or GateState(tuning, joined=0).is_open:
        return tuning.confirmed_at is not None
    return GateState(tuning, count_votes(tuning.sources)).is_open


@dataclass(frozen=True, slots=True)
class Bar:
    """Votes with ``from_pct`` <= edit distance < ``to_pct``; the last bar holds 100 too.

    ``outcome`` is what the distance alone makes of them: no bar straddles a boundary.
    """

    from_pct: int
    to_pct: int
    votes: int
    outcome: str
    starts_at_boundary: bool


@dataclass(frozen=True, slots=True)
class ThresholdReport:
    """The distribution of edit distances, reasons, outcomes by reason, drift in small cells."""

    gate: GateState  # with the boundaries that are drawn
    bars: list[Bar]
    outcomes: dict[str, int]
    reasons: dict[str, int]
    outcomes_by_reason: dict[str, dict[str, int]]  # every reason, every outcome
    small_cells: list[dict[str, Any]]  # priors that few events would make, furthest from 0 first


def threshold_report(*, now: datetime, boundaries: Boundaries | None = None) -> ThresholdReport:
    """The report with today's boundaries, or with others to see what they would change.

    Counts what retention has summed too. Seven queries, none of which grows in rows.
    """
    tuning = current_tuning()
    tuning.boundaries = boundaries or tuning.boundaries
    sums = sum_votes(by=("whole_distance_pct", "rewrite_reason", "outcome"), tuning=tuning)
    by_distance: Counter[int] = Counter()
    by_reason: Counter[tuple[str, str]] = Counter()
    for (distance, reason, outcome), total in sums.items():
        by_distance[distance] += total.votes
        by_reason[reason, outcome] += total.votes
    table = {
        reason.value: {o.value: by_reason[reason.value, o.value] for o in Outcome}
        for reason in Reason
    }
    cells = compute_cells(cut_off=now, tuning=tuning)
    return ThresholdReport(
        gate=GateState(tuning, by_distance.total()),
        bars=draw_bars(by_distance, tuning.boundaries),
        outcomes={o.value: sum(row[o.value] for row in table.values()) for o in Outcome},
        reasons={reason: sum(row.values()) for reason, row in table.items()},
        outcomes_by_reason=table,
        small_cells=_small_cells(cells.values()),
    )


def draw_bars(votes_by_distance: Mapping[int, int], boundaries: Boundaries) -> list[Bar]:
    """The histogram: bars of 5 %, cut where a boundary falls inside one."""
    cuts = astuple(boundaries)
    edges = sorted({*range(0, 101, BAR_WIDTH_PCT), *cuts})
    return [
        Bar(
            from_pct=low,
            to_pct=high,
            votes=sum(
                votes
                for distance, votes in votes_by_distance.items()
                if low <= min(distance, 99) < high
            ),
            outcome=outcome_of(edit_distance_pct=low, boundaries=boundaries).value,
            starts_at_boundary=low in cuts,
        )
        for low, high in pairwise(edges)
    ]


def _small_cells(priors: Iterable[TemplatePrior]) -> list[dict[str, Any]]:
    small = [
        prior
        for prior in priors
        if prior.sample_size < SMALL_CELL_EVENTS and prior.delta and not prior.topic
    ]
    small.sort(key=lambda prior: (-abs(prior.delta), *prior.cell))
    return [prior.as_row() for prior in small[:SMALL_CELLS_SHOWN]]
