"""A backup in one file, verified when it is made and when it comes back.

A zip of a manifest and the database's own dump: SQLite's is a copy of the file, made while the desk
works; PostgreSQL's is pg_dump's, of one snapshot. The manifest holds what both must agree on.
"""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from drafting.mail.pausing import HOLD, pause_after_restore

FORMAT = 1
MANIFEST, DATA = "manifest.json", "data"


class BackupError(Exception):
    """Why a file is no backup that can be made or restored here."""


BACKUP_ERRORS = (BackupError, OSError, sqlite3.Error, Error)


@dataclass(frozen=True, slots=True)
class Manifest:
    format: int
    vendor: str
    created_at: str
    sha256: str
    migrations: list[str]  # "app.name"
    rows: dict[str, int]  # by table


def make_backup(*, target: Path, now: datetime) -> Manifest:
    """Writes the whole desk to ``target`` (mode 600), which appears only when it is whole. Raises
    one of BACKUP_ERRORS."""
    applied = MigrationRecorder(connection).applied_migrations()
    if not applied:
        raise BackupError("There is no desk in this database. Is DATABASE_URL right?")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.resolve().parent) as folder:
        data = Path(folder) / DATA
        dump = _dump_sqlite if connection.vendor == "sqlite" else _dump_postgres
        rows = dump(data)
        migrations = sorted(f"{app}.{name}" for app, name in applied)
        digest = _digest(data)
        manifest = Manifest(FORMAT, connection.vendor, now.isoformat(), digest, migrations, rows)
        archive = Path(folder) / "archive"
        archive.touch(mode=0o600)
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(MANIFEST, json.dumps(asdict(manifest)))
            packed.write(data, DATA)
        archive.replace(target)
    return manifest


def read_manifest(*, source: Path) -> Manifest:
    """What a backup says of itself. Raises OSError where it cannot be read, BackupError where it
    cannot come back here."""
    try:
        with zipfile.ZipFile(source) as packed:
            manifest = Manifest(**json.loads(packed.read(MANIFEST)))
    except (KeyError, ValueError, TypeError, zipfile.BadZipFile):
        raise BackupError(f"{source} is no backup of this desk.") from None
    if manifest.format != FORMAT:
        raise BackupError(f"{source} has format {manifest.format}; this desk reads {FORMAT}.")
    if manifest.vendor != connection.vendor:
        raise BackupError(f"It is of {manifest.vendor}, and this desk runs on {connection.vendor}.")
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(manifest.migrations) - known):
        raise BackupError(f"It is of a newer desk; unknown here: {', '.join(newer)}.")
    return manifest


def restore_backup(*, source: Path, now: datetime) -> int:
    """Puts the desk back to what it was, and stops sending. Returns how many mails are uncertain.

    Everybody is logged out: a session that was ended since must not come back. Raises BackupError
    before anything is touched, or with the database as it was.
    """
    manifest = read_manifest(source=source)
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(source) as packed:
                data = Path(packed.extract(DATA, folder))
            is_whole = _digest(data) == manifest.sha256
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError):
            is_whole = False
        if not is_whole:
            raise BackupError("Its data is not what its manifest says: the file is damaged.")
        connection.close()
        (_load_sqlite if connection.vendor == "sqlite" else _load_postgres)(data)
    with connection.cursor() as cursor:
        is_restored = _count_rows(manifest.rows, cursor) == manifest.rows
    if not is_restored:
        raise BackupError("It was restored, but the tables do not hold what the manifest says.")
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        Session.objects.all().delete()
        return pause_after_restore(now=now)


def _count_rows(tables: Iterable[str], cursor: Any) -> dict[str, int]:
    counts = {}
    for table in tables:
        cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
        counts[table] = int(cursor.fetchone()[0])
    return counts


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _dump_sqlite(data: Path) -> dict[str, int]:
    with (
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as live,
        closing(sqlite3.connect(data)) as copy,
    ):
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        _check_sqlite(copy)
        return _count_rows(connection.introspection.table_names(), copy.cursor())


def _load_sqlite(data: Path) -> None:
    with (
        closing(sqlite3.connect(data)) as copy,
        closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=30)) as live,
    ):
        _check_sqlite(copy)
        for statement in HOLD:
            copy.execute(statement)
        copy.commit()
        copy.backup(live)


def _check_sqlite(database: sqlite3.Connection) -> None:
    if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        raise BackupError("The database is damaged: SQLite's integrity check failed.")


def _dump_postgres(data: Path) -> dict[str, int]:
    """Dump and counts see the same moment: pg_dump joins the snapshot of our transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        _run("pg_dump", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", "-f", str(data))
        return _count_rows(connection.introspection.table_names(cursor), cursor)


def _load_postgres(data: Path) -> None:
    anew = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
    once = ("-q", "-X", "-1", "-v", "ON_ERROR_STOP=1")
    # pg_dump leaves the session without a search path.
    path = "SET search_path = public"
    hold = (part for statement in (path, *HOLD) for part in ("-c", statement))
    _run("psql", *once, "-c", anew, "-f", str(data), *hold)


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise BackupError(f"{program} is not installed; on Debian: postgresql-client.")
    # The password in the environment: a command line can be read by everybody on the machine.
    (_, *told), secrets = connection.client.settings_to_cmd_args_env(
        connection.settings_dict, arguments
    )
    ended = subprocess.run(  # noqa: S603
        [found, *told],
        env=os.environ | (secrets or {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        # No line that may quote a row: those begin with the place in the dump.
        said = re.findall(rf"^{program}: (?:error|detail): .*", ended.stderr, re.MULTILINE)
        raise BackupError("\n".join([f"{program} failed with status {ended.returncode}.", *said]))
