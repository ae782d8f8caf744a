"""The OpenAPI document: no warnings, every error told, an example wherever something is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from config.errors import CONTENT_TYPE, ERRORS

FOUR_CALLS = {"draft_interpret", "draft_generate", "draft_quality_check", "draft_refine"}
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    document: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return document


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in schema["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def test_there_is_no_warning(schema):
    validate_schema(schema)
    assert dict(GENERATOR_STATS._warn_cache) == {}
    assert dict(GENERATOR_STATS._error_cache) == {}


def test_the_four_calls_keep_their_names(schema):
    assert {operation["operationId"] for _, _, operation in operations(schema)} >= FOUR_CALLS


def test_every_operation_has_a_name_of_its_own_and_a_summary(schema):
    names = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(names) == len(set(names))
    bare = [op["operationId"] for _, _, op in operations(schema) if not op.get("summary")]
    assert bare == []


def test_every_operation_tells_the_errors_that_any_call_may_get(schema):
    for path, method, operation in operations(schema):
        assert {"401", "403", "429", "503"} <= set(operation["responses"]), (method, path)


def test_whatever_takes_a_body_tells_what_a_bad_one_gets(schema):
    for path, method, operation in operations(schema):
        if "requestBody" in operation:
            assert {"400", "413", "415"} <= set(operation["responses"]), (method, path)


def test_whatever_names_a_row_in_its_path_tells_what_a_missing_one_gets(schema):
    """404; a work token that names no claim (any more) is a lost claim, 409."""
    for path, method, operation in operations(schema):
        # A work token names a claim: one that is gone is lost (409), never unknown.
        if "{" in path and "{work_token}" not in path:
            missing = "409" if "{work_token}" in path else "404"
            assert missing in operation["responses"], (method, path)


def test_every_error_is_a_problem_said_once(schema):
    shared = schema["components"]["responses"]
    for path, _, operation in operations(schema):
        for status, response in operation["responses"].items():
            if status < "400":
                continue
            assert response == {"$ref": f"#/components/responses/E{status}"}, (path, status)
            content = shared[f"E{status}"]["content"][CONTENT_TYPE]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
        for status, codes in operation["x-codes"].items():
            assert {ERRORS[code].status for code in codes} == {int(status)}


def test_it_fits_an_agents_context(client, db):
    document = client.get(reverse("schema")).content
    assert len(document) <= 100_000
    assert validate_schema(json.loads(document)) is None


def test_every_call_tells_that_something_may_break(schema):
    broken = {str(kind.status) for kind in ERRORS.values() if kind.status >= 500}
    for path, method, operation in operations(schema):
        assert broken <= set(operation["responses"]), (method, path)
        if method == "post":
            assert "422" in operation["responses"], path


def test_every_body_has_an_example(schema):
    bare = [
        (method, path)
        for path, method, operation in operations(schema)
        for content in operation.get("requestBody", {}).get("content", {}).values()
        if not content.get("examples")
    ]
    assert bare == []


def test_every_writing_call_takes_an_idempotency_key(schema):
    for path, method, operation in operations(schema):
        if method == "post":
            key = {"$ref": "#/components/parameters/IdempotencyKey"}
            assert key in operation["parameters"], path


@pytest.mark.parametrize(
    ("operation_id", "statuses"),
    [
        ("draft_interpret", {"200", "400", "404", "413"}),
        ("draft_generate", {"201", "400", "404", "413"}),
        ("draft_quality_check", {"200", "400", "404", "410", "413"}),
        ("draft_refine", {"200", "400", "404", "409", "410", "413"}),
    ],
)
def test_the_four_calls_tell_every_answer(schema, operation_id, statuses):
    found = {op["operationId"]: op for _, _, op in operations(schema)}[operation_id]
    assert statuses <= set(found["responses"])


@pytest.mark.django_db
def test_schema_and_docs_are_served(client):
    answer = client.get(reverse("schema"))
    assert answer.status_code == 200
    assert b"draft_generate" in answer.content
    page = client.get(reverse("docs"))
    assert page.status_code == 200
    assert b"unpkg.com" not in page.content
    assert b"cdn." not in page.content


@pytest.mark.django_db
def test_examples_of_the_four_calls_are_taken(agent_client, schema):
    """What the document shows works, but for ids that no desk has."""
    client = agent_client(["draft", "messages"])
    for path, method, operation in operations(schema):
        if operation["operationId"] not in FOUR_CALLS:
            continue
        body = operation["requestBody"]["content"]["application/json"]
        for example in body["examples"].values():
            answer = getattr(client, method)(path, example["value"], format="json")
            assert answer.status_code in (200, 201, 404), (path, answer.content)
            if answer.status_code == 404:
                assert answer.json()["code"] in {"unknown_draft", "unknown_message"}
