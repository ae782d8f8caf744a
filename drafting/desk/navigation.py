"""The frame of every admin page: the menu, badges of what waits, and whose desk it is."""

from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from drafting.desk.waiting import count_badges, waiting_on
from drafting.tables import table_beside


class Entry(NamedTuple):
    """A page of the menu. ``page``: its admin name. ``right``: the permission that shows it; who
    is without it does not see the entry. ``waits``: the count of what waits that is its badge."""

    title: str
    right: str
    page: str
    waits: str = ""
    is_one_row: bool = False  # its page is a form


class Room(NamedTuple):
    """A line of the menu. It leads to the first of its pages that a person may see; the others
    stand as tabs above each of them."""

    title: str
    icon: str
    entries: list[Entry]


def _entry(title: str, model: str = "", **told: Any) -> Entry:
    app, _, name = model.partition(".")
    its = {"right": f"{app}.view_{name}", "page": f"{app}_{name}_changelist"} if model else {}
    return Entry(title, **(its | told))


MENU: list[tuple[str, list[Room]]] = [
    (
        title,
        [Room(r["title"], r["icon"], [_entry(**page) for page in r["pages"]]) for r in rooms],
    )
    for title, rooms in table_beside(__file__).items()
]
ROOMS = [room for _, rooms in MENU for room in rooms]


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """UNFOLD's navigation for this person: what they may see, with what waits beside it."""
    waiting = waiting_on(request) if request.user.is_authenticated else None
    shown = _room_shown(request)
    groups = []
    for title, rooms in MENU:
        items = []
        for room in rooms:
            if not (entries := _entries(request, room)):
                continue
            name = room.title if len(entries) > 1 else entries[0].title
            item = {"title": name, "icon": room.icon, "link": page_url(entries[0].page)}
            if count := _count(entries, waiting) if waiting else 0:
                item |= {"badge": f"{count:,}", "badge_variant": "primary"}
            items.append(item | {"active": room is shown})
        if items:
            groups.append({"title": title, "items": items})
    return groups


def tabs(request: HttpRequest) -> list[dict[str, Any]]:
    """UNFOLD's tabs: the pages of the room whose page is shown; none on the page of a row."""
    room, path = _room_shown(request), request.path
    entries = {page_url(entry.page): entry for entry in _entries(request, room)} if room else {}
    shown = [
        link
        for link, entry in entries.items()
        if path == link or (entry.is_one_row and path.startswith(link))
    ]
    if len(entries) < 2 or not shown:
        return []
    nearest, waiting = max(shown, key=len), waiting_on(request)  # one may lie under another
    items = []
    for link, entry in entries.items():
        count = _count([entry], waiting)
        title = f"{entry.title} ({count:,})" if count else entry.title
        items.append({"title": title, "link": link, "active": link == nearest})
    # Unfold asks for the models whose pages have tabs; here the address says it.
    names = [model._meta.label_lower for model in apps.get_models()]
    return [{"models": [*names, *({"name": n, "detail": True} for n in names)], "items": items}]


def pages(request: HttpRequest) -> list[tuple[str, str]]:
    """Title and address of each page of the menu that this person may see."""
    return [(e.title, page_url(e.page)) for room in ROOMS for e in _entries(request, room)]


def badges(request: HttpRequest) -> dict[str, int]:
    """What waits by the address of its menu entry, for pages that stay open. One query."""
    waiting = count_badges(person_id=request.user.pk or 0, now=timezone.now())
    counts = {}
    for room in ROOMS:
        entries = _entries(request, room)
        if any(entry.waits for entry in entries):
            counts[page_url(entries[0].page)] = _count(entries, waiting)
    return counts


def environment(request: HttpRequest) -> list[str] | None:
    """The label at the top of every page of a desk that holds made-up mail."""
    is_sample = request.user.is_authenticated and waiting_on(request)["is_sample_desk"]
    return ["Sample desk", "warning"] if is_sample else None


@cache
def page_url(name: str) -> str:
    return reverse(f"admin:{name}")


def may_see(request: HttpRequest, right: str) -> bool:
    """As the admin has it: who may change may also look."""
    may = request.user.has_perm
    return not right or may(right) or may(right.replace(".view_", ".change_"))


def _entries(request: HttpRequest, room: Room) -> list[Entry]:
    return [entry for entry in room.entries if may_see(request, entry.right)]


def _count(entries: list[Entry], waiting: dict[str, Any]) -> int:
    return sum(waiting[entry.waits] for entry in entries if entry.waits)


def _room_shown(request: HttpRequest) -> Room | None:
    """The room with the longest address that the page lies under. Every page lies under the
    dashboard's: that one counts only on its own page."""
    home, path = page_url("index"), request.path
    under = {
        link: room
        for room in ROOMS
        for entry in room.entries
        if path == (link := page_url(entry.page)) or (link != home and path.startswith(link))
    }
    return under[max(under, key=len)] if under else None
