"""What a run lets a reply do, and what it takes that nobody has to look at one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drafting.mail.choices import MailState
from drafting.mail.models import Message
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.runs.choices import HardBlock
from drafting.runs.finishing import find_hard_blocks
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from templatesapp.text.letter import insert_before_closing
from tests.drafting.mail.mails import GUEST, our_reply, record
from tests.drafting.runs.runner import SURE, UNSURE, Runner

pytestmark = pytest.mark.django_db
ASKED = "What time is breakfast?"


@pytest.fixture
def confident(runner) -> Runner:
    """A run that ended confident at once, on a desk that releases automatically."""
    RunSettings.objects.update(is_automatic_release=True)
    record(ASKED)
    runner.begin()
    runner.first_round(SURE)
    return runner


def sent() -> OutgoingMail:
    return OutgoingMail.objects.get()


def test_a_confident_safe_text_leaves_without_a_person(confident):
    answer = confident.send(confident.original)
    assert answer["state"] == "queued"
    assert answer["headers"]["Auto-Submitted"] == "auto-replied"
    assert sent().is_automatic
    assert sent().released_by is None
    assert Message.objects.get(direction="in").is_answered


@pytest.fixture
def revised(runner) -> Callable[[str], str]:
    """What becomes of a revised text of which the agent is sure, where the desk releases."""

    def state(text: str) -> str:
        further = runner.further_round(SURE, text)["next"]
        assert further["stop_reason"] == "threshold_met", further
        return str(runner.send(text)["state"])

    RunSettings.objects.update(is_automatic_release=True)
    record(ASKED)
    runner.begin()
    runner.first_round(UNSURE)
    return state


def test_a_shortened_confident_draft_leaves_without_a_person(runner, revised):
    greeting, rest = runner.original.split("\n\n", 1)
    assert greeting == "Dear Isla,"
    assert revised(rest) == "queued"


@pytest.mark.parametrize(
    "said",
    [
        "We will keep the gate open for you all night and carry your bags up.",
        "See you on Friday!",
    ],
)
def test_an_agents_own_words_need_a_person(runner, revised, said):
    assert revised(insert_before_closing(runner.original, said)) == MailState.AWAITING_RELEASE


def turn_off(runner: Runner) -> None:
    RunSettings.objects.update(is_automatic_release=False)


def lose_verification(runner: Runner) -> None:
    Message.objects.filter(direction="in").update(is_sender_verified=False)


def promise(runner: Runner) -> None:
    thread = Message.objects.get(direction="in").thread
    FollowUp.objects.create(
        question="The price?", thread=thread, due="2026-12-01", created_at=thread.created_at
    )


def take_safety_back(runner: Runner) -> None:
    step = RunArtifact.objects.get(stage="evaluation")
    step.payload = step.payload | {"requires_human_review": True}
    step.save()


def answer_elsewhere(runner: Runner) -> None:
    our_reply("<unknown@example.com>", in_reply_to="", to=GUEST)
    ours = Message.objects.filter(direction="out").get()
    guest = Message.objects.get(direction="in")
    Message.objects.filter(pk=ours.pk).update(
        thread=guest.thread, sequence=99, received_at=guest.received_at
    )
    Message.objects.filter(pk=guest.pk).update(answered_by=None)


OBSTACLES: tuple[Callable[[Runner], None], ...] = (
    turn_off,
    lose_verification,
    promise,
    take_safety_back,
    answer_elsewhere,
)


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_one_obstacle_and_a_person_has_to_release(confident, obstacle):
    confident.refine_text(confident.original)
    obstacle(confident)
    draft_id = confident.read_run()["draft_id"]
    assert confident.reply(confident.token, draft_id)["state"] == MailState.AWAITING_RELEASE
    assert not sent().is_automatic


@pytest.mark.parametrize(
    ("body", "block"),
    [
        ("What time is breakfast? Also, please unsubscribe me from your mails.", "opt_out"),
        (
            "What time is breakfast? I will sue you and call the police today.",
            "escalation_required",
        ),
        ("I want to cancel my booking. What is the refund?", "protected_category"),
    ],
)
def test_a_hard_block_of_the_mail_needs_a_person(runner, body, block):
    RunSettings.objects.update(is_automatic_release=True)
    record(body)
    runner.begin()
    runner.first_round(SURE)
    run = DraftRun.objects.get()
    assert block in find_hard_blocks(run=run, draft=run.draft, text=runner.original)
    confident_stop = run.stop_reason in ("above_threshold", "threshold_met")
    runner.refine_text(runner.original)
    answer = runner.client.post(
        f"/api/v1/work/{runner.token}/reply", {"draft_id": str(run.draft_id)}, format="json"
    )
    assert not OutgoingMail.objects.filter(is_automatic=True).exists()
    assert answer.status_code in (201, 409)
    assert not confident_stop or block == "protected_category"


def test_a_run_that_never_met_its_threshold_earns_nothing(runner):
    RunSettings.objects.update(is_automatic_release=True)
    record(ASKED)
    runner.begin()
    runner.first_round(UNSURE)
    same = runner.put("revision", 1, {"unresolved_requirements": []}, runner.original)
    assert same["next"]["stop_reason"] == "revision_no_change"
    assert runner.send(runner.original)["state"] == MailState.AWAITING_RELEASE


def test_other_words_than_the_best_are_refused(confident):
    assert confident.send("Dear Isla, come as you like.", 409)["code"] == "not_best_text"
    assert confident.send(confident.original + "\n ")["state"] == "queued"


def test_a_reply_in_the_middle_of_a_run_ends_it_and_waits_for_a_person(runner):
    RunSettings.objects.update(is_automatic_release=True)
    record(ASKED)
    runner.begin()
    runner.first_round(UNSURE)
    assert runner.send(runner.original)["state"] == MailState.AWAITING_RELEASE
    run = DraftRun.objects.get()
    assert (run.status, run.stop_reason) == ("aborted", "answered")


def test_without_a_usable_text_any_attested_one_goes_to_a_person(runner):
    record(ASKED)
    runner.begin()
    for _ in range(2):
        runner.step(UNSURE)
    runner.put("verification", 0, text="Come in any time {{SLOT:NOWHERE}}.")
    assert "unsupported_slot" in RunArtifact.objects.get(stage="verification").findings
    runner.step(UNSURE)
    runner.put("evaluation", 0, {"error": "The model is gone."}, status=201)
    assert runner.next()["do"] == "hand_over"
    assert runner.send(runner.original)["state"] == MailState.AWAITING_RELEASE


@pytest.mark.parametrize("is_released", [False, True])
def test_a_waiting_or_released_reply_never_runs_a_loop_again(confident, is_released):
    if not is_released:
        turn_off(confident)
    confident.send(confident.original)
    assert confident.claim(204) is None
    answer = confident.client.post("/api/v1/runs", {"work_token": confident.token}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "claim_lost")
    assert DraftRun.objects.count() == 1


def test_every_hard_block_has_words():
    assert all(block.label for block in HardBlock)
