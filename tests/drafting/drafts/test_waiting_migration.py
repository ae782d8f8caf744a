"""Drafts that waited for a person before the desk kept what for."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection

from drafting.drafts.models import Draft
from tests.drafting.mail.mails import record

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_that_they_wait_is_carried_both_ways(at_the_newest, worker):
    for body in ("What time is breakfast?", "Was my booking entered, and why was it cancelled?"):
        record(body)
        worker.answer_next()
    Draft.objects.filter(acknowledgement=None).update(waits_for="")
    acknowledged = Draft.objects.exclude(acknowledgement=None).get()
    assert acknowledged.waits_for == "answer"
    call_command("migrate", "drafting", "0027", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT waits_for_person FROM drafting_draft ORDER BY created_at")
        assert [bool(waits) for (waits,) in cursor.fetchall()] == [False, True]
    call_command("migrate", verbosity=0)
    assert list(Draft.objects.order_by("created_at").values_list("waits_for", flat=True)) == [
        "",
        "answer",
    ]
