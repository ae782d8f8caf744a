"""What importing mail takes: memory and time by the number of mails, and what a claim costs then.

Each size is imported by a process of its own, by the command that people use, into a database
that is thrown away.
"""

from __future__ import annotations

import mailbox
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafting.instruments.throwaway import migrated_desk
from drafting.mail.claims import claim_thread
from drafting.mail.models import Message, Thread
from tests.bench.measures import measured, milliseconds, peak_mb

IMPORT_SIZES = (1_000, 10_000)
SEED = 7
_MAILS_A_THREAD = 2
_QUESTIONS = (
    "What time is breakfast, and is it included?",
    "May we leave our suitcases with you after check-out?",
    "Is there a place to park a small car near you?",
    "How do we get from the ferry to the hostel?",
    "Is the reception open when we arrive at eleven at night?",
)


def bench_import(
    sizes: Sequence[int] = IMPORT_SIZES, *, attachment_bytes: int = 20_000
) -> list[dict[str, Any]]:
    """One row a size: an import and the peak memory of its process in MB, then one claim. Every
    fifth mail has a file of ``attachment_bytes``."""
    return [_bench(size, attachment_bytes, random.Random(SEED)) for size in sizes]  # noqa: S311


def _bench(size: int, attachment_bytes: int, source: random.Random) -> dict[str, Any]:
    with TemporaryDirectory(prefix="draftdesk-import-") as folder:
        (Path(folder) / "desk.sqlite3").write_bytes(migrated_desk())
        path = f"{folder}/mails.mbox"
        with closing(mailbox.mbox(path)) as mbox:
            for mail in make_mails(size, attachment_bytes, source):
                mbox.add(mail)
        row: dict[str, Any] = measured(
            __name__, path, DATABASE_URL=f"sqlite:///{folder}/desk.sqlite3"
        )
    return row


def make_mails(size: int, attachment_bytes: int, source: random.Random) -> Iterator[bytes]:
    """Mails of as many guests as conversations, two mails each; no two are the same."""
    for number in range(size):
        thread, turn = divmod(number, _MAILS_A_THREAD)
        mail = EmailMessage()
        mail["From"] = f"Guest {thread} <guest{thread}@example.com>"
        mail["To"] = "info@hostel-brikette.example"
        mail["Subject"] = f"Question {thread}"
        mail["Message-ID"] = f"<{number}@bench.example>"
        mail["Date"] = f"Mon, 27 Apr 2026 {thread % 24:02d}:{number % 60:02d}:00 +0200"
        if turn:
            mail["In-Reply-To"] = f"<{number - 1}@bench.example>"
        question = source.choice(_QUESTIONS)
        mail.set_content(f"Hello,\n\n{question} We are {number % 7 + 1}.\n\nGuest {thread}\n")
        if number % 5 == 0:
            file = source.randbytes(attachment_bytes)
            mail.add_attachment(file, maintype="image", subtype="png", filename="a.png")
            mail.set_boundary(f"part-{number}")  # else by chance, and no two files are the same
        yield mail.as_bytes()


# --- within the process that imports -------------------------------------------------------------


def main(mbox: str) -> dict[str, Any]:
    """Import a file by ``import_mail`` and claim once. Peak memory is of this whole process."""
    since = time.process_time()
    taken = milliseconds(partial(call_command, "import_mail", mbox))
    cpu_seconds, peak = time.process_time() - since, peak_mb("self")
    with CaptureQueriesContext(connection) as queries:
        claim_ms = milliseconds(_claim)
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return {
        "mails": Message.objects.count(),
        "threads": Thread.objects.count(),
        "seconds": round(taken / 1000, 1),
        "cpu_seconds": round(cpu_seconds, 1),
        "peak_mb": peak,
        "claim_queries": sum(not each["sql"].startswith(own) for each in queries),
        "claim_ms": round(claim_ms, 1),
    }


def _claim() -> None:
    assert claim_thread(holder="bench") is not None
