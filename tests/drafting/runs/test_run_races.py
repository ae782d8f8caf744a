"""Agents at the same moment, with connections of their own, on both databases."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from drafting.mail.claims import claim_thread
from drafting.runs.choices import Stage
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.rows import read_facts, steps_of
from drafting.runs.steps import put_artifact, start_run
from tests.concurrency import at_once
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record, record_many, reply
from tests.drafting.runs.factories import make_artifact, step_row

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
MANY = 8


@pytest.fixture
def token(transactional_db) -> str:
    load_sample_desk()
    RunSettings(is_revision_enabled=True).save()
    record("What time is breakfast?")
    work = claim_thread(holder="agent")
    assert work is not None
    return str(work.token)


def start(token: str, agent: str = "agent") -> Any:
    return start_run(work_token=token, channel="email", agent=agent, now=timezone.now())


def test_two_runs_started_at_once_for_the_same_message_are_one(token):
    started = at_once(*[lambda: start(token)] * MANY)
    assert sum(is_new for _, is_new in started) == 1
    assert {run.pk for run, _ in started} == {DraftRun.objects.get().pk}


def test_the_same_step_at_once_is_stored_once(token):
    run, _ = start(token)

    def put() -> Any:
        step = step_row("strategy", payload={"tone": "warm"})
        step.input_hash = "same"
        return put_artifact(
            run_id=run.pk, work_token=token, step=step, agent="agent", now=timezone.now()
        )

    stored = at_once(*[put] * MANY)
    assert sum(is_new for _, is_new in stored) == 1
    assert RunArtifact.objects.count() == 1


def test_a_step_and_new_mail_at_once_leave_one_ended_run(token):
    run, _ = start(token)

    def put() -> Any:
        step = step_row("strategy", payload={"tone": "warm"})
        step.input_hash = "same"
        return put_artifact(
            run_id=run.pk, work_token=token, step=step, agent="agent", now=timezone.now()
        )

    at_once(put, lambda: reply("And parking?", "<1@example.com>"))
    run.refresh_from_db()
    assert (run.status, run.stop_reason) == ("aborted", "newer_inbound")
    assert RunArtifact.objects.filter(stage=Stage.REVISION_LOOP).count() == 1


def test_of_runs_that_are_evaluated_at_once_only_so_many_may_enter_the_loop(transactional_db):
    load_sample_desk()
    RunSettings(is_revision_enabled=True).save()
    record_many(MANY)
    evaluate = []
    for number in range(MANY):
        work = claim_thread(holder=f"agent{number}")
        assert work is not None
        run, _ = start(str(work.token), f"agent{number}")
        number = work.token.number
        evaluate.append(partial(make_artifact, run, Stage.EVALUATION, claim_number=number))
    at_once(*evaluate)
    now = timezone.now()
    runs = DraftRun.objects.select_related("batch")
    due = [read_facts(run, steps_of(run), now=now) for run in runs]
    assert [each.may_enter_loop for each in due].count(True) == 2
