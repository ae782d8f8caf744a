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
from drafting.tables import table_beside


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


def _entry(title: str, model: str = "", **told: Any) -> Entry:
    app, _, name = model.partition(".")
    its = {"right": f"{app}.view_{name}", "page": f"{app}_{name}_changelist"} if model else {}
    return Entry(title, **(its | told))


def _room(title: str, icon: str, pages: list[dict[str, Any]]) -> Room:
    return Room(title, icon, tuple(_entry(**page) for page in pages))


MENU: tuple[tuple[str, tuple[Room, ...]], ...] = tuple(
    (title, tuple(_room(**room) for room in rooms))
    for title, rooms in table_beside(__file__).items()
)


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
