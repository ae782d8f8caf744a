"""A key gets a new secret; for a while both hold."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from config.errors import DomainError
from drafting.access.keys import find_usable_key, revoke_key, roll_key
from drafting.access.models import AgentKey
from tests.factories import UserFactory, make_agent_key

pytestmark = pytest.mark.django_db


def test_both_secrets_hold_until_the_overlap_is_over():
    person = UserFactory.create(role="manager")
    key, old = make_agent_key()
    new = roll_key(key_id=key.pk, by=person, reason="yearly")
    assert new != old
    assert new.partition(".")[0] == key.prefix
    assert find_usable_key(old) == find_usable_key(new) == key
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert find_usable_key(old) is None
        assert find_usable_key(new) == key
    row = AgentKey.objects.get().history.first()
    assert (row.history_user, row.history_change_reason) == (person, "yearly")
    assert not hasattr(row, "previous_hashed_key")


def test_only_the_last_two_secrets_ever_hold():
    key, first = make_agent_key()
    roll_key(key_id=key.pk, by=None, reason="one")
    roll_key(key_id=key.pk, by=None, reason="two")
    assert find_usable_key(first) is None


def test_a_revoked_key_is_not_rolled():
    key, _ = make_agent_key()
    revoke_key(key_id=key.pk, by=None, reason="over")
    with pytest.raises(DomainError) as error:
        roll_key(key_id=key.pk, by=None, reason="")
    assert error.value.code == "already_decided"


def test_a_manager_rolls_keys_in_the_admin(desk_client):
    key, old = make_agent_key(name="porter")
    page = desk_client("manager").post(
        "/admin/drafting/agentkey/",
        {"action": "roll", "_selected_action": [key.pk]},
        follow=True,
    )
    said = page.content.decode()
    assert "The new key of porter, shown this once:" in said
    assert find_usable_key(old) is not None


def test_a_key_may_be_made_for_some_days(capsys):
    call_command("create_agent", "guest agent", days=7)
    secret = capsys.readouterr().out.strip().splitlines()[-1]
    assert find_usable_key(secret) is not None
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert find_usable_key(secret) is None
