"""Who may call what, by every address that the desk has: nothing is open that does not stand here.

The pages of the back office have their tables in ``test_admin_rights``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType

import pytest
from django.urls import include, path
from rest_framework.test import APIClient

from config.urls import urlpatterns
from drafting.access import requests
from drafting.access.models import Scope
from drafting.desk.watching import healthz
from tests.conftest import MODEL_BACKEND
from tests.drafting.desk import test_admin_rights as admin_rights
from tests.drafting.desk.routes import address_of, desk_routes
from tests.factories import UserFactory, make_agent_key

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

METHODS = ("get", "post", "put", "patch", "delete")
PEOPLE = ("anonymous", "guest", "none", "reviewer", "manager", "superuser")
AGENTS = tuple(f"agent {scope}" for scope in Scope.values)

SEERS = "reviewer manager superuser"
DECIDERS = SEERS
MANAGERS = "manager superuser"
EVERYBODY = " ".join(PEOPLE) + ", " + ", ".join(AGENTS)

# method and address: the staff that may, and with "agent SCOPE" the keys
API: dict[str, str] = {
    "get api/v1/facts": f"{SEERS}, agent stats",
    "get api/v1/knowledge": f"{SEERS}, agent stats",
    "get api/v1/ledger/questions": f"{SEERS}, agent stats",
    "get api/v1/messages": f"{SEERS}, agent messages",
    "get api/v1/messages/<message_id>": f"{SEERS}, agent messages",
    "get api/v1/priors": f"{SEERS}, agent stats",
    "get api/v1/proposals": f"{SEERS}, agent stats",
    "get api/v1/proposals/<proposal_id>": f"{SEERS}, agent stats",
    "get api/v1/runs/<run_id>": "agent runs",
    "get api/v1/runs/<run_id>/context-pack": "agent runs",
    "get api/v1/runs/<run_id>/next": "agent runs",
    "get api/v1/session-summary": f"{SEERS}, agent stats",
    "get api/v1/signals/stats": f"{SEERS}, agent stats",
    "get api/v1/templates": f"{SEERS}, agent stats",
    "get api/v1/templates/<template_id>": f"{SEERS}, agent stats",
    "get api/v1/threads": f"{SEERS}, agent messages",
    "get api/v1/threads/<thread_id>": f"{SEERS}, agent messages",
    "get api/v1/work/<work_token>": "agent work",
    "get metrics": f"{SEERS}, agent stats",
    "post api/v1/drafts/generate": "agent draft",
    "post api/v1/drafts/interpret": "agent draft",
    "post api/v1/drafts/quality-check": "agent draft",
    "post api/v1/drafts/refine": "agent draft",
    "post api/v1/knowledge": "agent stats",
    "post api/v1/ledger/questions/<question_id>/defer": DECIDERS,
    "post api/v1/ledger/questions/<question_id>/promote": DECIDERS,
    "post api/v1/ledger/questions/<question_id>/reject": DECIDERS,
    "post api/v1/ledger/questions/<question_id>/revert": DECIDERS,
    "post api/v1/messages": "agent messages",
    "post api/v1/priors/calibrate": f"{MANAGERS}, agent calibrate",
    "post api/v1/proposals/<proposal_id>/approve": DECIDERS,
    "post api/v1/proposals/<proposal_id>/reject": DECIDERS,
    "post api/v1/proposals/<proposal_id>/roll-back": DECIDERS,
    "post api/v1/proposals/<proposal_id>/undo": DECIDERS,
    "post api/v1/runs": "agent runs",
    "post api/v1/runs/<run_id>/memory-proposals": "agent runs",
    "post api/v1/work/<work_token>/finish": "agent work",
    "post api/v1/work/<work_token>/hand-over": "agent work",
    "post api/v1/work/<work_token>/heartbeat": "agent work",
    "post api/v1/work/<work_token>/release": "agent work",
    "post api/v1/work/<work_token>/reply": "agent work",
    "post api/v1/work/claim": "agent work",
    # Any key may speak; what it may do is asked by the call that a tool makes.
    "post mcp": f", {', '.join(AGENTS)}",
    "put api/v1/runs/<run_id>/artifacts/<stage>/<iteration>": "agent runs",
    # Nothing of the desk's is in these; the front page leads on to the login.
    "get ": EVERYBODY,
    "get api/docs": EVERYBODY,
    "get api/schema": EVERYBODY,
    "get healthz": EVERYBODY,
    "get readyz": EVERYBODY,
}


@pytest.mark.parametrize("role", [*PEOPLE, *AGENTS])
def test_every_address_by_role(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # So many calls from one address without a key would be refused as a flood, and not by rights.
    monkeypatch.setattr(requests, "KEYLESS_PER_MINUTE", 10_000)
    client = client_of(role)
    allowed = {
        f"{method} {route}"
        for route, address in addresses()
        for method in METHODS
        if getattr(client, method)(address).status_code not in (401, 403, 405)
    }
    wanted = {name for name, callers in API.items() if role in listed(callers)}
    # A redirect takes every method, and does nothing.
    assert {name for name in allowed if not name.endswith(" ")} == wanted - {"get "}


def client_of(role: str) -> APIClient:
    client = APIClient()
    if role.startswith("agent"):
        _, secret = make_agent_key(scopes=role.split()[1:])
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    elif role != "anonymous":
        client.force_login(UserFactory.create(role=role), backend=MODEL_BACKEND)
    return client


def listed(callers: str) -> set[str]:
    people, *agents = callers.split(", ")
    if people.startswith("agent"):
        return {people}
    return {*people.split(), *agents}


def addresses() -> Iterator[tuple[str, str]]:
    """Every route that is no page of the back office, wherever it stands, and an address of it with
    keys of nothing."""
    for name, pattern in desk_routes():
        if not name.startswith("admin:") and pattern not in admin_rights.UNNAMED:
            yield re.sub(r"<\w+:", "<", pattern), address_of(pattern)


def test_every_address_stands_in_the_table() -> None:
    """Each once, and the same address twice is no other's."""
    assert sorted(route for route, _ in addresses()) == sorted(table())


def table() -> set[str]:
    return {name.partition(" ")[2] for name in API}


@pytest.mark.parametrize(
    "place", ["admin/secret/", "static/secret", "api/v1/secret", "", "metrics"]
)
@pytest.mark.parametrize("name", [None, "secret", "metrics"])
def test_a_new_address_is_found_wherever_it_is_put(settings, place: str, name: str | None) -> None:
    """Deep in another URL conf, with a name or without, in the place of another."""
    leak = [path("", healthz, name=name)]
    conf = ModuleType("planted")
    conf.urlpatterns = [path(place, include(leak)), *urlpatterns]  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = conf
    assert sorted(route for route, _ in addresses()) == sorted([*table(), place])
