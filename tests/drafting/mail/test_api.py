"""messages and threads over the API."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from drafting.mail.models import Contact, Message, Thread
from tests.drafting.mail.mails import DESK, GUEST, STRANGER, mail, our_reply, record, record_many

pytestmark = pytest.mark.django_db
MESSAGES, THREADS = "/api/v1/messages", "/api/v1/threads"
FIELDS = {
    "from_address": GUEST,
    "from_name": "Isla Thornbury",
    "to": [DESK],
    "subject": "Arriving late",
    "body_text": "How do we get in?",
    "message_id": "<1@example.com>",
    "sent_at": "2026-04-27T18:42:00+02:00",
}


@pytest.fixture
def agent(agent_client):
    return agent_client(scopes=["messages"])


# --- POST messages ----------------------------------------------------------------------------


def test_post_fields_records_once(agent):
    first = agent.post(MESSAGES, FIELDS)
    assert first.status_code == 201, first.content
    message = Message.objects.get()
    assert first.json() == {
        "id": message.pk,
        "message_id": "<1@example.com>",
        "thread_id": message.thread_id,
        "sequence": 1,
        "automated": False,
        "notes": [],
    }
    again = agent.post(MESSAGES, FIELDS)
    assert (again.status_code, again.json()) == (200, first.json())


def test_post_raw_records_the_same_mail_as_its_fields(agent):
    raw = agent.post(MESSAGES, {"raw": mail().decode()})
    assert raw.status_code == 201
    assert Message.objects.get().raw is not None
    assert agent.post(MESSAGES, FIELDS).status_code == 200


def test_post_broken_raw_is_recorded_with_notes(agent):
    answer = agent.post(MESSAGES, {"raw": "no headers, nothing"})
    assert answer.status_code == 201
    assert answer.json()["message_id"] == ""
    assert "No sender could be read." in answer.json()["notes"]


def test_post_automated_raw_says_so(agent):
    answer = agent.post(MESSAGES, {"raw": mail(precedence="bulk").decode()})
    assert answer.json()["automated"] is True


def test_post_takes_a_single_recipient_and_a_name_with_an_address(agent):
    fields = FIELDS | {
        "from_address": "Isla\n <ISLA@example.com>",
        "to": DESK,
        "references": "<a@b>",
    }
    assert agent.post(MESSAGES, fields).status_code == 201
    message = Message.objects.get()
    assert (message.from_address, message.to, message.references) == (GUEST, [DESK], ["<a@b>"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "raw"),
        ({"raw": ""}, "raw"),
        ({"raw": 7}, "raw"),
        ({"raw": "x", "subject": "y"}, "raw"),
        ({"from_address": GUEST}, "body_text"),
        ({"from_address": "nobody", "body_text": "x"}, "from_address"),
        ({"from_address": ["a"], "body_text": "x"}, "from_address"),
        ({"from_address": f"{GUEST}\r\nBcc: a@b.example", "body_text": "x"}, "from_address"),
        ({"from_address": GUEST, "body_text": "a\0b"}, "body_text"),
        ({"from_address": GUEST, "body_text": "x", "subject": "\0"}, "subject"),
        ({"from_address": GUEST, "body_text": "x", "subject": "s" * 999}, "subject"),
        ({"from_address": GUEST, "body_text": {"a": 1}}, "body_text"),
        ({"from_address": GUEST, "body_text": "x", "to": ["nobody"]}, "to.0"),
        ({"from_address": GUEST, "body_text": "x", "to": [DESK] * 101}, "to"),
        ({"from_address": GUEST, "body_text": "x", "to": {"a": DESK}}, "to"),
        ({"from_address": GUEST, "body_text": "x", "references": [["<a@b>"]]}, "references.0"),
        ({"from_address": GUEST, "body_text": "x", "sent_at": "yesterday"}, "sent_at"),
        ({"from_address": GUEST, "body_text": "x", "sent_at": "0001-01-01T00:00Z"}, "sent_at"),
    ],
)
def test_post_refuses_bad_input_and_names_the_field(agent, body, field):
    answer = agent.post(MESSAGES, json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "validation_error"
    assert list(answer.json()["fields"]) == [field]
    assert not Message.objects.exists()


def test_post_too_large_a_mail(agent, settings):
    settings.MAX_MAIL_BYTES = 1000
    answer = agent.post(MESSAGES, {"raw": mail("x" * 1000).decode()})
    assert (answer.status_code, answer.json()["code"]) == (413, "payload_too_large")


def test_post_takes_a_mail_of_several_megabytes(agent):
    assert agent.post(MESSAGES, {"raw": mail("x\r\n" * 1_500_000).decode()}).status_code == 201


def test_post_with_idempotency_key_gives_the_first_answer_again(agent):
    first = agent.post(MESSAGES, FIELDS, headers={"Idempotency-Key": "k"})
    again = agent.post(MESSAGES, FIELDS, headers={"Idempotency-Key": "k"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert Message.objects.count() == 1


# --- who may ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [MESSAGES, f"{MESSAGES}/1", THREADS, f"{THREADS}/1"])
def test_no_key_and_wrong_scope(agent_client, path):
    assert APIClient().get(path).status_code == 401
    assert agent_client(scopes=["draft"]).get(path).status_code == 403


def test_post_without_key_or_scope(agent_client):
    assert APIClient().post(MESSAGES, FIELDS).status_code == 401
    assert agent_client(scopes=["draft"]).post(MESSAGES, FIELDS).status_code == 403
    assert not Message.objects.exists()


# --- reading ----------------------------------------------------------------------------------


def test_read_one_message(agent):
    message = record().message
    assert agent.get(f"{MESSAGES}/{message.pk}").json() == {
        "id": message.pk,
        "thread_id": message.thread_id,
        "sequence": 1,
        "direction": "in",
        "from_address": GUEST,
        "from_name": "Isla Thornbury",
        "subject": "Arriving late",
        "body_text": "How do we get in?",
        "sent_at": "2026-04-27T18:42:00+02:00",
        "answered": False,
        "drafted": False,
        "automated": False,
    }


def test_read_one_thread_oldest_mail_first(agent):
    record()
    thread = our_reply("<1@example.com>").message.thread
    answer = agent.get(f"{THREADS}/{thread.pk}").json()
    messages = answer.pop("messages")
    assert answer == {
        "id": thread.pk,
        "subject": "Arriving late",
        "kind": "guest",
        "status": "open",
        "urgency": "NONE",
        "related": None,
    }
    assert [(item["sequence"], item["direction"], item["answered"]) for item in messages] == [
        (1, "in", True),
        (2, "out", False),
    ]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (f"{MESSAGES}/999", "unknown_message"),
        (f"{MESSAGES}/{10**30}", "unknown_message"),
        (f"{THREADS}/999", "not_found"),
        (f"{MESSAGES}?page=99", "not_found"),
    ],
)
def test_what_is_not_there(agent, path, code):
    answer = agent.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_lists_are_pages_newest_first(agent):
    rows = record_many(3)
    page = agent.get(MESSAGES, {"page_size": 2}).json()
    assert (page["count"], [item["id"] for item in page["results"]]) == (
        3,
        [rows[2].pk, rows[1].pk],
    )
    assert "page=2" in page["next"]
    threads = agent.get(THREADS).json()["results"]
    assert [item["id"] for item in threads] == [row.thread_id for row in reversed(rows)]


def test_filters_find_what_waits_for_an_answer_and_a_draft(agent, make_draft):
    record()
    our_reply("<1@example.com>")
    drafted, waiting, blocked, automated, closed = record_many(5)
    make_draft(message=drafted)
    make_draft(message=drafted)
    Contact.objects.filter(pk=blocked.contact_id).update(is_blocked=True)
    Message.objects.filter(pk=automated.pk).update(is_automated=True)
    Thread.objects.filter(pk=closed.thread_id).update(status="closed")

    def ids(**query):
        return [item["id"] for item in agent.get(MESSAGES, query).json()["results"]]

    answered = Message.objects.get(message_id="<1@example.com>").pk
    assert ids(answered="true") == [answered]
    assert ids(answered="false") == [closed.pk, waiting.pk, drafted.pk]
    assert ids(drafted="true") == [drafted.pk]
    assert ids(drafted="false") == [waiting.pk]
    assert ids(answered="false", drafted="false") == [waiting.pk]
    assert ids(answered="false", drafted="true") == [drafted.pk]


@pytest.mark.parametrize("query", ["answered=maybe", "drafted=2", "drafted=%00"])
def test_nonsense_in_a_filter_is_refused(agent, query):
    answer = agent.get(f"{MESSAGES}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    assert list(answer.json()["fields"]) == [query.partition("=")[0]]


@pytest.mark.parametrize("path", [MESSAGES, THREADS, f"{MESSAGES}?answered=false&drafted=false"])
@time_machine.travel(datetime.now(UTC), tick=False)  # a new minute of the throttle is a query
def test_list_takes_as_many_queries_for_ten_rows_as_for_one(agent, path):
    record_many(1)
    agent.get(path)
    with CaptureQueriesContext(connection) as one:
        agent.get(path)
    for row in record_many(10):
        record("more", message_id=f"<more-{row.pk}@x>", in_reply_to=row.message_id)
    with CaptureQueriesContext(connection) as ten:
        assert len(agent.get(path).json()["results"]) >= 10
    assert len(ten) == len(one)


def test_list_reads_no_raw_bytes(agent):
    record_many(1)
    with CaptureQueriesContext(connection) as queries:
        agent.get(MESSAGES)
    assert not any('"raw"' in query["sql"] for query in queries)


def test_stranger_sees_nothing_of_the_guests_conversation(agent):
    record()
    strange = agent.post(
        MESSAGES,
        FIELDS
        | {"from_address": STRANGER, "message_id": "<s@x>", "in_reply_to": "<1@example.com>"},
    ).json()
    thread = agent.get(f"{THREADS}/{strange['thread_id']}").json()
    assert [item["id"] for item in thread["messages"]] == [strange["id"]]
    assert thread["related"] is not None
