"""/healthz and /readyz."""

from __future__ import annotations

import shutil

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder


def test_healthz_needs_neither_key_nor_database(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_readyz_is_ready_until_a_migration_waits(client):
    answer = client.get("/readyz")
    assert answer.status_code == 200
    checks = {"database": "ok", "migrations": "ok", "disk": "ok"}
    assert answer.json() == {"status": "ok", "checks": checks}
    MigrationRecorder.Migration.objects.filter(app="drafting").delete()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == checks | {"migrations": "unapplied"}


@pytest.mark.django_db
def test_readyz_tells_a_full_disk(client, monkeypatch):
    full = shutil.disk_usage("/")._replace(free=99_999_999)
    monkeypatch.setattr("drafting.desk.watching.shutil.disk_usage", lambda folder: full)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": "ok", "migrations": "ok", "disk": "full"}


def test_readyz_without_its_database_is_unavailable(client, monkeypatch):
    def fail() -> bool:
        raise OperationalError("host=10.0.0.1 user=desk")

    monkeypatch.setattr("drafting.desk.watching._has_unapplied_migrations", fail)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    checks = {"database": "unreachable", "migrations": "unknown", "disk": "ok"}
    assert answer.json() == {"status": "unavailable", "checks": checks}
    assert b"10.0.0.1" not in answer.content


def test_only_reading(client):
    assert client.post("/healthz").status_code == 405
