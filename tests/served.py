"""`make bench-served`: calls and calibration at size, on SQLite and on a PostgreSQL of its own."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from tempfile import TemporaryDirectory

from tests.run import ROOT, find_postgres, postgres_server

if __name__ == "__main__":
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="draftdesk-bench-"))
        urls = [f"sqlite:///{folder}/desk.sqlite3"]
        if binaries := find_postgres():
            urls.append(stack.enter_context(postgres_server(binaries)))
        command = [sys.executable, "manage.py", "bench", "--served", *urls]
        sys.exit(subprocess.call(command, cwd=ROOT))  # noqa: S603
