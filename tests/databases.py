"""The test database as another process sees it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.db import connection, transaction

APPS = ("templatesapp", "learning", "drafting")
# What migrations import, beside themselves and the packages.
IMPORTED = ("*models.py", "choices.py", "groups.py", "aliases.py")
# As ``manage.py migrate`` does, whose tables those of the README's desk are; in a third of its time.
MIGRATE = """
import gc, django, manage
gc.set_threshold(*manage.SELDOM)
django.setup()
from tests.migrating import quick_states
with quick_states():
    pass
"""
# A table's files, and those of all that point at it, are made anew only where it has outgrown a
# loaded sample or was analyzed: that costs fifty times as much, and to the planner a few pages with
# nothing on them are as good as none.
EMPTIED = """DO $$ DECLARE found record; BEGIN
  FOR found IN
    SELECT oid::regclass AS name, pg_relation_size(oid) <= 524288 AND reltuples < 0 AS is_small
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND pg_relation_size(oid) > 0
  LOOP
    EXECUTE format(CASE WHEN found.is_small THEN 'DELETE FROM %s' ELSE 'TRUNCATE %s CASCADE' END,
                   found.name);
  END LOOP;
END $$"""


def database_url(values: Mapping[str, Any] | None = None) -> str:
    """DATABASE_URL of the test database that this process uses, or of other settings."""
    values = values or connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    user, password = quote(values["USER"] or ""), quote(values["PASSWORD"] or "")
    place = f"{values['HOST']}:{values['PORT']}" if values["PORT"] else values["HOST"]
    return f"postgresql://{user}:{password}@{place}/{values['NAME']}"


def process_environment(**extra: str) -> dict[str, str]:
    """The environment of a second process that works on the same test database."""
    return os.environ | {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **extra,
    }


def copy_migrated(database: Path) -> None:
    """Fill ``database``, new or empty, with the tables and rows that all migrations leave: copied
    from a file in ``var/`` that is made anew when what they depend on has changed."""
    var = settings.BASE_DIR / "var"
    var.mkdir(exist_ok=True)
    migrated = var / "migrated.sqlite3"
    with (var / "migrated.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != (wanted := _migrations_digest()) or not migrated.exists():
            _migrate_anew(migrated)
            lock.truncate(0)
            lock.write(wanted)
        with closing(sqlite3.connect(migrated)) as source, closing(sqlite3.connect(database)) as to:
            source.backup(to)


def migrated_template(values: Mapping[str, Any]) -> str:
    """The name of a PostgreSQL database beside ``values``', migrated by the first process that
    asks, which the others' are copies of."""
    name = f"draftdesk_migrated_{_migrations_digest()[:12]}"
    place = {"host": values["HOST"], "port": values["PORT"] or None, "user": values["USER"]}
    own = psycopg.connect(**place, password=values["PASSWORD"], dbname="postgres", autocommit=True)
    with own as server, (settings.BASE_DIR / "var" / "migrated.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = "SELECT datname FROM pg_database WHERE datname LIKE 'draftdesk_migrated_%'"
        names = {row[0] for row in server.execute(found)}
        for outdated in names - {name}:
            server.execute(f'DROP DATABASE "{outdated}"')
        if name not in names:
            server.execute(f'CREATE DATABASE "{name}_half"')
            _migrate(database_url({**values, "NAME": f"{name}_half"}))
            server.execute(f'ALTER DATABASE "{name}_half" RENAME TO "{name}"')
    return name


def kept_aside() -> Callable[[], None]:
    """Keeps what stands in the test database, which the function that it gives puts back."""
    return _kept_on_sqlite() if connection.vendor == "sqlite" else _kept_on_postgres()


def _kept_on_sqlite() -> Callable[[], None]:
    kept = sqlite3.connect(":memory:")
    connection.ensure_connection()
    connection.connection.backup(kept)

    def put_back() -> None:
        connection.ensure_connection()
        kept.backup(connection.connection)

    return put_back


def _kept_on_postgres() -> Callable[[], None]:
    kept = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            with cursor.copy(f'COPY "{table}" TO STDOUT') as rows:
                kept[table] = b"".join(rows)

    def put_back() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")  # in any order
            cursor.execute(EMPTIED)
            for table, rows in kept.items():
                if rows:
                    with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
                        copy.write(rows)

    return put_back


def _migrate_anew(database: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    _migrate(f"sqlite:///{database}")


def _migrate(url: str) -> None:
    environment = process_environment(DATABASE_URL=url)
    command = [sys.executable, "-c", MIGRATE]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True)  # noqa: S603


def _migrations_digest() -> str:
    root = settings.BASE_DIR
    found = [root / "requirements.txt", root / "config/settings.py"]
    for app in APPS:
        found += (root / app / "migrations").glob("*.py")
        for pattern in IMPORTED:
            found += (root / app).rglob(pattern)
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(path.read_bytes())
    return digest.hexdigest()
