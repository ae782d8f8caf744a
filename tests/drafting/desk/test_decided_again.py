"""Every decision of a person over the API, made again: after a kill of the desk's process at each
of its commits, by sixteen at once, and with another body. It is decided once, and whoever comes
after is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from drafting.access.idempotency import TAKEOVER_AFTER_SECONDS
from learning.calibration.models import CalibrationRun, TemplatePrior
from learning.calibration.services import calibrate as calibrate_priors
from learning.events.models import RefinementEvent
from learning.ledger.models import UnknownQuestion
from learning.ledger.services import promote_question
from learning.proposals.decisions import approve_proposal
from learning.proposals.models import TemplateProposal
from templatesapp.models import EmailTemplate, KnowledgeItem
from tests.concurrency import PATIENCE_TRIES, at_once
from tests.conftest import MODEL_BACKEND
from tests.factories import UserFactory
from tests.killing import Call, Desk, difference, killed_everywhere
from tests.learning.factories import filler, open_gate, votes
from tests.learning.proposal_factories import SLOTTED_BODY, base_template, pending_patch
from tests.learning.proposal_factories import stored_question as question

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

TOLD = {"already_decided", "promotion_conflict", "conflict"}
COUNTED = (
    *(EmailTemplate, EmailTemplate.history.model, KnowledgeItem, KnowledgeItem.history.model),
    *(TemplateProposal.history.model, UnknownQuestion.history.model),
    *(CalibrationRun, TemplatePrior, RefinementEvent),
)
ANSWER = "Yes, please bring your guitar, and play it before ten."


def counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in COUNTED}


@pytest.fixture
def person(transactional_db: None) -> User:
    open_gate()
    return UserFactory.create(role="manager")


@pytest.fixture
def cookies(person: User) -> dict[str, str]:
    """What the person's browser sends with every call."""
    client = APIClient()
    client.force_login(person, backend=MODEL_BACKEND)
    session = client.cookies["sessionid"].value
    token = "a" * 32
    return {"Cookie": f"sessionid={session}; csrftoken={token}", "X-CSRFToken": token}


@pytest.fixture
def desk(cookies: dict[str, str]) -> Iterator[Desk]:
    APIClient().get("/api/v1/proposals")  # a process forked from this one has its modules
    desk = Desk(cookies)
    yield desk
    desk.close()


# --- the decisions, each made ready with a proposal or question of its own ------------------------


def patch(number: int) -> TemplateProposal:
    body = SLOTTED_BODY.replace("oat milk", f"oat milk on table {'x' * number}")
    return pending_patch(base_template(), proposed_body_redacted=body)


def approve(person: User, number: int) -> Call:
    return "POST", f"proposals/{patch(number).pk}/approve", {}


def reject(person: User, number: int) -> Call:
    return "POST", f"proposals/{patch(number).pk}/reject", {"reason": "tone"}


def roll_back(person: User, number: int) -> Call:
    return "POST", f"proposals/{approved(person, number)}/roll-back", {"note": "Too long."}


def undo(person: User, number: int) -> Call:
    return "POST", f"proposals/{approved(person, number)}/undo", {}


def approved(person: User, number: int) -> Any:
    return approve_proposal(proposal_id=patch(number).pk, by=person, now=timezone.now()).pk


def promote(person: User, number: int) -> Call:
    return "POST", f"ledger/questions/{asked(number)}/promote", {"answer": ANSWER}


def dismiss(person: User, number: int) -> Call:
    return "POST", f"ledger/questions/{asked(number)}/reject", {}


def defer(person: User, number: int) -> Call:
    return "POST", f"ledger/questions/{asked(number)}/defer", {}


def revert(person: User, number: int) -> Call:
    key = asked(number)
    promote_question(question_id=key, by=person, answer=ANSWER, now=timezone.now())
    return "POST", f"ledger/questions/{key}/revert", {}


def asked(number: int) -> int:
    return int(question(f"May I bring my guitar number {number}?").pk)


def calibrate(person: User, number: int) -> Call:
    now = timezone.now()
    if number == 1:
        filler(20)
        calibrate_priors(by=person, now=now)
    votes(3, template=base_template(), at=now)
    return "POST", "priors/calibrate", {"dry_run": False}


Prepare = Callable[[User, int], Call]
DECISIONS: tuple[Prepare, ...] = (
    *(approve, reject, roll_back, undo, promote, dismiss, defer, revert),
)


# --- made again -----------------------------------------------------------------------------------


KILLED = [
    *((prepare, True) for prepare in (*DECISIONS, calibrate)),
    (approve, False),
    (undo, False),
]


@pytest.mark.parametrize(("prepare", "has_key"), KILLED, ids=lambda p: getattr(p, "__name__", p))
def test_a_killed_decision_is_made_once(
    desk: Desk, person: User, prepare: Prepare, has_key: bool
) -> None:
    """With its key, what its process left running is told to be so for a minute."""

    def again(call: Call, key: str) -> None:
        later = TAKEOVER_AFTER_SECONDS + 1 if key else 0
        first, second = (desk.call(*call, key=key, seconds_later=later) for _ in range(2))
        assert first is not None and second is not None
        if key:
            assert first.is_success and first.content == second.content
        else:
            assert {told(each) for each in (first, second)} <= {"", *TOLD}

    reached = killed_everywhere(
        desk, partial(prepare, person), again, counts=counts, has_key=has_key
    )
    assert {when for when, _ in reached} == {"before", "after", "answer"}, reached


@pytest.mark.parametrize("prepare", DECISIONS, ids=lambda p: p.__name__)
def test_of_sixteen_at_once_one_decides(person: User, prepare: Prepare) -> None:
    call = prepare(person, 1)
    before = counts()
    assert told(send(person, call)) == ""
    expected = difference(before, counts())
    call = prepare(person, 2)
    before = counts()
    answers = [told(each) for each in at_once(*[lambda: send(person, call)] * 16)]
    assert "" in answers and set(answers) <= {"", *TOLD}, answers
    assert difference(before, counts()) == expected


OTHER_BODIES: tuple[tuple[Prepare, dict[str, Any]], ...] = (
    (approve, {"note": "Another."}),
    (reject, {"reason": "one-off"}),
    (roll_back, {"note": "Another."}),
    (promote, {"answer": "No, please leave it at home."}),
)


@pytest.mark.parametrize(
    ("prepare", "other"), OTHER_BODIES, ids=lambda p: getattr(p, "__name__", "")
)
def test_another_word_on_what_is_decided_is_refused(
    person: User, prepare: Prepare, other: dict[str, Any]
) -> None:
    method, path, body = prepare(person, 1)
    assert told(send(person, (method, path, body), "one")) == ""
    before = counts()
    assert told(send(person, (method, path, body | other), "one")) == "idempotency_conflict"
    assert told(send(person, (method, path, body | other))) in TOLD
    assert difference(before, counts()) == {}


def send(person: User, call: Call, key: str = "") -> Any:
    """The call in this process, once more while the desk says that it is busy."""
    _, path, body = call
    client = APIClient(headers={"idempotency-key": key} if key else {})
    client.force_login(person, backend=MODEL_BACKEND)
    for _ in range(PATIENCE_TRIES):
        answer = client.post(f"/api/v1/{path}", body, format="json")
        if answer.status_code != 503:
            break
    return answer


def told(answer: Any) -> str:
    """The code of a refusal; empty where it was done."""
    return "" if answer.status_code < 300 else str(answer.json()["code"])
