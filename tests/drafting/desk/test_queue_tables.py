"""The tables of decisions of the two queues: what each must say, and that buttons can tell them
apart."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory

from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.release_decisions import DECISIONS as REPLIES
from learning.admin.review import DECISIONS as PROPOSALS


@pytest.mark.parametrize("table", [REPLIES, PROPOSALS], ids=["replies", "proposals"])
def test_each_decision_says_what_it_is_and_no_two_share_a_key(table):
    names = [one.name for one in table]
    keys = [one.key for one in table if one.key]
    assert len(set(names)) == len(names) and len(set(keys)) == len(keys)
    assert all(one.label and one.done and callable(one.when) for one in table)


@pytest.mark.parametrize(
    ("state", "taken_back_by"),
    [
        (MailState.QUEUED, "releases.undo_release"),
        *((state, "setting_aside.take_back") for state in MailState if state != MailState.QUEUED),
    ],
)
def test_what_takes_a_reply_back_is_told_by_its_state(state, taken_back_by, monkeypatch):
    """The service refuses what is in none of the states that it knows."""
    called = []
    for name in ("releases.undo_release", "setting_aside.take_back"):
        monkeypatch.setattr(
            f"drafting.outbox.release_decisions.{name}",
            lambda name=name, **given: called.append((name, given)),
        )
    undo = next(one for one in REPLIES if one.name == "undo")
    request = RequestFactory().post("/")
    request.user = person = User(username="ada")
    undo(request, OutgoingMail(pk=7, state=state), {}).mutate()
    assert called == [(taken_back_by, {"mail_id": 7, "by": person})]
