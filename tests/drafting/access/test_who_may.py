"""Who is let in: every kind of caller at every kind of view."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone
from rest_framework.test import APIClient

from drafting.access.keys import revoke_key
from drafting.access.models import AgentKey
from templatesapp.models import KnowledgeItem
from tests.conftest import MODEL_BACKEND
from tests.factories import KnowledgeItemFactory, UserFactory, make_agent_key

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.urls")]


def bearer(value: str) -> APIClient:
    return APIClient(HTTP_AUTHORIZATION=value)


def revoked_key() -> str:
    key, secret = make_agent_key()
    revoke_key(key_id=key.pk, by=None, reason="lost")
    return f"Bearer {secret}"


def expired_key() -> str:
    return f"Bearer {make_agent_key(expires_at=timezone.now() - timedelta(seconds=1))[1]}"


REFUSED_HEADERS = {
    "no header": lambda: "",
    "another scheme": lambda: "Basic dXNlcjpwYXNz",
    "no key": lambda: "Bearer",
    "empty key": lambda: "Bearer  ",
    "two keys": lambda: "Bearer one two",
    "no dot": lambda: "Bearer nodot",
    "unknown prefix": lambda: "Bearer abcdefgh.0123456789",
    "prefix alone": lambda: f"Bearer {make_agent_key()[0].prefix}.",
    "wrong secret": lambda: f"Bearer {make_agent_key()[0].prefix}.{'x' * 32}",
    "wrong case": lambda: f"Bearer {make_agent_key()[1].swapcase()}",
    "very long": lambda: "Bearer " + "a" * 100_000,
    "not ASCII": lambda: "Bearer clé.clé",
    "NUL": lambda: "Bearer abc\x00defg.hijk",
    "the hash itself": lambda: f"Bearer {make_agent_key()[0].hashed_key}",
    "revoked": revoked_key,
    "expired": expired_key,
}


@pytest.mark.parametrize("case", REFUSED_HEADERS)
def test_no_usable_key_is_401_with_a_challenge(case):
    answer = bearer(REFUSED_HEADERS[case]()).get("/api/test/echo")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == 'Bearer realm="draftdesk"'
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_authenticated"


def test_all_keys_that_do_not_hold_get_the_same_answer():
    bodies = {
        bearer(REFUSED_HEADERS[case]()).get("/api/test/echo").content
        for case in ("unknown prefix", "wrong secret", "revoked", "expired", "no dot")
    }
    assert len(bodies) == 1


def test_a_good_key_is_let_in_with_one_query(agent_client, django_assert_num_queries):
    client = agent_client(["draft"])
    client.get("/api/test/echo")  # marks the key as used
    with django_assert_num_queries(1):
        answer = client.get("/api/test/echo")
    assert answer.json() == {"name": client.agent_key.prefix}


def test_the_scheme_is_read_in_any_case(agent_client):
    _, secret = make_agent_key()
    assert bearer(f"bearer {secret}").get("/api/test/echo").status_code == 200


def test_a_use_is_noted(agent_client):
    client = agent_client()
    client.get("/api/test/echo")
    assert AgentKey.objects.get(pk=client.agent_key.pk).last_used_at is not None


@pytest.mark.parametrize(
    ("scopes", "path", "status"),
    [
        (["draft"], "/api/test/echo", 200),
        (["stats", "work"], "/api/test/echo", 403),
        (["runs"], "/api/test/runs", 200),
        (["draft"], "/api/test/runs", 403),
        (["work"], "/api/test/any-key", 200),
        (["draft"], "/api/test/person", 403),
        (["draft"], "/api/test/nothing", 404),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_agents_by_scope(agent_client, scopes, path, status, method):
    answer = getattr(agent_client(scopes), method)(path)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "permission_denied"


def test_a_key_is_told_which_scope_it_lacks(agent_client):
    answer = agent_client(["draft"]).get("/api/test/runs")
    assert answer.json()["detail"] == "The key lacks the scope runs."


@pytest.mark.parametrize(
    ("role", "path", "reads", "writes"),
    [
        ("none", "/api/test/echo", 403, 403),
        ("reviewer", "/api/test/echo", 200, 200),
        ("manager", "/api/test/echo", 200, 200),
        ("superuser", "/api/test/echo", 200, 200),
        ("reviewer", "/api/test/runs", 403, 200),
        ("none", "/api/test/person", 403, 403),
        ("manager", "/api/test/any-key", 403, 200),
        ("guest", "/api/test/echo", 401, 401),
    ],
)
def test_staff_by_permission(staff_client, role, path, reads, writes):
    client = staff_client(role)
    assert client.get(path).status_code == reads
    assert client.post(path).status_code == writes


def test_a_person_loses_access_with_the_account(staff_client):
    client = staff_client("manager")
    client.user.is_active = False
    client.user.save()
    assert client.get("/api/test/echo").status_code == 401


def test_staff_writes_need_the_csrf_token():
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(UserFactory.create(role="manager"), backend=MODEL_BACKEND)
    answer = client.post("/api/test/echo", {"name": "x"}, format="json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "permission_denied"


def test_a_bad_key_is_refused_even_beside_a_good_session(staff_client):
    client = staff_client("manager")
    answer = client.get("/api/test/echo", HTTP_AUTHORIZATION="Bearer abcdefgh.wrong")
    assert answer.status_code == 401


def test_a_view_without_scope_is_closed_to_all(agent_client):
    client = agent_client()
    client.raise_request_exception = False
    assert client.get("/api/test/forgetful").status_code == 500


def test_history_written_by_an_agents_call_has_no_person(agent_client, monkeypatch):
    def edit(request: object) -> None:
        item.question = "Is there really no lift?"
        item.save()

    item = KnowledgeItemFactory.create()
    monkeypatch.setattr("tests.urls.after_write", edit)
    answer = agent_client().post("/api/test/make", {"name": "x"})
    assert answer.status_code == 201
    assert KnowledgeItem.history.latest().history_user is None
    assert Group.objects.filter(name__startswith="x ").exists()
