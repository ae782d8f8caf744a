"""A server of its own on the test database, as the operators' guide starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from django.conf import settings

from tests.databases import process_environment
from tests.run import free_port

PATIENCE_SECONDS = 120
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """gunicorn: two processes of 64 threads. It can be killed, and started again in its place.

    ``options``: of gunicorn; ``environment``: beside the test's own."""

    def __init__(self, log: Path, *options: str, **environment: str) -> None:
        self.port, self.log = free_port(), log
        self.options, self.environment = options, environment
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "gunicorn", "config.wsgi"),
                *("--workers", "2", "--threads", "64"),
                *("--bind", f"127.0.0.1:{self.port}", "--log-level", "warning"),
                *self.options,
            ],
            cwd=settings.BASE_DIR,
            env=process_environment(**self.environment),
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("ab"),
            start_new_session=True,
        )
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=5).is_success:
                    return
            except httpx.TransportError:
                time.sleep(0.2)
        raise TimeoutError("The server did not start.")

    def kill(self) -> None:
        """All of its processes, at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=PATIENCE_SECONDS)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=PATIENCE_SECONDS)

    def cpu_seconds(self) -> float:
        """Of the workers, so far."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = [Path(f"/proc/{pid}/stat").read_text() for pid in children.read_text().split()]
        return sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in found) / TICKS


@contextmanager
def serving(log: Path, *options: str, **environment: str) -> Iterator[Server]:
    server = Server(log, *options, **environment)
    try:
        yield server
    finally:
        server.stop()
