"""The two pages that staff open most beside the queues ask the database little."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from templatesapp.models import EmailTemplate
from tests.drafting.mail.mails import record, reply

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
MOST_QUERIES = 15


def queries(client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_a_conversation_with_a_waiting_reply(desk_client, worker):
    thread = record("Hello,\n\nHow much is breakfast?\n\nIsla").message.thread
    worker.answer_next()
    address = f"/admin/drafting/thread/{thread.pk}/change/"
    client = desk_client("manager")
    assert queries(client, address) <= MOST_QUERIES
    for number in range(3):
        reply("And is there parking?", "<1@example.com>", 20 + number)
    assert queries(client, address) <= MOST_QUERIES


def test_the_form_of_a_letter(desk_client, sample_desk):
    letter = EmailTemplate.objects.filter(active=True).earliest("pk")
    address = f"/admin/templatesapp/emailtemplate/{letter.pk}/change/"
    assert queries(desk_client("manager"), address) <= MOST_QUERIES
