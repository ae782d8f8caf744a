"""The sample desk and an agent that drafts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.drafting.drafts.plans import URLS, load_sample_desk

Call = Callable[..., Any]


@pytest.fixture
def sample_desk(db: None) -> None:
    load_sample_desk()


@pytest.fixture
def agent(agent_client) -> APIClient:
    client: APIClient = agent_client(["draft", "messages"])
    return client


@pytest.fixture
def call(sample_desk: None, agent: APIClient) -> Call:
    """``call("generate", {…})``: the JSON of a call that must succeed."""

    def send(name: str, body: dict[str, Any], status: int | None = None) -> Any:
        answer = agent.post(URLS[name], body, format="json")
        expected = status or (201 if name == "generate" else 200)
        assert answer.status_code == expected, answer.content.decode()
        return answer.json()

    return send


@pytest.fixture
def answer(call: Call) -> Callable[..., Any]:
    """A mail's draft: interpreted, then generated from its plan."""

    def send(body: str, **fields: Any) -> Any:
        plan = call("interpret", {"body": body})
        return call("generate", {"action_plan": plan} | fields)

    return send


@pytest.fixture
def rewrite(call: Call) -> Callable[..., Any]:
    """A draft's text in an agent's words."""

    def send(draft: Any, text: str, **fields: Any) -> Any:
        body = {
            "draft_id": draft["draft_id"],
            "original_body_plain": draft["draft"]["body_plain"],
            "refined_body_plain": text,
        }
        return call("refine", body | fields)

    return send
