"""The four calls read and judge before their transaction, which on SQLite is the write lock of the
whole desk: with an Idempotency-Key, too."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from django.db import connection

from tests.drafting.drafts.plans import URLS, load_sample_desk
from tests.drafting.drafts.test_refine_call import body_of
from tests.drafting.mail.mails import record

# Where a mail is read, a letter composed, a text judged: module and the name it uses there.
WORK = (
    ("drafting.drafts.services.interpret", "interpret_batch"),
    ("drafting.drafts.services.generate", "compose"),
    ("drafting.drafts.services.check", "judge_text"),
)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("has_key", [False, True])
def test_nothing_is_worked_out_under_the_write_lock(agent_client, monkeypatch, has_key):
    load_sample_desk()
    under_lock: list[tuple[str, bool]] = []
    for module_name, name in WORK:
        module = importlib.import_module(module_name)
        monkeypatch.setattr(module, name, watched(getattr(module, name), name, under_lock))
    agent, message = agent_client(), record("What time is breakfast?").message.pk

    def call(name: str, body: dict[str, Any]) -> Any:
        headers = {"HTTP_IDEMPOTENCY_KEY": f"{name}-1"} if has_key else {}
        answer = agent.post(URLS[name], body, format="json", **headers)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    plan = call("interpret", {"message": message})
    draft = call("generate", {"message": message})
    text = draft["draft"]["body_plain"] + "\n\nSee you soon."
    call("check", {"action_plan": plan, "draft": {"body_plain": text}})
    call("refine", body_of(draft, text, refinement_source="claude-cli"))
    assert {name for name, _ in under_lock} == {name for _, name in WORK}
    before = len(under_lock)
    work = agent.post("/api/v1/work/claim", {}, format="json").json()["work_token"]
    assert agent.post(URLS["generate"], {"work_token": work}, format="json").status_code == 201
    headers = {"HTTP_IDEMPOTENCY_KEY": "finish-1"} if has_key else {}
    path, body = f"/api/v1/work/{work}/finish", {"text": text, "rewrite_reason": "style"}
    assert agent.post(path, body, format="json", **headers).status_code == 201
    assert "judge_text" in {name for name, _ in under_lock[before:]}
    assert not any(is_locked for _, is_locked in under_lock)


def watched(work: Any, name: str, found: list[tuple[str, bool]]) -> Any:
    def run(*args: Any, **kwargs: Any) -> Any:
        found.append((name, connection.in_atomic_block))
        return work(*args, **kwargs)

    return run
