"""What ``drafts/generate`` asks the database: bounded, and the same at any size."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafting.access import requests
from drafting.drafts.kept import current_desk, read_ahead
from drafting.drafts.models import Draft
from learning.calibration.services import current_priors
from tests.drafting.drafts.plans import URLS, plan_json
from tests.drafting.mail.mails import record
from tests.factories import EmailTemplateFactory, KnowledgeItemFactory

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
QUESTIONS = (
    "Do you sell unicorns?",  # nothing answers it: the ledger is written with one, too
    "What time is breakfast?",
    "Is there a lift?",
    "Where can I leave my luggage?",
    "What is the wifi password?",
    "May I bring my dog?",
)
# BEGIN, SAVEPOINT and their like: the design does not count them.
_TRANSACTION = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


@pytest.fixture(autouse=True)
def one_minute(monkeypatch):
    """A new minute asks the throttle's row once more, whenever it begins."""
    monkeypatch.setattr(requests, "WINDOW_SECONDS", 10**9)


def queries_of(agent, body) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        answer = agent.post(URLS["generate"], body, format="json")
    assert answer.status_code == 201, answer.content
    return counted(captured)


def counted(captured) -> list[str]:
    statements = [query["sql"] for query in captured]
    return [sql for sql in statements if not sql.upper().startswith(_TRANSACTION)]


def grow_catalogue(start: int, size: int) -> None:
    for number in range(start, size):
        EmailTemplateFactory.create(
            template_id=f"T{number:03d}",
            subject=f"Breakfast in house {number}",
            category="breakfast",
            body=f"Dear Guest,\n\nBreakfast of house {number} is at eight.\n\nWarm regards",
        )
        KnowledgeItemFactory.create(question=f"Is there a lift in house {number}?")


def plan_of(count: int):
    return {"action_plan": plan_json(*QUESTIONS[:count], category="breakfast")}


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["plan", "message"])
def test_warm_queries_are_few_and_the_same_at_any_size(agent, kind):
    """10 and 500 templates, 1 and 6 questions; sessions, keys and catalogue known already."""
    counts = {}
    made = 0
    for size in (10, 500):
        grow_catalogue(made, size)
        made = size
        for count in (1, 6):
            body = plan_of(count)
            if kind == "message":
                text = " ".join(QUESTIONS[:count])
                mail = record(text, message_id=f"<{size}-{count}@example.com>").message
                body = {"message": mail.pk}
            queries_of(agent, body)
            counts[size, count] = queries_of(agent, body)
    lengths = {case: len(statements) for case, statements in counts.items()}
    assert len(set(lengths.values())) == 1, lengths
    assert max(lengths.values()) <= MOST_QUERIES, counts[10, 1]


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["plan", "message"])
def test_a_cold_process_keeps_to_it_too(sample_desk, agent, monkeypatch, kind):
    """The first call of a process after a change, which reads catalogue, settings and priors and
    takes its first block of calls; the key has called before."""
    body = plan_of(5)
    if kind == "message":
        mail = record("What time is breakfast? Do you sell unicorns?").message
        body = {"message": mail.pk}
    queries_of(agent, body)
    requests._held.clear()
    monkeypatch.setattr("drafting.drafts.kept._kept", None)
    monkeypatch.setattr("templatesapp.selectors._kept", None)
    current_priors.cache_clear()
    cold = queries_of(agent, body)
    assert len(cold) <= MOST_QUERIES, cold


def test_the_sample_desk_keeps_to_it(sample_desk, agent):
    mail = record("What time is breakfast? Do you sell unicorns?").message
    queries_of(agent, {"message": mail.pk})
    statements = queries_of(agent, {"message": mail.pk})
    assert len(statements) <= MOST_QUERIES, statements
    assert Draft.objects.count() == 2


def test_no_mail_is_loaded_with_its_bytes(sample_desk, agent):
    mail = record("What time is breakfast?").message
    statements = queries_of(agent, {"message": mail.pk})
    selects = [sql for sql in statements if sql.startswith("SELECT")]
    assert not any('"drafting_message"."raw"' in sql for sql in selects)


@pytest.mark.parametrize("name", ["check", "refine"])
def test_judging_a_text_costs_the_same_for_one_question_and_for_six(sample_desk, agent, name):
    counts = []
    for number in (1, 6, 1, 6):
        draft = agent.post(URLS["generate"], plan_of(number), format="json").json()
        text = draft["draft"]["body_plain"]
        bodies = {
            "check": {"draft": {"body_plain": text}},
            "refine": {"original_body_plain": text, "refined_body_plain": f"{text} "},
        }
        with CaptureQueriesContext(connection) as captured:
            body = bodies[name] | {"draft_id": draft["draft_id"]}
            assert agent.post(URLS[name], body, format="json").status_code == 200
        counts.append(len(counted(captured)))
    assert len(set(counts[2:])) == 1, counts
    assert max(counts) <= 17, counts


def test_after_reading_ahead_no_mail_waits_for_the_letters():
    grow_catalogue(0, 2)
    read_ahead()
    desk = current_desk()
    assert "own_letters" in vars(desk.library.ranker.view("en"))
    assert "guarded" in vars(desk.catalogue)
