"""Fixtures of all tests. ``DATABASE_URL`` decides which database they run on."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterator
from copy import copy
from functools import partial
from pathlib import Path
from socketserver import StreamRequestHandler
from typing import Any

import hypothesis
import pytest
from django.conf import settings as django_settings
from django.db import connection, connections
from django.test import Client, TransactionTestCase
from rest_framework.test import APIClient
from whitenoise.middleware import WhiteNoiseMiddleware

from drafting.access import requests
from drafting.access.models import Scope
from drafting.drafts.services.interpret import _plan_of
from drafting.instruments import throwaway
from drafting.mail.models import MailSettings
from learning.events.choices import Source
from manage import SELDOM
from templatesapp.models import DeskProfile
from tests.bench import importing
from tests.databases import copy_migrated, kept_aside, migrated_template
from tests.factories import UserFactory, make_agent_key
from tests.migrating import quick_states

AgentClient = Callable[..., APIClient]
StaffClient = Callable[..., APIClient]

HOUSE = {
    "business_name": "Hostel Brikette",
    "owners": "Peter & Cristiana",
    "signature": "Peter & Cristiana\nHostel Brikette, Positano",
}
MAILBOX = {"staff_addresses": ["info@hostel-brikette.example"]}
MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


# No test fails on an absolute time, property tests included.
hypothesis.settings.register_profile("desk", deadline=None)
hypothesis.settings.load_profile("desk")


def pytest_configure(config: pytest.Config) -> None:
    # Real password hashes cost a second per login, and no test is about them.
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Servers in this process send head and body apart: the body would wait 40 ms for the head's
    # receipt, at every call of an agent or a browser. gunicorn does the same for its own.
    StreamRequestHandler.disable_nagle_algorithm = True


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Collecting makes 14 000 tests and throws nothing away: a third of its time went into looking
    for garbage. What is there then stays to the end: no later search goes through it again, and
    later ones are as seldom as the machine's memory allows."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that wait for browsers, servers and clocks first: xdist gives the front of the list to
    one worker, and what only computes runs beside it instead of before it. What only PostgreSQL
    does is left out on another database."""
    for item in items:
        if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
            item.add_marker(pytest.mark.skip(reason="PostgreSQL alone does this"))
    items.sort(key=lambda item: not _waits(item))


def _waits(item: pytest.Item) -> bool:
    is_marked = any(item.get_closest_marker(name) for name in ("browser", "dovecot"))
    return is_marked or item.path.parent.name in ("faults", "load")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Django migrates what it finds: on SQLite a copy of a migrated file, which takes no time."""
    return django_db_keepdb or is_sqlite()


def is_sqlite() -> bool:
    return bool(django_settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, request: pytest.FixtureRequest
) -> Iterator[None]:
    """A database file for each process, so that two runs at once do not share one; on PostgreSQL
    each is a copy of one that was migrated."""
    database = django_settings.DATABASES["default"]
    if request.config.getvalue("reuse_db"):
        yield
        return
    if not is_sqlite():
        database["TEST"]["TEMPLATE"] = migrated_template(database)
        yield
        return
    name = Path(database["TEST"]["NAME"])
    name.parent.mkdir(parents=True, exist_ok=True)
    own = name.with_name(f"{name.name}.{os.getpid()}")
    database["TEST"]["NAME"] = str(own)
    copy_migrated(own)
    yield
    connections.close_all()
    for suffix in ("", "-wal", "-shm"):
        own.with_name(own.name + suffix).unlink(missing_ok=True)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """After a test that commits, the database is as migrations left it. Django would empty every
    table and make rights and types of content anew, a quarter of a second each time."""
    with django_db_blocker.unblock():
        put_back = kept_aside()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: put_back())
        yield


@pytest.fixture(autouse=True, scope="session")
def static_files_are_found_once() -> Iterator[None]:
    """Each client has a handler of its own, which would look for all of them."""
    found: dict[str, Any] = {}
    find = WhiteNoiseMiddleware.add_files_from_finders

    def find_once(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture(autouse=True, scope="session")
def desks_are_copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Desks that are thrown away are made as the tests' own: nobody migrates one more."""

    def copied() -> bytes:
        file: Path = tmp_path_factory.mktemp("desk") / "desk.sqlite3"
        copy_migrated(file)
        return file.read_bytes()

    with pytest.MonkeyPatch.context() as patch:
        for module in (throwaway, importing):  # each has it by its own name
            patch.setattr(module, "migrated_desk", copied)
        yield


@pytest.fixture(autouse=True)
def named_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test saves no profile or mail settings, it is the sample's house that is at work."""
    for model, values in ((DeskProfile, HOUSE), (MailSettings, MAILBOX)):
        for name, value in values.items():
            field = model._meta.get_field(name)
            monkeypatch.setitem(field.__dict__, "_get_default", partial(copy, value))


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """A process spends calls that it has taken from the database: not those of another test."""
    requests._held.clear()


@pytest.fixture(autouse=True)
def nothing_read() -> None:
    """A process keeps the plans of the newest mails: not those of another test."""
    _plan_of.cache_clear()


@pytest.fixture
def at_the_newest(transactional_db: None) -> Iterator[None]:
    """For a test that goes back: what comes after it finds the newest tables."""
    with quick_states():
        yield


@pytest.fixture
def agent_client(db: None) -> AgentClient:
    """``agent_client(scopes=["draft"])``: a client with a new key, kept as ``client.agent_key``."""

    def make(
        scopes: list[str] | None = None, source: str = Source.LIVE, **fields: Any
    ) -> APIClient:
        given = list(Scope.values) if scopes is None else scopes
        key, secret = make_agent_key(scopes=given, source=source, **fields)
        client = APIClient(HTTP_AUTHORIZATION=f"Bearer {secret}")
        client.agent_key = key  # type: ignore[attr-defined]
        return client

    return make


@pytest.fixture
def staff_client(db: None) -> StaffClient:
    """``staff_client("reviewer")``: an API client with the session of a member of staff.

    Roles: reviewer, manager, superuser, none (staff without a group), guest (no staff).
    """

    def make(role: str = "reviewer") -> APIClient:
        client = APIClient()
        client.user = UserFactory.create(role=role)  # type: ignore[attr-defined]
        client.force_login(client.user, backend=MODEL_BACKEND)  # type: ignore[attr-defined]
        return client

    return make


@pytest.fixture
def desk_client(db: None) -> Callable[..., Client]:
    """``desk_client("manager")``: a browser's client for the admin, logged in."""

    def make(role: str = "reviewer") -> Client:
        client = Client()
        client.user = UserFactory.create(role=role)  # type: ignore[attr-defined]
        client.force_login(client.user, backend=MODEL_BACKEND)  # type: ignore[attr-defined]
        return client

    return make
