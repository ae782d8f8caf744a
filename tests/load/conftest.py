"""A server of its own for each test."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.load.server import Server
from tests.run import free_port


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    server = Server(free_port(), tmp_path / "log")
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=60)
