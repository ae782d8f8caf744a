"""What importing mail takes: memory and time by the number of mails, and what a claim costs then.

Each size is imported by a process of its own, by the command that people use, into a database
that is thrown away.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from drafting.instruments.throwaway import measured, migrated_desk, peak_mb
from drafting.mail.claims import claim_thread
from drafting.mail.models import Message, Thread

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
PAGES = {
    "queue_ms": "/admin/drafting/thread/",
    "search_ms": "/admin/drafting/message/?q=suitcases+ferry",
    "needs_you_ms": "/admin/drafting/thread/needs-you/",
}


def bench_import(
    sizes: Sequence[int] = IMPORT_SIZES, *, attachment_bytes: int = 20_000
) -> list[dict[str, Any]]:
    """One row a size: an import and the peak memory of its process in MB, then one claim, the list
    of conversations as a person opens it, a search in all mails, and *Needs you*. Every fifth mail
    has a file of ``attachment_bytes``."""
    return [_bench(size, attachment_bytes, random.Random(SEED)) for size in sizes]  # noqa: S311


def _bench(size: int, attachment_bytes: int, source: random.Random) -> dict[str, Any]:
    with TemporaryDirectory(prefix="draftdesk-import-") as folder:
        (Path(folder) / "desk.sqlite3").write_bytes(migrated_desk())
        mbox = Path(folder) / "mails.mbox"
        with mbox.open("wb") as file:
            for raw in make_mails(size, attachment_bytes, source):
                file.write(b"From guest@example.com Mon Apr 27 18:42:00 2026\n" + raw + b"\n\n")
        database = f"sqlite:///{folder}/desk.sqlite3"
        row: dict[str, Any] = measured(__name__, str(mbox), DATABASE_URL=database)
    return row


def make_mails(size: int, attachment_bytes: int, source: random.Random) -> Iterator[bytes]:
    """Mails of as many guests as conversations, two mails each; no two are the same."""
    for number in range(size):
        thread, turn = divmod(number, _MAILS_A_THREAD)
        headers = [
            f"From: Guest {thread} <guest{thread}@example.com>",
            "To: info@hostel-brikette.example",
            f"Subject: Question {thread}",
            f"Message-ID: <{number}@bench.example>",
            f"Date: Mon, 27 Apr 2026 {thread % 24:02d}:{number % 60:02d}:00 +0200",
        ]
        if turn:
            headers.append(f"In-Reply-To: <{number - 1}@bench.example>")
        text = f"Hello,\n\n{source.choice(_QUESTIONS)} We are {number % 7 + 1}.\n\nGuest {thread}\n"
        yield (
            _with_file(headers, text, attachment_bytes, source)
            if number % 5 == 0
            else ("\n".join([*headers, "", text]).encode())
        )


def _with_file(
    headers: list[str], text: str, attachment_bytes: int, source: random.Random
) -> bytes:
    line = source.randbytes(36).hex()
    lines = [*headers, 'Content-Type: multipart/mixed; boundary="b"', "", "--b", "", text, "--b"]
    lines += ["Content-Type: image/png", 'Content-Disposition: attachment; filename="a.png"', ""]
    return "\n".join([*lines, *[line] * (attachment_bytes // len(line)), "--b--"]).encode()


# --- within the process that imports -------------------------------------------------------------


def main(mbox: str) -> dict[str, Any]:
    """Import a file by ``import_mail`` and claim once. Peak memory is of this whole process."""
    started, since = time.perf_counter(), time.process_time()
    call_command("import_mail", mbox)
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - since
    peak = peak_mb("self")
    queries, milliseconds = _claim()
    return {
        "mails": Message.objects.count(),
        "threads": Thread.objects.count(),
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu_seconds, 1),
        "peak_mb": peak,
        "claim_queries": queries,
        "claim_ms": round(milliseconds, 1),
        **_pages(),
    }


def _pages() -> dict[str, float]:
    """The second time each: templates are compiled with the first."""
    client = Client(SERVER_NAME="localhost", raise_request_exception=True)
    person = User.objects.create_superuser("bench", password=None)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    found = {}
    for name, address in PAGES.items():
        for _ in range(2):
            started = time.perf_counter()
            status = client.get(address).status_code
            found[name] = round((time.perf_counter() - started) * 1000, 1)
            assert status == 200, address  # noqa: S101 - or nothing was measured
    return found


def _claim() -> tuple[int, float]:
    started = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        assert claim_thread(holder="bench") is not None  # noqa: S101 - or nothing was measured
    milliseconds = (time.perf_counter() - started) * 1000
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not each["sql"].startswith(own) for each in queries), milliseconds
