"""The numbers of the session summary and the API, and how letters were taken lately.
For whoever writes the next answer, by scenario."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Case, Count, Subquery, Sum, Value, When
from django.utils import timezone

from learning.calibration.cells import is_protected_vote
from learning.calibration.models import CalibrationState
from learning.calibration.services import joined_since_last_calibration, list_priors
from learning.events import selectors
from learning.events.choices import EXCLUSIONS, ORPHANS, Kind, Outcome, Reason
from learning.events.models import EventAggregate, RefinementEvent, SelectionEvent
from learning.lift import ChangeLift, Lift, holdout_lift, recent_lifts
from learning.proposals.selectors import count_pending
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import Bar, GateState, current_tuning, draw_bars, gate_state
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash

_TOOK = (Outcome.ACCEPTED, Outcome.LIGHT_EDIT)
CHART_WEEKS = 12  # 84 days: younger than anything that retention may sum
WeekSums = dict[tuple[Any, ...], selectors.VoteSum]  # by week, scenario, reason, outcome


def signals_stats() -> dict[str, Any]:
    """GET signals/stats. Counts what retention has summed too. About twenty queries."""
    counts = _counts()
    return {
        "selection_count": counts["selections"],
        "refinement_count": counts["refinements"],
        "joined_count": counts[Kind.JOINED],
        "orphan_count": sum(counts[kind] for kind in ORPHANS),
        "events_since_last_calibration": joined_since_last_calibration(),
        "pending_proposals": count_pending(),
        "gate": gate_state().as_dict(),
    }


def session_counts(*, since: datetime | None = None) -> dict[str, Any]:
    """The learning part of the session summary, of a span or of all time; proposals apart.

    ``calibrate_prompt`` is the question to put to a person, or None; ``gate`` says in words what
    waits, and ``is_review_due`` that the threshold report wants to be looked at.
    """
    counts = _counts(since)
    since_last = joined_since_last_calibration()
    gate = gate_state()
    is_enough = since_last >= current_tuning().calibration_minimum
    return {
        "since": since,
        "selections": counts["selections"],
        "refinements": counts["refinements"],
        "joined": counts[Kind.JOINED],
        "excluded": {kind.value: counts[kind] for kind in EXCLUSIONS},
        "events_since_last_calibration": since_last,
        "calibrate_prompt": "Run calibrate?" if is_enough else None,
        "gate": gate.as_dict()
        | {"waiting_for": gate.waiting_for, "is_review_due": gate.is_review_due},
    }


def _counts(since: datetime | None = None) -> dict[str, int]:
    """By kind, and all ``selections`` and ``refinements``; of all time also what was summed."""
    sources = selectors.counted_sources()
    later = {} if since is None else {"created_at__gt": since}
    counts = selectors.count_by_kind(sources, selectors.Span(since)) | {
        "selections": SelectionEvent.objects.filter(**later).count(),
        "refinements": RefinementEvent.objects.filter(**later).count(),
    }
    if since is not None:
        return counts
    summed = EventAggregate.objects.order_by().values_list("kind", "source")
    totals = summed.annotate(Sum("draft_count"), Sum("attempt_count"))
    for kind, source, drafts, attempts in totals:
        is_refused = kind not in ORPHANS and source not in sources
        counts[Kind.SOURCE_NOT_COUNTED if is_refused else kind] += drafts
        counts["refinements"] += attempts
        if kind != Kind.REFINEMENT_WITHOUT_SELECTION:
            counts["selections"] += drafts
    return counts


@dataclass(frozen=True, slots=True)
class TemplateOutcomes:
    """An active template and the outcomes of the drafts that were made with it."""

    template_id: str
    language: str
    subject: str
    counts: Counter[str]  # by outcome

    @property
    def drafts(self) -> int:
        return self.counts.total()

    @property
    def worked(self) -> int:
        """Drafts that left as made or lightly edited."""
        return sum(self.counts[outcome] for outcome in _TOOK)

    @property
    def failed(self) -> int:
        """Drafts that were heavily rewritten, or whose template was the wrong one."""
        return self.drafts - self.worked


def template_outcomes(*, scenario: str, since: datetime, until: datetime) -> list[TemplateOutcomes]:
    """Of each active letter, from counted votes with ``since`` < time <= ``until`` that
    speak about the template as it is today: of its epoch, and about its fit or today's text. A
    translation is no verdict. Four queries."""
    tuning = current_tuning()
    votes = selectors.joined(tuning.sources, selectors.Span(since, until)).exclude(
        is_protected_vote()
    )
    rows = (
        votes.filter(scenario_category=scenario, template__isnull=False)
        .exclude(rewrite_reason=Reason.LANGUAGE_ADAPT)
        .annotate(outcome=selectors.outcome_expression(tuning.boundaries))
        .annotate(is_about_fit=Case(When(selectors.IS_FIT_EVIDENCE, then=True), default=False))
        .values_list("template", "learning_epoch", "template_text_hash", "is_about_fit", "outcome")
        .annotate(Count("pk"))
    )
    templates = {t.pk: t for t in EmailTemplate.objects.filter(active=True)}
    hashes = {key: text_hash(template.body) for key, template in templates.items()}
    counts: dict[EmailTemplate, Counter[str]] = defaultdict(Counter)
    for key, epoch, digest, is_about_fit, outcome, count in rows:
        template = templates.get(key)
        if template is None or epoch != template.learning_epoch:
            continue
        if is_about_fit or digest == hashes[key]:
            counts[template][outcome] += count
    return [
        TemplateOutcomes(letter.template_id, letter.language, letter.subject, taken)
        for letter, taken in counts.items()
    ]


@dataclass(frozen=True, slots=True)
class Week:
    """The votes of a week."""

    starts_on: date
    plain: selectors.VoteSum
    language: selectors.VoteSum  # language-adapt
    outcomes: dict[str, int]  # every outcome named; of all votes

    @property
    def all(self) -> selectors.VoteSum:
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
    sources = selectors.sources_of(is_sample_desk)
    tuning = _tuning_with_cut_off(sources)
    tuning.sources = sources
    cut_off: datetime | None = getattr(tuning, "cut_off", None)
    by_distance = selectors.sum_votes(by=("whole_distance_pct",), tuning=tuning)
    distances = {distance: total.votes for (distance,), total in by_distance.items()}
    joined = sum(distances.values())
    today = timezone.localtime(now).date()
    monday = today - timedelta(days=today.weekday(), weeks=CHART_WEEKS - 1)
    weekly = selectors.sum_votes(
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


def _tuning_with_cut_off(sources: selectors.Sources) -> LearningSettings:
    """The settings; as ``cut_off`` up to when events were taken in, as ``joined_since`` how many
    votes came after it. Before the first confirmation there may be no row: nothing was calibrated
    then either."""
    state = CalibrationState.objects.filter(pk=1).values("cut_off")[:1]
    later = selectors.joined(sources).filter(created_at__gt=Subquery(state)).order_by()
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
        of_kind = {True: selectors.VoteSum(), False: selectors.VoteSum()}  # translated?
        outcomes = {outcome.value: 0 for outcome in Outcome}
        for (week, _, reason, outcome), total in sums.items():
            if week == starts_on:
                of_kind[reason == Reason.LANGUAGE_ADAPT] += total
                outcomes[outcome] += total.votes
        yield Week(starts_on, of_kind[False], of_kind[True], outcomes)


def _fits(sums: WeekSums) -> list[ScenarioFit]:
    votes: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for (_, scenario, _, outcome), total in sums.items():
        votes[scenario] += total.votes
        wrong[scenario] += total.votes if outcome == Outcome.WRONG_TEMPLATE else 0
    fits = [ScenarioFit(scenario, count, wrong[scenario]) for scenario, count in votes.items()]
    return sorted(fits, key=lambda fit: (-fit.wrong_pct, -fit.votes, fit.scenario))
