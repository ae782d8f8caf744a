"""Migrations go both ways, none is missing, and rows are carried along."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from learning.events.models import RefinementEvent, SelectionEvent
from templatesapp.models import CatalogueVersion, EmailTemplate
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, refine, select
from tests.migrating import waiting

OUR_APPS = ("templatesapp", "learning", "drafting")
EVENTS = (SelectionEvent, RefinementEvent)
SHAPES = {
    "sqlite": "SELECT name, sql FROM sqlite_master",
    "postgresql": "SELECT table_name, column_name, data_type, is_nullable"
    " FROM information_schema.columns WHERE table_schema = 'public'"
    " UNION ALL SELECT tablename, indexname, indexdef, '' FROM pg_indexes"
    " WHERE schemaname = 'public'"
    " UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), ''"
    " FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
}
CASTS = re.compile(r"::(?:character varying|\w+)(?:\[\])?|[()]")


def tables(app_label: str) -> set[str]:
    models = apps.get_app_config(app_label).get_models(include_auto_created=True)
    return {model._meta.db_table for model in models}


def existing() -> set[str]:
    connection.close()
    return set(connection.introspection.table_names())


def shapes() -> set[str]:
    """Columns, indexes and constraints of all tables, as the database tells them. A desk that was
    restored tells the same lists with other casts and parentheses."""
    with connection.cursor() as cursor:
        cursor.execute(SHAPES[connection.vendor])
        return {CASTS.sub("", str(row)) for row in cursor.fetchall()}


@pytest.mark.django_db
def test_no_migration_is_missing():
    out = StringIO()
    call_command("makemigrations", check_changes=True, dry_run=True, stdout=out)
    assert "No changes detected" in out.getvalue()


@pytest.mark.both_databases
def test_the_apps_go_to_zero_one_after_the_other_and_back(at_the_newest):
    """Events that were written before attempts knew which of them is the last come from there:
    the walk stops where they were and takes the rows along. It is one walk, since each step
    costs half a second in which Django makes all models of the time anew."""
    template, draft_id, untouched = store_events()
    wanted = [list(model.objects.order_by("pk").values()) for model in EVENTS]
    before = shapes()
    for app_label in reversed(OUR_APPS):
        assert tables(app_label) <= existing()
        if app_label == "learning":
            call_command("migrate", "learning", "0001", verbosity=0)
            place = applied()
            kept = [list(model.objects.all()) for model in models_at(place)]
        call_command("migrate", app_label, "zero", verbosity=0)
        assert not tables(app_label) & existing()
    MigrationExecutor(connection).migrate(place)
    assert applied() == place
    for model, rows in zip(models_at(place), kept, strict=True):
        model.objects.bulk_create(rows)
    call_command("migrate", verbosity=0)
    assert shapes() == before
    assert waiting() == []
    # What migrations make besides tables is there again, too.
    assert CatalogueVersion.objects.count() == 1
    assert set(Group.objects.values_list("name", flat=True)) == {"reviewer", "manager"}
    assert [list(model.objects.order_by("pk").values()) for model in EVENTS] == wanted
    counts = RefinementEvent.objects.filter(draft_id=draft_id, overruled_at=None)
    assert [event.attempt for event in counts] == [3]
    assert RefinementEvent.objects.get(draft_id=draft_id, attempt=2).template == template
    assert SelectionEvent.objects.get(draft_id=untouched).refined_at is None


def store_events() -> tuple[EmailTemplate, uuid.UUID, uuid.UUID]:
    """Four attempts at one draft, one at a draft that nobody selected, a selection without any."""
    template = EmailTemplateFactory.create()
    draft_id, untouched = select(template=template, is_composite=True), select(template=None)
    for attempt in (1, 2):
        refine(draft_id=draft_id, attempt=attempt, at=NOW + timedelta(hours=attempt))
    refine(draft_id=draft_id, attempt=3, agent="", staff="marco", at=NOW + timedelta(hours=3))
    refine(draft_id=draft_id, attempt=4, agent="rival", at=NOW + timedelta(hours=4))
    refine(draft_id=uuid.uuid4(), attempt=0)
    return template, draft_id, untouched


def applied() -> list[tuple[str, str]]:
    """The newest migration of each of our apps that has one."""
    found = sorted(key for key in MigrationLoader(connection).applied_migrations)
    return list({app: (app, name) for app, name in found if app in OUR_APPS}.values())


def models_at(place: list[tuple[str, str]]) -> list[Any]:
    """The letters and the events as they were stored there."""
    then = MigrationLoader(connection).project_state(place).apps
    names = (("templatesapp", "EmailTemplate"), *(("learning", e.__name__) for e in EVENTS))
    return [then.get_model(*name) for name in names]


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
