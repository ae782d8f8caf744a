"""Keys in the admin: shown once, revoked with a reason, for managers alone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from drafting.access.keys import revoke_key
from drafting.access.models import AgentKey
from tests.factories import make_agent_key

pytestmark = pytest.mark.django_db

LIST = reverse("admin:drafting_agentkey_changelist")
ADD = reverse("admin:drafting_agentkey_add")


def change_url(key: AgentKey) -> str:
    return reverse("admin:drafting_agentkey_change", args=[key.pk])


def add(client, **fields):
    form = {"name": "robot", "scopes": ["draft", "work"], "source": "live", **fields}
    return client.post(ADD, form | {"expires_at_0": "", "expires_at_1": ""}, follow=True)


def test_a_new_key_is_shown_exactly_once(desk_client):
    client = desk_client("manager")
    page = add(client, change_reason="summer season").content.decode()
    key = AgentKey.objects.get()
    shown = page[page.index(f"{key.prefix}.") :][:41]
    assert key.holds(shown)
    assert (key.name, key.scopes, key.created_by) == ("robot", ["draft", "work"], client.user)
    row = key.history.get()
    assert (row.history_user, row.history_change_reason) == (client.user, "summer season")
    for url in (LIST, change_url(key)):
        page = client.get(url).content.decode()
        assert key.prefix in page
        assert shown not in page
        assert key.hashed_key not in page


@pytest.mark.parametrize("fields", [{"name": ""}, {"scopes": []}, {"scopes": ["approve"]}])
def test_a_bad_form_makes_no_key(desk_client, fields):
    assert add(desk_client("manager"), **fields).status_code == 200
    assert not AgentKey.objects.exists()


def test_html_in_a_name_stays_text(desk_client):
    page = add(desk_client("manager"), name="<script>alert(1)</script>").content.decode()
    assert "<script>alert(1)" not in page


def test_edit_changes_rights_with_a_reason_but_not_the_source(desk_client):
    client = desk_client("manager")
    key, _ = make_agent_key()
    form = {
        "name": "renamed",
        "scopes": ["stats"],
        "source": "sample",
        "expires_at_0": "2030-01-01",
        "expires_at_1": "00:00:00",
        "change_reason": "too many rights",
    }
    client.post(change_url(key), form)
    key.refresh_from_db()
    assert (key.name, key.scopes, key.source) == ("renamed", ["stats"], "live")
    assert key.expires_at == datetime(2030, 1, 1, tzinfo=ZoneInfo("Europe/Rome"))
    row = key.history.first()
    assert (row.history_user, row.history_change_reason) == (client.user, "too many rights")


def test_revoke_a_mixed_selection(desk_client):
    client = desk_client("manager")
    active, ended = make_agent_key()[0], make_agent_key()[0]
    revoke_key(key_id=ended.pk, by=None, reason="before")
    form = {"action": "revoke", "_selected_action": [active.pk, ended.pk]}
    page = client.post(LIST, form, follow=True).content.decode()
    active.refresh_from_db()
    assert active.is_revoked
    assert active.history.first().history_user == client.user
    assert active.history.first().history_change_reason == "revoked in the admin"
    assert ended.history.count() == 2
    assert "1 revoked." in page
    assert "is revoked already" in page


def test_a_revoked_key_is_only_read(desk_client):
    client = desk_client("manager")
    key, _ = make_agent_key()
    revoke_key(key_id=key.pk, by=None, reason="lost")
    assert client.get(change_url(key)).status_code == 200
    assert client.post(change_url(key), {"name": "back", "scopes": ["draft"]}).status_code == 403


def test_an_old_version_cannot_bring_a_revoked_key_back(desk_client):
    client = desk_client("superuser")
    key, _ = make_agent_key()
    revoke_key(key_id=key.pk, by=None, reason="lost")
    url = reverse(
        "admin:drafting_agentkey_simple_history", args=[key.pk, key.history.last().history_id]
    )
    page = client.get(url)
    assert page.status_code == 200
    assert key.hashed_key not in page.content.decode()
    assert client.post(url, {"name": "back", "scopes": ["draft"]}).status_code == 403
    key.refresh_from_db()
    assert key.is_revoked


@pytest.mark.parametrize("role", ["none", "reviewer"])
def test_only_managers_come_near_keys(desk_client, role):
    client = desk_client(role)
    key, _ = make_agent_key()
    history = reverse("admin:drafting_agentkey_history", args=[key.pk])
    for url in (LIST, ADD, change_url(key), history):
        assert client.get(url).status_code == 403
    assert client.post(ADD, {"name": "x", "scopes": ["draft"]}).status_code == 403
    form = {"action": "revoke", "_selected_action": [key.pk]}
    assert client.post(LIST, form).status_code == 403
    key.refresh_from_db()
    assert not key.is_revoked
    assert AgentKey.objects.count() == 1


def test_nobody_deletes_a_key(desk_client):
    key, _ = make_agent_key()
    url = reverse("admin:drafting_agentkey_delete", args=[key.pk])
    assert desk_client("superuser").post(url, {"post": "yes"}).status_code == 403
    assert AgentKey.objects.exists()


def test_the_list_costs_the_same_queries_for_one_key_and_for_ten(
    desk_client, django_assert_max_num_queries
):
    client = desk_client("manager")
    make_agent_key()
    client.get(LIST)  # the first request writes down the session
    with django_assert_max_num_queries(30) as one:
        client.get(LIST)
    for _ in range(9):
        make_agent_key()
    with django_assert_max_num_queries(30) as ten:
        client.get(LIST)
    assert len(one) == len(ten)
