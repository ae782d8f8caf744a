"""What holds for each of the four calls: who may call, and what no body does to them."""

from __future__ import annotations

import json
import uuid

import pytest
from rest_framework.test import APIClient

from drafting.drafts.models import Attestation, Draft
from tests.drafting.drafts.plans import URLS, plan_json

pytestmark = pytest.mark.django_db

TEXT = "Dear Guest,\n\nHello.\n\nWarm regards,\nPeter & Cristiana"
DRAFT_ID = "7b0d2a52-4a53-4d1b-9b0e-0d6d3c1f7a11"
GOOD = {
    "interpret": {"subject": "Hi", "body": "What time is breakfast?"},
    "generate": {"action_plan": plan_json("What time is breakfast?", category="breakfast")},
    "check": {"action_plan": plan_json(), "draft": {"body_plain": TEXT}},
    "refine": {
        "draft_id": DRAFT_ID,
        "original_body_plain": TEXT,
        "refined_body_plain": TEXT,
    },
}
STATUS = {"interpret": 200, "generate": 201, "check": 200, "refine": 404}

calls = pytest.mark.parametrize("name", URLS)


@calls
def test_happy_or_unknown(agent, name):
    answer = agent.post(URLS[name], GOOD[name], format="json")
    assert answer.status_code == STATUS[name]


@calls
def test_no_key(name):
    for client in (APIClient(), APIClient(HTTP_AUTHORIZATION="Bearer abc.def")):
        answer = client.post(URLS[name], GOOD[name], format="json")
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


@calls
def test_wrong_scope(agent_client, name):
    client = agent_client(["messages", "stats", "work", "runs", "calibrate"])
    answer = client.post(URLS[name], GOOD[name], format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert not Draft.objects.exists()


@calls
@pytest.mark.parametrize("role", ["none", "reviewer", "manager", "superuser"])
def test_drafting_is_for_agents(staff_client, name, role):
    answer = staff_client(role).post(URLS[name], GOOD[name], format="json")
    assert answer.status_code == 403
    assert not Draft.objects.exists()


@calls
def test_other_methods(agent, name):
    for method in (agent.get, agent.put, agent.patch, agent.delete):
        assert method(URLS[name]).status_code == 405


@calls
@pytest.mark.parametrize(
    "body",
    [
        "",
        "   ",
        "{}",
        "{",
        "[]",
        "null",
        '"text"',
        "7",
        "[" * 100_000,
        '{"body": ' * 60 + "1" + "}" * 60,
        '{"body": "a\\u0000b"}',
        '{"body": "a\x00b"}',
        '{"body": "\\ud800"}',
        '{"draft_id": 1e999}',
        '{"body": NaN}',
        '{"a": {"b": {"c": []}}}',
    ],
    ids=lambda body: body[:14] or "empty",
)
def test_a_bad_body_is_400_with_a_code(agent, name, body):
    answer = agent.post(URLS[name], body, content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] in {"validation_error", "malformed_json", "schema_changed"}


@calls
def test_more_than_one_megabyte(agent, name):
    body = json.dumps({**GOOD[name], "subject": "x" * 1_000_001})
    answer = agent.post(URLS[name], body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "payload_too_large")
    assert not Draft.objects.exists()


@calls
def test_another_content_type(agent, name):
    answer = agent.post(URLS[name], "body=x", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


WRONG_TYPES = [None, 7, True, "", "text", [], {}, [[]], {"a": []}, -1, 10**30]


@calls
@pytest.mark.parametrize("value", WRONG_TYPES, ids=repr)
def test_wrong_types_never_break(agent, name, value):
    """Each field in turn; what is not refused must be a value the field may have."""
    for field in GOOD[name]:
        answer = agent.post(URLS[name], {**GOOD[name], field: value}, format="json")
        assert answer.status_code < 500
        if isinstance(value, (list, dict, bool)) or value is None:
            assert answer.status_code == 400, (field, value)
            assert field in str(answer.json()["fields"])


PLAN_FIELDS = sorted(plan_json())
# Read here again, and unknown to plans from before.
ADDED_FIELDS = {"proofs", "emergency", "says_night", "is_cut", "is_uncertain", "reading", "sent"}


@pytest.mark.parametrize("name", ["generate", "check"])
@pytest.mark.parametrize("field", sorted(ADDED_FIELDS))
def test_a_plan_from_before_is_taken(agent, name, field):
    body = json.loads(json.dumps(GOOD[name]))
    del body["action_plan"][field]
    assert agent.post(URLS[name], body, format="json").status_code == STATUS[name]


@pytest.mark.parametrize("name", ["generate", "check"])
@pytest.mark.parametrize("field", [name for name in PLAN_FIELDS if name not in ADDED_FIELDS])
def test_a_plan_without_one_of_its_fields_is_refused_naming_it(agent, name, field):
    body = json.loads(json.dumps(GOOD[name]))
    del body["action_plan"][field]
    answer = agent.post(URLS[name], body, format="json")
    assert answer.status_code == 400
    assert f"action_plan.{field}" in answer.json()["fields"]


@pytest.mark.parametrize("name", ["generate", "check"])
@pytest.mark.parametrize("field", PLAN_FIELDS)
@pytest.mark.parametrize("value", [[1], {"a": 1}, "nonsense", 7.5], ids=repr)
def test_a_plan_of_another_shape_never_breaks(agent, name, field, value):
    body = json.loads(json.dumps(GOOD[name]))
    body["action_plan"][field] = value
    answer = agent.post(URLS[name], body, format="json")
    assert answer.status_code in (400, STATUS[name])
    if answer.status_code == 400:
        assert any(key.startswith(f"action_plan.{field}") for key in answer.json()["fields"])


def test_a_plan_takes_no_foreign_values(agent):
    for field, value in (
        ("scenario", {"category": "garden", "confidence": 0.5}),
        ("scenario", {"category": "faq", "confidence": 7}),
        ("escalation", {"tier": "HUGE", "triggers": [], "confidence": 0}),
        ("prepayment_step", "fourth"),
        ("plan_version", 2),
        ("language_confidence", -1),
    ):
        plan = plan_json() | {field: value}
        answer = agent.post(URLS["generate"], {"action_plan": plan}, format="json")
        assert answer.status_code == 400, (field, value)
    assert not Draft.objects.exists()


@pytest.mark.parametrize("name", ["interpret", "check"])
def test_calls_that_only_read_write_nothing(agent, name):
    first = agent.post(URLS[name], GOOD[name], format="json")
    again = agent.post(URLS[name], GOOD[name], format="json")
    assert first.json() == again.json()
    assert (Draft.objects.count(), Attestation.objects.count()) == (0, 0)


@calls
def test_the_same_idempotency_key_gets_the_first_answer(sample_desk, agent, name):
    body = GOOD[name]
    if name == "refine":
        draft = agent.post(URLS["generate"], GOOD["generate"], format="json").json()
        body = {**body, "draft_id": draft["draft_id"], "refined_body_plain": f"{TEXT}!"}
    made = Draft.objects.count()
    first, again = (
        agent.post(URLS[name], body, format="json", HTTP_IDEMPOTENCY_KEY="k-1") for _ in range(2)
    )
    assert first.status_code < 300
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert again["Idempotency-Replayed"] == "true"
    assert Draft.objects.count() - made == (1 if name == "generate" else 0)
    assert Attestation.objects.count() == (1 if name == "refine" else 0)
    other = agent.post(URLS[name], {**body, "x": 1}, format="json", HTTP_IDEMPOTENCY_KEY="k-1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_conflict")


@calls
@pytest.mark.parametrize("key", ["", "x" * 201, "ä"])
def test_a_bad_idempotency_key_is_refused(agent, name, key):
    answer = agent.post(URLS[name], GOOD[name], format="json", HTTP_IDEMPOTENCY_KEY=key)
    assert answer.status_code == 400
    assert "Idempotency-Key" in answer.json()["fields"]


def test_a_refusal_is_replayed_too(agent):
    body = GOOD["refine"] | {"draft_id": str(uuid.uuid4())}
    for _ in range(2):
        answer = agent.post(URLS["refine"], body, format="json", HTTP_IDEMPOTENCY_KEY="k-2")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_draft")
