"""Runs under whatever agents, guests, people and the clock may do: a state machine over the API."""

from __future__ import annotations

import os
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from rest_framework.test import APIClient

from drafting.drafts.models import Attestation
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.staff_actions import send_back_to_agent
from drafting.runs.api.serializers import next_json
from drafting.runs.choices import CONFIDENT_STOPS, RunStatus, Stage
from drafting.runs.loop import candidate_text, decide, is_safe
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.rows import get_run, read_facts, steps_of
from templatesapp.text.letter import insert_before_closing
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record, reply
from tests.drafting.runs.runner import SCOPES, STAGE_OF, SURE, UNSURE, Runner
from tests.factories import make_agent_key

EXAMPLES = int(os.environ.get("RUN_CASES", "40"))  # 200 by night
STAGES = sorted(set(STAGE_OF.values()) | {"final_draft", "overseer_extract", "revision_selector"})
WORDS = ("the", "terrace", "opens", "at", "seven", "and", "lasts", "until", "ten", "every", "day")

evaluations = st.fixed_dictionaries(
    {
        "safe_to_send": st.sampled_from([True, True, True, False]),
        "requires_human_review": st.sampled_from([False, False, False, True]),
        "confidence": st.sampled_from([0.6, 0.97, 0.4, 0.85, 0.9, 1.0, 0.0]),
        "reason": st.just("As it reads."),
    }
)
gates = st.sampled_from(["approve"] * 8 + ["revise", "block"])
seconds = st.sampled_from([1, 5, 12, 0, 19, 31, 700])
seldom = st.sampled_from([False, False, False, True])


SEEN: Counter[str] = Counter()  # over all examples: what they came to


class RunMachine(RuleBasedStateMachine):
    """Several agents, one guest, one thread at a time. All examples share a prepared desk and
    roll back what they did."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = time_machine.travel(timezone.now(), tick=False)
        self.now = self.clock.start()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.agents = [self._agent(), self._agent()]
        self.agent = self.agents[0]
        self.mails = 1
        self.ended: dict[Any, tuple[str, str]] = {}
        self.answered = False

    def _agent(self) -> Runner:
        key, secret = make_agent_key(scopes=SCOPES)
        client = APIClient(HTTP_AUTHORIZATION=f"Bearer {secret}")
        client.agent_key = key  # type: ignore[attr-defined]
        return Runner(client)

    def teardown(self) -> None:
        SEEN.update(reason for _, reason in self.ended.values())
        SEEN["automatic"] += OutgoingMail.objects.filter(is_automatic=True).count()
        SEEN["rounds"] += RunArtifact.objects.filter(stage=Stage.REVISION).count()
        django_settings.AUTO_SEND_REVISION_DISABLED = False
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)
        self.clock.stop()

    @initialize(threshold=st.sampled_from([0.8, 0.9]), is_in_loop=st.booleans())
    def begin(self, threshold: float, is_in_loop: bool) -> None:
        RunSettings(is_revision_enabled=True, is_automatic_release=True, threshold=threshold).save()
        record("What time is breakfast?")
        self.agent.begin()
        if is_in_loop:
            self.do_what_is_due(5, UNSURE, UNSURE, "approve", 1)

    # --- what happens -----------------------------------------------------------------------------

    @property
    def is_walking(self) -> bool:
        return bool(self.agent.run) and not self.answered

    @precondition(lambda self: self.is_walking)
    @rule(
        count=st.sampled_from([8, 14, 5, 2, 1]),
        first=evaluations,
        later=evaluations,
        gate=gates,
        seed=st.integers(0, 8),
    )
    def do_what_is_due(
        self, count: int, first: dict[str, Any], later: dict[str, Any], gate: str, seed: int
    ) -> None:
        """So many steps, or fewer where the run ends before."""
        due: Any = None
        for number in range(count):
            due = due or self.agent.next()
            if due["do"] not in STAGE_OF:
                return
            stage, iteration = STAGE_OF[due["do"]], due["iteration"]
            evaluation = later if iteration else first
            due = self._put(stage, iteration, evaluation, gate, 40, seed + number, "due")

    @precondition(lambda self: self.is_walking)
    @rule(
        stage=st.sampled_from(STAGES),
        iteration=st.integers(0, 3),
        evaluation=evaluations,
        gate=gates,
        given_hash=st.sampled_from(["due", "other"]),
    )
    def put_anything(
        self, stage: str, iteration: int, evaluation: dict[str, Any], gate: str, given_hash: str
    ) -> None:
        self._put(stage, iteration, evaluation, gate, 5, 1, given_hash)

    def _put(
        self,
        stage: str,
        iteration: int,
        evaluation: dict[str, Any],
        gate: str,
        words: int,
        seed: int,
        given_hash: str,
    ) -> Any:
        """What is next, where the step was taken and told it."""
        run = get_run(run_id=self.agent.run["id"])
        before = decide(read_facts(run, steps_of(run), now=timezone.now()))
        known = RunArtifact.objects.filter(run=run, stage=stage, iteration=iteration).first()
        answer = self._send(stage, iteration, evaluation, gate, words, seed, given_hash)
        body, status = answer.json(), answer.status_code
        if status == 409 and body["code"] == "claim_lost":
            return None
        if known is not None:
            assert status == (200 if known.input_hash == given_hash else 409)
            return None
        if status == 201 and stage in STAGE_OF.values():
            assert STAGE_OF.get(before.do) == stage
            assert before.iteration == iteration
        if status == 201:
            assert body["next"] == self.agent.next()
            return body["next"]
        assert (status, body["code"]) in [(409, "out_of_order"), (409, "not_best_text")], body
        assert not RunArtifact.objects.filter(run=run, stage=stage, iteration=iteration).exists()
        return None

    def _send(
        self,
        stage: str,
        iteration: int,
        evaluation: dict[str, Any],
        gate: str,
        words: int,
        seed: int,
        given_hash: str,
    ) -> Any:
        text = self._text(words, seed)
        payload: dict[str, Any] = {}
        if stage == "generation":
            payload = {"draft_id": self._draft_id()}
        if stage == "overseer_gate":
            payload = {"decision": gate, "reason": "As it reads."}
        if stage == "evaluation":
            payload = evaluation
        if stage == "revision":
            payload = {"unresolved_requirements": ["the price"] if seed == 17 else []}
        return self.agent.client.put(
            f"/api/v1/runs/{self.agent.run['id']}/artifacts/{stage}/{iteration}",
            {
                "work_token": self.agent.token,
                "input_hash": given_hash,
                "payload": payload,
                "text": text,
            },
            format="json",
        )

    def _text(self, words: int, seed: int) -> str:
        """The draft's own text: without its greeting, or with more or less added."""
        draft = self.agent.draft
        own = draft["draft"]["body_plain"] if draft else "Dear Guest"
        if seed % 2:
            return str(own.split("\n\n", 1)[-1])
        # Each a sentence too short to say anything.
        added = [f"{WORDS[index % len(WORDS)].title()}{seed}." for index in range(words)]
        return insert_before_closing(own, " ".join(added)) if added else own

    def _draft_id(self) -> str:
        answer = self.agent.client.post(
            "/api/v1/drafts/generate", {"work_token": self.agent.token}, format="json"
        )
        if answer.status_code == 201:
            self.agent.draft = answer.json()
        return str(self.agent.draft.get("draft_id", self.agent.run["id"]))

    @rule(shift=seconds)
    def time_passes(self, shift: int) -> None:
        self.now.shift(timedelta(seconds=shift))

    @rule(other=st.sampled_from([1, 0]))
    def somebody_claims(self, other: int) -> None:
        """The same thread after its claim has run out, or a free one; else nothing to do."""
        claimer = self.agents[other]
        answer = claimer.client.post("/api/v1/work/claim", {}, format="json")
        if answer.status_code != 200:
            return
        claimer.token, claimer.draft = answer.json()["work_token"], self.agent.draft
        claimer.start()
        self.agent, self.answered = claimer, False

    @rule()
    def the_claim_is_kept(self) -> None:
        self.agent.client.post(f"/api/v1/work/{self.agent.token}/heartbeat", {}, format="json")

    @rule(does=seldom)
    def the_guest_writes_again(self, does: bool) -> None:
        if not does:
            return
        self.mails += 1
        reply("And where do we park?", "<1@example.com>", self.mails)

    @rule(is_off=seldom, maximum=st.integers(1, 3), is_manual=seldom)
    def settings_change(self, is_off: bool, maximum: int, is_manual: bool) -> None:
        RunSettings.objects.update(
            is_revision_enabled=not is_off,
            max_iterations=maximum,
            is_automatic_release=not is_manual,
        )

    @rule(is_off=seldom)
    def the_switch_is_thrown(self, is_off: bool) -> None:
        django_settings.AUTO_SEND_REVISION_DISABLED = is_off

    @precondition(lambda self: self.is_walking)
    @rule(is_best=st.booleans(), is_early=seldom)
    def the_agent_replies(self, is_best: bool, is_early: bool) -> None:
        run = get_run(run_id=self.agent.run["id"])
        if run.draft is None or (run.status == RunStatus.RUNNING and not is_early):
            return
        facts = read_facts(run, steps_of(run), now=timezone.now())
        best = decide(facts).best_iteration if run.status == "running" else run.best_iteration
        text = candidate_text(facts, best) if is_best and best is not None else "Dear Guest, no."
        body = {
            "draft_id": str(run.draft_id),
            "original_body_plain": run.draft.body_plain,
            "refined_body_plain": text,
            "work_token": self.agent.token,
        }
        self.agent.client.post("/api/v1/drafts/refine", body, format="json")
        path = f"/api/v1/work/{self.agent.token}/reply"
        sent = self.agent.client.post(path, {"draft_id": str(run.draft_id)}, format="json")
        assert sent.status_code in (201, 409), sent.content
        if sent.status_code == 201:
            self.answered = True
            assert best is None or is_best or text == candidate_text(facts, best)

    @precondition(lambda self: self.is_walking)
    @rule(is_best=st.booleans())
    def the_agent_finishes(self, is_best: bool) -> None:
        told = self.agent.next()
        text = told["best"]["text"] if is_best and told["best"] else "Dear Guest, no."
        before = Attestation.objects.count()
        sent = self.agent.client.post(
            f"/api/v1/work/{self.agent.token}/finish",
            {"text": text, "rewrite_reason": "none"},
            format="json",
        )
        if sent.status_code == 201:
            self.answered = True
            assert told["do"] == "finish"
            assert told["best"]["text"].strip() == text.strip()
            return
        assert sent.status_code in (404, 409), sent.content
        assert Attestation.objects.count() == before

    @rule(does=seldom)
    def a_person_sends_back(self, does: bool) -> None:
        waiting = OutgoingMail.objects.filter(state="awaiting_release").first()
        if does and waiting is not None:
            send_back_to_agent(thread_id=waiting.thread_id, by=None, note="Again.")

    @precondition(lambda self: self.is_walking)
    @rule(seed=st.integers(0, 8))
    def the_agent_gets_confident_and_replies(self, seed: int) -> None:
        self.do_what_is_due(14, UNSURE, SURE, "approve", seed)
        self.the_agent_replies(is_best=True, is_early=False)

    # --- what always holds ------------------------------------------------------------------------

    @invariant()
    def no_round_too_many(self) -> None:
        for run in DraftRun.objects.all():
            revisions = run.artifacts.filter(stage=Stage.REVISION)
            assert revisions.count() <= run.max_iterations <= 3

    @invariant()
    def an_end_is_an_end(self) -> None:
        for run in DraftRun.objects.exclude(status=RunStatus.RUNNING):
            seen = (run.status, run.stop_reason)
            assert self.ended.setdefault(run.pk, seen) == seen
            assert run.artifacts.filter(stage=Stage.REVISION_LOOP).count() == 1
            after = run.artifacts.filter(created_at__gt=run.finished_at)
            assert set(after.values_list("stage", flat=True)) <= {Stage.FINAL_DRAFT}

    @invariant()
    def next_is_what_the_rows_say(self) -> None:
        if not self.agent.run:
            return
        run = get_run(run_id=self.agent.run["id"])
        agent = self.agent.client.agent_key.prefix  # type: ignore[attr-defined]
        expected = next_json(run, agent=agent, now=timezone.now())
        told = self.agent.next()
        assert {name: value for name, value in expected.items() if value is not None} == {
            name: value for name, value in told.items() if value is not None
        }

    @invariant()
    def one_running_run_at_most(self) -> None:
        assert DraftRun.objects.filter(status=RunStatus.RUNNING).count() <= 1

    @invariant()
    def only_a_safe_confident_text_leaves_without_a_person(self) -> None:
        for mail in OutgoingMail.objects.filter(is_automatic=True):
            run = DraftRun.objects.filter(batch=mail.batch).latest("attempt")
            facts = read_facts(run, steps_of(run), now=timezone.now())
            assert run.stop_reason in CONFIDENT_STOPS
            assert run.best_iteration is not None
            evaluation = facts.step(Stage.EVALUATION, run.best_iteration)
            assert evaluation is not None
            assert is_safe(evaluation.payload)
            assert evaluation.payload["confidence"] >= run.threshold
            assert mail.body_text.strip() == candidate_text(facts, run.best_iteration).strip()
            assert mail.body_text.strip() in mail.draft.body_plain


@pytest.mark.django_db
@pytest.mark.both_databases
def test_whatever_happens():
    load_sample_desk()
    run_state_machine_as_test(
        RunMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=15,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
    # The examples are the same in every run: they must go on reaching what they are about.
    assert len(SEEN) >= 4, SEEN
    assert SEEN["rounds"] > 10, SEEN
    assert SEEN["automatic"] > 0, SEEN
