"""Ignored keys in the admin: added with a reason, refused in words, taken back."""

from __future__ import annotations

import pytest
from django.urls import reverse

from learning.calibration.models import IgnoredAgent
from tests.factories import EmailTemplateFactory
from tests.learning.factories import refine, select

pytestmark = pytest.mark.django_db

LIST = reverse("admin:learning_ignoredagent_changelist")
ADD = reverse("admin:learning_ignoredagent_add")
FORM = {
    "agent": "abcdefgh",
    "since_0": "2026-06-01",
    "since_1": "00:00",
    "reason": "It was rolled.",
}


def test_a_key_is_ignored_once_and_taken_back(desk_client):
    client = desk_client("manager")
    assert client.post(ADD, FORM).status_code == 302
    row = IgnoredAgent.objects.get()
    assert (row.agent, row.reason, row.person) == ("abcdefgh", "It was rolled.", client.user)
    again = client.post(ADD, FORM)
    assert again.status_code == 200
    assert "abcdefgh is ignored already." in again.content.decode()
    form = {"action": "take_back", "_selected_action": [row.pk]}
    page = client.post(LIST, form, follow=True).content.decode()
    assert "abcdefgh counts again." in page
    row.refresh_from_db()
    assert row.taken_back_by == client.user
    assert client.post(ADD, FORM).status_code == 302


def test_a_prefix_mistyped_is_told(desk_client):
    """Nothing is forgotten then, and the list alone would not say so."""
    client = desk_client("manager")
    refine(draft_id=select(template=EmailTemplateFactory.create()), agent="abcdefgh")
    page = client.post(ADD, FORM | {"agent": "abcdefgX"}, follow=True).text
    assert "abcdefgX has said nothing since then. Is this the key&#x27;s prefix?" in page
    page = client.post(ADD, FORM | {"since_0": "2020-01-01"}, follow=True).text
    assert "Words of abcdefgh that count no more: 1." in page
