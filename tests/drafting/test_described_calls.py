"""Whatever the schema allows, and what it does not, by each sort of caller: never a 5xx but 503.

Calls are drawn by schemathesis from the schema; DESK_CASES says how many an operation gets.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
import requests
import schemathesis
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings

from drafting.access.requests import AgentThrottle
from tests.conftest import MODEL_BACKEND
from tests.drafting.desk.admin_rows import make_rows
from tests.factories import UserFactory, make_agent_key

CASES = settings(
    max_examples=int(os.environ.get("DESK_CASES", "3")),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("role", ["agent", "manager"])
def test_no_described_call_breaks_the_desk(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a desk that has a row of everything, by a caller who may do much."""
    monkeypatch.setattr(AgentThrottle, "allow_request", lambda *_: True)
    make_rows()
    client, broken, statuses = client_of(role), [], set()
    schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
    for found in schema.get_all_operations():
        operation = found.ok()

        @CASES
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            answer = send(client, case)
            statuses.add(answer.status_code)
            if answer.status_code >= 500 and answer.status_code != 503:
                broken.append(f"{case.method} {case.path}: {case.as_curl_command()[:500]}")

        call()
    assert {200, 404} <= statuses, "the calls did not reach the desk"
    assert not broken, "\n".join(broken[:20])


def client_of(role: str) -> Client:
    if role == "agent":
        _, secret = make_agent_key()
        headers = {"authorization": f"Bearer {secret}"}
        return Client(raise_request_exception=False, headers=headers)
    client = Client(raise_request_exception=False)
    client.force_login(UserFactory.create(role=role), backend=MODEL_BACKEND)
    return client


def send(client: Client, case: Any) -> Any:
    wanted = requests.Request(**case.as_transport_kwargs(base_url="http://localhost")).prepare()
    kind = wanted.headers.get("Content-Type", "")
    return client.generic(
        str(wanted.method), wanted.path_url, wanted.body or b"", content_type=kind
    )
