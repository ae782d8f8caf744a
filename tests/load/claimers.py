"""Workers for the claim tests: each a process with a connection of its own."""

from __future__ import annotations

import json
import multiprocessing
import random
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import OperationalError, connections, transaction
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.models import Attestation, Draft
from drafting.mail.claims import claim_thread, read_work_token, renew_claim, require_claim
from drafting.mail.models import Thread
from drafting.outbox.replies import reply_to_work

PATIENCE = 25  # looks without work before a worker goes home


def run_workers(count: int, log: Path, **manner: Any) -> None:
    """Fork so many workers, and wait until all have gone home."""
    connections.close_all()
    context = multiprocessing.get_context("fork")
    workers = [
        context.Process(target=work, args=(number, log), kwargs=manner) for number in range(count)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=300)
        assert worker.exitcode == 0, f"worker ended with {worker.exitcode}"


def work(number: int, log: Path, *, oversleeping: float = 0.0, dying: float = 0.0) -> None:
    """Claim and answer until nothing is left. ``oversleeping``: the share of claims during which
    the worker sleeps past its lease; ``dying``: the share that it drops without a word."""
    connections.close_all()
    chance = random.Random(number)  # noqa: S311 - a test's choice
    idle = 0
    while idle < PATIENCE:
        claimed = patiently(lambda: claim_thread(holder=f"worker{number}", lease_seconds=60))
        if claimed is None:
            idle += 1
            time.sleep(0.02)
            continue
        idle = 0
        token = str(claimed.token)
        entry = {"thread": claimed.thread.pk, "number": claimed.token.number, "worker": number}
        fate = chance.random()
        if fate < dying + oversleeping:
            _expire(claimed.thread.pk, claimed.token.number)
            outcome = "died" if fate < dying else _write_too_late(token, chance)
        else:
            outcome = _answer(token)
        with log.open("a") as file:  # one short line: appended as a whole
            file.write(json.dumps(entry | {"outcome": outcome}) + "\n")
    connections.close_all()


def patiently(call: Callable[[], Any]) -> Any:
    """As an agent does that gets a 5xx: on a busy machine SQLite's lock may take its 5 s."""
    while True:
        try:
            return call()
        except OperationalError as error:
            if "locked" not in str(error):
                raise


def _expire(thread_id: int, number: int) -> None:
    """The lease runs out, as if the worker had slept through it."""
    ours = Thread.objects.filter(pk=thread_id, claim_number=number)
    past = timezone.now() - timedelta(seconds=1)
    patiently(lambda: ours.update(claim_expires_at=past))


def _write_too_late(token: str, chance: random.Random) -> str:
    time.sleep(chance.random() * 0.05)
    for write in (_draft, lambda t: renew_claim(work_token=t, agent=holder_of(t)), _answer_once):
        try:
            patiently(lambda write=write: write(token))
        except DomainError as error:
            if error.code != "claim_lost":
                return f"refused with {error.code}"
        else:
            return "wrote with a stale token"
    return "refused"


def _answer(token: str) -> str:
    try:
        patiently(lambda: _answer_once(token))
    except DomainError as error:
        return error.code
    return "answered"


def _answer_once(token: str) -> None:
    reply_to_work(work_token=token, agent=holder_of(token), draft_id=_draft(token))


def holder_of(token: str) -> str:
    claim = read_work_token(token)
    assert claim is not None
    return claim.holder


def _draft(token: str) -> UUID:
    """An attested draft, written as generate and refine write theirs: under the claim."""
    with transaction.atomic():
        _, batch = require_claim(work_token=token, agent=holder_of(token))
        draft = Draft.objects.create(
            message_id=batch.parent_id,
            batch=batch,
            agent="load",
            created_at=timezone.now(),
            action_plan={},
            scenario_category="general",
            language="en",
            selection="none",
            ranker={},
            body_plain="Dear Guest",
            delivery_status="ready",
            catalogue_version=1,
        )
        Attestation.objects.create(
            draft=draft,
            attempt=1,
            created_at=timezone.now(),
            body_plain="Dear Guest",
            text_hash="0",
            refinement_applied=False,
            refinement_source="none",
            edit_distance_pct=0,
            delivery_status="ready",
        )
    return draft.pk


def read_log(log: Path) -> Iterator[dict[str, Any]]:
    for line in log.read_text().splitlines():
        yield json.loads(line)
