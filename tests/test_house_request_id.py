"""Every request has a name in its answer and its log lines; no log line holds what was sent."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

pytestmark = pytest.mark.urls("tests.urls")


def test_a_sane_request_id_comes_back(client):
    assert client.get("/healthz", HTTP_X_REQUEST_ID="abc-123.DEF")["X-Request-ID"] == "abc-123.DEF"


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "a b c d e f", "<script>alert</script>", "-" * 10]
)
def test_any_other_is_replaced(client, given):
    answer = client.get("/healthz", HTTP_X_REQUEST_ID=given)["X-Request-ID"]
    assert answer != given
    assert len(answer) == 32


def test_two_requests_have_two_names(client):
    first, second = client.get("/healthz"), client.get("/healthz")
    assert first["X-Request-ID"] != second["X-Request-ID"]


@pytest.mark.django_db
def test_the_log_line_names_the_route_and_nothing_that_was_sent(agent_client):
    import structlog

    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        answer = agent_client().post(
            "/api/test/echo?guest=anna@example.org", {"name": "Anna Verdi"}, format="json"
        )
    line = next(each for each in lines if each["event"] == "request")
    assert line["request_id"] == answer["X-Request-ID"]
    assert (line["route"], line["status"], line["method"]) == ("api/test/echo", 200, "POST")
    assert "anna" not in str(lines).lower()
