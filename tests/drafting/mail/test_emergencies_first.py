"""Who needs help now is looked at before any threat, and who comes tonight before those who can
wait: by the agent that claims next and on the people's list, whether the rules read it or the
reader alone suspects it."""

from __future__ import annotations

from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from django.utils import timezone

from drafting.desk.waiting import REASONS, list_needs
from drafting.drafts.models import Draft
from drafting.mail.choices import ThreadStatus, Urgency
from drafting.mail.models import Message, Thread
from drafting.outbox.care import why_care
from drafting.outbox.release_queue import release_queue
from tests.concurrency import at_once
from tests.drafting.mail.mails import record
from tests.factories import make_agent_key
from tests.serving import PATIENCE_SECONDS, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
# The urgency that each is recorded with; the reader alone sees the third.
MAILS = {
    "What time is breakfast?": Urgency.NONE,
    "My lawyer will sue you if the refund is not paid by Friday.": Urgency.CRITICAL,
    "We are two girls outside in the rain and nobody comes to the door, my sister has no feeling"
    " in her fingers any more.": Urgency.MAY_BE_EMERGENCY,
    "I demand my refund, you refuse to pay it.": Urgency.HIGH,
    "Our train is late, we reach you tonight at eleven. Until when is the reception open?": (
        Urgency.TODAY
    ),
    "There is smoke in the corridor of the first floor, please call the fire brigade!": (
        Urgency.MAY_BE_EMERGENCY
    ),
}


def recorded() -> list[int]:
    """Their conversations; each mail an hour older than the one before, all of them today's."""
    found = []
    for number, body in enumerate(MAILS):
        mail = record(body, message_id=f"<{number}@e.example>", **{"from": f"g{number}@e.example"})
        at = timezone.now() - timedelta(hours=number)
        Message.objects.filter(pk=mail.message.pk).update(received_at=at)
        found.append(mail.message.thread_id)
    return found


def in_order(threads: list[int]) -> list[list[int]]:
    """Emergencies, the oldest first, CRITICAL, HIGH, what is of today, the rest."""
    calm, threat, suspected, refund, tonight, fire = threads
    return [[fire, suspected], [threat, refund], [tonight, calm]]


def test_two_workers_get_the_emergencies_before_the_threat(tmp_path: Path) -> None:
    threads = recorded()
    assert list(Thread.objects.order_by("pk").values_list("urgency", flat=True)) == [
        *MAILS.values()
    ]
    keys = [make_agent_key(scopes=["work"])[1] for _ in range(2)]
    with serving(tmp_path / "log") as server:

        def claim(key: str) -> Any:
            said = {"Authorization": f"Bearer {key}"}
            url = f"{server.url}/api/v1/work/claim"
            answer = httpx.post(url, json={}, headers=said, timeout=PATIENCE_SECONDS)
            return answer.json()["thread_id"] if answer.content else None

        rounds = [at_once(*(lambda key=key: claim(key) for key in keys)) for _ in range(3)]
    assert [{*both} - {None} for both in rounds] == [{*both} for both in in_order(threads)]


def test_people_see_them_in_the_same_order() -> None:
    threads = recorded()
    Thread.objects.update(status=ThreadStatus.WAITING_FOR_PERSON)
    shown = list_needs(person_id=None, now=timezone.now())
    assert [thread.pk for thread, _ in shown] == [*chain.from_iterable(in_order(threads))]
    assert REASONS["may_be_emergency"][0] == "May be an emergency"
    assert [REASONS["may_be_emergency"] in words for _, words in shown] == [True] * 2 + [False] * 4


def test_a_sure_emergency_stands_before_one_that_was_suspected_earlier(worker, desk_client) -> None:
    """Once its draft tells the guest whom to call. Somebody has to act, so it stands on the
    people's list, too; the doubted one is the queue's as long as its reply waits there."""
    danger = "My friend in room 4 cannot breathe, please call an ambulance, help us!"
    for number, body in enumerate(["Is there internet and a signal?", danger]):
        record(body, message_id=f"<{number}@e.example>", **{"from": f"g{number}@e.example"})
    doubted, sure = Thread.objects.order_by("pk")
    Message.objects.filter(thread=doubted).update(urgency=Urgency.MAY_BE_EMERGENCY)
    Thread.objects.filter(pk=doubted.pk).update(urgency=Urgency.MAY_BE_EMERGENCY)
    replied = [worker.answer_next()["outgoing_id"] for _ in range(2)]
    waiting = release_queue(desk_client("reviewer").user).select_related("thread")
    assert [(reply.pk, reply.thread.urgency) for reply in waiting] == [
        (replied[1], Urgency.EMERGENCY),
        (replied[0], Urgency.MAY_BE_EMERGENCY),
    ]
    needs = list_needs(person_id=None, now=timezone.now())
    assert [thread.pk for thread, _ in needs] == [sure.pk]


def test_the_api_tells_the_highest_tier_of_it(agent_client) -> None:
    (*_, fire) = recorded()
    answer = agent_client().get(f"/api/v1/threads/{fire}")
    assert answer.json()["urgency"] == "CRITICAL"


def test_of_today_is_no_tier_and_asks_for_no_care(agent_client, worker, desk_client) -> None:
    """Its answer may go out in the morning's heap like any other."""
    record("We arrive tonight. What is the wifi password?")
    thread = Thread.objects.get()
    assert thread.urgency == Urgency.TODAY
    told = agent_client().get(f"/api/v1/threads/{thread.pk}").json()
    assert told["urgency"] == "NONE"
    worker.answer_next()
    (reply,) = release_queue(desk_client("reviewer").user).select_related("thread")
    assert why_care(reply) == ""


def test_what_waited_already_is_carried_both_ways(at_the_newest, worker) -> None:
    threads = recorded()
    tokens = [worker.claim()["work_token"] for _ in MAILS]
    for token in tokens[1:]:  # the fire has no draft yet
        worker.generate(token)
    assert Draft.objects.count() == 5
    call_command("migrate", "drafting", "0029", verbosity=0)
    for rows in (Thread.objects, Message.objects):  # nothing between none and high, which was 1
        found = list(rows.order_by("pk").values_list("urgency", flat=True))
        assert found == [0, 2, 1, 1, 0, 1]
    call_command("migrate", verbosity=0)
    high = Urgency.HIGH
    before = [Urgency.NONE, Urgency.CRITICAL, Urgency.EMERGENCY, high, Urgency.NONE, high]
    # The third's draft tells them whom to call.
    for rows in (Thread.objects, Message.objects):
        assert list(rows.order_by("pk").values_list("urgency", flat=True)) == before
    assert threads == list(Thread.objects.order_by("pk").values_list("pk", flat=True))
