"""A whole turn about a mail of ten megabytes, or in a conversation of two hundred: what an agent
gets stays small, and no call costs more than in proportion to what it reads."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.db.models import F, Value
from django.db.models.functions import Concat

from drafting.drafts.services.interpret import MAX_READ_MAILS
from drafting.mail.models import Message
from tests.drafting.mail.mails import our_reply, record, reply
from tests.drafting.runs.runner import SURE, Runner

pytestmark = pytest.mark.django_db
LINE = "We arrive with two suitcases on the evening ferry from Naples, as we did last year. "
ASKED = "What time is breakfast?\r\n\r\n"
MAX_CLAIM_BYTES = 256 * 1024
MAX_PACK_TOKENS = 10_000
READ_CHARACTERS = 100_000  # of a mail, by the interpreter


class Measured(Runner):
    """Keeps for each call its CPU seconds and the size of its answer."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.spent: dict[str, float] = {}
        self.bytes: dict[str, int] = {}
        for method in ("get", "post", "put"):
            setattr(client, method, self._measured(getattr(client, method)))

    def _measured(self, call: Any) -> Any:
        def measured(path: str, *args: Any, **kwargs: Any) -> Any:
            begun = time.process_time()
            answer = call(path, *args, **kwargs)
            name = path.split("?")[0].replace(self.token or "?", "").split("/")
            name = "/".join(part for part in name[3:] if len(part) < 30 and part)
            self.spent[name] = max(self.spent.get(name, 0), time.process_time() - begun)
            self.bytes[name] = max(self.bytes.get(name, 0), len(answer.content))
            return answer

        return measured

    def turn(self) -> Any:
        """From claim to finish, with a pack before each step."""
        self.token = self.claim()["work_token"]
        self.read(self.token)
        self.post("drafts/interpret", {"work_token": self.token})
        self.start()
        for _ in range(5):
            pack = self.get(f"runs/{self.run['id']}/context-pack")
            assert pack["total_tokens"] <= MAX_PACK_TOKENS
            self.step(SURE)
        pack = self.get(f"runs/{self.run['id']}/context-pack")
        assert pack["total_tokens"] <= MAX_PACK_TOKENS
        draft = self.draft["draft"]["body_plain"]
        check = {"draft_id": self.draft["draft_id"], "draft": {"body_plain": draft}}
        self.post("drafts/quality-check", check)
        assert self.bytes["work/claim"] <= MAX_CLAIM_BYTES
        return pack


@pytest.fixture
def measured(runner: Runner) -> Measured:
    return Measured(runner.client)


def padded(characters: int) -> str:
    return (ASKED + LINE * (characters // len(LINE) + 1))[:characters]


def cost(measured: Measured) -> float:
    """CPU seconds of a whole turn."""
    measured.spent.clear()
    measured.bytes.clear()
    measured.turn()
    return sum(measured.spent.values())


def test_ten_megabytes_cost_no_more_than_a_hundred_thousand_characters(measured: Measured) -> None:
    costs = []
    for number, characters in enumerate((1_000, READ_CHARACTERS, 9_900_000)):
        sender = {"from": f"guest{number}@example.com"}
        record(padded(characters), message_id=f"<{number}@guests.example>", **sender)
        costs.append(cost(measured))
    assert costs[2] < 3 * costs[1], costs


def test_two_hundred_mails_cost_no_more_than_those_that_are_read(measured: Measured) -> None:
    costs = []
    for name, mails in (("warm", 1), ("read", MAX_READ_MAILS), ("many", 200)):
        write(name, mails)
        costs.append(cost(measured))
    assert measured.draft["action_plan"]["is_cut"]
    assert costs[2] < 5 * costs[1], costs
    asked_in = {ask["message"] for ask in measured.draft["action_plan"]["asks"]}
    newest = Message.objects.order_by("-pk").values_list("pk", flat=True)[:MAX_READ_MAILS]
    assert asked_in <= set(newest)
    assert measured.draft["delivery_status"] != "ready"


def test_two_hundred_mails_to_and_fro_are_read_as_one(measured: Measured) -> None:
    costs = []
    for name, mails in (("warm", 1), ("few", 20), ("many", 200)):
        write(name, mails, is_answered=True)
        costs.append(cost(measured))
        assert measured.draft["action_plan"]["is_cut"] is False
    assert costs[2] < 5 * costs[1], costs


def write(name: str, mails: int, *, is_answered: bool = False) -> None:
    """So many mails of a guest in one conversation; ``is_answered``: all but the newest were."""
    sender = {"from": f"{name}@example.com"}
    first, theirs = f"<{name}@example.com>", Message.objects.filter(from_address=sender["from"])
    record("Mail 0. ", message_id=first, **sender)
    for number in range(1, mails):
        if is_answered and number == mails - 1:
            answer = our_reply(first, f"our{name}", to=sender["from"]).message
            theirs.update(answered_by=answer)
        reply(f"Mail {number}. ", first, f"{name}{number}", **sender)
    # Long only now: a turn reads what is stored, and to record long mails took most of the time.
    longer = Concat(F("new_text"), Value(f" {ASKED}{LINE * 10}".replace("\r\n", "\n")))
    theirs.update(new_text=longer, body_text=longer)
