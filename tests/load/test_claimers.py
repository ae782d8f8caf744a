"""16 workers on 200 threads: one at a time, every message answered once, no stale write."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from drafting.mail.choices import BatchState, MailState, ThreadStatus
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import Batch, OutgoingMail
from tests.drafting.mail.mails import record_many, reply
from tests.load.claimers import read_log, run_workers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
WORKERS, THREADS = 16, 200


def test_sixteen_claimers_on_two_hundred_threads(tmp_path: Path) -> None:
    messages = record_many(THREADS)
    for number, message in enumerate(messages[::4]):
        reply("And more", message.message_id, f"more{number}", **{"from": message.from_address})
    log = tmp_path / "log"
    run_workers(WORKERS, log)
    entries = list(read_log(log))
    assert Counter(entry["outcome"] for entry in entries) == {"answered": THREADS}
    assert len({entry["thread"] for entry in entries}) == THREADS
    assert len({entry["worker"] for entry in entries}) > WORKERS // 2  # the work was shared
    assert OutgoingMail.objects.filter(state=MailState.AWAITING_RELEASE).count() == THREADS
    answered = Counter(
        pk for ids in Batch.objects.values_list("message_ids", flat=True) for pk in ids
    )
    assert answered == Counter(Message.objects.values_list("pk", flat=True))
    assert not Thread.objects.exclude(status=ThreadStatus.WAITING_FOR_PERSON).exists()


def test_workers_that_die_or_oversleep_lose_nothing_and_write_nothing(tmp_path: Path) -> None:
    record_many(60)
    log = tmp_path / "log"
    run_workers(WORKERS, log, oversleeping=0.2, dying=0.2)
    entries = list(read_log(log))
    outcomes = Counter(entry["outcome"] for entry in entries)
    assert set(outcomes) <= {"answered", "died", "refused"}, outcomes
    assert outcomes["answered"] == 60 and outcomes["refused"] and outcomes["died"]
    numbers = defaultdict(list)
    for entry in entries:
        numbers[entry["thread"]].append(entry["number"])
    # Each claim has a number of its own, and only the newest one answered.
    for thread, claimed in numbers.items():
        assert sorted(claimed) == list(range(1, len(claimed) + 1)), thread
    last = {e["thread"]: e["number"] for e in entries if e["outcome"] == "answered"}
    assert all(number == max(numbers[thread]) for thread, number in last.items())
    assert OutgoingMail.objects.count() == 60
    assert Batch.objects.filter(state=BatchState.ANSWERED).count() == 60
