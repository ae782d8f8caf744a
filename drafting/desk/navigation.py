"""The frame of every page: the menu by what staff do, what waits as badges, whose desk it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from drafting.desk.waiting import Waiting, waiting_on

# Names of admin pages; one that does not exist (yet) is left out of the menu.
REVIEW_QUEUE = "learning_templateproposal_queue"
RELEASE_QUEUES = ("drafting_release_queue", "drafting_outgoingmail_changelist")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the menu. ``pages``: admin page names, the first that exists is linked.

    ``right``: the permission that shows it. ``waits``: the field of Waiting that is its badge.
    """

    title: str
    icon: str
    right: str
    pages: tuple[str, ...]
    waits: str = ""


def _model(title: str, icon: str, label: str, *, waits: str = "") -> Entry:
    app, _, model = label.partition(".")
    return Entry(title, icon, f"{app}.view_{model}", (f"{app}_{model}_changelist",), waits)


MENU: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (
        "Today",
        (
            Entry(
                "Needs you",
                "notification_important",
                "drafting.view_thread",
                ("drafting_thread_needs_you",),
                "needs_you",
            ),
            Entry("Dashboard", "space_dashboard", "", ("index",)),
            Entry(
                "Review queue",
                "rule",
                "learning.view_templateproposal",
                (REVIEW_QUEUE, "learning_templateproposal_changelist"),
                "proposals",
            ),
            _model("Questions", "live_help", "learning.unknownquestion", waits="questions"),
            Entry("Replies", "outbox", "drafting.view_outgoingmail", RELEASE_QUEUES, "replies"),
            Entry(
                "Safe morning", "wb_twilight", "drafting.release_reply", ("drafting_safe_morning",)
            ),
            _model("Follow-ups", "event_upcoming", "drafting.followup", waits="follow_ups"),
            _model("Conversations", "forum", "drafting.thread"),
            Entry("Write to a guest", "edit", "drafting.release_reply", ("drafting_thread_new",)),
        ),
    ),
    (
        "What we say",
        (
            _model("Templates", "article", "templatesapp.emailtemplate"),
            _model("Facts", "sell", "templatesapp.propertyfact"),
            _model("Knowledge", "menu_book", "templatesapp.knowledgeitem"),
            _model("Policies", "gavel", "templatesapp.policyrule"),
            _model("Who we are", "storefront", "templatesapp.deskprofile"),
        ),
    ),
    (
        "What we learned",
        (
            _model("All proposals", "fact_check", "learning.templateproposal"),
            _model("Priors", "balance", "learning.templateprior"),
            _model("Calibrations", "tune", "learning.calibrationrun"),
            _model("Ignored keys", "key_off", "learning.ignoredagent"),
            Entry(
                "Threshold report",
                "bar_chart",
                "learning.view_learningsettings",
                ("learning_threshold_report",),
            ),
            _model("Selections", "ads_click", "learning.selectionevent"),
            _model("Rewrites", "edit_note", "learning.refinementevent"),
            _model("Left out", "filter_alt_off", "learning.excludeddraft"),
            _model("Summed events", "functions", "learning.eventaggregate"),
        ),
    ),
    (
        "Desk",
        (
            _model("Drafts", "drafts", "drafting.draft"),
            _model("Runs", "route", "drafting.draftrun"),
            _model("Memory", "psychology", "drafting.memoryentry", waits="memory"),
            _model("Playbook notes", "lightbulb", "drafting.playbooknote"),
            _model("Mail", "mail", "drafting.message"),
            _model("Contacts", "contacts", "drafting.contact"),
            _model("Not written to", "unsubscribe", "drafting.suppressedaddress"),
            _model("Agents' keys", "key", "drafting.agentkey"),
        ),
    ),
    (
        "Settings",
        (
            _model("Drafting", "edit_document", "drafting.draftingsettings"),
            _model("Learning", "school", "learning.learningsettings"),
            _model("Run settings", "tune", "drafting.runsettings"),
            _model("Mail settings", "inbox_customize", "drafting.mailsettings"),
            Entry(
                "Mailbox",
                "inbox",
                "drafting.view_mailsettings",
                ("drafting_mailsettings_mailbox",),
            ),
            Entry(
                "Health",
                "monitor_heart",
                "drafting.view_mailsettings",
                ("drafting_mailsettings_health",),
            ),
            _model("People", "group", "auth.user"),
            _model("Groups", "shield_person", "auth.group"),
            Entry("Sessions", "devices", "", ("auth_user_sessions",)),
            Entry("Second factor", "passkey", "", ("auth_user_second_factor",)),
        ),
    ),
)


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """UNFOLD's navigation for this person: what they may see, with what waits beside it."""
    waiting = waiting_on(request) if request.user.is_authenticated else None
    groups: list[dict[str, Any]] = [
        {"title": title, "items": _items(request, entries, waiting)} for title, entries in MENU
    ]
    _mark_active(request.path, [item for group in groups for item in group["items"]])
    return [group for group in groups if group["items"]]


def pages(request: HttpRequest) -> list[dict[str, Any]]:
    """The menu's pages that this person may see, without what waits there."""
    return [item for _, entries in MENU for item in _items(request, entries, None)]


def badges(request: HttpRequest) -> dict[str, int]:
    """What waits by the address of its menu entry, for pages that stay open. One query."""
    waiting = waiting_on(request)
    entries = [entry for _, group in MENU for entry in group if entry.waits]
    return {
        page_url(*entry.pages): getattr(waiting, entry.waits) or 0
        for entry in entries
        if may_see(request, entry.right)
    }


def environment(request: HttpRequest) -> list[str] | None:
    """The label at the top of every page of a desk that holds made-up mail."""
    if request.user.is_authenticated and waiting_on(request).is_sample_desk:
        return ["Sample desk", "warning"]
    return None


def page_url(*names: str) -> str:
    """The address of the first admin page that exists; empty without any."""
    for name in names:
        try:
            return reverse(f"admin:{name}")
        except NoReverseMatch:
            continue
    return ""


def _items(
    request: HttpRequest, entries: tuple[Entry, ...], waiting: Waiting | None
) -> list[dict[str, Any]]:
    items = []
    for entry in entries:
        link = page_url(*entry.pages)
        if not link or not may_see(request, entry.right):
            continue
        item: dict[str, Any] = {"title": entry.title, "icon": entry.icon, "link": link}
        count = getattr(waiting, entry.waits, None) if entry.waits else None
        if count:
            item |= {"badge": f"{count:,}", "badge_variant": "primary"}
        items.append(item)
    return items


def may_see(request: HttpRequest, right: str) -> bool:
    """As the admin has it: who may change may also look."""
    person = request.user
    return (
        not right or person.has_perm(right) or person.has_perm(right.replace(".view_", ".change_"))
    )


def _mark_active(path: str, items: list[dict[str, Any]]) -> None:
    """The longest address that the page lies under, so that a page marks one entry.

    Every page lies under the dashboard's: that one is marked only on its own page."""
    home = page_url("index")
    under = [
        item["link"]
        for item in items
        if path == item["link"] or (path.startswith(item["link"]) and item["link"] != home)
    ]
    longest = max(under, key=len, default="")
    for item in items:
        item["active"] = item["link"] == longest
