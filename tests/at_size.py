"""What a person waits for at size: search among 100 000 mails, the next of 10 000 waiting replies.

``make bench-size`` measures on SQLite and on a PostgreSQL of its own (some minutes), with
throw-away databases; MAILS and WAITING say how many. Milliseconds of the whole answer, on the clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from tempfile import TemporaryDirectory
from typing import Any

from tests.run import ROOT, find_postgres, postgres_server

MAILS, WAITING = (int(os.environ.get(*one)) for one in (("MAILS", "100000"), ("WAITING", "10000")))
UNANSWERED, MINUTES = 1000, 5  # without a reply that waits; from mail to mail
ROUNDS = 40
QUIET = {"DESK_LOG_LEVEL": "ERROR"}
TERMS = ("breakfast", "br", "guest 77", "guest77777@example.org", "luggage storage", "no such word")


def fill() -> None:
    """Guests' mails with the texts of the sample mailbox, one conversation each, over a year: the
    newest have a reply that waits, the next none, the others are answered."""
    from django.core.management import call_command
    from django.db.models import F
    from django.utils import timezone

    from drafting.mail.models import Contact, Message, Thread
    from drafting.mail.parsing import parse_mail
    from drafting.mail.work_models import Batch, OutgoingMail

    call_command("migrate", verbosity=0)
    call_command("load_sample", sample_desk=True, verbosity=0)
    mails = [parse_mail(one.read_bytes()) for one in sorted(ROOT.glob("fixtures/mailbox/*.eml"))]
    now = timezone.now()
    for start in range(0, MAILS, 5000):
        numbers = range(start, min(start + 5000, MAILS))
        people = Contact.objects.bulk_create(
            Contact(address=f"guest{number}@example.org", name=f"Guest {number}")
            for number in numbers
        )
        threads = Thread.objects.bulk_create(
            Thread(subject=mails[number % len(mails)].subject) for number in numbers
        )
        Message.objects.bulk_create(
            Message(
                thread=thread, sequence=1, direction="in", source="api", contact=person,
                message_id=f"<{number}@size.example>", content_hash=f"{number:064d}",
                from_address=person.address, from_name=person.name, subject=thread.subject,
                received_at=now - timedelta(minutes=MINUTES * number),
                body_text=mails[number % len(mails)].body_text,
                new_text=mails[number % len(mails)].body_text,
            )
            for number, person, thread in zip(numbers, people, threads, strict=True)
        )  # fmt: skip
    newest = timedelta(minutes=MINUTES * (WAITING + UNANSWERED))
    older = Message.objects.filter(direction="in", received_at__lt=now - newest)
    older.update(answered_by=F("pk"))  # by which mail is all the same here
    waiting = list(Thread.objects.order_by("pk")[:WAITING])
    batches = Batch.objects.bulk_create(
        Batch(thread=thread, message_ids=[], state="answered", created_at=now) for thread in waiting
    )
    OutgoingMail.objects.bulk_create(
        OutgoingMail(
            thread=thread, batch=batch, recipients=["x@example.org"], subject=thread.subject,
            body_text="Dear guest,\n\nyes.\n\nWarm regards", message_id=f"<o{number}@size.example>",
            headers={}, created_at=now + timedelta(seconds=number),
            waiting_since=now - timedelta(minutes=MINUTES * number),
        )
        for number, (thread, batch) in enumerate(zip(waiting, batches, strict=True))
    )  # fmt: skip


def took(act: Callable[[], Any]) -> dict[str, float]:
    """The act once to warm up, then ``ROUNDS`` times."""
    act()
    seconds = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        assert act().status_code == 200
        seconds.append(time.perf_counter() - begun)
    seconds.sort()
    return {
        "p50": round(seconds[ROUNDS // 2] * 1000, 1),
        "p95": round(seconds[ROUNDS * 95 // 100] * 1000, 1),
    }


def measure() -> dict[str, Any]:
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client

    from drafting.mail.work_models import OutgoingMail
    from tests.conftest import MODEL_BACKEND

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    person = get_user_model().objects.create_superuser("measure", "", "x")
    client = Client(SERVER_NAME="localhost", HTTP_ACCEPT="application/json")
    client.force_login(person, backend=MODEL_BACKEND)
    found = {f"search {term}": took(lambda t=term: client.get("/admin/search/", {"s": t}))  # type: ignore[misc]
             for term in TERMS}  # fmt: skip
    found["needs you"] = took(lambda: client.get("/admin/drafting/thread/needs-you/"))
    queue = "/admin/drafting/outgoingmail/queue/"
    keys = list(OutgoingMail.objects.order_by("pk").values_list("pk", flat=True)[: WAITING // 2])
    for show in ("all", "chosen&long=on"):
        client.get(f"{queue}?show={show}")
        walk = iter(keys)
        found[f"next, show={show}"] = took(lambda w=walk: client.get(f"{queue}?after={next(w)}"))  # type: ignore[misc]
    return found


def main() -> None:
    if len(sys.argv) > 1:
        import django

        django.setup()
        fill()
        sys.stdout.write(json.dumps(measure(), indent=1) + "\n")
        return
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="draftdesk-size-"))
        urls = [f"sqlite:///{folder}/desk.sqlite3"]
        if binaries := find_postgres():
            urls.append(stack.enter_context(postgres_server(binaries)))
        for url in urls:
            settings = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"} | QUIET
            sys.stderr.write(f"{url.partition(':')[0]}\n")
            command = [sys.executable, "-m", "tests.at_size", "one"]
            subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True)  # noqa: S603


if __name__ == "__main__":
    main()
