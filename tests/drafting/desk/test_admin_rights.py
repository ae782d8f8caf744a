"""Who may open and do what in the back office: every registered page, by its direct address.

The tables are written out, so that a change of a right shows as a changed line. They say what
``drafting/access/groups.py`` and each admin's own rules come to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db import transaction
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import URLPattern, path, reverse
from simple_history.admin import SimpleHistoryAdmin

from config.urls import urlpatterns
from drafting.access.groups import DESK_APPS
from drafting.outbox.conversation_admin import ThreadAdmin
from templatesapp.admin.pages import keep_view, page_urls
from tests.conftest import MODEL_BACKEND
from tests.drafting.desk.admin_rows import make_rows
from tests.drafting.desk.routes import Route, address_of, desk_routes, own_pages_of_models, walk
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

# L list, A add form and POST, V form of a row, E its POST, D delete form and POST, H history,
# O an old version. A POST to an old version is refused to everybody (simple-history would write).
NOTHING = ""
READ = "L V H"  # no history of its own
SEE = "L V H O"
EDIT = "L V E H O"
MAKE = "L A V E H O"
ALL = "L A V E D H O"
WRITE = "L A V D H O"  # decided by buttons of its own, never edited

# model: viewer (staff with every view permission of the desk), reviewer, manager, superuser
MODELS: dict[str, tuple[str, str, str, str]] = {
    "auth.group": (NOTHING, NOTHING, NOTHING, "L A V E D H"),
    "auth.user": (NOTHING, NOTHING, NOTHING, "L A V E D H"),
    "drafting.agentkey": (SEE, NOTHING, MAKE, MAKE),
    "drafting.contact": (SEE, SEE, EDIT, EDIT),
    "drafting.draft": (READ, READ, READ, READ),
    "drafting.draftingsettings": (SEE, SEE, EDIT, EDIT),
    "drafting.draftrun": (READ, READ, READ, READ),
    "drafting.followup": (READ, "L V E H", "L V E H", "L V E H"),
    "drafting.mailsettings": (SEE, SEE, EDIT, EDIT),
    "drafting.memoryentry": (SEE, SEE, WRITE, WRITE),
    "drafting.message": (READ, READ, READ, READ),
    "drafting.outgoingmail": (READ, READ, READ, READ),
    "drafting.playbooknote": (SEE, SEE, ALL, ALL),
    "drafting.readerversion": (SEE, SEE, SEE, SEE),  # decided by buttons of its own
    "drafting.runsettings": (SEE, SEE, EDIT, EDIT),  # a manager only the threshold
    "drafting.suppressedaddress": (SEE, SEE, ALL, ALL),
    "drafting.thread": (READ, READ, READ, READ),
    "learning.calibrationrun": (READ, READ, READ, READ),
    "learning.eventaggregate": (READ, READ, READ, READ),
    "learning.excludeddraft": (READ, READ, READ, READ),
    "learning.ignoredagent": (READ, READ, "L A V H", "L A V H"),  # added and taken back
    "learning.learningsettings": (SEE, SEE, EDIT, EDIT),
    "learning.refinementevent": (READ, READ, READ, READ),
    "learning.selectionevent": (READ, READ, READ, READ),
    "learning.templateprior": (READ, READ, READ, READ),
    "learning.templateproposal": (SEE, SEE, SEE, SEE),
    "learning.unknownquestion": (SEE, SEE, SEE, SEE),
    "templatesapp.deskprofile": (SEE, SEE, EDIT, EDIT),
    "templatesapp.emailtemplate": (SEE, SEE, MAKE, MAKE),
    "templatesapp.emailtemplate protected": (SEE, SEE, MAKE, MAKE),
    "templatesapp.knowledgeitem": (SEE, MAKE, ALL, ALL),
    "templatesapp.policyrule": (SEE, SEE, ALL, ALL),
    "templatesapp.propertyfact": (SEE, SEE, ALL, ALL),
}

NOBODY = ""
STAFF = "none viewer reviewer manager superuser"  # leads on to a page that has its own right
SEERS = "viewer reviewer manager superuser"
DECIDERS = "reviewer manager superuser"
MANAGERS = "manager superuser"
SUPERUSERS = "superuser"

# page: who may read it, whose POST is taken (what it does, and for whom, is the service's say)
PAGES: dict[str, tuple[str, str]] = {
    "auth_user_password_change": (SUPERUSERS, SUPERUSERS),
    "auth_user_passkey_register": (NOBODY, STAFF),  # their own, as the next three
    "auth_user_passkey_registered": (NOBODY, STAFF),
    "auth_user_passkey_show": (NOBODY, STAFF),
    "auth_user_passkey_shown": (NOBODY, STAFF),
    "auth_user_second_factor": (STAFF, STAFF),  # their own
    "auth_user_sessions": (STAFF, STAFF),  # their own; a superuser everybody's
    "drafting_begin_with_starter": (NOBODY, MANAGERS),
    "drafting_mailsettings_health": (SEERS, SEERS),
    "drafting_mailsettings_mailbox": (SEERS, MANAGERS),
    "drafting_memoryentry_decide": (NOBODY, MANAGERS),
    "drafting_message_attachment": (SEERS, SEERS),
    "drafting_message_raw": (SEERS, SEERS),
    "drafting_readerversion_decide": (NOBODY, MANAGERS),
    "drafting_release_check": (NOBODY, DECIDERS),
    "drafting_release_decide": (NOBODY, DECIDERS),
    "drafting_release_item": (SEERS, SEERS),
    "drafting_release_keep": (NOBODY, DECIDERS),
    "drafting_release_letters": (DECIDERS, NOBODY),
    "drafting_release_queue": (SEERS, SEERS),
    "drafting_safe_morning": (DECIDERS, NOBODY),
    "drafting_safe_morning_release": (NOBODY, DECIDERS),
    "drafting_safe_morning_undo": (NOBODY, DECIDERS),
    "drafting_overtaken": (DECIDERS, NOBODY),
    "drafting_overtaken_mend": (NOBODY, DECIDERS),
    "drafting_thread_act": (NOBODY, DECIDERS),
    "drafting_thread_check": (NOBODY, DECIDERS),
    "drafting_thread_counts": (SEERS, SEERS),
    "drafting_thread_file": (SEERS, SEERS),
    "drafting_thread_inserts": (DECIDERS, NOBODY),
    "drafting_thread_keep": (NOBODY, DECIDERS),
    "drafting_thread_needs_you": (SEERS, SEERS),
    "drafting_thread_new": (DECIDERS, DECIDERS),
    "drafting_try_mail": (SEERS, SEERS),  # writes nothing
    "learning_calibrate": (MANAGERS, MANAGERS),
    "learning_calibrationrun_calibrate_now": (MANAGERS, MANAGERS),
    "learning_learningsettings_open_report": (STAFF, STAFF),
    "learning_templateprior_calibrate_now": (MANAGERS, MANAGERS),
    "learning_templateproposal_bulk": (NOBODY, DECIDERS),
    "learning_templateproposal_open_queue": (SEERS, SEERS),
    "learning_templateproposal_queue": (SEERS, SEERS),
    "learning_templateproposal_queue_check": (NOBODY, DECIDERS),
    "learning_templateproposal_queue_decide": (NOBODY, DECIDERS),
    "learning_templateproposal_review": (SEERS, SEERS),
    "learning_threshold_report": (SEERS, SEERS),
    "learning_unknownquestion_decide": (NOBODY, DECIDERS),
    "learning_unknownquestion_languages": (SEERS, SEERS),
    "learning_unknownquestion_open_languages": (SEERS, SEERS),
    "learning_unknownquestion_say": (NOBODY, DECIDERS),
    "templatesapp_emailtemplate_check": (NOBODY, SEERS),
    "templatesapp_emailtemplate_export": (SEERS, NOBODY),
    "templatesapp_emailtemplate_import": (MANAGERS, MANAGERS),
    "templatesapp_emailtemplate_open_export": (SEERS, SEERS),
    "templatesapp_emailtemplate_open_import": (MANAGERS, MANAGERS),
    "templatesapp_emailtemplate_open_versions": (STAFF, STAFF),
    "templatesapp_emailtemplate_restore": (NOBODY, MANAGERS),
    "templatesapp_emailtemplate_versions": (SEERS, SEERS),
    "templatesapp_knowledgeitem_export": (SEERS, NOBODY),
    "templatesapp_knowledgeitem_import": (DECIDERS, DECIDERS),
    "templatesapp_knowledgeitem_open_export": (SEERS, SEERS),
    "templatesapp_knowledgeitem_open_import": (DECIDERS, DECIDERS),
    "templatesapp_knowledgeitem_open_sheet": (SEERS, SEERS),
    "templatesapp_propertyfact_export": (SEERS, NOBODY),
    "templatesapp_propertyfact_import": (MANAGERS, MANAGERS),
    "templatesapp_propertyfact_open_export": (SEERS, SEERS),
    "templatesapp_propertyfact_open_import": (MANAGERS, MANAGERS),
    "templatesapp_propertyfact_open_sheet": (SEERS, SEERS),
    "templatesapp_kept_text_keep": (NOBODY, STAFF),
}

# model and action on selected rows: who is offered it; Django refuses what it does not offer
ACTIONS: dict[str, str] = {
    "auth.group delete_selected": SUPERUSERS,
    "auth.user delete_selected": SUPERUSERS,
    "drafting.agentkey revoke": MANAGERS,
    "drafting.agentkey roll": MANAGERS,
    "drafting.contact forget": MANAGERS,
    "drafting.followup mark_done": DECIDERS,
    "drafting.memoryentry delete_selected": MANAGERS,
    "drafting.playbooknote delete_selected": MANAGERS,
    "drafting.suppressedaddress delete_selected": MANAGERS,
    "learning.calibrationrun undo": MANAGERS,
    "learning.ignoredagent take_back": MANAGERS,
    "learning.templateprior forget": MANAGERS,
    "learning.templateproposal approve_selected": DECIDERS,
    "learning.templateproposal reject_selected": DECIDERS,
    "learning.templateproposal roll_back_selected": DECIDERS,
    "learning.unknownquestion defer_selected": DECIDERS,
    "learning.unknownquestion reject_selected": DECIDERS,
    "templatesapp.knowledgeitem delete_selected": MANAGERS,
    "templatesapp.policyrule delete_selected": MANAGERS,
    "templatesapp.propertyfact delete_selected": MANAGERS,
}

ROLES = ("viewer", "reviewer", "manager", "superuser")
STRANGERS = ("anonymous", "guest", "none")
# Pages of the site itself: who may read them.
SITE_PAGES: dict[str, str] = {
    "app_list": SEERS,
    "autocomplete": NOBODY,  # no form of the desk asks it
    "index": STAFF,
    "jsi18n": STAFF,
    "login": f"anonymous guest {STAFF}",
    "logout": "anonymous guest",  # are led on to the login; staff log out by POST alone
    "password_change": STAFF,
    "password_change_done": STAFF,
    "search": STAFF,
    "view_on_site": NOBODY,
}
# Addresses without a name, who may open them. Django's own of a row leads on to its form; the site's
# last takes whatever no other does, and finds nothing.
UNNAMED: dict[str, str] = {
    "admin/search/": STAFF,  # in the place of the theme's own
    "admin/(?P<url>.*)$": NOBODY,
    **{
        f"admin/{label.partition(' ')[0].replace('.', '/')}/<path:object_id>/": STAFF
        for label in MODELS
    },
}
# Pages whose names do not begin with their model's.
OWNERS = {
    "drafting_release_check": "drafting.outgoingmail",
    "drafting_release_decide": "drafting.outgoingmail",
    "drafting_release_item": "drafting.outgoingmail",
    "drafting_release_keep": "drafting.outgoingmail",
    "drafting_release_letters": "drafting.outgoingmail",
}


def client_of(role: str) -> Client:
    client = Client()
    if role == "anonymous":
        return client
    person = UserFactory.create(role="none" if role == "viewer" else role)
    if role == "viewer":
        views = Permission.objects.filter(
            content_type__app_label__in=DESK_APPS, codename__startswith="view_"
        )
        person.user_permissions.set(views)
    client.force_login(person, backend=MODEL_BACKEND)
    return client


@pytest.mark.parametrize("role", [*STRANGERS, *ROLES])
def test_every_row_page_by_role(role: str) -> None:
    client = client_of(role)
    rows = make_rows()
    found = {label: " ".join(letters(client, row)) for label, row in rows.items()}
    place = ROLES.index(role) if role in ROLES else None
    assert found == {label: NOTHING if place is None else MODELS[label][place] for label in MODELS}


def letters(client: Client, row: Model) -> Iterator[str]:
    """What this person gets of the pages of one model; each POST is one that would do something."""
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}"
    change = reverse(f"{name}_change", args=[row.pk])
    if may(client.get(reverse(f"{name}_changelist"))):
        yield "L"
    add = reverse(f"{name}_add")
    if same(may(client.get(add)), may(client.post(add, {}))):
        yield "A"
    if may(client.get(change)):
        yield "V"
    if may(client.post(change, {"_save": "1"})):
        yield "E"
    delete = reverse(f"{name}_delete", args=[row.pk])
    if same(may(client.get(delete)), may(client.post(delete, {}))):
        yield "D"
    if may(client.get(reverse(f"{name}_history", args=[row.pk]))):
        yield "H"
    if not isinstance(admin.site._registry[type(row)], SimpleHistoryAdmin):
        return
    version = row.history.first()  # type: ignore[attr-defined]
    old = reverse(f"{name}_simple_history", args=[row.pk, version.pk])
    if may(client.get(old)):
        yield "O"
    before = row.history.count()  # type: ignore[attr-defined]
    assert not may(client.post(old, {"_save": "1"}))
    assert row.history.count() == before  # type: ignore[attr-defined]


def same(first: bool, second: bool) -> bool:
    """A form that is shown is taken, and one that is not is refused."""
    assert first == second
    return first


def may(response) -> bool:
    """Neither refused nor led to the login; where a page does not exist, nobody may."""
    is_login = response.status_code == 302 and "/login/" in response.headers["Location"]
    return response.status_code in (200, 302) and not is_login


def test_every_model_stands_in_the_table() -> None:
    registered = {model._meta.label_lower for model in admin.site._registry}
    assert registered == {label.removesuffix(" protected") for label in MODELS}


@pytest.mark.parametrize("role", [*STRANGERS, *ROLES])
def test_every_other_page_by_role(role: str) -> None:
    client, rows, found = client_of(role), make_rows(), {}
    for name in PAGES:
        address = page_of(name, rows)
        with transaction.atomic():  # what is written must not change the next page's rows
            found[name] = (may(client.get(address)), may_write(client.post(address, {})))
            transaction.set_rollback(True)
    wanted = {
        name: (role in readers.split(), role in writers.split())
        for name, (readers, writers) in PAGES.items()
    }
    assert found == wanted


def may_write(response) -> bool:
    """An empty form may be sent back or refused for what it lacks: it was read all the same."""
    is_login = response.status_code == 302 and "/login/" in response.headers["Location"]
    return response.status_code not in (403, 405) and not is_login


@pytest.mark.parametrize("role", ROLES)
def test_every_action_on_rows_by_role(role: str) -> None:
    client_of(role)
    request = RequestFactory().get("/admin/")
    request.user = User.objects.latest("pk")
    offered = {
        f"{model._meta.label_lower} {name}"
        for model, model_admin in admin.site._registry.items()
        for name in model_admin.get_actions(request)
    }
    assert offered == {name for name, roles in ACTIONS.items() if role in roles.split()}


@pytest.mark.parametrize("role", [*STRANGERS, *ROLES])
def test_an_action_that_is_not_offered_does_nothing_when_posted(role: str) -> None:
    client, rows = client_of(role), make_rows()
    before = contents()
    for name, roles in ACTIONS.items():
        if role in roles.split():
            continue
        label, action = name.split()
        row = rows[label]
        address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")
        # As the page that asks would send it when it is confirmed.
        form = {"action": action, "_selected_action": [str(row.pk)], "post": "yes", "is_sent": "1"}
        client.post(address, form | {f"answer_{row.pk}": "Yes.", "reason": "tone"})
    assert contents() == before


def contents() -> dict[str, list[tuple[object, ...]]]:
    """Every row of every model that the admin shows; a login is no change."""
    left_out = {"last_login"}
    return {
        model._meta.label_lower: list(
            model._base_manager.order_by("pk").values_list(
                *(f.attname for f in model._meta.concrete_fields if f.name not in left_out)
            )
        )
        for model in admin.site._registry
    }


def page_of(name: str, rows: dict[str, Model]) -> str:
    """The address of a page with the keys of rows that are there."""
    label = next(
        (label for label in rows if name.startswith(label.replace(".", "_"))), OWNERS.get(name, "")
    )
    pattern = next(pattern for found, pattern in named_pages(desk_routes()) if found == name)
    kinds = re.findall(r"<(?:\w+:)?(\w+)>", pattern)
    keys = [other_key(kind, rows) or rows[label].pk for kind in kinds]
    return reverse(f"admin:{name}", args=keys)


def other_key(kind: str, rows: dict[str, Model]) -> object:
    """Keys in an address that are not those of its own model's row."""
    if kind == "attachment_id":
        return rows["drafting.message"].attachments.get().pk  # type: ignore[attr-defined]
    if kind == "file_id":
        return rows["drafting.outgoingmail"].files.get().pk  # type: ignore[attr-defined]
    if kind == "place":
        return "first-mail"
    if kind == "language":
        return "it"
    if kind == "history_id":
        return rows["templatesapp.emailtemplate"].history.get().pk  # type: ignore[attr-defined]
    return None


def test_every_page_stands_in_the_table() -> None:
    assert_all_stand(desk_routes())


def assert_all_stand(routes: list[Route]) -> None:
    """Each once: two pages of one name would stand in one line, and tests would open the first."""
    assert sorted(name for name, _ in named_pages(routes)) == sorted(PAGES)
    others = [route for route in routes if not route.name.startswith("admin:")]
    under_admin = [pattern for _, pattern in others if pattern.startswith("admin/")]
    assert sorted(under_admin) == sorted(UNNAMED)
    names = Counter(route.name for route in routes if route.name)
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("name", ["", "secret", "index", "drafting_thread_change"])
def test_a_new_page_is_found_under_any_name(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def planted(self: ThreadAdmin) -> list[URLPattern]:
        return [*page_urls(self, ("leak/", name, keep_view)), *found(self)]

    found = ThreadAdmin.get_urls
    monkeypatch.setattr(ThreadAdmin, "get_urls", planted)
    elsewhere: list[Any] = [one for one in urlpatterns if str(one.pattern) != "admin/"]
    routes = list(walk([*elsewhere, path("admin/", admin.site.urls)]))
    assert [pattern for _, pattern in set(routes) - set(desk_routes())] == [
        "admin/drafting/thread/leak/"
    ]
    with pytest.raises(AssertionError):
        assert_all_stand(routes)


def named_pages(routes: list[Route]) -> Iterator[tuple[str, str]]:
    """Pages that are ours: not Django's own of a model, nor of the site."""
    known = own_pages_of_models() | {f"admin:{name}" for name in SITE_PAGES}
    for name, pattern in routes:
        if name.startswith("admin:") and name not in known:
            yield name.removeprefix("admin:"), pattern


@pytest.mark.parametrize("role", [*STRANGERS, *ROLES])
def test_every_unnamed_page_by_role(role: str) -> None:
    client = client_of(role)
    allowed = {
        pattern for pattern in UNNAMED if may(client.get(address_of(pattern), {"s": "towels"}))
    }
    assert allowed == {pattern for pattern, roles in UNNAMED.items() if role in roles.split()}


@pytest.mark.parametrize("role", [*STRANGERS, *ROLES])
def test_every_page_of_the_site_by_role(role: str) -> None:
    client = client_of(role)
    rows = make_rows()
    keys = {"app_list": ["drafting"], "view_on_site": [1, rows["drafting.thread"].pk]}
    allowed = {
        name
        for name in SITE_PAGES
        if may(client.get(reverse(f"admin:{name}", args=keys.get(name)), {"s": "towels"}))
    }
    assert allowed == {name for name, roles in SITE_PAGES.items() if role in roles.split()}


def test_what_staff_without_a_group_may_open_holds_nothing_of_the_desks() -> None:
    client = client_of("none")
    make_rows()
    for name in ("index", "search"):
        page = client.get(reverse(f"admin:{name}"), {"s": "towels"}).content.decode().casefold()
        assert "guest@example.org" not in page
        assert "conversations" not in page
