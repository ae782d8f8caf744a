"""Reads all that the dashboard shows of learning in one go.
Each selector of ``statistics`` asks for the settings and sources again, which one page cannot
afford."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, Subquery, Value
from django.utils import timezone

from learning.calibration.models import CalibrationState
from learning.calibration.selectors import list_priors
from learning.events.outcomes import Outcome, Reason
from learning.events.selectors import Sources, sources_of
from learning.events.selectors import joined as joined_events
from learning.events.sums import VoteSum, sum_votes
from learning.lift.maths import Lift
from learning.lift.selectors import ChangeLift, holdout_lift, recent_lifts
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import Bar, GateState, draw_bars

CHART_WEEKS = 12  # 84 days: younger than anything that retention may sum

WeekSums = dict[tuple[Any, ...], VoteSum]  # by week, scenario, reason, outcome


@dataclass(frozen=True, slots=True)
class Week:
    """The votes of a week."""

    starts_on: date
    plain: VoteSum
    language: VoteSum  # language-adapt
    outcomes: dict[str, int]  # every outcome named; of all votes

    @property
    def all(self) -> VoteSum:
        return self.plain + self.language


@dataclass(frozen=True, slots=True)
class ScenarioFit:
    """How often the template did not fit a scenario, in the drawn weeks."""

    scenario: str
    votes: int
    wrong: int

    @property
    def wrong_pct(self) -> float:
        return round(100 * self.wrong / self.votes, 1) if self.votes else 0.0


@dataclass(frozen=True, slots=True)
class Overview:
    gate: GateState
    cut_off: datetime | None
    joined_since_last: int
    weeks: list[Week]  # without gaps, oldest first; empty where nobody voted
    fits: list[ScenarioFit]  # worst first
    bars: list[Bar]
    priors: list[dict[str, Any]]
    lifts: list[ChangeLift]
    holdout: Lift | None  # of learning itself, against held-out conversations; None: none are

    @property
    def should_calibrate(self) -> bool:
        return self.gate.is_open and self.joined_since_last >= self.gate.tuning.calibration_minimum


def read_overview(*, now: datetime, is_sample_desk: bool) -> Overview:
    """Everything at once: at most nine queries, ten with a holdout, none of which grows in rows
    with the proposals."""
    sources = sources_of(is_sample_desk)
    tuning = _tuning_with_cut_off(sources)
    tuning.sources = sources
    cut_off: datetime | None = getattr(tuning, "cut_off", None)
    by_distance = sum_votes(by=("whole_distance_pct",), tuning=tuning)
    distances = {distance: total.votes for (distance,), total in by_distance.items()}
    joined = sum(distances.values())
    today = timezone.localtime(now).date()
    monday = today - timedelta(days=today.weekday(), weeks=CHART_WEEKS - 1)
    weekly = sum_votes(
        by=("week", "scenario_category", "rewrite_reason", "outcome"),
        tuning=tuning,
        # Just before that Monday: no week is drawn cut.
        since=timezone.make_aware(datetime.combine(monday, time.min)) - timedelta(microseconds=1),
    )
    return Overview(
        gate=GateState(tuning, joined),
        cut_off=cut_off,
        joined_since_last=getattr(tuning, "joined_since", None) or 0 if cut_off else joined,
        weeks=list(_weeks(weekly, monday)),
        fits=_fits(weekly),
        bars=draw_bars(distances, tuning.boundaries) if joined else [],
        priors=list_priors(),
        lifts=recent_lifts(tuning),
        holdout=holdout_lift(tuning) if tuning.holdout_pct else None,
    )


def _tuning_with_cut_off(sources: Sources) -> LearningSettings:
    """The settings; as ``cut_off`` up to when events were taken in, as ``joined_since`` how many
    votes came after it. Before the first confirmation there may be no row: nothing was calibrated
    then either."""
    state = CalibrationState.objects.filter(pk=1).values("cut_off")[:1]
    later = joined_events(sources).filter(created_at__gt=Subquery(state)).order_by()
    counted = later.values(whole=Value(1)).annotate(number=Count("pk")).values("number")
    stored = LearningSettings.objects.select_related("confirmed_by").annotate(
        cut_off=Subquery(state), joined_since=Subquery(counted)
    )
    return stored.filter(pk=1).first() or LearningSettings(pk=1)


def _weeks(sums: WeekSums, monday: date) -> Iterable[Week]:
    """From the first week with a vote on, of those that begin with ``monday``."""
    drawn = [monday + timedelta(weeks=number) for number in range(CHART_WEEKS)]
    voted = min((key[0] for key in sums), default=date.max)
    for starts_on in (week for week in drawn if week >= voted):
        yield _week(starts_on, {key: total for key, total in sums.items() if key[0] == starts_on})


def _week(starts_on: date, sums: WeekSums) -> Week:
    plain, language = VoteSum(), VoteSum()
    outcomes = {outcome.value: 0 for outcome in Outcome}
    for (_, _, reason, outcome), total in sums.items():
        if reason == Reason.LANGUAGE_ADAPT:
            language += total
        else:
            plain += total
        outcomes[outcome] += total.votes
    return Week(starts_on, plain, language, outcomes)


def _fits(sums: WeekSums) -> list[ScenarioFit]:
    votes: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for (_, scenario, _, outcome), total in sums.items():
        votes[scenario] += total.votes
        wrong[scenario] += total.votes if outcome == Outcome.WRONG_TEMPLATE else 0
    fits = [ScenarioFit(scenario, count, wrong[scenario]) for scenario, count in votes.items()]
    return sorted(fits, key=lambda fit: (-fit.wrong_pct, -fit.votes, fit.scenario))
