"""However much mail there is, a claim fits an agent's context."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F, Value
from django.db.models.functions import Concat

from drafting.mail.models import Message
from tests.drafting.mail.mails import record, reply
from tests.drafting.mail.work import CLAIM, Worker

pytestmark = pytest.mark.django_db
MAX_CLAIM_BYTES = 256 * 1024


def claim(worker: Worker) -> tuple[int, Any]:
    answer = worker.client.post(CLAIM, {}, format="json")
    assert answer.status_code == 200
    return len(answer.content), answer.json()


def test_two_hundred_mails(worker):
    first = record("Number 0").message
    for number in range(1, 200):
        reply(f"Number {number} ", first.message_id, f"n{number}")
    # Long only now: a claim reads what is stored, and reading each mail took most of the time.
    longer = Concat(F("new_text"), Value(" " + "ä\n" * 1_000))
    Message.objects.update(new_text=longer, body_text=longer)
    size, work = claim(worker)
    assert size <= MAX_CLAIM_BYTES
    assert work["messages"][-1]["body_text"].startswith("Number 199")
    assert [m["id"] for m in work["thread"]] == sorted(m["id"] for m in work["thread"])
    read = worker.client.get(f"/api/v1/work/{work['work_token']}")
    assert len(read.content) <= MAX_CLAIM_BYTES


@pytest.mark.parametrize("unit", ["word ", "\x07", '"\n', "日本"])
def test_a_text_that_grows_by_its_escapes(worker, unit):
    record("Hello")
    Message.objects.update(body_text=unit * 100_000)
    size, work = claim(worker)
    assert size <= MAX_CLAIM_BYTES
    assert work["messages"][0]["is_cut"] is True


def test_what_fits_is_whole(worker):
    record("What time is breakfast?\n\nIsla")
    _, work = claim(worker)
    assert [m["is_cut"] for m in work["messages"] + work["thread"]] == [False, False]
