"""Addresses that nobody's browser makes: refused or answered, never broken, on both databases."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import quote
from wsgiref.util import setup_testing_defaults

import httpx
import pytest
from django.contrib import admin
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import transaction
from django.db.models import Model
from django.urls import reverse

from config.middleware import refusing_encodings
from drafting.outbox.conversation_admin import ThreadAdmin
from tests.drafting.desk.admin_rows import make_rows
from tests.drafting.desk.routes import address_of, desk_routes
from tests.drafting.desk.test_admin_rights import other_key
from tests.drafting.outbox.test_big_mail_served import gunicorn

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

VALUES = ("99999", "(", "0001-01-01", "9" * 40, "abc", "a,,b")
ODD_LOOKUPS = ("nothing", "year__nothing", "date__range", "pk__range")
KEYS = ("abc", "9" * 40, "_5F")


@pytest.fixture
def broken(desk_client) -> Callable[[str], int]:
    """``broken(address)``: the status where the desk broke, else 0."""
    client = desk_client("superuser")
    client.raise_request_exception = False

    def ask(address: str) -> int:
        with transaction.atomic():  # PostgreSQL takes nothing more in one that a query broke
            status = client.get(address).status_code
            transaction.set_rollback(True)
        return status if status >= 500 else 0

    return ask


def test_no_lookup_breaks_a_list(broken) -> None:
    """Django takes any lookup of a model's own fields; each kind of field once."""
    make_rows()
    kinds = {
        type(field): (model, field)
        for model in admin.site._registry
        for field in model._meta.concrete_fields
    }
    found = {}
    for model, field in kinds.values():
        lookups = [*field.get_lookups(), *ODD_LOOKUPS]
        queries = [f"{field.name}__{lookup}={value}" for lookup in lookups for value in VALUES[:2]]
        queries += [f"{field.name}__exact={quote(value)}" for value in VALUES]
        found |= found_broken(broken, "changelist", model, queries)
    assert found == {}


def test_no_proposed_value_breaks_the_page_of_a_new_row(broken) -> None:
    found = {}
    for model in admin.site._registry:
        names = [field.name for field in model._meta.get_fields()]
        queries = ["&".join(f"{name}={value}" for name in names) for value in VALUES[2:5]]
        found |= found_broken(broken, "add", model, queries)
    assert found == {}


def test_a_proposed_value_is_shown_where_the_form_takes_it(desk_client) -> None:
    address = "/admin/learning/ignoredagent/add/?reason=Late+arrivals&since=2026-05-01"
    assert "Late arrivals" in desk_client("manager").get(address).content.decode()


def test_a_list_without_a_filter_hides_no_fault(desk_client, monkeypatch) -> None:
    """One that breaks by itself would else lead from its page to itself with a flag, for ever."""

    def broken(self: Any, request: Any) -> Any:
        raise RuntimeError

    monkeypatch.setattr(ThreadAdmin, "get_queryset", broken)
    client = desk_client("reviewer")
    client.raise_request_exception = False
    for query, status in (("", 500), ("?e=1", 500), ("?p=2", 302)):
        assert client.get(f"/admin/drafting/thread/{query}").status_code == status


def found_broken(
    broken: Any, page_of: str, model: type[Model], queries: list[str]
) -> dict[str, int]:
    page = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_{page_of}")
    addresses = [f"{page}?{query}" for query in queries]
    return {address: status for address in addresses if (status := broken(address))}


@pytest.mark.parametrize("key", KEYS)
def test_no_key_breaks_a_page(broken, key: str) -> None:
    rows = make_rows()
    addresses = [
        f"/{re.sub('<path:[^>]+>', quote(key, safe=''), with_other_keys(pattern, rows))}"
        for _, pattern in desk_routes()
        if "<path:" in pattern
    ]
    assert {address: status for address in addresses if (status := broken(address))} == {}


def test_no_number_in_an_address_is_too_long(broken) -> None:
    """Each number in turn, the others of rows that are there."""
    rows, found = make_rows(), {}
    for _, pattern in desk_routes():
        for number in re.findall(r"<int:\w+>", pattern):
            address = with_other_keys(pattern.replace(number, "9" * 40), rows)
            found[address] = broken(address_of("/" + address)[1:])
    assert len(found) > 20
    assert {address: status for address, status in found.items() if status} == {}


def with_other_keys(pattern: str, rows: dict[str, Model]) -> str:
    return re.sub(
        r"<(?:\w+:)?((?!object_id)\w+)>",
        lambda found: str(other_key(found[1], rows) or 1),
        pattern,
    )


@pytest.mark.parametrize(
    "address",
    [
        *(
            "/%00",
            "/static/%00",
            "/admin/%00",
            "/admin/?x=%00",
            "/healthz?%00=1",
            "/api/docs?a=%00",
        ),
        *("/api/v1/templates/%00", "/api/v1/templates/T01?language=%00", "/api/v1/proposals?x=%00"),
    ],
)
def test_a_nul_in_an_address_is_a_bad_request(desk_client, address: str) -> None:
    answer = desk_client("superuser").get(address)
    assert answer.status_code == 400
    if "/api/v1" in address:
        assert answer.json()["code"] == "validation_error"


def test_a_nul_in_a_form_is_a_bad_request(desk_client) -> None:
    client = desk_client("superuser")
    row = make_rows()["drafting.thread"]
    address = reverse("admin:drafting_thread_act", args=[row.pk])
    assert client.post(address, {"verb": "close", "note": "a\x00b"}).status_code == 400
    assert client.post("/admin/login/", {"username": "a\x00", "password": "x"}).status_code == 400


@pytest.mark.parametrize("query", ["%2500", "caf%C3%A9", "%ED%A0%80"])
def test_other_characters_are_no_nul(desk_client, query: str) -> None:
    assert desk_client("superuser").get(f"/admin/drafting/message/?q={query}").status_code == 200


Called = Callable[..., tuple[int, bytes]]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Called:
    """By the server's own door: Django's test client makes a request in its own way."""
    monkeypatch.setattr(request_started, "receivers", [])  # one closes the test's connection
    desk = refusing_encodings(WSGIHandler())

    def call(path: str, *, kind: str, query: str = "", body: bytes = b"") -> tuple[int, bytes]:
        told: list[str] = []
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "HTTP_HOST": "testserver",
            "HTTP_COOKIE": f"csrftoken={'a' * 32}",
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
        }
        setup_testing_defaults(environ)
        parts = desk(environ, lambda status, headers, failed=None: told.append(status))  # type: ignore[arg-type, return-value, func-returns-value]
        return int(told[0].split()[0]), b"".join(parts)

    return call


ENCODINGS = ("hex", "idna", "punycode", "rot13", "zlib", "undefined", "utf-7", "no-such", "latin-1")
PLACES = ("/healthz", "/nowhere", "/admin/login/", "/api/v1/messages", "/api/nowhere", "/mcp")


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_encoding_of_the_callers_own_is_a_bad_request(
    called: Called, caplog: pytest.LogCaptureFixture, path: str, encoding: str
) -> None:
    query = "address=ada.thornbury%40example.org"
    for kind in ("x/y", "application/json", "multipart/form-data; boundary=B"):
        for named in (f"charset={encoding}", f"a*={encoding}''%41; charset={encoding}"):
            status, answer = called(path, kind=f"{kind}; {named}", query=query)
            assert status == 400
            if path.startswith("/api/"):
                assert [*json.loads(answer)["fields"]] == ["Content-Type"]
    assert "thornbury" not in caplog.text


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=\xe9", b"x"),
        (
            "multipart/form-data; boundary=B",
            b"--B\r\nContent-Disposition: form-data; name*=hex''%41\r\n\r\nx\r\n--B--\r\n",
        ),
    ],
)
def test_a_form_that_cannot_be_read_breaks_nothing(
    called: Called, path: str, kind: str, body: bytes
) -> None:
    assert 400 <= called(path, kind=kind, body=body)[0] < 500


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", '"utf-8"', "us-ascii"])
def test_utf_8_may_be_said(called: Called, charset: str) -> None:
    assert called("/mcp", kind=f"application/json; charset={charset}")[0] == 401


def test_the_server_refuses_it_too_and_logs_no_address(tmp_path) -> None:
    address = "healthz?address=ada.thornbury%40example.org"
    with gunicorn(tmp_path) as home:
        answer = httpx.get(f"{home}/{address}", headers={"Content-Type": "x/y; charset=hex"})
        assert httpx.get(f"{home}/healthz", headers={"SCRIPT_NAME": "/x"}).is_success
        assert httpx.post(f"{home}/admin/auth/user/ada.thornbury/").status_code == 403  # no token
        with socket.create_connection(("127.0.0.1", httpx.URL(home).port or 0)) as line:
            line.sendall(f"GET /{address}\xe9 HTTP/1.1\r\n\r\n".encode("latin-1"))
            assert b" 400 " in line.recv(100)
    assert answer.status_code == 400
    assert "X-Request-ID" in answer.headers
    assert "thornbury" not in (tmp_path / "gunicorn.log").read_text()


def test_a_field_that_no_list_has_is_in_no_log(desk_client, caplog) -> None:
    answer = desk_client("superuser").get("/admin/drafting/contact/?_to_field=ada.thornbury")
    assert answer.status_code == 400
    assert "thornbury" not in caplog.text
