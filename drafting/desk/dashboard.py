"""The front page of the back office: what waits, whether the desk gets better, what to do next."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from drafting.desk import charts
from drafting.desk.first_hour import first_hour
from drafting.desk.navigation import RELEASE_QUEUE, REVIEW_QUEUE, may_see, page_url
from drafting.desk.waiting import Waiting, waiting_on
from drafting.runs.statistics import loop_statistics
from learning.overview import Overview, read_overview
from learning.proposals.selectors import backlog_warning

SEES_LEARNING = "learning.view_refinementevent"
SEES_RUNS = "drafting.view_draftrun"
# As long as ended runs are kept where nobody says otherwise.
LOOP_DAYS = 30
MAILBOX = "drafting_mailsettings_changelist"


@dataclass(frozen=True, slots=True)
class Card:
    """Something that waits for a person who has the ``right``; ``count`` 0 is shown quietly."""

    right: str
    count: int
    title: str
    icon: str
    url: str
    detail: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence on the state of the desk, and where to act on it. ``tone``: good, quiet, warn."""

    tone: str
    title: str
    text: str
    url: str = ""
    link: str = ""


def build_dashboard(request: HttpRequest, *, now: datetime) -> dict[str, Any]:
    """What the page shows the person of ``request``: nothing that they may not see elsewhere."""
    waiting = waiting_on(request)
    sees_learning = may_see(request, SEES_LEARNING)
    overview = (
        read_overview(now=now, is_sample_desk=waiting.is_sample_desk) if sees_learning else None
    )
    cards = _cards(request, waiting, now)
    notices = _mail_notices(request)
    drawn = []
    if overview:
        notices += _notices(request, waiting, overview)
        drawn = [
            charts.distance_by_week(overview.weeks),
            charts.outcomes_by_week(overview.weeks),
            charts.unchanged_by_week(overview.weeks),
            charts.distance_histogram(overview.bars, overview.boundaries),
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
        "is_quiet": not any(card.count for card in cards),
        "notices": notices,
        "steps": steps,
        "charts": drawn,
        # Of a desk in its first hour none that is empty.
        "shows_charts": bool(drawn) and (not steps or any(one.has_values for one in drawn)),
        "lifts": overview.lifts if overview else [],
        "holdout": overview.holdout if overview else None,
        "sees_learning": sees_learning,
    }


def _cards(request: HttpRequest, waiting: Waiting, now: datetime) -> list[Card]:
    cards = [
        Card("drafting.view_thread", waiting.needs_you, "Needs you", "notification_important",
             page_url("drafting_thread_needs_you"),
             "Handed over, urgent, bounced, overdue, promised"),
        Card("learning.view_templateproposal", waiting.proposals, "Proposals", "rule",
             page_url(REVIEW_QUEUE), _proposals_detail(waiting, now)),
        Card("learning.view_unknownquestion", waiting.questions, "Questions", "live_help",
             page_url("learning_unknownquestion_changelist"), "Guests asked; nothing could answer"),
        Card("drafting.view_outgoingmail", waiting.replies, "Replies", "outbox",
             page_url(RELEASE_QUEUE), "Written, waiting to be released"),
        Card("drafting.view_outgoingmail", waiting.uncertain, "Uncertain mail", "warning",
             page_url("drafting_outgoingmail_changelist"),
             "Failed, or sent and not confirmed: a person must look"),
        Card("drafting.view_followup", waiting.follow_ups, "Follow-ups", "event_upcoming",
             page_url("drafting_followup_changelist"), "Promised to a guest and due"),
        Card("drafting.view_memoryentry", waiting.memory, "Memory", "psychology",
             page_url("drafting_memoryentry_changelist"), "Notes on guests to approve"),
    ]  # fmt: skip
    return [card for card in cards if may_see(request, card.right)]


def _proposals_detail(waiting: Waiting, now: datetime) -> str:
    """ "Changes to letters to decide; the oldest waits 3 days; 1 of 2 decided were approved"."""
    parts = ["Changes to letters to decide"] if waiting.proposals else []
    if waiting.oldest_proposal_at:
        days = (now - waiting.oldest_proposal_at).days
        parts.append("new today" if not days else f"the oldest waits {days} days")
    if waiting.decided:
        parts.append(f"{waiting.approved} of {waiting.decided} decided were approved")
    return "; ".join(parts) or "Changes to letters that rewritten drafts suggest"


def _mail_notices(request: HttpRequest) -> list[Notice]:
    """What is not checked, for who looks after the mailbox."""
    is_read = settings.DESK_IMAP_SERVER is not None  # else no mail comes in by itself
    is_checked = bool(settings.DESK_AUTHSERV_IDS)
    if not is_read or is_checked or not may_see(request, "drafting.change_mailsettings"):
        return []
    said = (
        "No mail server is named that we trust, so no sender is proven: mail in our own name"
        " answers nothing, and what reviewers write waits for a person."
    )
    return [Notice("warn", "Senders are not checked.", said, page_url(MAILBOX), "Mailbox")]


def _notices(request: HttpRequest, waiting: Waiting, overview: Overview) -> Iterator[Notice]:
    """State in words, the most urgent first."""
    warning = backlog_warning(pending=waiting.proposals)
    if warning and may_see(request, "learning.view_templateproposal"):
        yield Notice("warn", "Backlog.", warning, page_url(REVIEW_QUEUE), "Open the review queue")
    if overview.gate.is_review_due:
        yield Notice(
            "warn",
            "Threshold review.",
            f"{overview.gate.joined} finished drafts are there to look at: do the boundaries"
            " between accepted, edited and rewritten fit them?",
            page_url("learning_threshold_report"),
            "Open the report",
        )
    yield _gate_notice(overview)
    yield _calibration_notice(request, overview)


def _gate_notice(overview: Overview) -> Notice:
    gate = overview.gate
    if not gate.is_open:
        return Notice(
            "quiet",
            "Learning waits.",
            f"{gate.waiting_for[:1].upper()}{gate.waiting_for[1:]}. Until a manager has confirmed"
            " the boundaries nothing is calibrated or proposed.",
            page_url("learning_threshold_report"),
            "Threshold report",
        )
    confirmed = f"; boundaries confirmed by {gate.confirmed_by}" if gate.confirmed_by else ""
    return Notice("good", "Learning is on.", f"{gate.joined} finished drafts{confirmed}.")


def _calibration_notice(request: HttpRequest, overview: Overview) -> Notice:
    since = ", none taken in yet" if overview.cut_off is None else " since the last calibration"
    came = f"{overview.joined_since_last} finished drafts{since}"
    may = request.user.has_perm("learning.calibrate_priors")
    if overview.should_calibrate:
        return Notice(
            "warn",
            "Run calibrate?",
            f"{came}: enough to calibrate." + ("" if may else " A manager can calibrate."),
            page_url("learning_calibrate") if may else "",
            "Calibrate now" if may else "",
        )
    return Notice(
        "quiet", "Calibration.", f"{came}; the next one takes {overview.calibration_minimum}."
    )


def add_dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    return context | {"title": "Today", "dashboard": build_dashboard(request, now=timezone.now())}
