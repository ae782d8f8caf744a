"""The web server as the operators' guide starts it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from django.conf import settings

from tests.databases import process_environment

PATIENCE_SECONDS = 120
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """gunicorn, two processes of 64 threads."""

    def __init__(self, port: int, log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "gunicorn", "config.wsgi"),
                *("--workers", "2", "--threads", "64"),
                *("--bind", f"127.0.0.1:{port}", "--log-level", "warning"),
            ],
            cwd=settings.BASE_DIR,
            env=process_environment(),
            stdout=subprocess.DEVNULL,
            stderr=log.open("wb"),
        )

    def wait_until_ready(self) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=5).is_success:
                    return
            except httpx.TransportError:
                time.sleep(0.2)
        pytest.fail("The server did not start.")

    def cpu_seconds(self) -> float:
        """Of the workers, so far."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = [Path(f"/proc/{pid}/stat").read_text() for pid in children.read_text().split()]
        return sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in found) / TICKS
