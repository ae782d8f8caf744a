"""However much mail there is, a claim fits an agent's context."""

from __future__ import annotations

from typing import Any

import pytest

from drafting.mail.choices import MailSource
from drafting.mail.services import record_mail
from tests.drafting.mail.mails import mail, record, reply
from tests.drafting.mail.work import CLAIM, Worker
from tests.drafting.runs.runner import SCOPES, Runner

pytestmark = pytest.mark.django_db
MAX_CLAIM_BYTES = 256 * 1024


def claim(worker: Worker) -> tuple[int, Any]:
    answer = worker.client.post(CLAIM, {}, format="json")
    assert answer.status_code == 200
    return len(answer.content), answer.json()


def test_two_hundred_mails(worker):
    first = record("Number 0").message
    for number in range(1, 200):
        reply(f"Number {number} " + "ä\n" * 1_000, first.message_id, f"n{number}")
    size, work = claim(worker)
    assert size <= MAX_CLAIM_BYTES
    assert work["messages"][-1]["body_text"].startswith("Number 199")
    assert [m["id"] for m in work["thread"]] == sorted(m["id"] for m in work["thread"])
    read = worker.client.get(f"/api/v1/work/{work['work_token']}")
    assert len(read.content) <= MAX_CLAIM_BYTES


@pytest.mark.parametrize("unit", ["word ", "\x07", '"\n', "日本"])
def test_ten_megabytes_in_one_mail(sample_desk, agent_client, settings, unit):
    body = unit * (settings.MAX_MAIL_BYTES // len(unit.encode()) - 2_000)
    raw = mail(body, **{"from": "Isla <isla@example.com>"})
    record_mail(source=MailSource.RECEIVED, raw=raw)
    runner = Runner(agent_client(SCOPES))
    size, work = claim(runner)
    assert size <= MAX_CLAIM_BYTES
    assert work["messages"][0]["is_cut"] is True
    runner.token = work["work_token"]
    runner.start()
    pack = runner.get(f"runs/{runner.run['id']}/context-pack")
    assert pack["total_tokens"] <= 10_000


def test_what_fits_is_whole(worker):
    record("What time is breakfast?\n\nIsla")
    _, work = claim(worker)
    assert [m["is_cut"] for m in work["messages"] + work["thread"]] == [False, False]
