"""The agent as a process of its own, killed (SIGKILL) after each step that the desk has stored:
what its followers come to is what one undisturbed agent comes to."""

from __future__ import annotations

import multiprocessing
import os
import signal
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from drafting.drafts.models import Draft
from drafting.instruments.agent import DeskClient, work_once
from drafting.instruments.scripted_stages import Playbook
from drafting.mail.models import Thread
from drafting.mail.work_models import Batch
from drafting.management.commands.run_agent import PLAYBOOK
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.instruments.test_walking import IMPROVED, WIFI, final_state
from tests.drafting.instruments.wire import SCOPES
from tests.drafting.mail.mails import record
from tests.factories import make_agent_key

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
_FORK = multiprocessing.get_context("fork")


class Mortal(DeskClient):
    """Dies as soon as the desk has answered its first step, or its first call ``dies_after``."""

    dies_after = ""

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = super().call(method, path, body)
        if method == "PUT" or path.rstrip("/").split("/")[-1] == self.dies_after:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer


def run_agent(client: DeskClient) -> int | None:
    """The exit code of an agent's process that worked until nothing was left."""

    def work() -> None:
        worked = list(work_once(client, Playbook.read(PLAYBOOK)))
        os._exit(1 if any(result.error for result in worked) else 0)

    connections.close_all()
    process = _FORK.Process(target=work)
    process.start()
    process.join(timeout=120)
    return process.exitcode


def let_the_claim_run_out() -> None:
    """And forget the death: after ten of them a person would get the mail."""
    past = timezone.now() - timedelta(seconds=1)
    Thread.objects.filter(claim_expires_at__isnull=False).update(claim_expires_at=past)
    Batch.objects.update(claims=1)


@pytest.fixture
def secret(transactional_db: None) -> str:
    load_sample_desk()
    RunSettings(is_revision_enabled=True).save()
    return make_agent_key(scopes=SCOPES, source="sample")[1]


def test_a_follower_goes_on_wherever_an_agent_was_killed(live_server: Any, secret: str) -> None:
    record(WIFI, message_id="<0@example.com>", **{"from": "Ada <ada@example.com>"})
    assert run_agent(DeskClient(live_server.url, secret)) == 0
    undisturbed = final_state()
    Thread.objects.all().delete()
    assert not DraftRun.objects.exists()

    record(WIFI)
    for place in ("claim", "runs", "generate"):
        mortal = Mortal(live_server.url, secret)
        mortal.dies_after = place
        assert run_agent(mortal) == -signal.SIGKILL, place
        let_the_claim_run_out()
    for number in range(1, len(IMPROVED) + 1):
        assert run_agent(Mortal(live_server.url, secret)) == -signal.SIGKILL
        assert RunArtifact.objects.filter(stage__in=stages()).count() == number
        let_the_claim_run_out()
    finisher = Mortal(live_server.url, secret)
    finisher.dies_after = "finish"
    assert run_agent(finisher) == -signal.SIGKILL
    assert final_state() == undisturbed
    let_the_claim_run_out()
    assert run_agent(DeskClient(live_server.url, secret)) == 0
    assert final_state() == undisturbed
    assert Draft.objects.count() == 1


def stages() -> set[str]:
    return {step.removeprefix("PUT ").split("/")[0] for step in IMPROVED}
