"""What the OpenAPI document says about keys, errors and repeated calls."""

from __future__ import annotations

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from config.errors import ERRORS
from drafting.access.schema import problem_responses
from tests.urls import EchoView, MakeGroupView


@pytest.fixture
def schema():
    from django.urls import path

    GENERATOR_STATS.reset()
    patterns = [
        path("api/v1/echo", EchoView.as_view()),
        path("api/v1/make", MakeGroupView.as_view()),
    ]
    return SchemaGenerator(patterns=patterns).get_schema(public=True)


def test_the_schema_has_no_warnings(schema):
    validate_schema(schema)
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache


def test_both_ways_to_authenticate_are_described(schema):
    schemes = schema["components"]["securitySchemes"]
    assert (schemes["agentKey"]["type"], schemes["agentKey"]["scheme"]) == ("http", "bearer")
    assert schemes["staffSession"]["in"] == "cookie"
    # Said once for all: an operation names only what is different.
    assert schema["security"] == [{"agentKey": []}, {"staffSession": []}]
    assert "security" not in schema["paths"]["/api/v1/echo"]["post"]


def test_errors_are_problems_with_their_own_media_type(schema):
    answers = schema["paths"]["/api/v1/make"]["post"]["responses"]
    assert {"201", "400", "401", "403", "409", "422", "429", "500", "503"} <= set(answers)
    assert answers["409"] == {"$ref": "#/components/responses/E409"}
    content = schema["components"]["responses"]["E409"]["content"]["application/problem+json"]
    assert content["schema"]["$ref"] == "#/components/schemas/Problem"
    assert schema["paths"]["/api/v1/make"]["post"]["x-codes"]["409"] == ["in_progress"]
    components = schema["components"]["schemas"]
    assert components["Problem"]["properties"]["code"] == {"$ref": "#/components/schemas/ErrorCode"}
    assert components["ErrorCode"]["enum"] == sorted(ERRORS)


def test_the_idempotency_key_is_a_header(schema):
    parameters = schema["paths"]["/api/v1/make"]["post"]["parameters"]
    assert parameters == [{"$ref": "#/components/parameters/IdempotencyKey"}]
    shared = schema["components"]["parameters"]["IdempotencyKey"]
    assert (shared["in"], shared["name"]) == ("header", "Idempotency-Key")


def test_a_status_without_an_error_is_a_mistake_of_ours():
    with pytest.raises(ValueError, match="418"):
        problem_responses(418)
