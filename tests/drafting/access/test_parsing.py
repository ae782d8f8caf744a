"""Bodies that anybody may have written: refused with a code, a reason and the field."""

from __future__ import annotations

import io
import json
import time

import pytest
from django.conf import settings

from config.errors import DomainError
from drafting.access.input import MAX_DEPTH, BoundedJSONParser

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.urls")]

JSON = "application/json"


@pytest.fixture
def send(agent_client):
    client = agent_client(["draft"])

    def post(body: bytes | str, path: str = "/api/test/echo", content_type: str = JSON):
        return client.generic("POST", path, body, content_type=content_type)

    return post


def nested(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


@pytest.mark.parametrize("body", ["", "  \n", "{}"])
def test_an_empty_body_is_an_empty_object(send, body):
    answer = send(body)
    assert answer.status_code == 200
    assert answer.json() == {"received": {}}


def test_text_of_all_kinds_arrives_as_sent(send):
    text = 'è 日本 😀 \u202e {[" \\u0000 \\'
    assert send(json.dumps({"name": text})).json() == {"received": {"name": text}}
    assert send('{"name": "\\ud83d\\ude00"}').json() == {"received": {"name": "😀"}}


def test_of_a_name_given_twice_the_last_value_counts(send):
    assert send('{"a": 1, "a": 2}').json() == {"received": {"a": 2}}


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"a": }',
        b"{'a': 1}",
        b'{"a": 1}{"b": 2}',
        b'{"a": "\x00"}',
        b'{"a": "line\nbreak"}',
        b'{"a": "\xff\xfe"}',
        b"\xef\xbb\xbf{}",
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'"' + b'\\"' * 1000,
        b"\x00",
    ],
)
def test_what_is_not_json_is_malformed(send, body):
    answer = send(body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed_json"


@pytest.mark.parametrize("body", ["[]", "null", "3", '"text"', "true"])
def test_what_is_no_object_is_a_validation_error(send, body):
    answer = send(body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "validation_error"
    assert "non_field_errors" in answer.json()["fields"]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ('{"subject": "a\\u0000b"}', "subject"),
        ('{"thread": [{"body": "ok"}, {"body": "\\u0000"}]}', "thread.1.body"),
        ('{"a\\u0000b": 1}', "a\\x00b"),
        ('{"name": "\\ud800"}', "name"),
        ('{"name": ["\\udfff x"]}', "name.0"),
    ],
)
def test_text_that_no_column_takes_is_named_by_its_path(send, body, path):
    answer = send(body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "validation_error"
    assert list(answer.json()["fields"]) == [path]


def test_fifty_levels_are_taken_and_one_more_is_not(send):
    assert send(nested(MAX_DEPTH)).status_code == 200
    answer = send(nested(MAX_DEPTH + 1))
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed_json"


@pytest.mark.parametrize("bracket", ["[", '{"a":'])
def test_a_hundred_thousand_levels_are_refused(send, bracket):
    answer = send(bracket * 100_000)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed_json"


def test_brackets_in_text_do_not_count_as_levels(send):
    assert send(json.dumps({"name": '"[{\\' * 1000})).status_code == 200


def test_a_body_of_the_limit_is_taken_and_one_byte_more_is_not(send):
    frame = len('{"name": ""}')
    fits = json.dumps({"name": "x" * (settings.MAX_JSON_BYTES - frame)})
    assert len(fits) == settings.MAX_JSON_BYTES
    assert send(fits).status_code == 200
    answer = send(fits + " ")
    assert answer.status_code == 413
    assert answer.json()["code"] == "payload_too_large"


def test_a_view_may_raise_its_limit(send):
    body = json.dumps({"name": "x" * settings.MAX_JSON_BYTES})
    assert send(body, "/api/test/large").status_code == 200
    too_large = b" " * (2 * settings.MAX_MAIL_BYTES + 1)
    assert send(too_large, "/api/test/large").status_code == 413


class CountingStream(io.BytesIO):
    """A body that counts the bytes read from it."""

    taken = 0

    def __init__(self, body: bytes, declared: str) -> None:
        super().__init__(body)
        self.META = {"CONTENT_LENGTH": declared}

    def read(self, size: int | None = -1) -> bytes:
        part = super().read(size)
        self.taken += len(part)
        return part


@pytest.mark.parametrize(("declared", "taken"), [("1000001", 0), ("5", 1_000_001), ("", 1_000_001)])
def test_a_large_body_is_not_read_whole(declared, taken):
    stream = CountingStream(b" " * 3_000_000, declared)
    with pytest.raises(DomainError) as refused:
        BoundedJSONParser().parse(stream)
    assert refused.value.code == "payload_too_large"
    assert stream.taken == taken


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "x"],
)
def test_only_json_is_read(send, content_type):
    answer = send(b'{"name": "x"}', content_type=content_type)
    assert answer.status_code == 415
    assert answer.json()["code"] == "unsupported_media_type"


def test_a_charset_beside_the_content_type_is_allowed(send):
    assert send("{}", content_type="application/json; charset=utf-8").status_code == 200


@pytest.mark.parametrize(
    "piece", ['\\"', '"', "\\", '"\\', "[],", '{"a":0},', "{}", '"a",'], ids=repr
)
def test_the_time_for_a_body_grows_with_its_length_alone(piece):
    def seconds(length: int) -> float:
        body = ('["' + piece * (length // len(piece))).encode()
        best = 9.0
        for _ in range(3):
            started = time.process_time()
            with pytest.raises(DomainError):
                BoundedJSONParser().parse(io.BytesIO(body))
            best = min(best, time.process_time() - started)
        return best

    # Eight times the length; a quadratic reader takes 64 times as long.
    assert seconds(800_000) < 30 * max(seconds(100_000), 0.000_5)


def test_a_long_name_over_many_values_costs_no_more_than_a_short_one():
    def seconds(name: str) -> float:
        body = json.dumps({name: [0] * 50_000}).encode()
        best = 9.0
        for _ in range(3):
            started = time.process_time()
            BoundedJSONParser().parse(io.BytesIO(body))
            best = min(best, time.process_time() - started)
        return best

    # Written out with each of its values, a name of this length takes a hundred times as long.
    assert seconds("k" * 800_000) < 10 * max(seconds("k"), 0.002)
