"""Desks that are thrown away: made on SQLite, filled by whoever measures, served as in life."""

from __future__ import annotations

import json
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
from typing import Any

import httpx
from django.conf import settings
from django.db import connections
from django.db.utils import load_backend

PATIENCE_SECONDS = 120
HOST = "127.0.0.1"
RESULT = "measured: "


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


def measured(module: str, *arguments: str, **environment: str) -> Any:
    """What a process of its own found: the JSON of the line that it begins with ``RESULT``."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", module, *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"} | environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found = next(line for line in done.stdout.splitlines() if line.startswith(RESULT))
    return json.loads(found.removeprefix(RESULT))


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


@contextmanager
def served_desk(*options: str, **environment: str) -> Iterator[tuple[str, int]]:
    """The desk over HTTP by gunicorn with its ``options``: its address and process. Raises
    RuntimeError where it does not start."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        place = f"{HOST}:{probe.getsockname()[1]}"
    server = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", place, *options],
        cwd=settings.BASE_DIR,
        env=os.environ | environment,
        start_new_session=True,
    )
    try:
        _wait(server, f"http://{place}/readyz")
        yield f"http://{place}", server.pid
    finally:
        server.terminate()
        try:
            server.wait(timeout=PATIENCE_SECONDS)  # longer than it waits for calls that are open
        except subprocess.TimeoutExpired:
            server.kill()


def _wait(server: subprocess.Popen[bytes], address: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while server.poll() is None and time.monotonic() < until:
        try:
            if httpx.get(address, timeout=30).is_success:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise RuntimeError("The desk did not start.")
