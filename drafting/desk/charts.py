"""The charts of the front page, each drawn from rows."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from datetime import date
from typing import Any

from drafting.charts import Chart, Series
from drafting.runs.choices import CONFIDENT_STOPS, StopReason
from drafting.runs.page import percent, tone_of
from drafting.runs.rows import REACHED_GOAL_PCT, LoopStatistics
from drafting.tables import table_beside
from learning.calibration.maths import MAXIMUM_DELTA
from learning.events.choices import OUTCOME_WORDS
from learning.events.outcomes import Boundaries, Outcome
from learning.overview import ScenarioFit, Week
from learning.thresholds.selectors import Bar
from templatesapp.categories import language_name

SHOWN_SCENARIOS = 10
SHOWN_PRIORS, LISTED_PRIORS = 12, 50
_FRAMES = table_beside(__file__)


def draw_weeks(weeks: Sequence[Week]) -> list[Chart]:
    """How much of a draft is rewritten (falling is better), how drafts were taken (green is good),
    and how many needed nothing (rising is better)."""
    unchanged = [week.all.unchanged for week in weeks]
    shares = [week.all.unchanged_pct for week in weeks]
    plain = [week.plain.mean_distance_pct for week in weeks]
    language = [week.language.mean_distance_pct for week in weeks]
    outcomes = {outcome: [week.outcomes[outcome] for week in weeks] for outcome in OUTCOME_WORDS}
    taken, unneeded = _last_week_words(weeks)
    return [
        _by_week(
            "distance",
            weeks,
            says=_distance_words([week for week in weeks if week.plain.votes]),
            series=[
                Series("All but language", plain, "main"),
                Series("Language adapted", language, "beside", is_dashed=True),
            ],
            columns={
                "Drafts": [week.plain.votes for week in weeks],
                "Edit distance": [_pct(value) for value in plain],
                "Language adapted": [week.language.votes for week in weeks],
                "Its distance": [_pct(value) for value in language],
            },
        ),
        _by_week(
            "outcomes",
            weeks,
            says=taken,
            series=[Series(name, outcomes[key], str(key)) for key, name in OUTCOME_WORDS.items()],
            columns={name: outcomes[key] for key, name in OUTCOME_WORDS.items()}
            | {"Sent unchanged": unchanged},
        ),
        _by_week(
            "unchanged",
            weeks,
            says=unneeded,
            series=[Series("Sent unchanged", shares, "main")],
            columns={
                "Drafts": [week.all.votes for week in weeks],
                "Sent unchanged": unchanged,
                "Share": [_pct(value) for value in shares],
            },
        ),
    ]


def fit_by_scenario(fits: Sequence[ScenarioFit]) -> Chart:
    """Where the choice of the letter goes wrong."""
    shown, worst = fits[:SHOWN_SCENARIOS], next((fit for fit in fits if fit.wrong), None)
    return _chart(
        "fit",
        says=_said("worst" if worst else "none_wrong", worst=worst) if fits else "",
        labels=[f"{fit.scenario} ({fit.votes})" for fit in shown],
        series=[Series("Wrong letter", [fit.wrong_pct for fit in shown], "wrong-template")],
        columns={
            "Scenario": [fit.scenario for fit in fits],
            "Drafts": [fit.votes for fit in fits],
            "Wrong letter": [fit.wrong for fit in fits],
            "Share": [_pct(fit.wrong_pct) for fit in fits],
        },
    )


def distance_histogram(bars: Sequence[Bar], boundaries: Boundaries) -> Chart:
    """How far drafts were rewritten, with the boundaries between outcomes drawn in."""
    begins = ("light edit", "heavy rewrite", "wrong letter")
    cuts = dict(zip(astuple(boundaries), begins, strict=True))
    spans, votes = [f"{bar.from_pct}–{bar.to_pct}" for bar in bars], [bar.votes for bar in bars]
    return _chart(
        "histogram",
        says=_said("boundaries", boundaries=boundaries),
        labels=spans,
        series=[Series("Drafts", votes, [bar.outcome for bar in bars])],
        columns={
            "Edit distance": [f"{span} %" for span in spans],
            "Drafts": votes,
            "By the distance alone": [OUTCOME_WORDS[bar.outcome] for bar in bars],
        },
        marks=[
            (number, f"{bar.from_pct} % {cuts[bar.from_pct]}")
            for number, bar in enumerate(bars)
            if bar.from_pct in cuts
        ],
    )


def strongest_priors(priors: Sequence[dict[str, Any]]) -> Chart:
    """What calibration concluded: letters raised and lowered in a scenario."""
    ordered = sorted(priors, key=lambda prior: -abs(prior["delta"]))
    strongest = [prior for prior in ordered[:SHOWN_PRIORS] if prior["delta"]]
    shown = sorted(strongest, key=lambda prior: -prior["delta"])
    deltas = [prior["delta"] for prior in shown]
    listed = ordered[:LISTED_PRIORS]
    raised = sum(prior["delta"] > 0 for prior in priors)
    lowered = sum(prior["delta"] < 0 for prior in priors)
    return _chart(
        "priors",
        says=_said("priors", raised=raised, lowered=lowered, most=MAXIMUM_DELTA),
        labels=[f"{_letter(prior)} {_context(prior)}" for prior in shown],
        series=[
            Series("Points", deltas, ["raised" if delta > 0 else "lowered" for delta in deltas])
        ],
        columns={
            "Scenario or topic": [_context(prior) for prior in listed],
            "Letter": [_letter(prior) for prior in listed],
            "Points": [f"{prior['delta']:+.1f}" for prior in listed],
            "Events": [prior["sample_size"] for prior in listed],
        },
    )


def _letter(prior: dict[str, Any]) -> str:
    return f"{prior['template_id']} {language_name(prior['language'])}"


def loop_endings(found: LoopStatistics, *, days: int) -> Chart:
    """Why runs ended; of the loops, more than half should reach the threshold."""
    colours = {"good": "raised", "warn": "heavy-rewrite", "bad": "lowered", "quiet": "light-edit"}
    stops = [StopReason(stop) for stop in found.stop_reasons]
    names, counts = [str(stop.label) for stop in stops], list(found.stop_reasons.values())
    return _chart(
        "loops",
        title=f"Why runs ended, last {days} days",
        says=_loop_words(found),
        labels=names,
        series=[Series("Runs", counts, [colours[tone_of(stop)] for stop in stops])],
        columns={
            "Why it ended": names,
            "Runs": counts,
            "Share": [_pct(100 * count / found.runs) for count in counts],
            "Confident": ["yes" if stop in CONFIDENT_STOPS else "no" for stop in stops],
        },
    )


def _loop_words(found: LoopStatistics) -> str:
    """ "Confident enough after revision: 2 of 8 loops (25.0 %), too few; … On average loops took
    the confidence from 62 % to 80 % in 36 s and 11495 tokens: +0.5 points a second, …"."""
    if not found.loops:
        return f"{found.runs} run{'' if found.runs == 1 else 's'}, none of them was revised."
    goal = "as wanted" if found.is_goal_met else "too few"
    words = (
        f"Confident enough after revision: {found.reached} of {found.loops} loops"
        f" ({_pct(found.reached_pct)}), {goal}; the goal is above {REACHED_GOAL_PCT} %."
    )
    if found.otherwise:
        told = (f"{StopReason(stop).label} ({n})" for stop, n in found.otherwise.items())
        words += f" The others: {', '.join(told)}."
    start, end = found.mean_start_confidence, found.mean_end_confidence
    if start is None or end is None:
        return words
    words += f" On average loops took the confidence from {percent(start)} to {percent(end)}"
    milliseconds, tokens = found.mean_worked_ms, found.mean_output_tokens
    if milliseconds and tokens:  # an agent without a model takes no time to speak of
        a_second = 100_000 * (end - start) / milliseconds
        words += f" in {milliseconds / 1000:.0f} s and {tokens:.0f} tokens"
        words += f": {a_second:+.2f} points a second"
        words += f", {100_000 * (end - start) / tokens:+.2f} a thousand tokens"
    return f"{words}."


def _last_week_words(weeks: Sequence[Week]) -> tuple[str, str]:
    """How drafts were taken in the last week that had any, and how many needed nothing."""
    last = next((week for week in reversed(weeks) if week.all.votes), None)
    if last is None:
        return "", ""
    day, accepted = _day(last.starts_on), last.outcomes[Outcome.ACCEPTED.value]
    taken = _said("taken", day=day, accepted=accepted, all=last.all)
    return taken, _said("unchanged", day=day, share=_pct(last.all.unchanged_pct))


def _distance_words(weeks: Sequence[Week]) -> str:
    if not weeks:
        return ""
    first, last = weeks[0], weeks[-1]
    now = _pct(last.plain.mean_distance_pct)
    if first is last:
        return _said("one_distance", now=now, drafts=last.plain.votes)
    began, ended = _day(first.starts_on), _day(last.starts_on)
    then = _pct(first.plain.mean_distance_pct)
    return _said("distance", then=then, began=began, now=now, ended=ended)


def _said(name: str, **told: Any) -> str:
    return str(_FRAMES["sentences"][name]).format(**told)


def _chart(key: str, **drawn: Any) -> Chart:
    return Chart(key=key, **(_FRAMES[key] | drawn))


def _by_week(
    key: str, weeks: Sequence[Week], columns: Mapping[str, Sequence[Any]], **drawn: Any
) -> Chart:
    days = [_day(week.starts_on) for week in weeks]
    return _chart(key, labels=days, columns={"Week from": days, **columns}, **drawn)


def _context(prior: dict[str, Any]) -> str:
    return str(prior["scenario_category"] or prior["topic"])


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"


def _pct(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f} %"
