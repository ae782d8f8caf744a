"""What needs a person is found without a look at what does not: a desk with many times the mail
reads no more rows for it, in menu, poll and page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F
from django.utils import timezone

from drafting.desk import waiting
from drafting.mail.choices import MailSource, ThreadStatus, Urgency
from drafting.mail.models import Contact, Message, Thread
from drafting.mail.work_models import Batch, FollowUp, OutgoingMail
from tests.drafting.mail.test_claim_plan import rows_read
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NEEDING, QUEUED = 20, 20
FEW, MANY = 300, 6000  # answered conversations
STEPS = 100  # of SQLite's machine between two counts


def conversations(number: int, **fields: Any) -> list[Thread]:
    """With one unanswered mail of a day and a half ago each."""
    begun, old = Thread.objects.count(), timezone.now() - timedelta(hours=36)
    people = Contact.objects.bulk_create(
        Contact(address=f"{place}@example.com") for place in range(begun, begun + number)
    )
    threads = Thread.objects.bulk_create(Thread(subject="A question", **fields) for _ in people)
    Message.objects.bulk_create(
        Message(
            thread=thread, contact=person, sequence=1, direction="in", received_at=old,
            source=MailSource.IMPORTED, message_id=f"<{person.address}>",
            content_hash=f"{person.pk:064d}",
        )
        for thread, person in zip(threads, people, strict=True)
    )  # fmt: skip
    return threads


def answered(number: int) -> None:
    """With a reply that was sent, and a promise that was kept."""
    threads, now = conversations(number), timezone.now()
    Message.objects.filter(thread__in=threads).update(answered_by=F("pk"))
    mails = replies(threads, state="sent", sent_at=now)
    FollowUp.objects.bulk_create(
        FollowUp(
            question="When?", thread=mail.thread, outgoing_mail=mail, due=now.date(),
            created_at=now, done_at=now,
        )
        for mail in mails
    )  # fmt: skip


def replies(threads: list[Thread], **fields: Any) -> list[OutgoingMail]:
    now = timezone.now()
    batches = Batch.objects.bulk_create(
        Batch(thread=thread, message_ids=[], state="answered", created_at=now) for thread in threads
    )
    return OutgoingMail.objects.bulk_create(
        OutgoingMail(
            thread=thread, batch=batch, recipients=["x@example.com"], subject="Re: A question",
            body_text="Yes.", message_id=f"<o{thread.pk}@example.com>", headers={}, created_at=now,
            **fields,
        )
        for thread, batch in zip(threads, batches, strict=True)
    )  # fmt: skip


def needing() -> None:
    for thread in conversations(NEEDING, status=ThreadStatus.WAITING_FOR_PERSON):
        thread.urgency = Urgency(thread.pk % 6)
        thread.save(update_fields=["urgency"])
    replies(conversations(QUEUED))


def work_of(read: Callable[[], Any]) -> float:
    """Steps of SQLite's machine, rows that PostgreSQL reads."""
    if connection.vendor == "sqlite":
        steps = [0]

        def count() -> None:
            steps[0] += STEPS

        connection.connection.set_progress_handler(count, STEPS)
        read()
        connection.connection.set_progress_handler(None, STEPS)
        return steps[0]
    statements: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        read()
    found = 0.0
    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            found += sum(rows_read(cursor.fetchone()[0][0]["Plan"]))
    return found


def measured(person: User) -> dict[str, float]:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    now = timezone.now()
    reads = {
        "page": lambda: waiting.list_needs(person_id=person.pk, now=now),
        "poll": lambda: waiting.count_badges(person_id=person.pk, now=now),
    }
    return {name: work_of(read) for name, read in reads.items()}


def test_answered_mail_costs_nothing():
    person = UserFactory.create(role="reviewer")
    needing()
    answered(FEW)
    found = waiting.list_needs(person_id=person.pk, now=timezone.now())
    few = measured(person)
    answered(MANY - FEW)
    many = measured(person)
    assert len(found) == NEEDING
    assert len(waiting.list_needs(person_id=person.pk, now=timezone.now())) == NEEDING
    assert all(many[name] <= 1.3 * few[name] for name in few), (few, many)
