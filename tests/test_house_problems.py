"""Every error is a problem in the one shape; under /api/ there is never HTML."""

from __future__ import annotations

import pytest

from config.errors import ERRORS

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.urls")]

PROBLEM = "application/problem+json"


@pytest.mark.parametrize("code", ERRORS)
def test_each_error_has_the_one_shape(agent_client, code):
    kind = ERRORS[code]
    answer = agent_client().get("/api/test/error", {"code": code})
    assert answer.status_code == kind.status
    assert answer["Content-Type"] == PROBLEM
    expected = {
        "type": f"urn:draftdesk:error:{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": kind.title,
        "code": code,
        "retryable": kind.retryable,
        "fields": {"a.0.b": ["wrong"]},
        "next_action": kind.next_action,
    }
    assert answer.json() == expected


@pytest.mark.parametrize("accept", ["application/json", "text/html,*/*;q=0.8"])
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/api/nothing", 404, "not_found"),
        ("post", "/api/v1/nothing", 404, "not_found"),
        ("get", "/api/v1/", 404, "not_found"),
        ("get", "/api/test/echo/", 404, "not_found"),
        ("get", "/api/../api/x", 404, "not_found"),
        ("delete", "/api/test/echo", 405, "method_not_allowed"),
        ("put", "/api/test/make", 405, "method_not_allowed"),
        ("get", "/api/test/make", 405, "method_not_allowed"),
        ("get", "/api/test/broken", 500, "server_error"),
    ],
)
def test_what_is_not_there_is_a_problem(agent_client, accept, method, path, status, code):
    client = agent_client()
    client.raise_request_exception = False
    answer = getattr(client, method)(path, HTTP_ACCEPT=accept)
    assert answer.status_code == status
    assert answer["Content-Type"] == PROBLEM
    assert answer.json()["code"] == code
    assert b"secret detail" not in answer.content
    assert b"<" not in answer.content


@pytest.mark.parametrize(
    ("path", "host", "field"),
    [
        ("/api/v1/templates/%00", "testserver", "path"),
        ("/api/v1/facts?page=%00", "testserver", "page"),
        ("/api/v1/facts", "elsewhere.example", "Host"),
    ],
)
def test_what_is_refused_before_any_view_names_what_is_wrong(agent_client, path, host, field):
    answer = agent_client().get(path, HTTP_HOST=host)
    assert answer.status_code == 400 and answer["Content-Type"] == PROBLEM
    said = answer.json()
    assert [*said["fields"]] == [field]
    assert said["detail"] == f"{field}: {said['fields'][field][0]}"


@pytest.mark.parametrize(
    ("path", "field"),
    [("knowledge", "language"), ("knowledge", "category"), ("templates/T01", "language")],
)
def test_what_is_no_choice_is_refused_with_those_there_are(agent_client, path, field):
    answer = agent_client(["stats"]).get(f"/api/v1/{path}", {field: "xx"})
    assert answer.status_code == 400
    assert answer.json()["fields"][field][0].startswith("One of: ")


def test_what_is_wrong_with_a_list_is_wrong_with_its_field(agent_client):
    body = {"body": "Is there parking?", "thread": "x"}
    answer = agent_client().post("/api/v1/drafts/interpret", body, format="json")
    assert [*answer.json()["fields"]] == ["thread"]


def test_a_form_nobody_offers_is_406(agent_client):
    answer = agent_client().get("/api/test/echo", HTTP_ACCEPT="text/html")
    assert answer.status_code == 406
    assert answer["Content-Type"] == PROBLEM
    assert answer.json()["code"] == "not_acceptable"


def test_a_foreign_host_is_a_problem(agent_client):
    answer = agent_client().get("/api/nothing", HTTP_HOST="evil.example")
    assert answer.status_code in (400, 404)
    assert answer["Content-Type"] == PROBLEM


def test_the_schema_and_its_page_are_there(client):
    assert client.get("/api/schema").status_code == 200
    plain = client.get("/api/schema", headers={"accept": "application/json"})
    assert plain["Content-Type"] == "application/json"
    assert plain.json()["openapi"]
    assert client.get("/api/docs").status_code == 200


@pytest.mark.parametrize("path", ["/api/schema", "/api/docs", "/api/test/echo", "/healthz"])
def test_only_the_admins_theme_may_compile_scripts(client, path):
    policy = client.get(path).headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "'unsafe-eval'" in client.get("/admin/login/").headers["Content-Security-Policy"]


def test_the_docs_hold_no_script_or_style_of_their_own(client):
    page = client.get("/api/docs").content.decode()
    assert "<style" not in page
    assert page.count("<script") == page.count("<script src=")
