"""The scripted agent walks runs over the real API: how each comes out, and that nothing is done
twice, wherever it is cut."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from drafting.drafts.models import Attestation, Draft
from drafting.instruments import agent as scripted
from drafting.instruments.scripted_stages import Playbook
from drafting.mail.models import Thread
from drafting.mail.work_models import OutgoingMail
from drafting.management.commands.run_agent import PLAYBOOK
from drafting.outbox.staff_actions import send_back_to_agent
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from templatesapp.models import DeskProfile
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.instruments.wire import Agent, Killed
from tests.drafting.mail.mails import record, reply
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

WIFI = "Hello,\r\n\r\nWhat is the wifi password?\r\n\r\nIsla"
PRAM = (
    "Hello,\r\n\r\nWe come with two suitcases, a surfboard and a pram that lost a wheel.\r\n\r\n"
    "Can we leave our luggage with you before check-in? Is there a workshop in Positano that "
    "repairs prams?\r\n\r\nIsla"
)
BREAKFAST = "Hello,\r\n\r\nWhat time is breakfast? Do you have a guitar we could play?\r\n\r\nIsla"
STARS = "Hello,\r\n\r\nDo you have a telescope I could use?\r\n\r\nIsla"
THREAT = "Unless you pay for my suitcase by Friday, my lawyer will take you to court.\r\n\r\nIsla"
CANCEL = "Hello,\r\n\r\nPlease cancel my booking HB-20931.\r\n\r\nIsla"
CANCEL_AND_PLAY = CANCEL.replace("Isla", "Do you have a guitar we could play?\r\n\r\nIsla")
FIRST_ROUND = (
    "PUT strategy/0",
    "PUT generation/0",
    "PUT verification/0",
    "PUT overseer_gate/0",
    "PUT evaluation/0",
)
IMPROVED = (
    *FIRST_ROUND,
    "PUT revision/1",
    "PUT overseer_gate/1",
    "PUT evaluation/1",
)


@pytest.fixture(autouse=True)
def desk(db: None) -> None:
    """The sample property, with revision on."""
    load_sample_desk()
    RunSettings(is_revision_enabled=True).save()


@pytest.fixture(autouse=True)
def never_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripted.time, "sleep", lambda seconds: pytest.fail("It fell asleep."))


def confidences(run: DraftRun) -> list[float]:
    steps = run.artifacts.filter(stage="evaluation").order_by("iteration")
    return [step.payload["confidence"] for step in steps]


def last_words() -> Attestation:
    return Attestation.objects.order_by("pk").last()  # type: ignore[return-value]


def final_state() -> dict[str, Any]:
    """Everything that must be the same, however often the work was cut."""
    run, mail = DraftRun.objects.get(), OutgoingMail.objects.get()
    steps = run.artifacts.order_by("pk").exclude(stage__in=("strategy", "generation"))
    return {
        "run": (run.status, run.stop_reason, run.best_iteration, run.attempt),
        "steps": [(s.stage, s.iteration, s.payload, s.text) for s in steps],
        "mail": (mail.state, mail.body_text),
        "attested": [
            (a.attempt, a.rewrite_reason, a.body_plain) for a in Attestation.objects.all()
        ],
    }


# --- how runs come out ----------------------------------------------------------------------------


def test_a_letter_that_lacks_something_is_improved():
    record(WIFI)
    agent = Agent()
    (worked,) = agent.run()
    run, mail = DraftRun.objects.get(), OutgoingMail.objects.get()
    assert (worked.stop_reason, worked.error, worked.handed_over) == ("threshold_met", "", False)
    assert (run.status, run.best_iteration) == ("completed", 1)
    assert confidences(run) == [0.85, 1.0]
    assert tuple(agent.wire.steps.elements()) == IMPROVED
    revised = run.artifacts.get(stage="revision").text
    assert "private relay" in revised
    assert mail.state == "awaiting_release"
    assert mail.body_text == revised == last_words().body_plain
    assert last_words().rewrite_reason == "missing-info"


def test_three_rounds_that_do_not_suffice_go_to_a_person_with_the_best_text():
    record(PRAM)
    (worked,) = Agent().run()
    run = DraftRun.objects.get()
    assert worked.stop_reason == "exhausted"
    assert run.best_iteration == 3
    found = confidences(run)
    assert len(found) == 4
    assert found == sorted(found)
    text = OutgoingMail.objects.get().body_text
    assert all(said in text for said in ("put a label", "pram stays", "board is too long"))
    assert run.artifacts.get(stage="revision_loop").payload["loop_exhausted"] is True


def test_where_the_playbook_has_nothing_the_text_goes_back_unchanged():
    record(BREAKFAST)
    (worked,) = Agent().run()
    run = DraftRun.objects.get()
    assert worked.stop_reason == "revision_no_change"
    revision = run.artifacts.get(stage="revision")
    assert revision.text == run.artifacts.get(stage="verification").text
    assert "guitar" in revision.payload["unresolved_requirements"][0]
    assert run.best_iteration == 0
    assert last_words().rewrite_reason == "none"
    assert OutgoingMail.objects.get().body_text == Draft.objects.get().body_plain


def test_without_a_playbook_nothing_of_the_sample_is_added():
    """Another house's desk: the same mail is improved where the sample's playbook is given."""
    record(WIFI)
    Agent().run(Playbook())
    assert OutgoingMail.objects.get().body_text == Draft.objects.get().body_plain


def test_an_escalated_mail_is_answered_with_the_draft_and_never_revised():
    record(THREAT)
    (worked,) = Agent().run()
    run = DraftRun.objects.get()
    assert (worked.stop_reason, run.status) == ("hard_block", "aborted")
    assert not run.artifacts.filter(stage="revision").exists()
    assert run.artifacts.get(stage="evaluation").payload["requires_human_review"] is True
    assert OutgoingMail.objects.get().state == "awaiting_release"


def test_legally_fixed_text_is_never_revised():
    record(CANCEL_AND_PLAY, subject="Cancellation")
    (worked,) = Agent().run()
    run, draft = DraftRun.objects.get(), Draft.objects.get()
    assert draft.is_protected
    assert worked.stop_reason == "protected_category"
    assert run.loop_skip_reason == "protected_category"
    assert OutgoingMail.objects.get().body_text == draft.body_plain


def test_legally_fixed_text_waits_for_a_person_however_sure_the_agent_is():
    RunSettings.objects.update(is_automatic_release=True)
    record(CANCEL, subject="Cancellation")
    (worked,) = Agent().run()
    draft, mail = Draft.objects.get(), OutgoingMail.objects.get()
    assert draft.is_protected
    assert worked.stop_reason == "protected_category"
    assert (mail.state, mail.is_automatic) == ("awaiting_release", False)
    assert mail.body_text == draft.body_plain


def test_a_mail_that_nothing_answers_is_acknowledged_as_the_desk_words_it():
    record(STARS, subject="Stars")
    (worked,) = Agent().run()
    draft, mail = Draft.objects.get(), OutgoingMail.objects.get()
    assert draft.acknowledgement_id is not None
    assert worked.error == ""
    assert worked.stop_reason in {"protected_category", "hard_block"}  # as sure as the reader is
    assert not RunArtifact.objects.filter(stage="revision").exists()
    assert (mail.state, mail.body_text) == ("awaiting_release", draft.body_plain)


def test_with_revision_switched_off_the_first_text_stands():
    RunSettings.objects.update(is_revision_enabled=False)
    record(WIFI)
    (worked,) = Agent().run()
    run = DraftRun.objects.get()
    assert (worked.stop_reason, run.best_iteration) == ("disabled", 0)
    assert OutgoingMail.objects.get().body_text == Draft.objects.get().body_plain


def test_what_must_not_be_said_is_blocked_by_the_gate_and_handed_over():
    # A claim that the quality check forbids comes in by the playbook's own words.
    playbook = Playbook.read(PLAYBOOK)
    wifi = {**playbook.paragraphs[0], "text": "We have charged your card for the whole stay."}
    record(WIFI)
    (worked,) = Agent().run(Playbook((wifi,), (), {}))
    run = DraftRun.objects.get()
    assert (worked.stop_reason, run.best_iteration) == ("hard_block", 0)
    assert run.artifacts.get(stage="overseer_gate", iteration=1).payload["decision"] == "block"
    assert "charged" not in OutgoingMail.objects.get().body_text


def test_a_key_without_runs_works_without_them():
    record(WIFI)
    (worked,) = Agent(scopes=["work", "draft", "messages"]).run()
    assert (worked.error, worked.stop_reason, worked.handed_over) == ("", "", False)
    assert not DraftRun.objects.exists()
    assert last_words().rewrite_reason == "missing-info"
    assert "private relay" in OutgoingMail.objects.get().body_text


def test_a_mail_that_is_sent_back_is_answered_by_a_fresh_run():
    record(WIFI)
    agent = Agent()
    agent.run()
    manager: User = UserFactory.create(role="manager")
    send_back_to_agent(thread_id=Thread.objects.get().pk, by=manager)
    (again,) = agent.run()
    assert (again.error, again.stop_reason) == ("", "threshold_met")
    assert [run.attempt for run in DraftRun.objects.order_by("attempt")] == [1, 2]
    assert OutgoingMail.objects.exclude(state="cancelled").count() == 1


@pytest.mark.parametrize("scopes", [None, ["work", "draft", "messages"]])
def test_a_persons_words_are_sent_in_place_of_its_own(scopes):
    record(WIFI)
    agent = Agent(scopes=scopes)
    agent.run()
    manager: User = UserFactory.create(role="manager")
    text = OutgoingMail.objects.get().body_text.replace("Warm regards", "Have fun!\n\nWarm regards")
    word = {"note": "Say it merrily.", "body": text, "letter": "T35"}
    send_back_to_agent(thread_id=Thread.objects.get().pk, by=manager, **word)
    (again,) = agent.run()
    assert (again.error, again.handed_over) == ("", False)
    sent = OutgoingMail.objects.exclude(state="cancelled").get()
    assert sent.body_text == text
    assert last_words().corrected_template_id == "T35"


def test_another_letter_without_words_wants_somebody_to_write_it():
    record(WIFI)
    agent = Agent()
    agent.run()
    manager: User = UserFactory.create(role="manager")
    word = {"note": "That is the other letter.", "letter": "T35"}
    send_back_to_agent(thread_id=Thread.objects.get().pk, by=manager, **word)
    (again,) = agent.run()
    assert (again.error, again.handed_over) == ("", True)


def test_a_desk_that_nobody_has_named_keeps_its_mail():
    DeskProfile(business_name="Camping Alm", owners="Vroni", signature="").save()
    record(WIFI)
    record(BREAKFAST, message_id="<2@example.com>", **{"from": "Bo <bo@example.com>"})
    (worked,) = Agent().run()
    assert worked.error == "profile_missing"
    assert {thread.status for thread in Thread.objects.all()} == {"open"}
    assert not Thread.objects.filter(claim_expires_at__isnull=False).exists()


def test_each_conversation_has_a_run_of_its_own():
    record(WIFI)
    record(BREAKFAST, message_id="<2@example.com>", **{"from": "Bo <bo@example.com>"})
    assert [worked.stop_reason for worked in Agent().run()] == [
        "threshold_met",
        "revision_no_change",
    ]


# --- waiting --------------------------------------------------------------------------------------


@pytest.fixture
def taken_place(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The only place in the loop is held by another agent's run; calls let it go on."""
    RunSettings.objects.update(loop_places=1)
    record(WIFI, message_id="<other@example.com>", **{"from": "Bo <bo@example.com>"})
    other = Agent()
    work = other.client.call("POST", scripted.CLAIM, {})
    walk = scripted.Walk(other.client, Playbook.read(PLAYBOOK), work)
    run = walk.begin()
    assert run is not None
    while run["next"]["do"] != "revise":
        run["next"] = walk.take_step(run["id"], run["next"])

    def go_on() -> None:
        walk.go_on(run["id"], run["next"])

    return go_on


def test_it_waits_for_a_place_and_goes_on(taken_place, monkeypatch):
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            taken_place()

    monkeypatch.setattr(scripted.time, "sleep", sleep)
    record(WIFI)
    agent = Agent()
    (worked,) = agent.run()
    assert worked.stop_reason == "threshold_met"
    assert slept == [5.0, 5.0]
    assert agent.wire.calls.count("POST heartbeat") == 2


def test_it_does_not_wait_for_ever(taken_place, monkeypatch):
    monkeypatch.setattr(scripted.time, "sleep", lambda seconds: None)
    record(WIFI)
    agent = Agent()
    (worked,) = agent.run()
    assert worked.error == "no_place"
    assert agent.wire.calls.count("POST heartbeat") == scripted.MAX_WAITS
    assert DraftRun.objects.filter(status="running").count() == 2


# --- cut off --------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [*IMPROVED, "POST runs", "POST generate"])
def test_killed_anywhere_another_agent_goes_on(place):
    record(WIFI)
    undisturbed = _undisturbed()
    first, second = Agent(after=_kill_at(place)), Agent()
    with pytest.raises(Killed):
        first.run()
    assert second.run() == [], "the claim of the dead agent lives on"
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        (worked,) = second.run()
    assert worked.stop_reason == "threshold_met"
    assert final_state() == undisturbed
    steps = first.wire.steps + second.wire.steps
    assert steps == dict.fromkeys(IMPROVED, 1), "a step was done twice"
    assert Draft.objects.count() == 1


def test_killed_after_the_reply_nothing_is_left_to_do():
    record(WIFI)
    undisturbed = _undisturbed()
    with pytest.raises(Killed):
        Agent(after=_kill_at("POST finish")).run()
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert Agent().run() == []
    assert final_state() == undisturbed


def test_a_step_whose_answer_was_lost_is_stored_once():
    record(WIFI)
    undisturbed = _undisturbed()
    lost = iter([*IMPROVED, "POST finish"])
    missing = next(lost)

    def lose(call: str) -> None:
        nonlocal missing
        if call == missing:
            missing = next(lost, "")
            raise httpx.ReadError("The line broke.")

    agent = Agent(after=lose)
    (worked,) = agent.run()
    assert worked.stop_reason == "threshold_met"
    assert final_state() == undisturbed
    assert agent.wire.steps == dict.fromkeys(IMPROVED, 2)


@pytest.mark.parametrize("place", [*FIRST_ROUND, "PUT revision/1"])
def test_newer_mail_ends_the_run_and_is_answered_with_the_old(place):
    first = record(WIFI)

    def write_more(call: str) -> None:
        if call == place:
            reply("And how fast is the wifi for video calls?", first.message.message_id)

    agent = Agent(after=_once(write_more))
    outdated, worked = agent.run()
    assert (outdated.error, outdated.stop_reason) == ("newer_inbound", "newer_inbound")
    assert worked.error == ""
    old, new = DraftRun.objects.order_by("started_at")
    assert (old.status, old.stop_reason) == ("aborted", "newer_inbound")
    assert len(new.batch.message_ids) == 2
    assert OutgoingMail.objects.get().batch == new.batch


def test_another_input_for_a_step_that_is_there_changes_nothing():
    record(WIFI)

    def put_first(call: str) -> None:
        if call == "PUT verification/0":
            RunArtifact.objects.filter(stage="verification").update(input_hash="another")

    agent = Agent(after=put_first)
    agent.run()
    assert DraftRun.objects.get().stop_reason == "threshold_met"


def _undisturbed() -> dict[str, Any]:
    """How the work comes out when nobody cuts it; the desk is as before it afterwards."""
    with transaction.atomic():
        Agent().run()
        state = final_state()
        transaction.set_rollback(True)
    return state


def _kill_at(place: str) -> Callable[[str], None]:
    def kill(call: str) -> None:
        if call == place:
            raise Killed

    return kill


def _once(hook: Callable[[str], None]) -> Callable[[str], None]:
    """A hook that is done with after the call that changed something."""
    mails = [Thread.objects.get().messages.count()]

    def run(call: str) -> None:
        if Thread.objects.get().messages.count() == mails[0]:
            hook(call)

    return run
