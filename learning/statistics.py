"""The numbers of the session summary, the API and the charts.

Charts read the last weeks by week and everything by month. Weeks are counted from stored events:
retention never touches events that young. Months add what retention has summed, so that a chart
says the same before and after it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from learning.calibration.selectors import joined_since_last_calibration
from learning.events.choices import EXCLUSIONS, ORPHANS, Kind
from learning.events.models import EventAggregate, RefinementEvent, SelectionEvent
from learning.events.outcomes import Outcome, Reason
from learning.events.selectors import count_by_kind, counted_sources
from learning.events.sums import VoteSum, sum_votes
from learning.proposals.selectors import count_pending
from learning.thresholds.selectors import current_tuning, gate_state
from templatesapp.models import EmailTemplate

CHART_WEEKS = 12  # 84 days: younger than anything that retention may sum

EDIT_DISTANCE = "edit distance"
LANGUAGE_ADAPTED = "language adapted"
UNCHANGED = "sent unchanged"


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a chart's line. ``starts_on`` is a Monday or the first of a month."""

    starts_on: date
    series: str  # what the line is called
    value: float  # mean per cent, or a share 0-100
    votes: int  # how many drafts stand behind it


@dataclass(frozen=True, slots=True)
class TextPerformance:
    """How one text of a template was taken: the before or the after of a change."""

    votes: int
    unchanged: int
    mean_distance_pct: float | None
    votes_by_whole_pct: dict[int, int]  # for an interval around the mean


def signals_stats() -> dict[str, Any]:
    """GET signals/stats. Counts what retention has summed too. About twenty queries."""
    counts = _counts_ever()
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
    counts = _counts_ever() if since is None else _counts_since(since)
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


def _counts_since(since: datetime) -> dict[str, int]:
    return count_by_kind(sources=counted_sources(), since=since) | {
        "selections": SelectionEvent.objects.filter(created_at__gt=since).count(),
        "refinements": RefinementEvent.objects.filter(created_at__gt=since).count(),
    }


def _counts_ever() -> dict[str, int]:
    sources = counted_sources()
    counts = count_by_kind(sources=sources) | {
        "selections": SelectionEvent.objects.count(),
        "refinements": RefinementEvent.objects.count(),
    }
    summed = EventAggregate.objects.order_by().values_list("kind", "source")
    totals = summed.annotate(Sum("draft_count"), Sum("attempt_count"))
    for kind, source, drafts, attempts in totals:
        is_refused = kind not in ORPHANS and source not in sources
        counts[Kind.SOURCE_NOT_COUNTED if is_refused else kind] += drafts
        counts["refinements"] += attempts
        if kind != Kind.REFINEMENT_WITHOUT_SELECTION:
            counts["selections"] += drafts
    return counts


def edit_distance_series(*, now: datetime, period: str = "week") -> list[Point]:
    """Mean edit distance without language-adapt, and that one beside it; ``week`` or ``month``."""
    sums = _sums((period, "rewrite_reason"), now=now)
    lines: dict[tuple[Any, ...], VoteSum] = defaultdict(VoteSum)
    for (starts_on, reason), total in sums.items():
        is_language = reason == Reason.LANGUAGE_ADAPT
        lines[starts_on, LANGUAGE_ADAPTED if is_language else EDIT_DISTANCE] += total
    return _means(lines)


def edit_distance_by_scenario(*, now: datetime, period: str = "week") -> list[Point]:
    """Mean edit distance per scenario, language-adapt left out."""
    return _means(_without_language_adapt((period, "scenario_category"), now))


def edit_distance_by_template(*, now: datetime, period: str = "week") -> list[Point]:
    """Mean edit distance per template ("T05 en"), language-adapt left out; no template: none."""
    sums = _without_language_adapt((period, "template_key"), now)
    names = {
        key: f"{template_id} {language}"
        for key, template_id, language in EmailTemplate.objects.filter(
            pk__in={key for _, key in sums}
        ).values_list("pk", "template_id", "language")
    }
    return _means({(on, names[key]): total for (on, key), total in sums.items() if key in names})


def outcome_series(*, now: datetime, period: str = "week") -> list[Point]:
    """Share of each outcome (0-100), every outcome in every period that has a vote."""
    sums = _sums((period, "outcome"), now=now)
    totals: dict[date, int] = defaultdict(int)
    for (starts_on, _), total in sums.items():
        totals[starts_on] += total.votes
    return [
        Point(starts_on, outcome.value, _share(votes, totals[starts_on]), votes)
        for starts_on in sorted(totals)
        for outcome in Outcome
        for votes in [sums.get((starts_on, outcome.value), VoteSum()).votes]
    ]


def wrong_template_share(*, now: datetime, period: str = "month") -> list[Point]:
    """Share of wrong-template per scenario (0-100); ``votes`` counts all of the scenario."""
    sums = _sums((period, "scenario_category", "outcome"), now=now)
    totals: dict[tuple[date, str], int] = defaultdict(int)
    for (starts_on, scenario, _), total in sums.items():
        totals[starts_on, scenario] += total.votes
    nothing = VoteSum()
    return [
        Point(
            starts_on,
            scenario,
            _share(
                sums.get((starts_on, scenario, Outcome.WRONG_TEMPLATE.value), nothing).votes, votes
            ),
            votes,
        )
        for (starts_on, scenario), votes in sorted(totals.items())
    ]


def unchanged_series(*, now: datetime, period: str = "week") -> list[Point]:
    """Share of drafts that were sent as they had been made (0-100)."""
    return [
        Point(starts_on, UNCHANGED, _share(total.unchanged, total.votes), total.votes)
        for (starts_on,), total in sorted(_sums((period,), now=now).items())
    ]


def performance_by_text(*, template_key: int) -> dict[str, TextPerformance]:
    """How each text of a template was taken, by text hash, language-adapt left out.

    For the lift of an approved change: the hash of the text before it against that after it.
    """
    boundaries = current_tuning().boundaries
    by = ("template_text_hash", "whole_distance_pct", "rewrite_reason")
    sums = sum_votes(by=by, boundaries=boundaries, template_keys=[template_key])
    texts: dict[str, VoteSum] = defaultdict(VoteSum)
    spread: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (text_hash, distance, reason), total in sums.items():
        if reason != Reason.LANGUAGE_ADAPT:
            texts[text_hash] += total
            spread[text_hash][distance] += total.votes
    return {
        text_hash: TextPerformance(
            votes=total.votes,
            unchanged=total.unchanged,
            mean_distance_pct=total.mean_distance_pct,
            votes_by_whole_pct=dict(sorted(spread[text_hash].items())),
        )
        for text_hash, total in texts.items()
    }


def _sums(by: tuple[str, ...], *, now: datetime) -> dict[tuple[Any, ...], VoteSum]:
    is_weekly = by[0] == "week"
    return sum_votes(
        by=by,
        boundaries=current_tuning().boundaries,
        since=first_week(now) if is_weekly else None,
    )


def first_week(now: datetime) -> datetime:
    """Just before the Monday on which the oldest drawn week begins: no week is drawn cut."""
    today = timezone.localtime(now)
    monday = today.date() - timedelta(days=today.weekday(), weeks=CHART_WEEKS - 1)
    start = timezone.make_aware(datetime.combine(monday, time.min))
    return start - timedelta(microseconds=1)


def _without_language_adapt(by: tuple[str, ...], now: datetime) -> dict[tuple[Any, ...], VoteSum]:
    lines: dict[tuple[Any, ...], VoteSum] = defaultdict(VoteSum)
    for (*key, reason), total in _sums((*by, "rewrite_reason"), now=now).items():
        if reason != Reason.LANGUAGE_ADAPT:
            lines[tuple(key)] += total
    return lines


def _means(lines: dict[tuple[Any, ...], VoteSum]) -> list[Point]:
    return [
        Point(starts_on, series, total.mean_distance_pct or 0.0, total.votes)
        for (starts_on, series), total in sorted(lines.items())
    ]


def _share(part: int, whole: int) -> float:
    return round(part / whole * 100, 1) if whole else 0.0
