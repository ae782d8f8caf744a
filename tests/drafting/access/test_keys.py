"""Agents' keys: stored hashed, ended for good, marked as used without a write per request."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from config.errors import DomainError
from drafting.access.keys import change_key, create_key, mark_key_used, revoke_key
from drafting.access.models import AgentKey, Scope
from tests.factories import UserFactory, make_agent_key

pytestmark = pytest.mark.django_db


def test_create_key_stores_only_a_hash():
    key, secret = create_key(name="robot")
    stored = AgentKey.objects.filter(pk=key.pk).values().get()
    assert secret.startswith(f"{key.prefix}.")
    random_part = secret.partition(".")[2]
    assert len(random_part) == 32
    assert not any(random_part in str(value) for value in stored.values())
    assert key.holds(secret)
    assert not key.holds(secret[:-1] + "!")


def test_history_of_a_key_holds_no_hash_and_names_the_person():
    person = UserFactory.create(role="manager")
    key, _ = create_key(name="robot", created_by=person, reason="for the summer")
    row = key.history.get()
    assert key.hashed_key not in str(AgentKey.history.values().get())
    assert (row.history_user, row.history_change_reason) == (person, "for the summer")


def test_create_key_without_scopes_gives_all_in_order():
    assert create_key(name="robot")[0].scopes == list(Scope.values)
    assert create_key(name="b", scopes=["stats", "draft", "draft"])[0].scopes == ["draft", "stats"]


@pytest.mark.parametrize("scopes", [[], ["draft", "approve"], ["*"]])
def test_create_key_refuses_unknown_or_no_scopes(scopes):
    with pytest.raises(ValidationError) as refused:
        create_key(name="robot", scopes=scopes)
    assert list(refused.value.message_dict) == ["scopes"]
    assert not AgentKey.objects.exists()


@pytest.mark.parametrize("fields", [{"name": ""}, {"name": "x" * 51}, {"source": "other"}])
def test_create_key_refuses_bad_fields(fields):
    with pytest.raises(ValidationError):
        create_key(**{"name": "robot", **fields})


def test_revoke_key_once():
    person = UserFactory.create(role="manager")
    key, _ = make_agent_key()
    revoked = revoke_key(key_id=key.pk, by=person, reason="lost")
    assert revoked.is_revoked
    assert not revoked.is_usable()
    with pytest.raises(DomainError) as refused:
        revoke_key(key_id=key.pk, by=person, reason="again")
    assert refused.value.code == "already_decided"
    assert [row.history_change_reason for row in key.history.all()] == ["lost", "Created"]


def test_a_revoked_key_cannot_be_changed():
    key, _ = make_agent_key()
    revoke_key(key_id=key.pk, by=None, reason="lost")
    with pytest.raises(DomainError) as refused:
        change_key(
            key_id=key.pk, name="x", scopes=["draft"], expires_at=None, by=None, reason="back"
        )
    assert refused.value.code == "already_decided"


def test_key_past_its_expiry_is_not_usable():
    now = timezone.now()
    key, _ = make_agent_key(expires_at=now + timedelta(minutes=1))
    assert key.is_usable(now=now)
    assert not key.is_usable(now=now + timedelta(minutes=1))


def test_last_used_is_written_at_most_once_a_minute(django_assert_num_queries):
    key, _ = make_agent_key()
    start = timezone.now()
    with django_assert_num_queries(1):
        mark_key_used(key=key, now=start)
    key.refresh_from_db()
    assert key.last_used_at == start
    with django_assert_num_queries(0):
        mark_key_used(key=key, now=start + timedelta(seconds=59))
    with django_assert_num_queries(1):
        mark_key_used(key=key, now=start + timedelta(seconds=60))
    assert key.history.count() == 1


def test_last_used_never_goes_back_when_a_stale_request_writes_late():
    key, _ = make_agent_key()
    stale = AgentKey.objects.get(pk=key.pk)
    late = timezone.now() + timedelta(seconds=30)
    mark_key_used(key=key, now=late)
    mark_key_used(key=stale, now=late - timedelta(seconds=20))
    key.refresh_from_db()
    assert key.last_used_at == late
