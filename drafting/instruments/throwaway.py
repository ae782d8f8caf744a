"""Desks that are thrown away: made on SQLite, filled by whoever measures, served as in life."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import httpx
from django.conf import settings
from django.db import connections
from django.db.utils import load_backend

PATIENCE_SECONDS = 120  # on a machine that is busy with other things, too
HOST = "127.0.0.1"


@cache
def migrated_desk() -> bytes:
    """The file of an empty desk, kept for the next: migrating takes ten seconds."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "desk.sqlite3"
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"],
            cwd=settings.BASE_DIR,
            env=os.environ | {"DATABASE_URL": f"sqlite:///{file}"},
            check=True,
        )
        return file.read_bytes()


@contextmanager
def throwaway_desk() -> Iterator[None]:
    """A migrated desk of its own on SQLite; the real database is not touched."""
    real = connections["default"]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "world.sqlite3"
        file.write_bytes(migrated_desk())
        values = real.settings_dict | {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(file),
            "OPTIONS": {"transaction_mode": "IMMEDIATE"},
        }
        connections["default"] = load_backend(values["ENGINE"]).DatabaseWrapper(values, "default")
        try:
            yield
        finally:
            connections["default"].close()
            connections["default"] = real


def free_port(wanted: int = 0) -> int:
    """That one, or any. Raises OSError where it is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, wanted))
        return int(probe.getsockname()[1])


@contextmanager
def served_desk(
    *options: str, port: int = 0, log: IO[bytes] | None = None, **environment: str
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The desk over HTTP by gunicorn with its ``options``: its address and process. Raises
    RuntimeError where it does not start."""
    place = f"{HOST}:{port or free_port()}"
    # A terminal's Ctrl-C reaches this process only; it then ends the server itself.
    server = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", place, *options],
        cwd=settings.BASE_DIR,
        env=os.environ | environment,
        start_new_session=True,
        stderr=log,
    )
    try:
        _wait(server, f"http://{place}/readyz")
        yield f"http://{place}", server
    finally:
        server.terminate()
        try:
            server.wait(timeout=PATIENCE_SECONDS)  # longer than it waits for calls that are open
        except subprocess.TimeoutExpired:
            server.kill()


def _wait(server: subprocess.Popen[bytes], address: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if server.poll() is not None:
            raise RuntimeError(f"The server stopped with status {server.returncode}.")
        try:
            if httpx.get(address, timeout=30).is_success:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise RuntimeError(f"The server did not get ready within {PATIENCE_SECONDS} s.")
