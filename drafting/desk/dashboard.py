"""The front page of the back office: what waits, whether the desk gets better, what is next.
On a new desk: its first hour, from an empty one to a first draft, by forms alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from drafting.charts import Chart, Series
from drafting.desk.navigation import may_see, page_url
from drafting.desk.trying import HAS_TRIED
from drafting.desk.waiting import waiting_on
from drafting.desk.watching import SEES_MAILBOX, unsent_sentence
from drafting.runs.choices import CONFIDENT_STOPS, StopReason
from drafting.runs.page import percent, tone_of
from drafting.runs.rows import REACHED_GOAL_PCT, LoopStatistics, loop_statistics
from drafting.tables import table_beside
from learning.calibration.cells import each_letter_once
from learning.calibration.maths import MAXIMUM_DELTA
from learning.events.choices import OUTCOME_WORDS, Boundaries, Outcome
from learning.proposals.selectors import backlog_warning
from learning.statistics import Overview, ScenarioFit, Week, read_overview
from learning.thresholds.selectors import Bar
from templatesapp.selectors import list_unacknowledged

SEES_LEARNING = "learning.view_refinementevent"
SEES_RUNS = "drafting.view_draftrun"
# As long as ended runs are kept where nobody says otherwise.
LOOP_DAYS = 30
BEGIN = "drafting_begin_with_starter"
STARTER = Path(settings.BASE_DIR) / "fixtures" / "starter"
_TABLE = table_beside(__file__)
# What the starter house holds.
WRITES = [f"templatesapp.add_{row}" for row in ("emailtemplate", "policyrule", "propertyfact")]
Shown = dict[str, Any]  # an entry of the table, and what of it changes
SHOWN_SCENARIOS = 10
SHOWN_PRIORS, LISTED_PRIORS = 12, 50
_FRAMES = table_beside(__file__, "charts.toml")


def add_dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    return context | {"title": "Today", "dashboard": build_dashboard(request, now=timezone.now())}


def build_dashboard(request: HttpRequest, *, now: datetime) -> dict[str, Any]:
    """What the page shows the person of ``request``: nothing that they may not see elsewhere."""
    waiting = waiting_on(request)
    overview, drawn = None, []
    cards = _cards(request, waiting, now)
    if sees_learning := may_see(request, SEES_LEARNING):
        overview = read_overview(now=now, is_sample_desk=waiting["is_sample_desk"])
        drawn = [
            *draw_weeks(overview.weeks),
            distance_histogram(overview.bars, overview.gate.tuning.boundaries),
            fit_by_scenario(overview.fits),
            strongest_priors(overview.priors),
        ]
    if may_see(request, SEES_RUNS):
        found = loop_statistics(since=now - timedelta(days=LOOP_DAYS), until=now)
        drawn.append(loop_endings(found, days=LOOP_DAYS))
    steps = first_hour(request, waiting) if cards else []
    return {
        "waiting": waiting,
        "cards": cards,
        "is_quiet": not any(card["count"] for card in cards),
        "notices": list(_notices(request, waiting, overview, now)),
        "steps": steps,
        "charts": drawn,
        # Of a desk in its first hour none that is empty.
        "shows_charts": bool(drawn) and (not steps or any(one.has_values for one in drawn)),
        "lifts": overview.lifts if overview else [],
        "holdout": overview.holdout if overview else None,
        "sees_learning": sees_learning,
    }


def _cards(request: HttpRequest, waiting: dict[str, Any], now: datetime) -> list[Shown]:
    """A ``count`` of 0 is shown quietly."""
    details = {"proposals": _proposals_detail(waiting, now)}
    return [
        told
        | {
            "count": waiting[name],
            "url": page_url(told["page"]),
            "detail": details.get(name) or told["detail"],
        }
        for name, told in _TABLE["cards"].items()
        if may_see(request, told["right"])
    ]


def _proposals_detail(waiting: dict[str, Any], now: datetime) -> str:
    """ "Changes to letters to decide; the oldest waits 3 days; 1 of 2 decided were approved"; ""
    where there is nothing to tell."""
    parts = ["Changes to letters to decide"] if waiting["proposals"] else []
    if oldest_at := waiting["oldest_proposal_at"]:
        days = (now - oldest_at).days
        parts.append("new today" if not days else f"the oldest waits {days} days")
    if waiting["decided"]:
        parts.append(f"{waiting['approved']} of {waiting['decided']} decided were approved")
    return "; ".join(parts)


def _notice(name: str, **said: Any) -> Shown:
    told: Shown = _TABLE["notices"][name]
    url = page_url(told["page"]) if "page" in told else ""
    return told | {"text": told["text"].format(**said), "url": url}


def _notices(
    request: HttpRequest, waiting: dict[str, Any], overview: Overview | None, now: datetime
) -> Iterator[Shown]:
    """What does not leave or is not checked, for who looks after the mailbox; what has no words,
    for who may write them; the state of learning, the most urgent first."""
    unsent = unsent_sentence(now=now) if may_see(request, SEES_MAILBOX) else None
    if unsent and unsent.tone == "warn":
        yield _notice("unsent", said=unsent.text)
    is_read = settings.DESK_IMAP_SERVER is not None  # else no mail comes in by itself
    is_unchecked = is_read and not settings.DESK_AUTHSERV_IDS
    if is_unchecked and may_see(request, "drafting.change_mailsettings"):
        yield _notice("senders")
    may_write = may_see(request, "templatesapp.change_emailtemplate")
    if may_write and (lacks := list_unacknowledged()):
        yield _notice("acknowledgements", lacks="; ".join(lacks))
    if overview is None:
        return
    gate = overview.gate
    warning = backlog_warning(pending=waiting["proposals"])
    if warning and may_see(request, "learning.view_templateproposal"):
        yield _notice("backlog", warning=warning)
    if gate.is_review_due:
        yield _notice("review", gate=gate)
    confirmed = f"; boundaries confirmed by {gate.confirmed_by}" if gate.confirmed_by else ""
    waits_for = f"{gate.waiting_for[:1].upper()}{gate.waiting_for[1:]}"
    name = "learning" if gate.is_open else "learning_waits"
    yield _notice(name, gate=gate, confirmed=confirmed, waits_for=waits_for)
    since = ", none taken in yet" if overview.cut_off is None else " since the last calibration"
    name = "calibration"
    if overview.should_calibrate:
        may = request.user.has_perm("learning.calibrate_priors")
        name = "calibrate" if may else "manager_calibrates"
    yield _notice(name, overview=overview, since=since)


def first_hour(request: HttpRequest, waiting: dict[str, Any]) -> list[Shown]:
    """Every step, done or not; empty on a desk that has a house, letters and a draft. ``links``:
    titles and addresses of its forms, only for who may use them."""
    if waiting["has_profile"] and waiting["has_templates"] and waiting["has_drafts"]:
        return []
    done = waiting | {
        "has_mailbox": settings.DESK_IMAP_SERVER is not None,
        "has_seen_draft": waiting["has_drafts"] or HAS_TRIED in request.session,
    }
    may = request.user.has_perm
    may_begin = not waiting["has_templates"] and request.user.has_perms(WRITES)
    return [
        step
        | {
            "is_done": done[step["done"]],
            "links": [(name, page_url(page)) for name, to, page in step["links"] if may(to)],
            "offers_starter": step["is_starters"] and may_begin,
        }
        for step in _TABLE["steps"]
    ]


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
            | {"Unchanged": unchanged},
        ),
        _by_week(
            "unchanged",
            weeks,
            says=unneeded,
            series=[Series("Unchanged", shares, "main")],
            columns={
                "Drafts": [week.all.votes for week in weeks],
                "Unchanged": unchanged,
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
    priors = each_letter_once(priors)
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
        labels=[f"{prior['template_id']} {_context(prior)}" for prior in shown],
        series=[
            Series("Points", deltas, ["raised" if delta > 0 else "lowered" for delta in deltas])
        ],
        columns={
            "Scenario or topic": [_context(prior) for prior in listed],
            "Letter": [prior["template_id"] for prior in listed],
            "Points": [f"{prior['delta']:+.1f}" for prior in listed],
            "Events": [prior["sample_size"] for prior in listed],
        },
    )


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
        return _said("no_loops", found=found, s="" if found.runs == 1 else "s")
    words = _said(
        "loops",
        found=found,
        share=_pct(found.reached_pct),
        goal="as wanted" if found.is_goal_met else "too few",
        most=REACHED_GOAL_PCT,
    )
    if found.otherwise:
        told = (f"{StopReason(stop).label} ({n})" for stop, n in found.otherwise.items())
        words += _said("other_loops", told=", ".join(told))
    start, end = found.mean_start_confidence, found.mean_end_confidence
    if start is None or end is None:
        return words
    words += _said("raised_from", start=percent(start), end=percent(end))
    milliseconds, tokens = found.mean_worked_ms, found.mean_output_tokens
    if milliseconds and tokens:  # an agent without a model takes no time to speak of
        gained = 100_000 * (end - start)
        rates = {"a_second": gained / milliseconds, "a_thousand": gained / tokens}
        words += _said("raised_in", seconds=milliseconds / 1000, tokens=tokens, **rates)
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
