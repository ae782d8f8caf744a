"""The front page of the back office: what waits, whether the desk gets better, what is next.
On a new desk: its first hour, from an empty one to a first draft, by forms alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.errors import DomainError
from drafting.desk import charts
from drafting.desk.house import load_house
from drafting.desk.navigation import may_see, page_url
from drafting.desk.trying import HAS_TRIED
from drafting.desk.waiting import waiting_on
from drafting.runs.rows import loop_statistics
from drafting.tables import table_beside
from learning.overview import Overview, read_overview
from learning.proposals.selectors import backlog_warning
from templatesapp.admin.pages import page_urls
from templatesapp.selectors import list_unacknowledged

SEES_LEARNING = "learning.view_refinementevent"
SEES_RUNS = "drafting.view_draftrun"
# As long as ended runs are kept where nobody says otherwise.
LOOP_DAYS = 30
BEGIN = "drafting_begin_with_starter"
STARTER = Path(settings.BASE_DIR) / "fixtures" / "starter"
_TABLE = table_beside(__file__)
# What the starter house holds.
_WRITES = [f"templatesapp.add_{row}" for row in ("emailtemplate", "policyrule", "propertyfact")]
Shown = dict[str, Any]  # an entry of the table, and what of it changes


def add_dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    return context | {"title": "Today", "dashboard": build_dashboard(request, now=timezone.now())}


def build_dashboard(request: HttpRequest, *, now: datetime) -> dict[str, Any]:
    """What the page shows the person of ``request``: nothing that they may not see elsewhere."""
    waiting = waiting_on(request)
    overview, drawn = None, []
    cards, notices = _cards(request, waiting, now), list(_mail_notices(request))
    notices += _letter_notices(request)
    if sees_learning := may_see(request, SEES_LEARNING):
        overview = read_overview(now=now, is_sample_desk=waiting["is_sample_desk"])
        notices += _notices(request, waiting, overview)
        drawn = [
            *charts.draw_weeks(overview.weeks),
            charts.distance_histogram(overview.bars, overview.gate.tuning.boundaries),
            charts.fit_by_scenario(overview.fits),
            charts.strongest_priors(overview.priors),
        ]
    if may_see(request, SEES_RUNS):
        found = loop_statistics(since=now - timedelta(days=LOOP_DAYS), until=now)
        drawn.append(charts.loop_endings(found, days=LOOP_DAYS))
    steps = first_hour(request, waiting) if cards else []
    return {
        "waiting": waiting,
        "cards": cards,
        "is_quiet": not any(card["count"] for card in cards),
        "notices": notices,
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


def _mail_notices(request: HttpRequest) -> Iterator[Shown]:
    """What is not checked, for who looks after the mailbox."""
    is_read = settings.DESK_IMAP_SERVER is not None  # else no mail comes in by itself
    is_unchecked = is_read and not settings.DESK_AUTHSERV_IDS
    if is_unchecked and may_see(request, "drafting.change_mailsettings"):
        yield _notice("senders")


def _letter_notices(request: HttpRequest) -> Iterator[Shown]:
    """What waits for a person and the house has no words for, for who may write them."""
    may_write = may_see(request, "templatesapp.change_emailtemplate")
    if may_write and (lacks := list_unacknowledged()):
        yield _notice("acknowledgements", lacks="; ".join(lacks))


def _notices(request: HttpRequest, waiting: dict[str, Any], overview: Overview) -> Iterator[Shown]:
    """State in words, the most urgent first."""
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
    may_begin = not waiting["has_templates"] and request.user.has_perms(_WRITES)
    return [
        step
        | {
            "is_done": done[step["done"]],
            "links": [(name, page_url(page)) for name, to, page in step["links"] if may(to)],
            "offers_starter": step["is_starters"] and may_begin,
        }
        for step in _TABLE["steps"]
    ]


def starter_urls(owner: admin.ModelAdmin[Any]) -> list[URLPattern]:
    return page_urls(owner, ("begin/", BEGIN, require_POST(_begin), *_WRITES))


def _begin(request: HttpRequest) -> HttpResponseRedirect:
    """The starter house into a desk without letters; what is there stays."""
    try:
        loaded = load_house(folder=STARTER)
    except DomainError as error:
        messages.error(request, error.detail)
    else:
        messages.success(request, f"Loaded {loaded}. Now give the facts their values.")
    return redirect("admin:index")
