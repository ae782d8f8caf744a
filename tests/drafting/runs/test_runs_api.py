"""Runs over the API: start, next, artifacts; who may, what is refused, what comes back twice."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from drafting.desk.erasure import DRAFT_TEXT_DAYS, apply_retention
from drafting.runs.choices import Stage
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from tests.drafting.mail.mails import record, record_many, reply
from tests.drafting.runs.factories import make_run
from tests.drafting.runs.runner import APPROVE, SURE, UNSURE, Runner

pytestmark = pytest.mark.django_db
BREAKFAST = "What time is breakfast?"


@pytest.fixture
def begun(runner) -> Runner:
    """A run of one mail, claimed and started."""
    record(BREAKFAST)
    runner.begin()
    return runner


# --- starting -------------------------------------------------------------------------------------


def test_a_run_starts_once_and_is_given_back(begun):
    first = begun.run
    assert first["status"] == "running"
    assert first["next"]["do"] == "strategy"
    assert (first["threshold"], first["max_iterations"]) == (0.9, 3)
    assert (first["model_name"], first["reasoning_effort"]) == ("gpt-5.2", "high")
    assert begun.start(200)["id"] == first["id"]
    assert DraftRun.objects.count() == 1


def test_the_claim_names_its_run(begun):
    assert begun.read(begun.token)["run_id"] == begun.run["id"]


def test_what_the_run_sees_is_taken_down_once(begun):
    run = DraftRun.objects.get()
    (message,) = run.snapshot["messages"]
    assert message["text"].strip() == BREAKFAST
    assert run.snapshot["hard_blocks"] == []
    RunSettings.objects.update(threshold=0.85, is_revision_enabled=False)
    begun.start(200)
    run.refresh_from_db()
    assert (run.threshold, run.settings["is_revision_enabled"]) == (0.9, True)
    assert begun.first_round()["next"]["do"] == "revise"


def test_after_an_aborted_run_a_new_attempt_begins(begun):
    begun.post(f"work/{begun.token}/release", status=204)
    aborted = DraftRun.objects.get()
    assert (aborted.status, aborted.stop_reason) == ("aborted", "claim_released")
    again = begun.begin()
    assert (again["attempt"], again["status"]) == (2, "running")


def test_a_completed_run_is_given_back(begun):
    begun.first_round(SURE)
    given = begun.start(200)
    assert (given["status"], given["stop_reason"]) == ("completed", "above_threshold")
    assert given["loop_skip_reason"] == "above_threshold"


def test_a_run_of_another_channel_is_another_run(begun):
    other = begun.start(201, channel="sms")
    assert other["channel"] == "sms"
    assert DraftRun.objects.count() == 2


@pytest.mark.parametrize(
    ("body", "field"), [({"channel": "fax"}, "channel"), ({"work_token": ""}, "work_token")]
)
def test_a_bad_start_names_the_field(begun, body, field):
    answer = begun.client.post("/api/v1/runs", {"work_token": begun.token} | body, format="json")
    assert answer.status_code == 400
    assert field in answer.json()["fields"]


def test_a_dead_claim_starts_nothing(begun):
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        answer = begun.client.post("/api/v1/runs", {"work_token": begun.token}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "claim_lost")


# --- who may --------------------------------------------------------------------------------------

CALLS = (
    ("post", "/api/v1/runs"),
    ("get", "/api/v1/runs/{id}"),
    ("get", "/api/v1/runs/{id}/next"),
    ("get", "/api/v1/runs/{id}/context-pack"),
    ("put", "/api/v1/runs/{id}/artifacts/strategy/0"),
    ("post", "/api/v1/runs/{id}/memory-proposals"),
)


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_without_a_key_and_without_the_scope_nothing_is_told(method, path, agent_client, client):
    address = path.format(id=make_run().pk)
    assert getattr(client, method)(address).status_code == 401
    stranger = agent_client(["work", "draft", "messages", "stats", "calibrate"])
    assert getattr(stranger, method)(address, {}, format="json").status_code == 403


@pytest.mark.parametrize(("method", "path"), CALLS[1:])
def test_a_run_that_is_not_there_is_404(method, path, begun):
    address = path.format(id=uuid.uuid4())
    body = {"work_token": begun.token, "input_hash": "x"}
    body |= {"proposals": [PROPOSAL]} if "memory" in path else {}
    answer = getattr(begun.client, method)(address, body if method != "get" else {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


# --- steps ----------------------------------------------------------------------------------------


def test_a_step_is_kept_and_answers_with_what_comes_next(begun):
    stored = begun.put("strategy", 0, {"tone": "warm"}, output_tokens=12, latency_ms=300)
    assert stored["payload"] == {"tone": "warm"}
    assert stored["next"]["do"] == "generate"
    assert stored["next"] == begun.next()
    (kept,) = begun.read_run()["artifacts"]
    assert kept == {name: value for name, value in stored.items() if name != "next"}


def test_the_same_step_again_is_the_stored_one(begun):
    first = begun.put("strategy", 0, {"tone": "warm"})
    again = begun.put("strategy", 0, {"tone": "cold"}, status=200)
    assert again == first
    assert RunArtifact.objects.count() == 1


def test_the_same_step_from_another_input_is_a_conflict(begun):
    begun.put("strategy")
    answer = begun.put("strategy", status=409, input_hash="another")
    assert answer["code"] == "artifact_conflict"


@pytest.mark.parametrize(
    ("stage", "iteration"),
    [("generation", 0), ("evaluation", 0), ("revision", 1), ("strategy", 1), ("final_draft", 0)],
)
def test_another_step_than_the_one_due_is_out_of_order(begun, stage, iteration):
    payloads = {"generation": {"draft_id": str(uuid.uuid4())}, "evaluation": UNSURE}
    payloads["revision"] = {"unresolved_requirements": []}
    answer = begun.put(stage, iteration, payloads.get(stage), "Some text.", 409)
    assert (answer["code"], answer["do"], answer["next_action"]) == (
        "out_of_order",
        "strategy",
        "ask_next",
    )
    assert not RunArtifact.objects.exists()


def test_the_optional_steps_stand_before_what_they_prepare(begun):
    begun.put("overseer_extract", 0, {"asks": 1}, status=409)
    for _ in range(3):
        begun.step(UNSURE)
    begun.put("overseer_extract", 0, {"asks": 1})
    begun.step(UNSURE)
    begun.step(UNSURE)
    begun.put("revision_selector", 1, {"what": "the price"})
    assert begun.next()["do"] == "revise"


def test_a_stale_token_writes_nothing(begun):
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        answer = begun.put("strategy", status=409)
    assert answer["code"] == "claim_lost"
    assert not RunArtifact.objects.exists()


def test_a_claim_on_another_thread_writes_nothing(begun, make_runner):
    record_many(1)
    other = make_runner()
    other.begin()
    begun.token = other.token
    assert begun.put("strategy", status=409)["code"] == "claim_lost"


def test_generation_takes_a_draft_of_this_batch_only(begun):
    begun.put("strategy")
    unknown = begun.put("generation", 0, {"draft_id": str(uuid.uuid4())}, status=404)
    assert unknown["code"] == "unknown_draft"
    loose = begun.post(
        "drafts/generate", {"message": begun.read(begun.token)["messages"][0]["id"]}, 201
    )
    foreign = begun.put("generation", 0, {"draft_id": loose["draft_id"]}, status=409)
    assert foreign["code"] == "claim_lost"
    own = begun.generate(begun.token)
    kept = begun.put("generation", 0, {"draft_id": own["draft_id"]}, text="not the draft's")
    assert kept["text"] == own["draft"]["body_plain"]
    assert str(DraftRun.objects.get().draft_id) == own["draft_id"]


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payload", "text", "status"),
    [
        ({"x": "a" * (32_768 - len('{"x":""}'))}, "", 201),
        ({"x": "a" * (32_769 - len('{"x":""}'))}, "", 413),
        ({"x": "é" * 16_381}, "", 413),
        ({}, "t" * 20_000, 201),
        ({}, "t" * 20_001, 413),
        ({}, "😀" * 5_001, 413),
    ],
)
def test_sizes_are_bytes_and_end_at_the_limit(begun, payload, text, status):
    answer = begun.put("strategy", 0, payload, text, status)
    assert RunArtifact.objects.count() == (status == 201)
    if status == 413:
        assert answer["code"] == "payload_too_large"


@pytest.mark.parametrize("stage", ["nonsense", *sorted({"revision_loop", "loop_error"})])
def test_stages_that_are_none_or_the_desks_own_are_400(begun, stage):
    answer = begun.put(stage, status=400)
    assert "stage" in answer["fields"]


BAD = (
    ("overseer_gate", {"decision": "maybe", "reason": "x"}, "", "decision"),
    ("overseer_gate", {"decision": "approve"}, "", "reason"),
    ("overseer_gate", {"decision": "revise", "reason": "x"}, "", "text"),
    ("overseer_gate", {"decision": "approve", "reason": "x", "more": 1}, "", "more"),
    ("evaluation", UNSURE | {"confidence": 1.1}, "", "confidence"),
    ("evaluation", UNSURE | {"confidence": True}, "", "confidence"),
    ("evaluation", UNSURE | {"safe_to_send": "yes"}, "", "safe_to_send"),
    ("evaluation", UNSURE | {"requires_human_review": None}, "", "requires_human_review"),
    ("evaluation", UNSURE | {"reason": "x" * 321}, "", "reason"),
    ("evaluation", UNSURE | {"reason": " "}, "", "reason"),
    ("revision", {"unresolved_requirements": []}, "  ", "text"),
    ("revision", {"unresolved_requirements": "none"}, "x", "unresolved_requirements"),
    ("revision", {"unresolved_requirements": [1]}, "x", "unresolved_requirements"),
    ("revision", {}, "x", "unresolved_requirements"),
    ("generation", {"draft_id": "7"}, "", "draft_id"),
    ("generation", {}, "", "draft_id"),
    ("verification", {}, "", "text"),
    ("final_draft", {}, "", "text"),
    ("strategy", {"error": ""}, "", "error"),
    ("strategy", {"error": "x" * 321}, "", "error"),
)


@pytest.mark.parametrize(("stage", "payload", "text", "field"), BAD)
def test_a_bad_payload_names_its_field(begun, stage, payload, text, field):
    answer = begun.put(stage, 0, payload, text, 400)
    assert any(name.endswith(field) for name in answer["fields"]), answer
    assert not RunArtifact.objects.exists()


@pytest.mark.parametrize("input_hash", ["", "x" * 65, "with space", "ümlaut"])
def test_a_bad_hash_is_400(begun, input_hash):
    assert "input_hash" in begun.put("strategy", status=400, input_hash=input_hash)["fields"]


def test_a_step_on_a_draft_whose_text_is_gone_is_refused_for_good(begun):
    """A run may wait for longer than a draft's text is kept; no agent may try for ever."""
    begun.step(UNSURE)
    begun.step(UNSURE)
    with time_machine.travel(timezone.now() + timedelta(days=DRAFT_TEXT_DAYS + 1)):
        assert apply_retention(now=timezone.now())["drafts blanked"] == 1
        begun.begin()
        refused = begun.put("verification", text="Breakfast is at eight.", status=400)
    assert (refused["code"], refused["retryable"]) == ("validation_error", False)
    assert "action_plan.language" in refused["fields"]


# --- how it ends ----------------------------------------------------------------------------------


def test_a_run_that_improves_ends_with_its_better_text(begun):
    begun.first_round()
    ended = begun.further_round(SURE)
    assert (ended["next"]["do"], ended["next"]["stop_reason"]) == ("finish", "threshold_met")
    run = begun.read_run()
    assert (run["status"], run["best_iteration"]) == ("completed", 1)
    figures = RunArtifact.objects.get(stage=Stage.REVISION_LOOP)
    assert figures.payload == {
        "loop_exhausted": False,
        "iterations_used": 1,
        "start_confidence": 0.5,
        "end_confidence": 0.95,
        "total_output_tokens": figures.payload["total_output_tokens"],
        "total_latency_ms": 0,
        "stop_reason": "threshold_met",
        "loop_skip_reason": "",
        "channel": "email",
    }
    assert figures.text == ""


def test_the_final_draft_is_the_best_text_and_comes_after_the_end(begun):
    begun.first_round()
    assert begun.put("final_draft", 0, text="x", status=409)["code"] == "out_of_order"
    begun.further_round(SURE, better := begun.better())
    assert begun.put("final_draft", 1, text="Other words.", status=409)["code"] == "not_best_text"
    assert begun.put("final_draft", 0, text=better, status=409)["code"] == "out_of_order"
    begun.put("final_draft", 1, text=better + "\n")
    assert begun.next()["do"] == "finish"


def test_a_step_that_failed_for_good_ends_the_run_and_keeps_the_best(begun):
    begun.first_round()
    ended = begun.put("revision", 1, {"error": "The model refuses."})
    assert ended["stage"] == "loop_error"
    assert ended["payload"] == {"stage": "revision", "reason": "The model refuses."}
    assert begun.put("revision", 1, {"error": "The model refuses."}, status=200) == ended
    run = begun.read_run()
    assert (run["status"], run["stop_reason"]) == ("failed", "loop_error")
    assert (run["best_iteration"], run["next"]["do"]) == (0, "finish")


def test_newer_mail_ends_the_run_with_its_recording(begun):
    begun.put("strategy")
    reply("And parking?", "<1@example.com>")
    run = DraftRun.objects.get()
    assert (run.status, run.stop_reason) == ("aborted", "newer_inbound")
    refused = begun.put("generation", 0, {"draft_id": str(uuid.uuid4())}, status=409)
    assert (refused["code"], refused["stop_reason"]) == ("out_of_order", "newer_inbound")


def test_automated_mail_ends_nothing(begun):
    reply("I am away.", "<1@example.com>", auto_submitted="auto-replied")
    assert DraftRun.objects.get().status == "running"


def test_a_hand_over_ends_the_run(begun):
    begun.post(f"work/{begun.token}/hand-over", {"reason": "A refund."}, 204)
    run = DraftRun.objects.get()
    assert (run.status, run.stop_reason) == ("aborted", "handed_over")


def test_the_kill_switch_stops_a_run_that_goes_on(begun, settings):
    begun.first_round()
    settings.AUTO_SEND_REVISION_DISABLED = True
    assert begun.next()["stop_reason"] == "globally_disabled"
    refused = begun.put("revision", 1, {"unresolved_requirements": []}, "Other.", 409)
    assert refused["stop_reason"] == "globally_disabled"
    assert DraftRun.objects.get().status == "completed"


# --- budgets and the clock ------------------------------------------------------------------------


def test_worked_time_is_charged_from_the_first_revision_on(begun):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(5):
            clock.shift(7)
            begun.step(UNSURE)
        assert DraftRun.objects.get().worked_ms == 0
        clock.shift(9)
        due = begun.next()  # the clock of the step in hand is told, and decides nothing
        assert (due["do"], due["remaining_ms"]) == ("revise", 171_000)
        begun.step(UNSURE)
        assert DraftRun.objects.get().worked_ms == 9_000
        clock.shift(45)
        begun.step(UNSURE)
        assert DraftRun.objects.get().worked_ms == 39_000  # 30 s a step at most


def test_the_time_of_a_dead_worker_is_free(begun, make_runner):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        begun.first_round()
        clock.shift(5)
        begun.step(UNSURE)
        clock.shift(700)
        other = make_runner()
        other.begin()
        assert other.run["id"] == begun.run["id"]
        clock.shift(20)
        other.step(UNSURE)
        assert DraftRun.objects.get().worked_ms == 5_000
        clock.shift(4)
        other.step(UNSURE)
        assert DraftRun.objects.get().worked_ms == 9_000


def test_a_round_that_used_the_time_up_is_the_last(begun):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        begun.first_round()
        for _ in range(6):
            clock.shift(30)
            ended = begun.step(UNSURE)
        assert ended["next"]["stop_reason"] == "timeout_budget"
        run = DraftRun.objects.get()
        assert (run.status, run.stop_reason) == ("aborted", "timeout_budget")
        assert ended["next"]["do"] == "finish"


def test_a_step_that_was_begun_in_time_is_accepted_when_it_comes(begun):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        begun.first_round()
        for _ in range(2):
            clock.shift(15)
            begun.step(UNSURE)
        clock.shift(29)
        ended = begun.put("evaluation", 1, SURE)
        assert ended["next"]["stop_reason"] == "threshold_met"


@pytest.mark.parametrize(
    ("tokens", "charged"), [({"output_tokens": 777}, 777), ({}, 200), ({"output_tokens": 0}, 0)]
)
def test_tokens_are_those_told_else_the_bytes_of_the_text(begun, tokens, charged):
    begun.first_round()
    begun.put("revision", 1, {"unresolved_requirements": []}, "x " * 400, **tokens)
    assert DraftRun.objects.get().tokens_used == charged


def test_used_tokens_end_the_run(begun):
    begun.first_round()
    text = "Quite another text than before. " * 9
    begun.put("revision", 1, {"unresolved_requirements": []}, text, output_tokens=20_000)
    assert begun.step(UNSURE)["next"]["do"] == "evaluate"
    assert begun.step(UNSURE)["next"]["stop_reason"] == "token_budget"
    assert DraftRun.objects.get().best_iteration == 0


# --- places in the loop ---------------------------------------------------------------------------


def three_guests_ask() -> None:
    """What a letter answers: a mere acknowledgement is not revised."""
    for number in range(3):
        sender = f"Guest {number} <guest{number}@example.com>"
        record(BREAKFAST, message_id=f"<{number}@many.example>", **{"from": sender})


def test_the_third_run_waits_for_a_place_and_a_finished_one_gives_its_own(make_runner, runner):
    three_guests_ask()
    agents = [runner, make_runner(), make_runner()]
    for agent in agents:
        agent.begin()
        agent.first_round()
    assert [agent.next()["do"] for agent in agents] == ["revise", "revise", "wait"]
    assert agents[2].next()["retry_after_ms"] == 5_000
    refused = agents[2].put("revision", 1, {"unresolved_requirements": []}, "Other.", 409)
    assert (refused["code"], refused["do"]) == ("out_of_order", "wait")
    agents[0].further_round(SURE)
    assert agents[2].next()["do"] == "revise"
    agents[2].further_round(SURE)


def test_a_crashed_run_holds_no_place_and_has_its_own_again_when_it_is_resumed(make_runner, runner):
    three_guests_ask()
    agents = [runner, make_runner(), make_runner()]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for agent in agents:
            agent.begin()
            agent.first_round()
        clock.shift(599)
        for agent in agents[1:]:
            agent.post(f"work/{agent.token}/heartbeat", {})
        assert agents[2].next()["do"] == "wait"
        clock.shift(2)  # the first agent's claim is over
        assert agents[2].next()["do"] == "revise"
        agents[2].step(UNSURE)
        heir = make_runner()
        assert heir.begin()["id"] == agents[0].run["id"]
        assert [heir.next()["do"], agents[2].next()["do"]] == ["revise", "wait"]
        agents[1].further_round(SURE)
        assert agents[2].next()["do"] == "gate"
        assert heir.further_round(SURE)["next"]["stop_reason"] == "threshold_met"


def test_waiting_is_free(make_runner, runner):
    three_guests_ask()
    agents = [runner, make_runner(), make_runner()]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for agent in agents:
            agent.begin()
            agent.first_round()
        clock.shift(25)
        agents[0].further_round(SURE)
        clock.shift(4)
        agents[2].step(UNSURE)
    assert DraftRun.objects.get(pk=agents[2].run["id"]).worked_ms == 4_000


# --- memory proposals, context pack ---------------------------------------------------------------

PROPOSAL = {
    "scope": "contact",
    "category": "communication_preference",
    "content": "Likes short answers.",
    "ttl_days": 30,
    "confidence": 0.9,
}


def test_proposals_wait_for_a_person_and_are_kept_once(begun):
    body = {"work_token": begun.token, "proposals": [PROPOSAL]}
    first = begun.post(f"runs/{begun.run['id']}/memory-proposals", body)
    again = begun.post(f"runs/{begun.run['id']}/memory-proposals", body)
    assert first["proposals"][0]["status"] == "pending"
    assert again["proposals"][0]["id"] == first["proposals"][0]["id"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"scope": "galaxy"}, "scope"),
        ({"ttl_days": 0}, "ttl_days"),
        ({"ttl_days": 91}, "ttl_days"),
        ({"confidence": 1.5}, "confidence"),
        ({"content": ""}, "content"),
        ({"content": "x" * 501}, "content"),
        ({"category": "x" * 65}, "category"),
    ],
)
def test_a_bad_proposal_names_its_field(begun, change, field):
    body = {"work_token": begun.token, "proposals": [PROPOSAL | change]}
    answer = begun.post(f"runs/{begun.run['id']}/memory-proposals", body, 400)
    assert any(name.endswith(field) for name in answer["fields"]), answer


def test_the_pack_tells_why_and_holds_the_draft(begun):
    begun.first_round()
    pack = begun.get(begun.next()["context_pack_url"].removeprefix("/api/v1/"))
    assert UNSURE["reason"] in pack["text"]
    assert begun.original.splitlines()[0] in pack["text"]
    assert pack["total_tokens"] <= pack["budget_tokens"]


def test_the_gate_payload_of_these_tests_is_taken(begun):
    for _ in range(3):
        begun.step(UNSURE)
    assert begun.put("overseer_gate", 0, APPROVE)["next"]["do"] == "evaluate"
