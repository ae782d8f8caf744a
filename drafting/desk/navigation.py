"""The frame of every page: the menu by what staff do, what waits as badges, whose desk it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from drafting.desk.waiting import Waiting, count_badges, waiting_on

REVIEW_QUEUE = "learning_templateproposal_queue"
RELEASE_QUEUE = "drafting_release_queue"


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of the menu. ``page``: its admin name. ``right``: the permission that shows it; who
    is without it does not see the entry. ``waits``: the field of Waiting that is its badge."""

    title: str
    right: str
    page: str
    waits: str = ""
    is_one_row: bool = False  # its page is a form


@dataclass(frozen=True, slots=True)
class Room:
    """A line of the menu. It leads to the first of its pages that a person may see; the others
    stand as tabs above each of them."""

    title: str
    icon: str
    entries: tuple[Entry, ...]


def _model(title: str, label: str, *, waits: str = "", is_one_row: bool = False) -> Entry:
    app, _, model = label.partition(".")
    return Entry(title, f"{app}.view_{model}", f"{app}_{model}_changelist", waits, is_one_row)


def _alone(icon: str, entry: Entry) -> Room:
    return Room(entry.title, icon, (entry,))


_RELEASES, _MAILBOX = "drafting.release_reply", "drafting.view_mailsettings"
_TODAY = (
    _alone(
        "notification_important",
        Entry("Needs you", "drafting.view_thread", "drafting_thread_needs_you", "needs_you"),
    ),
    _alone("space_dashboard", Entry("Dashboard", "", "index")),
    _alone(
        "rule", Entry("Review queue", "learning.view_templateproposal", REVIEW_QUEUE, "proposals")
    ),
    _alone("live_help", _model("Questions", "learning.unknownquestion", waits="questions")),
    Room(
        "Replies",
        "outbox",
        (
            Entry("Replies", "drafting.view_outgoingmail", RELEASE_QUEUE, "replies"),
            Entry("Safe morning", _RELEASES, "drafting_safe_morning"),
            Entry("Overtaken", _RELEASES, "drafting_overtaken"),
            _model("All replies", "drafting.outgoingmail"),
        ),
    ),
    Room(
        "Conversations",
        "forum",
        (
            _model("Conversations", "drafting.thread"),
            Entry("Write to a guest", _RELEASES, "drafting_thread_new"),
            _model("Follow-ups", "drafting.followup", waits="follow_ups"),
            _model("Mail", "drafting.message"),
            _model("Contacts", "drafting.contact"),
            _model("Not written to", "drafting.suppressedaddress"),
        ),
    ),
)
_HOUSE = (
    Room(
        "What we say",
        "article",
        (
            _model("Letters", "templatesapp.emailtemplate"),
            _model("Facts", "templatesapp.propertyfact"),
            _model("Knowledge", "templatesapp.knowledgeitem"),
            _model("Policies", "templatesapp.policyrule"),
            _model("Who we are", "templatesapp.deskprofile", is_one_row=True),
        ),
    ),
    Room(
        "What we learned",
        "school",
        (
            _model("All proposals", "learning.templateproposal"),
            _model("Learned preferences", "learning.templateprior"),
            _model("Calibrations", "learning.calibrationrun"),
            _model("Ignored keys", "learning.ignoredagent"),
            _model("Reader", "drafting.readerversion"),
            Entry(
                "Threshold report", "learning.view_learningsettings", "learning_threshold_report"
            ),
            _model("Selections", "learning.selectionevent"),
            _model("Rewrites", "learning.refinementevent"),
            _model("Left out", "learning.excludeddraft"),
            _model("Summed events", "learning.eventaggregate"),
        ),
    ),
    Room(
        "What agents did",
        "smart_toy",
        (
            _model("Drafts", "drafting.draft"),
            _model("Runs", "drafting.draftrun"),
            _model("Memory", "drafting.memoryentry", waits="memory"),
            _model("Playbook notes", "drafting.playbooknote"),
            _model("Agents' keys", "drafting.agentkey"),
        ),
    ),
    Room(
        "Settings",
        "settings",
        (
            _model("Drafting", "drafting.draftingsettings", is_one_row=True),
            _model("Learning", "learning.learningsettings", is_one_row=True),
            _model("Run settings", "drafting.runsettings", is_one_row=True),
            _model("Mail settings", "drafting.mailsettings", is_one_row=True),
            Entry("Mailbox", _MAILBOX, "drafting_mailsettings_mailbox"),
            Entry("Health", _MAILBOX, "drafting_mailsettings_health"),
            _model("People", "auth.user"),
            _model("Groups", "auth.group"),
            Entry("Sessions", "", "auth_user_sessions"),
            Entry("Second factor", "", "auth_user_second_factor"),
        ),
    ),
)
MENU: tuple[tuple[str, tuple[Room, ...]], ...] = (("Today", _TODAY), ("The house", _HOUSE))


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """UNFOLD's navigation for this person: what they may see, with what waits beside it."""
    waiting = waiting_on(request) if request.user.is_authenticated else None
    shown = _room_shown(request)
    groups = []
    for title, rooms in MENU:
        items = [
            {
                "title": room.title if len(entries) > 1 else entries[0].title,
                "icon": room.icon,
                "link": page_url(entries[0].page),
                "active": room is shown,
            }
            | ({"badge": f"{count:,}", "badge_variant": "primary"} if count else {})
            for room in rooms
            if (entries := _entries(request, room))
            for count in [_count(entries, waiting) if waiting else 0]
        ]
        if items:
            groups.append({"title": title, "items": items})
    return groups


def tabs(request: HttpRequest) -> list[dict[str, Any]]:
    """UNFOLD's tabs: the pages of the room whose page is shown; none on the page of a row."""
    room = _room_shown(request)
    entries = _entries(request, room) if room else []
    shown = [
        entry
        for entry in entries
        if request.path == (link := page_url(entry.page))
        or (entry.is_one_row and request.path.startswith(link))
    ]
    if len(entries) < 2 or not shown:
        return []
    nearest = max(shown, key=lambda entry: len(page_url(entry.page)))  # one may lie under another
    waiting = waiting_on(request)
    counts = [(entry, _count([entry], waiting)) for entry in entries]
    items = [
        {
            "title": f"{entry.title} ({count:,})" if count else entry.title,
            "link": page_url(entry.page),
            "active": entry is nearest,
        }
        for entry, count in counts
    ]
    # Unfold asks for the models whose pages have tabs; here the address says it.
    names = [model._meta.label_lower for model in apps.get_models()]
    return [{"models": [*names, *({"name": n, "detail": True} for n in names)], "items": items}]


def pages(request: HttpRequest) -> list[tuple[str, str]]:
    """Title and address of each page of the menu that this person may see."""
    return [
        (entry.title, page_url(entry.page))
        for room in _rooms()
        for entry in _entries(request, room)
    ]


def badges(request: HttpRequest) -> dict[str, int]:
    """What waits by the address of its menu entry, for pages that stay open. One query."""
    waiting = count_badges(person_id=request.user.pk or 0, now=timezone.now())
    counts = {}
    for room in _rooms():
        entries = _entries(request, room)
        if waits := [entry.waits for entry in entries if entry.waits]:
            counts[page_url(entries[0].page)] = sum(waiting[name] for name in waits)
    return counts


def environment(request: HttpRequest) -> list[str] | None:
    """The label at the top of every page of a desk that holds made-up mail."""
    if request.user.is_authenticated and waiting_on(request).is_sample_desk:
        return ["Sample desk", "warning"]
    return None


@cache
def page_url(name: str) -> str:
    return reverse(f"admin:{name}")


def may_see(request: HttpRequest, right: str) -> bool:
    """As the admin has it: who may change may also look."""
    person = request.user
    return (
        not right or person.has_perm(right) or person.has_perm(right.replace(".view_", ".change_"))
    )


def _rooms() -> Iterator[Room]:
    return (room for _, rooms in MENU for room in rooms)


def _entries(request: HttpRequest, room: Room) -> list[Entry]:
    return [entry for entry in room.entries if may_see(request, entry.right)]


def _count(entries: list[Entry], waiting: Waiting) -> int:
    return sum(getattr(waiting, entry.waits) for entry in entries if entry.waits)


def _room_shown(request: HttpRequest) -> Room | None:
    """The room with the longest address that the page lies under. Every page lies under the
    dashboard's: that one counts only on its own page."""
    home, path = page_url("index"), request.path
    under = {
        link: room
        for room in _rooms()
        for entry in room.entries
        if path == (link := page_url(entry.page)) or (link != home and path.startswith(link))
    }
    return under[max(under, key=len)] if under else None
