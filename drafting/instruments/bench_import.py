"""What importing mail takes: memory and time by the number of mails, and what a claim costs then.

Each size is imported by a process of its own, by the command that people use, into a database
that is thrown away: ``python -m drafting.instruments.bench_import FILE`` is that process.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings

from drafting.instruments import throwaway

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
_RESULT = "bench_import: "


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One import. Peak memory of its process in MB; then one claim, the list of conversations as
    a person opens it, a search in all mails, and *Needs you*."""

    mails: int
    threads: int
    seconds: float
    cpu_seconds: float
    peak_mb: float
    claim_queries: int
    claim_ms: float
    queue_ms: float
    search_ms: float
    needs_you_ms: float


def bench_import(
    sizes: Sequence[int] = IMPORT_SIZES, *, attachment_bytes: int = 20_000, seed: int = SEED
) -> list[ImportRow]:
    """One row a size. Every fifth mail has a file of ``attachment_bytes``."""
    return [_bench(size, attachment_bytes, random.Random(seed)) for size in sizes]  # noqa: S311


def _bench(size: int, attachment_bytes: int, source: random.Random) -> ImportRow:
    with TemporaryDirectory(prefix="draftdesk-import-") as folder:
        (Path(folder) / "desk.sqlite3").write_bytes(throwaway.migrated_desk())
        mbox = Path(folder) / "mails.mbox"
        with mbox.open("wb") as file:
            for raw in make_mails(size, attachment_bytes, source):
                file.write(b"From guest@example.com Mon Apr 27 18:42:00 2026\n" + raw + b"\n\n")
        environment = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/desk.sqlite3"}
        said = _run(mbox, environment)
    found = next(line for line in said.splitlines() if line.startswith(_RESULT))
    return ImportRow(**json.loads(found.removeprefix(_RESULT)))


def _run(mbox: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "drafting.instruments.bench_import", str(mbox)],
        env=environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        cwd=settings.BASE_DIR,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"The import ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


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


def import_and_measure(mbox: Path) -> dict[str, Any]:
    """Import a file by ``import_mail`` and claim once. Peak memory is of this whole process."""
    from django.core.management import call_command

    from drafting.mail.models import Message, Thread

    started, since = time.perf_counter(), time.process_time()
    call_command("import_mail", str(mbox))
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - since
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    queries, milliseconds = _claim()
    return {
        "mails": Message.objects.count(),
        "threads": Thread.objects.count(),
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu_seconds, 1),
        "peak_mb": round(_peak_of_this_program(peak_mb), 1),
        "claim_queries": queries,
        "claim_ms": round(milliseconds, 1),
        **_pages(),
    }


def _pages() -> dict[str, float]:
    """The second time each: templates are compiled with the first."""
    from django.contrib.auth.models import User
    from django.test import Client

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
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from drafting.mail.claims import claim_thread

    started = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        assert claim_thread(holder="bench") is not None  # noqa: S101 - or nothing was measured
    milliseconds = (time.perf_counter() - started) * 1000
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not each["sql"].startswith(own) for each in queries), milliseconds


def _peak_of_this_program(peak_mb: float) -> float:
    """Linux counts in what the parent had when it started this process; its own books do not."""
    status = Path("/proc/self/status")
    if not status.exists():
        return peak_mb
    line = next(each for each in status.read_text().splitlines() if each.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    import django

    django.setup()
    result = import_and_measure(Path(sys.argv[1]))
    sys.stdout.write(f"{_RESULT}{json.dumps(result)}\n")
