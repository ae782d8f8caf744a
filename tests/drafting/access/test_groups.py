"""Reviewers and managers: what each may do, and nothing more."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from drafting.access.groups import MANAGER, PRIVATE_MODELS, REVIEWER, create_groups, remove_groups
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def rights(role: str) -> set[str]:
    permissions = Group.objects.get(name=role).permissions.select_related("content_type")
    return {f"{each.content_type.app_label}.{each.codename}" for each in permissions}


@pytest.fixture
def groups():
    create_groups(apps)


def test_a_reviewer_sees_all_but_what_is_private(groups):
    seen = {
        model._meta.label_lower
        for app in ("templatesapp", "learning", "drafting")
        for model in apps.get_app_config(app).get_models()
        if f"{model._meta.app_label}.view_{model._meta.model_name}" in rights(REVIEWER)
    }
    everything = {
        model._meta.label_lower
        for app in ("templatesapp", "learning", "drafting")
        for model in apps.get_app_config(app).get_models()
        if not model.__name__.startswith("Historical")
    }
    assert seen == everything - PRIVATE_MODELS


def test_a_reviewer_edits_knowledge_but_no_template_fact_policy_or_key(groups):
    mine = rights(REVIEWER)
    assert {"templatesapp.add_knowledgeitem", "templatesapp.change_knowledgeitem"} <= mine
    assert not {name for name in mine if "agentkey" in name}
    assert not {name for name in mine if name.split("_")[0].endswith(".delete")}
    for model in ("emailtemplate", "propertyfact", "policyrule", "deskprofile"):
        assert f"templatesapp.change_{model}" not in mine


def test_a_manager_may_all_that_a_reviewer_may_and_keys_and_texts(groups):
    mine = rights(MANAGER)
    assert rights(REVIEWER) < mine
    assert {
        "templatesapp.change_emailtemplate",
        "templatesapp.change_protected_template",
        "templatesapp.change_propertyfact",
        "templatesapp.change_policyrule",
        "drafting.add_agentkey",
        "drafting.change_agentkey",
        "drafting.view_agentkey",
    } <= mine
    assert "drafting.delete_agentkey" not in mine
    assert not {name for name in mine if name.startswith("auth.") or "idempotency" in name}


def test_create_groups_works_before_any_permission_exists():
    Group.objects.all().delete()
    Permission.objects.all().delete()
    create_groups(apps)
    assert "drafting.add_agentkey" in rights(MANAGER)
    assert apps.get_app_config("drafting").models_module is not None


def test_create_groups_again_adds_what_is_missing_and_takes_nothing(groups):
    group = Group.objects.get(name=REVIEWER)
    by_hand = Permission.objects.get(codename="view_user")
    group.permissions.add(by_hand)
    group.permissions.remove(Permission.objects.get(codename="add_knowledgeitem"))
    create_groups(apps)
    assert {"auth.view_user", "templatesapp.add_knowledgeitem"} <= rights(REVIEWER)
    assert Group.objects.count() == 2


def test_remove_groups_keeps_the_people(groups):
    person = UserFactory.create(role="reviewer")
    remove_groups(apps)
    assert not Group.objects.exists()
    person.refresh_from_db()
    assert person.is_staff


def test_create_groups_works_with_a_migrations_historical_models():
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    historical = executor.loader.project_state(executor.loader.graph.leaf_nodes()).apps
    Permission.objects.all().delete()
    remove_groups(historical, SimpleNamespace(connection=connection))
    create_groups(historical, SimpleNamespace(connection=connection))
    assert "templatesapp.change_protected_template" in rights(MANAGER)
    assert "drafting.view_draft" in rights(REVIEWER)
    assert not {name for name in rights(REVIEWER) if "historical" in name}
    remove_groups(historical, SimpleNamespace(connection=connection))
    assert not Group.objects.exists()
