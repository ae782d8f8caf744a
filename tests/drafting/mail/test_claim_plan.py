"""Claiming reads each unanswered mail once, whatever PostgreSQL takes the tables for: after an
import or a restore it has no statistics of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from drafting.mail import claims, selectors
from drafting.mail.choices import MailSource
from drafting.mail.models import Contact, Message, Thread

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MAILS = 3000
AT_MOST = (
    5 * MAILS
)  # a row of three tables each, with some to spare; each mail of each is 9 000 000


def unanswered_mails() -> None:
    """One conversation each. Many, since a small table is rightly read from end to end."""
    numbers = range(MAILS)
    people = Contact.objects.bulk_create(Contact(address=f"{n}@example.com") for n in numbers)
    threads = Thread.objects.bulk_create(Thread(subject=f"Question {n}") for n in numbers)
    Message.objects.bulk_create(
        Message(
            thread=thread,
            contact=person,
            sequence=1,
            direction="in",
            source=MailSource.IMPORTED,
            message_id=f"<{person.address}>",
            content_hash=f"{person.pk:064d}",
            received_at=timezone.now(),
        )
        for thread, person in zip(threads, people, strict=True)
    )


def rows_read(plan: dict[str, Any]) -> Iterator[float]:
    """Of each step that reads a table."""
    if "Relation Name" in plan:
        rows = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
        yield rows * plan["Actual Loops"]
    for step in plan.get("Plans", []):
        yield from rows_read(step)


@pytest.mark.parametrize(
    "read",
    [
        lambda: claims._claimable(timezone.now()).order_by("-thread__urgency", "received_at"),
        lambda: selectors.narrow_messages(selectors.list_messages(), drafted=False),
        lambda: selectors.narrow_messages(Message.objects.all(), answered=False),
    ],
    ids=["claimable", "without a draft", "unanswered"],
)
def test_each_mail_is_read_once(read):
    unanswered_mails()
    (explained,) = json.loads(read().explain(analyze=True, format="json"))
    assert sum(rows_read(explained["Plan"])) <= AT_MOST


def test_no_statement_is_compiled() -> None:
    """Compiling took seconds of each page that counts what waits, its statement a tenth of one."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)
