"""How long transactions hold what others wait for.

SQLite: from BEGIN IMMEDIATE, when it has the write lock, to the end of the transaction. PostgreSQL:
from the first statement that locks a row. Statements outside a transaction hold theirs no longer
than they take. Also a configuration of gunicorn: its workers write to the file that DESK_LOCKS
names.
"""

from __future__ import annotations

import json
import os
import time
import traceback
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite

from tests.run import ROOT

_LOCKING = ("INSERT", "UPDATE", "DELETE")
_ROOMS = tuple(f"{ROOT}/{room}/" for room in ("drafting", "learning", "templatesapp", "config"))


def post_fork(server: Any, worker: Any) -> None:
    """gunicorn's hook."""
    watch_locks(Path(os.environ["DESK_LOCKS"]))


def watch_locks(log: Path) -> None:
    """From now on each locking transaction of this process leaves a line in ``log``: where it
    ended, its milliseconds, and those of them in which this thread had the processor."""
    begin = SQLite._start_transaction_under_autocommit

    def begun(connection: SQLite) -> None:
        begin(connection)
        _hold(connection)

    SQLite._start_transaction_under_autocommit = begun
    for name in ("_commit", "_rollback"):
        _watch_end(name, log)
    connection_created.connect(_watch_statements, weak=False)


def _watch_end(name: str, log: Path) -> None:
    end = getattr(BaseDatabaseWrapper, name)

    def ended(connection: BaseDatabaseWrapper) -> None:
        try:
            end(connection)
        finally:
            since = connection.__dict__.pop("held_since", None)
            if since is not None:
                _write(log, since)

    setattr(BaseDatabaseWrapper, name, ended)


def _watch_statements(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql":
        connection.execute_wrappers.append(_statement)


def _statement(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    result = execute(sql, params, many, context)
    connection = context["connection"]
    if connection.in_atomic_block and (sql.startswith(_LOCKING) or "FOR UPDATE" in sql):
        _hold(connection)
    return result


def _hold(connection: BaseDatabaseWrapper) -> None:
    connection.__dict__.setdefault("held_since", (time.perf_counter(), time.thread_time()))


def _write(log: Path, since: tuple[float, float]) -> None:
    held, worked = time.perf_counter() - since[0], time.thread_time() - since[1]
    frames = (frame for frame in traceback.walk_stack(None))
    code = next((f.f_code for f, _ in frames if f.f_code.co_filename.startswith(_ROOMS)), None)
    place = f"{code.co_filename.removeprefix(f'{ROOT}/')} {code.co_name}" if code else "elsewhere"
    line = {"place": place, "ms": round(1000 * held, 2), "cpu_ms": round(1000 * worked, 2)}
    with log.open("a") as file:  # one short line: appended as a whole
        file.write(f"{json.dumps(line)}\n")


def longest(log: Path) -> list[dict[str, Any]]:
    """Of each place its longest, the longest first, with how many there were."""
    by_place: dict[str, list[dict[str, Any]]] = {}
    for line in log.read_text().splitlines():
        held = json.loads(line)
        by_place.setdefault(held["place"], []).append(held)
    found = [
        max(rows, key=lambda row: row["ms"])
        | {"times": len(rows), "cpu_ms_at_most": max(row["cpu_ms"] for row in rows)}
        for rows in by_place.values()
    ]
    return sorted(found, key=lambda row: -row["ms"])
