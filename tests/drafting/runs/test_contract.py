"""What an agent meets when something goes wrong: each of these ended an agent's work once."""

from __future__ import annotations

from typing import Any

import pytest

from drafting.drafts.models import Attestation, Draft
from drafting.mail.models import Thread
from drafting.mail.work_models import OutgoingMail, SentBack
from drafting.outbox import releases
from drafting.outbox.staff_actions import send_back_to_agent
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from learning.events.models import RefinementEvent
from templatesapp.models import EmailTemplate
from tests.drafting.mail.mails import record, reply
from tests.drafting.runs.runner import APPROVE, SURE, UNSURE, Runner
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ASKED = "What time is breakfast? And until when is the reception open?"


@pytest.fixture
def begun(runner: Runner) -> Runner:
    record(ASKED)
    runner.begin()
    return runner


def finish(runner: Runner, text: str, status: int = 201, **fields: Any) -> Any:
    body = {"text": text, "rewrite_reason": "none", **fields}
    return runner.post(f"work/{runner.token}/finish", body, status)


def close(runner: Runner) -> Any:
    """Send what ``next`` says ends the work, just as it says it."""
    call = runner.next()["close"]
    return runner.client.post(call["path"], call["body"], format="json")


# --- send back and late mail ----------------------------------------------------------------------


def test_what_was_sent_back_is_answered_in_a_fresh_attempt(begun: Runner) -> None:
    begun.first_round(SURE)
    assert close(begun).status_code == 201
    old = begun.run["id"]
    person, letter = UserFactory.create(role="reviewer"), EmailTemplate.objects.first()
    assert letter is not None
    word = {"note": "Too long.", "body": "Dear Isla,\n\nat eight.", "letter": letter.template_id}
    send_back_to_agent(thread_id=Thread.objects.get().pk, by=person, **word)

    work = begun.claim()
    begun.token = work["work_token"]
    said = work["sent_back"][0]
    assert (said["note"], said["text"]) == ("Too long.", "Dear Isla,\n\nat eight.")
    assert said["template_id"] == letter.template_id
    assert begun.start(status=201)["id"] != old
    assert begun.run["attempt"] == 2
    begun.step(UNSURE)
    pack = begun.get(f"runs/{begun.run['id']}/context-pack")["text"]
    assert pack.startswith("## A person sent the last answer back\n- Too long.")
    assert letter.template_id in pack
    event = RefinementEvent.objects.get(staff=person.get_username())
    assert event.rewrite_reason == "wrong-template"


def test_a_word_is_told_until_the_mail_is_answered(begun: Runner) -> None:
    begun.post(f"work/{begun.token}/hand-over", {"reason": "Hard."}, 204)
    person = UserFactory.create(role="reviewer")
    send_back_to_agent(thread_id=Thread.objects.get().pk, by=person, note="Be kind.")
    reply("And parking?", "<1@example.com>")
    work = begun.claim()
    assert [word["note"] for word in work["sent_back"]] == ["Be kind."]
    begun.token = work["work_token"]
    assert begun.read(begun.token)["sent_back"] == work["sent_back"]
    draft = begun.generate(begun.token)
    sent = finish(begun, draft["draft"]["body_plain"])
    releases.release_reply(mail_id=sent["outgoing_id"], by=person)
    reply("Thank you! Is there a lift?", "<1@example.com>", 3)
    assert begun.claim()["sent_back"] == []


def test_mail_with_an_older_date_begins_a_new_run(begun: Runner) -> None:
    begun.first_round(SURE)
    old = begun.run["id"]
    reply("I forgot: is there parking?", "<1@example.com>", date="Mon, 27 Apr 2020 10:00:00 +0200")
    told = begun.next()
    assert (told["do"], told["stop_reason"]) == ("release", "above_threshold")
    assert close(begun).status_code == 204
    begun.token = begun.claim()["work_token"]
    assert begun.start(status=201)["id"] != old
    begun.step(UNSURE)


def test_after_newer_mail_it_says_release(begun: Runner) -> None:
    begun.step(UNSURE)
    reply("And parking?", "<1@example.com>")
    told = begun.next()
    assert (told["do"], told["stop_reason"]) == ("release", "newer_inbound")
    assert close(begun).status_code == 204
    assert begun.next()["close"] is None


# --- what next tells ------------------------------------------------------------------------------


def test_the_whole_run_by_what_next_says_alone(begun: Runner) -> None:
    for _ in range(20):
        told = begun.next()
        if told["stage"] is None:
            break
        payloads = {
            "generation": lambda: {"draft_id": begun.generate(begun.token)["draft_id"]},
            "overseer_gate": lambda: APPROVE,
            "evaluation": lambda told=told: SURE if told["iteration"] else UNSURE,
            "revision": lambda: {"unresolved_requirements": []},
        }
        payload = payloads.get(told["stage"], dict)()
        text = told["candidate"]["text"] if told["needs_text"] else ""
        text = begun.better(1) if told["do"] == "revise" else text
        assert set(told["payload_schema"].get("required", ())) <= set(payload)
        answer = begun.client.put(
            f"/api/v1/runs/{begun.run['id']}/artifacts/{told['stage']}/{told['iteration']}",
            {
                "work_token": begun.token,
                "input_hash": told["suggested_input_hash"],
                "payload": payload,
                "text": text,
            },
            format="json",
        )
        assert answer.status_code == 201, answer.content
    assert (told["do"], told["stop_reason"]) == ("finish", "threshold_met")
    assert told["best"]["text"] == told["close"]["body"]["text"] == begun.better(1)
    assert told["best"]["confidence"] == SURE["confidence"]
    assert told["candidate"]["from"] == "revision/1"
    assert close(begun).json()["state"] == "awaiting_release"
    assert RunArtifact.objects.filter(stage="final_draft").count() == 1
    assert OutgoingMail.objects.get().body_text == told["best"]["text"].strip()


def test_next_and_pack_say_what_stands_against_the_text(begun: Runner) -> None:
    for _ in range(2):
        begun.step(UNSURE)
    link = "https://evil.example/pay"
    begun.put("verification", 0, text=f"Dear Isla, pay at {link} now: {{{{SLOT:PRICE}}}}")
    told = begun.next()
    found = {entry["code"]: entry for entry in told["findings"]}
    assert {"draft_blocked", "fabricated_link", "unsupported_slot"} <= set(found)
    start, end = found["foreign_link"]["span"]
    assert told["candidate"]["text"][start:end] == link
    failed = [code for code in found if code not in ("draft_blocked", "fabricated_link")]
    assert all(found[code]["detail"] for code in failed)
    pack = begun.get(f"runs/{begun.run['id']}/context-pack")["text"]
    assert pack.startswith("## Findings")
    assert "- fabricated_link:" in pack
    assert told["candidate"]["text"] in pack
    asks = {ask["text"]: ask["outcome"] for ask in told["asks"]}
    assert asks
    assert set(asks.values()) <= {"open", "promised", "answered", None}


def test_the_way_to_close_is_for_the_holder_alone(begun: Runner, make_runner: Any) -> None:
    begun.first_round(SURE)
    other = make_runner()
    other.run = begun.run
    assert begun.next()["close"]["path"] == f"/api/v1/work/{begun.token}/finish"
    assert other.next()["close"] is None


# --- finish ---------------------------------------------------------------------------------------


def test_finish_without_a_run_waits_for_a_person(runner: Runner) -> None:
    record(ASKED)
    runner.token = runner.claim()["work_token"]
    assert finish(runner, "Dear Guest", 404)["code"] == "unknown_draft"
    draft = runner.generate(runner.token)
    RunSettings.objects.update(is_automatic_release=True)
    text = draft["draft"]["body_plain"].replace("\n\n", "\n\n**Good morning.**\n\n", 1)
    body = {"draft_id": draft["draft_id"], "draft": {"body_plain": text}}
    sent = finish(runner, text, rewrite_reason="style")
    assert sent["state"] == "awaiting_release"
    assert sent["quality"] == runner.post("drafts/quality-check", body)
    assert "markup" in sent["quality"]["warnings"]
    Attestation.objects.update(quality={})  # as erasing leaves it
    assert runner.get(f"work/{runner.token}")["outcome"]["reply"] == sent | {"quality": None}


def test_finish_is_not_taken_before_its_turn(begun: Runner) -> None:
    begun.first_round(UNSURE)
    before = Attestation.objects.count(), RunArtifact.objects.count()
    refused = finish(begun, begun.original, 409)
    assert (refused["code"], refused["do"]) == ("out_of_order", "revise")
    assert (Attestation.objects.count(), RunArtifact.objects.count()) == before


@pytest.mark.parametrize("is_in_one_call", [True, False])
def test_who_works_without_a_run_is_not_held_to_one_that_was_given_up(
    begun: Runner, is_in_one_call: bool
) -> None:
    begun.first_round(UNSURE)
    begun.post(f"work/{begun.token}/release", {}, 204)
    begun.token = begun.claim()["work_token"]
    draft = begun.generate(begun.token)
    text = draft["draft"]["body_plain"].replace("\n\n", "\n\nThank you for writing. ", 1)
    if is_in_one_call:
        finish(begun, text)
    else:
        begun.refine(begun.token, draft, text)
        begun.post(f"work/{begun.token}/reply", {"draft_id": draft["draft_id"]}, 201)
    assert OutgoingMail.objects.get().body_text == text


def test_a_refused_finish_stores_nothing(begun: Runner) -> None:
    begun.first_round(SURE)
    before = Attestation.objects.count(), RefinementEvent.objects.count()
    assert finish(begun, "Quite another text.", 409)["code"] == "not_best_text"
    text, template = begun.original, {"corrected_template": "T999"}
    assert finish(begun, text, 400, **template)["fields"].keys() == {"corrected_template"}
    assert (Attestation.objects.count(), RefinementEvent.objects.count()) == before
    assert not OutgoingMail.objects.exists()


@pytest.mark.parametrize("text", [42, 1.5, True, None, ["Hi"], {}])
def test_a_finish_takes_nothing_for_a_text_that_is_none(begun: Runner, text: Any) -> None:
    begun.first_round(SURE)
    refused = finish(begun, text, 400)
    assert (refused["code"], list(refused["fields"])) == ("validation_error", ["text"])
    refused = finish(begun, begun.original, 400, corrected_template=7)
    assert list(refused["fields"]) == ["corrected_template"]
    assert not OutgoingMail.objects.exists()


def test_a_text_that_does_not_pass_is_refused_whole(runner: Runner) -> None:
    record(ASKED)
    runner.token = runner.claim()["work_token"]
    runner.generate(runner.token)
    refused = finish(runner, "Pay at https://evil.example/pay", 409)
    assert refused["code"] == "blocked_draft"
    assert refused["failed_checks"]
    assert not Attestation.objects.exists()
    assert runner.read(runner.token)["outcome"] is None  # the claim lives: write another text


def test_finish_once_more_gives_the_same_reply(begun: Runner) -> None:
    begun.first_round(SURE)
    text = begun.original
    first = finish(begun, text)
    assert finish(begun, text) == first
    assert finish(begun, f"{text} Bye.", 409)["code"] == "already_answered"
    assert (OutgoingMail.objects.count(), Attestation.objects.count()) == (1, 1)


# --- made twice -----------------------------------------------------------------------------------


def test_a_second_generate_brings_the_first_draft(begun: Runner) -> None:
    first = begun.generate(begun.token)
    again = begun.generate(begun.token)
    assert {**again, "ledger": None} == {**first, "ledger": None}
    assert Draft.objects.count() == 1
    other = {"work_token": begun.token, "recipient_name": "Isla"}
    assert begun.post("drafts/generate", other, 201)["draft_id"] != first["draft_id"]


def test_a_second_refine_is_no_second_attempt(begun: Runner) -> None:
    draft = begun.generate(begun.token)
    text = draft["draft"]["body_plain"] + "\n\nP.S. Bring a towel."
    first = begun.refine(begun.token, draft, text)
    assert begun.refine(begun.token, draft, text) == first
    assert Attestation.objects.count() == 1
    begun.refine(begun.token, draft)
    assert begun.refine(begun.token, draft, text)["draft"] == first["draft"]
    assert Attestation.objects.count() == 3


def test_a_second_reply_is_told_what_became_of_the_first(begun: Runner) -> None:
    begun.first_round(SURE)
    sent = begun.send(begun.original)
    refused = begun.reply(begun.token, begun.read_run()["draft_id"], 409)
    assert refused["code"] == "already_answered"
    assert refused["outgoing_id"] == sent["outgoing_id"]
    outcome = begun.read(begun.token)["outcome"]
    assert outcome["state"] == "answered"
    assert outcome["reply"] == sent


def test_release_and_hand_over_may_be_said_twice(begun: Runner) -> None:
    for _ in range(2):
        begun.post(f"work/{begun.token}/release", None, 204)
    begun.token = begun.claim()["work_token"]
    for _ in range(2):
        begun.post(f"work/{begun.token}/hand-over", {"reason": "Hard."}, 204)
    other = begun.post(f"work/{begun.token}/hand-over", {"reason": "Other."}, 409)
    assert other["code"] == "claim_lost"
    assert begun.read(begun.token)["outcome"]["reason"] == "Hard."


# --- whose token it is ----------------------------------------------------------------------------


def test_a_token_is_of_no_use_to_another_key(begun: Runner, make_runner: Any) -> None:
    other = make_runner()
    other.token = begun.token
    assert other.read(begun.token, 404)["code"] == "not_found"
    assert other.generate(begun.token, 409)["code"] == "claim_lost"
    assert other.start(status=409)["code"] == "claim_lost"
    other.run = begun.run
    assert other.put("strategy", status=409)["code"] == "claim_lost"
    assert finish(other, "Dear Isla", 409)["code"] == "claim_lost"
    for call, body in (("release", None), ("hand-over", {"reason": "x"}), ("heartbeat", {})):
        assert other.post(f"work/{begun.token}/{call}", body, 409)["code"] == "claim_lost"
    assert other.post("drafts/interpret", {"work_token": begun.token}, 404)["code"] == "not_found"
    begun.step(UNSURE)


def test_a_reply_before_the_evaluation_is_no_giving_up(begun: Runner) -> None:
    for _ in range(2):
        begun.step(UNSURE)
    begun.send(begun.original)
    assert DraftRun.objects.get().stop_reason == "answered"


def test_nothing_of_a_person_is_kept_without_the_mail(begun: Runner) -> None:
    begun.post(f"work/{begun.token}/hand-over", {"reason": "Hard."}, 204)
    person = UserFactory.create(role="reviewer")
    thread = Thread.objects.get()
    send_back_to_agent(thread_id=thread.pk, by=person, note="Be kind.", body="Dear Isla")
    thread.delete()
    assert not SentBack.objects.exists()
