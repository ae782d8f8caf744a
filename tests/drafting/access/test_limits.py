"""What one key may do to the desk: read, count, pile up."""

from __future__ import annotations

import subprocess
import sys
import uuid
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps

from drafting.access import requests
from drafting.access.models import AgentKey, CallCount
from drafting.desk.gate import examine_kept_drafts
from drafting.drafts import learning_feed
from drafting.runs.memory import MAX_WAITING
from learning.events.models import RefinementEvent
from learning.proposals.models import TemplateProposal
from tests.databases import process_environment
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record
from tests.factories import make_agent_key
from tests.learning.factories import NOW
from tests.learning.proposal_factories import pending_patch

NOON = "2026-06-01T12:00:20Z"


@pytest.mark.django_db
@pytest.mark.parametrize("call", ["interpret", "generate"])
def test_naming_a_message_needs_the_right_to_read_it(agent_client, call):
    load_sample_desk()
    message = record("What time is breakfast?").message.pk
    path = f"/api/v1/drafts/{call}"
    refused = agent_client(["draft"]).post(path, {"message": message}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    allowed = agent_client(["draft", "messages"]).post(path, {"message": message}, format="json")
    assert allowed.status_code in (200, 201)


@pytest.mark.django_db
def test_keys_that_could_draft_for_a_message_keep_it():
    migration = import_module("drafting.migrations.0006_contract")
    for scopes in (["draft"], ["draft", "runs"], ["work"], ["draft", "messages"]):
        make_agent_key(scopes=scopes)
    migration.let_drafting_keys_read(apps, None)
    found = [key.scopes for key in AgentKey.objects.order_by("pk")]
    both = ["draft", "messages"]
    assert found == [both, [*both, "runs"], ["work"], both]


@pytest.mark.django_db
def test_keyless_calls_are_counted_by_address(client, monkeypatch):
    monkeypatch.setattr(requests, "KEYLESS_PER_MINUTE", 2)
    with time_machine.travel(NOON, tick=False):
        wrong = {"HTTP_AUTHORIZATION": "Bearer abcdefgh.nothing"}
        statuses = [client.get("/api/v1/messages", **wrong).status_code for _ in range(2)]
        statuses += [client.get("/api/v1/messages").status_code for _ in range(2)]
        assert statuses == [401, 401, 429, 429]
        elsewhere = client.get("/api/v1/messages", REMOTE_ADDR="192.0.2.9")
        assert elsewhere.status_code == 401
        forged = client.get("/api/v1/messages", HTTP_X_FORWARDED_FOR="192.0.2.77")
        assert forged.status_code == 429


@pytest.mark.django_db
def test_a_block_is_spent_without_asking(django_assert_num_queries):
    with time_machine.travel(NOON, tick=False):
        assert requests.may_call("agent:a", 300)
        with django_assert_num_queries(0):
            assert all(requests.may_call("agent:a", 300) for _ in range(2))
        with django_assert_num_queries(1):
            assert requests.may_call("agent:a", 300)
        assert CallCount.objects.get().taken == 6


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_processes_share_one_count():
    """Two processes and this one, 40 calls each of 60 a minute: not one more is let through."""
    script = (
        "import django; django.setup()\n"
        "import time; time.time = lambda: 1_800_000_000.0\n"
        "from drafting.access.requests import may_call\n"
        "print(sum(may_call('agent:shared', 60) for _ in range(40)))"
    )
    others = [
        subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-c", script], env=process_environment(), stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    with time_machine.travel(1_800_000_000.0, tick=False):
        let = sum(requests.may_call("agent:shared", 60) for _ in range(40))
    let += sum(int(other.communicate()[0]) for other in others)
    assert let == 60


@pytest.mark.django_db
def test_old_counts_are_purged():
    with time_machine.travel("2026-06-01T12:00:00Z", tick=False):
        requests.may_call("address:192.0.2.1", 60)
    with time_machine.travel("2026-06-03T12:00:00Z", tick=False):
        requests.may_call("address:192.0.2.2", 60)
        assert requests.old_call_counts().delete()[0] == 1


# --- what piles up --------------------------------------------------------------------------------


def refine(client: Any, draft: Any, text: str, reason: str = "missing-info") -> Any:
    body = {
        "draft_id": draft["draft_id"],
        "original_body_plain": draft["draft"]["body_plain"],
        "refined_body_plain": text,
        "rewrite_reason": reason,
    }
    return client.post("/api/v1/drafts/refine", body, format="json")


@pytest.mark.django_db
def test_rewrites_of_unknown_drafts_are_counted_so_many_times_a_day(agent_client, monkeypatch):
    monkeypatch.setattr(learning_feed, "MAX_ORPHANS_A_DAY", 2)
    client = agent_client(["draft"])
    for number in range(4):
        unknown = {"draft_id": str(uuid.uuid4()), "draft": {"body_plain": "Dear Isla"}}
        assert refine(client, unknown, f"Text {number}").status_code == 404
    assert RefinementEvent.objects.count() == 2
    other = {"draft_id": str(uuid.uuid4()), "draft": {"body_plain": "Dear Isla"}}
    refine(agent_client(["draft"]), other, "Text")
    assert RefinementEvent.objects.count() == 3


@pytest.mark.django_db
def test_one_key_lets_so_many_proposals_wait(agent_client, monkeypatch):
    """The events stand; only what a person has to look at is bounded."""
    load_sample_desk()
    client = agent_client(["draft", "messages"])
    known: list[str] = []
    monkeypatch.setattr(learning_feed, "examine_rewrite", lambda **_: known.append("examined"))
    monkeypatch.setattr(learning_feed, "MAX_WAITING_PROPOSALS", 0)
    message = record("What time is breakfast?").message.pk
    draft = client.post("/api/v1/drafts/generate", {"message": message}, format="json")
    assert refine(client, draft.json(), "Another text").status_code == 200
    assert known == []
    assert RefinementEvent.objects.count() == 1
    monkeypatch.setattr(learning_feed, "MAX_WAITING_PROPOSALS", 1)
    assert refine(client, draft.json(), "A third text").status_code == 200
    assert known == ["examined"]
    assert not TemplateProposal.objects.exists()


@pytest.mark.django_db
def test_what_a_key_made_of_drafts_of_another_counts_as_its_own(agent_client, monkeypatch):
    """Else two keys that rewrite each other's drafts have no bound, nor has the opening gate."""
    load_sample_desk()
    monkeypatch.setattr(learning_feed, "MAX_WAITING_PROPOSALS", 1)
    message = record("What time is breakfast?").message.pk
    maker, rewriter = (agent_client(["draft", "messages"]) for _ in range(2))
    draft = maker.post("/api/v1/drafts/generate", {"message": message}, format="json").json()
    proposal = pending_patch()
    proposal.evidence.update(draft_id=draft["draft_id"])
    assert proposal.evidence.exists()
    known: list[str] = []
    monkeypatch.setattr(learning_feed, "examine_rewrite", lambda **_: known.append("examined"))
    assert refine(rewriter, draft, "Another text").status_code == 200
    assert known == []
    examine_kept_drafts(NOW)
    assert known == []


def test_the_caps_are_what_the_guide_says(settings):
    guide = (settings.BASE_DIR / "docs" / "agent-guide.md").read_text(encoding="utf-8")
    assert f"at most {learning_feed.MAX_ORPHANS_A_DAY} rewrites of unknown drafts" in guide
    assert f"{learning_feed.MAX_WAITING_PROPOSALS} template proposals" in guide
    assert f"{MAX_WAITING} memory" in guide
