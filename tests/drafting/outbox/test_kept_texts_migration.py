"""What staff had typed for a reply before there was one table for all that is typed."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from drafting.outbox.typed_text import reply_place
from templatesapp.kept_texts import keep_text
from templatesapp.models import KeptText
from tests.drafting.mail.mails import record

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_what_was_typed_is_carried_both_ways(at_the_newest, worker, reviewer):
    thread = record().message.thread
    mail_id = worker.answer_next()["outgoing_id"]
    texts = {"subject": "Re: x", "body": "Half a thought"}
    for place in (reply_place(thread.pk, mail_id), reply_place(thread.pk), "question:7"):
        keep_text(person=reviewer, place=place, texts=texts, now=timezone.now(), base="new")
    wanted = list(KeptText.objects.order_by("place").values_list("place", "texts", "kept_at"))
    call_command("migrate", "drafting", "0020", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT thread_id, mail_id, subject, body FROM drafting_kepttext ORDER BY id"
        )
        rows = sorted(cursor.fetchall(), key=str)
    said = ("Re: x", "Half a thought")
    assert rows == sorted([(thread.pk, mail_id, *said), (thread.pk, None, *said)], key=str)
    call_command("migrate", verbosity=0)
    found = list(KeptText.objects.order_by("place").values_list("place", "texts", "kept_at"))
    assert found == wanted
