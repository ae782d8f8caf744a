"""Migrations go both ways, and none is missing."""

from __future__ import annotations

from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from templatesapp.models import CatalogueVersion

OUR_APPS = ("templatesapp", "learning", "drafting")


@pytest.fixture
def at_the_newest(transactional_db):
    yield
    call_command("migrate", verbosity=0)


def tables(app_label: str) -> set[str]:
    models = apps.get_app_config(app_label).get_models(include_auto_created=True)
    return {model._meta.db_table for model in models}


def existing() -> set[str]:
    connection.close()
    return set(connection.introspection.table_names())


@pytest.mark.django_db
def test_no_migration_is_missing():
    out = StringIO()
    call_command("makemigrations", check_changes=True, dry_run=True, stdout=out)
    assert "No changes detected" in out.getvalue()


@pytest.mark.both_databases
def test_the_apps_go_to_zero_one_after_the_other_and_back(at_the_newest):
    before = existing()
    for app_label in reversed(OUR_APPS):
        assert tables(app_label) <= existing()
        call_command("migrate", app_label, "zero", verbosity=0)
        assert not tables(app_label) & existing()
    call_command("migrate", verbosity=0)
    assert existing() == before
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    # What migrations make besides tables is there again, too.
    assert CatalogueVersion.objects.count() == 1
    assert set(Group.objects.values_list("name", flat=True)) == {"reviewer", "manager"}


def test_every_step_can_be_taken_back():
    loader = MigrationLoader(connection=None)
    for (app_label, name), migration in loader.disk_migrations.items():
        if app_label in OUR_APPS:
            stuck = [op for op in migration.operations if not op.reversible]
            assert not stuck, (app_label, name)


def test_each_app_has_one_newest_migration():
    loader = MigrationLoader(connection=None)
    for app_label in OUR_APPS:
        assert len(loader.graph.leaf_nodes(app_label)) == 1
