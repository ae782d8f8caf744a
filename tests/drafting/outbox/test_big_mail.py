"""Mail of any size: recorded whole, handed out and shown in parts."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from drafting.mail.models import Message
from drafting.mail.selectors import as_incoming_mail
from tests.drafting.mail.mails import mail, record, reply

pytestmark = pytest.mark.django_db
LINE = "Is there parking near the hostel for a small car on the fourth of May? "
TEN_MEGABYTES = 9_900_000
MAX_ANSWER_BYTES = 256 * 1024


def size(answer) -> int:
    return len(json.dumps(answer, ensure_ascii=False).encode())


@pytest.mark.parametrize(
    "text", [LINE, "é", "\u4f60", '"\\'], ids=["ascii", "two", "three", "escaped"]
)
def test_a_claims_answer_stays_small_whatever_the_mail_holds(worker, text):
    body = (text * (TEN_MEGABYTES // len(text.encode())))[: TEN_MEGABYTES // len(text.encode())]
    message = record(body).message
    assert len(message.body_text) > 1_000_000 // len(text.encode())
    work = worker.claim()
    assert size(work) <= MAX_ANSWER_BYTES
    assert work["is_cut"] and work["messages"][0]["is_cut"] and work["thread"][0]["is_cut"]
    assert message.body_text.startswith(work["messages"][0]["body_text"])
    assert len(work["messages"][0]["body_text"].encode()) > 30_000


def test_a_long_conversation_gives_its_newest_mails(worker):
    record("Question 1. " + LINE * 40)
    for number in range(2, 131):
        reply(f"Question {number}. {LINE * 40}", "<1@example.com>", number)
    work = worker.claim()
    assert size(work) <= MAX_ANSWER_BYTES
    # As many as have room for their beginning: of each something, of none but the oldest nothing.
    shown = [int(mail["body_text"].split(".")[0].split()[1]) for mail in work["thread"]]
    assert work["is_cut"] and 100 < len(shown) < 130
    assert shown == list(range(131 - len(shown), 131))


def test_an_ordinary_claim_is_whole_and_names_its_files(worker):
    body = (
        b"--BB\r\nContent-Type: text/plain\r\n\r\nMy passport is attached.\r\n--BB\r\n"
        b'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="id.pdf"\r\n'
        b"\r\n%PDF\r\n--BB--"
    )
    record(body, content_type='multipart/mixed; boundary="BB"')
    work = worker.claim()
    assert not work["is_cut"] and not work["messages"][0]["is_cut"]
    assert work["messages"][0]["attachments"] == [
        {
            "filename": "id.pdf",
            "content_type": "application/pdf",
            "size_bytes": 4,
            "calendar_text": "",
        }
    ]


def test_the_page_of_a_conversation_shows_a_part_and_pages(desk_client):
    message = record(LINE * (TEN_MEGABYTES // len(LINE))).message
    for number in range(2, 40):
        reply(f"Question {number}", "<1@example.com>", number)
    url = reverse("admin:drafting_thread_change", args=[message.thread_id])
    client = desk_client("reviewer")
    newest, oldest = client.get(url).content, client.get(f"{url}?page=1").content
    assert b"Question 39" in newest and b"Question 2<" not in newest
    assert len(oldest) < 400_000 and b"Only the beginning is shown" in oldest


def test_the_interpreter_gets_no_more_than_a_letter():
    message = record(LINE * (TEN_MEGABYTES // len(LINE))).message
    assert len(as_incoming_mail(message).body) == 100_000
    assert len(bytes(Message.objects.get().raw)) == len(mail(LINE * (TEN_MEGABYTES // len(LINE))))
