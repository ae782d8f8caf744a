"""Every call of an agent, made again: after a kill of the desk's process at each of its commits,
by sixteen at once, and with another body. What it leaves is what one call leaves, and the answer
is the one that the guide promises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from rest_framework.test import APIClient

from drafting.access.idempotency import TAKEOVER_AFTER_SECONDS
from drafting.drafts.models import Attestation, Draft
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.runs.models import DraftRun, MemoryEntry, RunArtifact, RunSettings
from learning.events.models import RefinementEvent, SelectionEvent
from learning.ledger.models import UnknownQuestion
from tests.concurrency import PATIENCE_TRIES, at_once
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record
from tests.drafting.runs.runner import SCOPES, SURE, UNSURE, Runner
from tests.factories import make_agent_key
from tests.killing import Call, Desk, Place, difference, killed_everywhere

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

COUNTED = (
    *(Message, Thread, Batch, Draft, Attestation, OutgoingMail, DraftRun, RunArtifact),
    *(MemoryEntry, SelectionEvent, RefinementEvent, UnknownQuestion),
)
Prepare = Callable[[Runner, int], Call]


def counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in COUNTED}


@pytest.fixture
def secret(transactional_db: None) -> str:
    load_sample_desk()
    RunSettings(is_revision_enabled=True).save()
    return make_agent_key(scopes=SCOPES)[1]


@pytest.fixture
def desk(secret: str) -> Iterator[Desk]:
    desk = Desk({"Authorization": f"Bearer {secret}"})
    yield desk
    desk.close()


@pytest.fixture
def runner(secret: str) -> Runner:
    """One that has drafted once: the processes forked from this one find the index built."""
    runner = Runner(APIClient(HTTP_AUTHORIZATION=f"Bearer {secret}"))
    runner.generate(claimed(runner, 0))
    runner.post(f"work/{runner.token}/hand-over", {"reason": "Hard."}, 204)
    return runner


# --- the calls, each made ready with a mail of its own --------------------------------------------


def ask(number: int, text: str = "") -> None:
    record(
        text or "What time is breakfast? Is there a piano?",
        message_id=f"<{number}@guests.example>",
        **{"from": f"guest{number}@example.com"},
    )


def claimed(runner: Runner, number: int, text: str = "") -> str:
    ask(number, text)
    runner.token = runner.claim()["work_token"]
    return runner.token


def generate(runner: Runner, number: int) -> Call:
    return "POST", "drafts/generate", {"work_token": claimed(runner, number)}


def refine(runner: Runner, number: int) -> Call:
    draft = runner.generate(claimed(runner, number))
    text = draft["draft"]["body_plain"]
    body = {
        "draft_id": draft["draft_id"],
        "work_token": runner.token,
        "rewrite_reason": "style",
        "original_body_plain": text,
        "refined_body_plain": text.replace("\n\n", "\n\nHello. ", 1),
    }
    return "POST", "drafts/refine", body


def finish(runner: Runner, number: int) -> Call:
    text = runner.generate(claimed(runner, number))["draft"]["body_plain"]
    return "POST", f"work/{runner.token}/finish", {"text": text, "rewrite_reason": "none"}


def finish_a_run(runner: Runner, number: int) -> Call:
    claimed(runner, number, "What time is breakfast? And until when is the reception open?")
    runner.start()
    runner.first_round(SURE)
    told = runner.next()
    return "POST", f"work/{runner.token}/finish", told["close"]["body"]


def reply(runner: Runner, number: int) -> Call:
    draft_id = runner.attested(claimed(runner, number))
    return "POST", f"work/{runner.token}/reply", {"draft_id": draft_id}


def hand_over(runner: Runner, number: int) -> Call:
    return "POST", f"work/{claimed(runner, number)}/hand-over", {"reason": "Hard."}


def release(runner: Runner, number: int) -> Call:
    return "POST", f"work/{claimed(runner, number)}/release", None


def heartbeat(runner: Runner, number: int) -> Call:
    return "POST", f"work/{claimed(runner, number)}/heartbeat", {}


def start_run(runner: Runner, number: int) -> Call:
    return "POST", "runs", {"work_token": claimed(runner, number)}


def artifact(runner: Runner, number: int) -> Call:
    claimed(runner, number)
    runner.start()
    for _ in range(4):
        runner.step(UNSURE)
    body = {"work_token": runner.token, "input_hash": "a", "payload": SURE}  # it ends the run
    return "PUT", f"runs/{runner.run['id']}/artifacts/evaluation/0", body


def remember(runner: Runner, number: int) -> Call:
    claimed(runner, number)
    runner.start()
    entry = {
        "scope": "contact",
        "category": "timezone_preference",
        "content": "Writes in the evening.",
        "ttl_days": 30,
        "confidence": 0.8,
    }
    body = {"work_token": runner.token, "proposals": [entry]}
    return "POST", f"runs/{runner.run['id']}/memory-proposals", body


def mail_with_id(runner: Runner, number: int) -> Call:
    return "POST", "messages", _mail(number) | {"message_id": f"<m{number}@example.com>"}


def _mail(number: int) -> dict[str, str]:
    sender = f"isla{number}@example.com"
    return {"from_address": sender, "subject": "Breakfast", "body_text": f"Is it at {number}?"}


def mail_by_fields(runner: Runner, number: int) -> Call:
    return "POST", "messages", _mail(number)


def claim(runner: Runner, number: int) -> Call:
    ask(number)
    return "POST", "work/claim", {}


def generate_for_a_message(runner: Runner, number: int) -> Call:
    ask(number)
    message = Message.objects.latest("pk").pk
    claimed_by_nobody = Thread.objects.filter(messages=message).update(status="closed")
    assert claimed_by_nobody
    return "POST", "drafts/generate", {"message": message}


SAFE = (
    *(generate, refine, finish, finish_a_run, hand_over, release, heartbeat),
    *(start_run, artifact, remember, mail_with_id),
)
KEYED = (claim, mail_by_fields, generate_for_a_message)


# --- killed everywhere ----------------------------------------------------------------------------


def killed(
    desk: Desk, runner: Runner, prepare: Prepare, again: Callable[[Call, str], Any]
) -> list[Place]:
    ready = partial(prepare, runner)
    return killed_everywhere(desk, ready, again, counts=counts, has_key=prepare in KEYED)


@pytest.mark.parametrize("prepare", SAFE, ids=lambda p: p.__name__)
def test_a_killed_call_is_made_again_without_a_key(
    desk: Desk, runner: Runner, prepare: Prepare
) -> None:
    _make_once_here(runner, prepare)

    def again(call: Call, key: str) -> None:
        first, second = desk.call(*call), desk.call(*call)
        assert first is not None and second is not None
        assert first.is_success and second.is_success, (first.content, second.content)
        assert what_matters(first) == what_matters(second)

    reached = killed(desk, runner, prepare, again)
    assert {when for when, _ in reached} == {"before", "after", "answer"}, reached


def _make_once_here(runner: Runner, prepare: Prepare) -> None:
    """What the call reads once a process, those forked from this one have read then."""
    method, path, body = prepare(runner, 1_000)
    answer = getattr(runner.client, method.lower())(f"/api/v1/{path}", body, format="json")
    assert answer.status_code < 300


def what_matters(answer: Any) -> Any:
    """The answer without what tells of the moment or of this call alone."""
    if not answer.content:
        return None
    body = answer.json()
    for name in ("ledger", "claim_expires_at", "next"):
        body.pop(name, None)
    for proposal in body.get("proposals", ()):
        proposal.pop("reason")  # "known" from the second call on
    return body


def test_a_killed_reply_is_made_or_told_of(desk: Desk, runner: Runner) -> None:
    told = []

    def again(call: Call, key: str) -> None:
        answer = desk.call(*call)
        assert answer is not None
        told.append(answer.status_code)
        if answer.status_code == 409:
            assert answer.json()["code"] == "already_answered"
        assert answer.json()["outgoing_id"] == OutgoingMail.objects.latest("pk").pk

    killed(desk, runner, reply, again)
    assert set(told) == {201, 409}


@pytest.mark.parametrize("prepare", KEYED, ids=lambda p: p.__name__)
def test_a_killed_call_that_is_not_safe_is_made_again_with_its_key(
    desk: Desk, runner: Runner, prepare: Prepare
) -> None:
    """What its process left running is told to be so for a minute; then it is done once."""

    def again(call: Call, key: str) -> None:
        now = desk.call(*call, key=key)
        assert now is not None
        if not now.is_success:
            assert (now.status_code, now.json()["code"]) == (409, "in_progress")
        later = [
            desk.call(*call, key=key, seconds_later=TAKEOVER_AFTER_SECONDS + 1) for _ in range(2)
        ]
        assert later[0] is not None and later[1] is not None
        assert later[0].is_success, later[0].content
        assert later[0].content == later[1].content

    reached = killed(desk, runner, prepare, again)
    assert {when for when, _ in reached} == {"before", "after", "answer"}, reached


# --- sixteen at once, and other bodies ------------------------------------------------------------


def send(secret: str, call: Call, key: str = "") -> Any:
    """The call in this process, once more while the desk says that it is busy."""
    method, path, body = call
    headers = {"idempotency-key": key} if key else {}
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {secret}", headers=headers)
    for _ in range(PATIENCE_TRIES):
        answer = getattr(client, method.lower())(f"/api/v1/{path}", body, format="json")
        if answer.status_code != 503:
            break
    return answer


@pytest.mark.parametrize("prepare", [*SAFE, *KEYED], ids=lambda p: p.__name__)
def test_sixteen_at_once_leave_what_one_leaves(
    secret: str, runner: Runner, prepare: Prepare
) -> None:
    call, key = prepare(runner, 1), "one" if prepare in KEYED else ""
    before = counts()
    assert send(secret, call, key).status_code < 300
    expected = difference(before, counts())
    call, key = prepare(runner, 2), "two" if prepare in KEYED else ""
    before = counts()
    answers = at_once(*[lambda: send(secret, call, key)] * 16)
    done = [answer for answer in answers if answer.status_code < 300]
    refused = {answer.json()["code"] for answer in answers if answer not in done}
    assert refused <= ({"in_progress"} if key else set())
    told = [what_matters(answer) for answer in done]
    assert done and all(each == told[0] for each in told)
    assert difference(before, counts()) == expected


OTHER_BODIES: tuple[tuple[Prepare, dict[str, Any], int, str], ...] = (
    (generate, {"recipient_name": "Isla"}, 201, ""),  # another draft
    (refine, {"rewrite_reason": "missing-info"}, 200, ""),  # a further attempt
    (finish, {"text": "Another text."}, 409, "already_answered"),
    (finish_a_run, {"text": "Another text."}, 409, "already_answered"),
    (reply, {"draft_id": "7b0f2c52-0000-4000-8000-000000000000"}, 409, "already_answered"),
    (hand_over, {"reason": "Another."}, 409, "claim_lost"),
    (release, {"reason": "Another."}, 204, ""),  # it takes none
    (heartbeat, {"lease_seconds": 700}, 200, ""),
    (start_run, {"channel": "sms"}, 201, ""),  # a run of its own
    (artifact, {"input_hash": "b"}, 409, "artifact_conflict"),
    (remember, {"proposals": []}, 400, "validation_error"),
    (mail_with_id, {"body_text": "Another."}, 201, ""),  # kept beside the first, with a note
    (claim, {"lease_seconds": 700}, 422, "idempotency_conflict"),
    (mail_by_fields, {"body_text": "Another."}, 422, "idempotency_conflict"),
    (generate_for_a_message, {"recipient_name": "Isla"}, 422, "idempotency_conflict"),
)


@pytest.mark.parametrize(
    ("prepare", "other", "status", "code"), OTHER_BODIES, ids=lambda p: getattr(p, "__name__", "")
)
def test_another_body_is_another_call(
    secret: str, runner: Runner, prepare: Prepare, other: dict[str, Any], status: int, code: str
) -> None:
    method, path, body = prepare(runner, 1)
    key = "one" if prepare in KEYED else ""
    first = send(secret, (method, path, body), key)
    assert first.status_code < 300
    second = send(secret, (method, path, (body or {}) | other), key)
    told = second.json() if second.content else {}
    assert (second.status_code, told.get("code", "")) == (status, code)
