"""Walks over migrations in a third of their time: each field and each state is made once."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState
from django.db.models import Field

from drafting.desk.search import keep_search_index

_clone, _mutate_state = Field.clone, Migration.mutate_state
_find_reload_model = ProjectState._find_reload_model


def waiting() -> list[tuple[Migration, bool]]:
    """What is not applied."""
    executor = MigrationExecutor(connection)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


@contextmanager
def quick_states() -> Iterator[None]:
    """For who walks: afterwards the newest migration is applied again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Field, "clone", _copied)
        patch.setattr(Migration, "mutate_state", _without_models)
        patch.setattr(ProjectState, "_find_reload_model", _alone)
        keep_search_index()
        yield
        if waiting():
            call_command("migrate", verbosity=0)
        keep_search_index()  # went with its tables, where a test came back by itself


def _copied(field: Field) -> Field:
    """A state's field that belongs to no model and points at none is copied as it is: Django takes
    it apart and builds it anew, a third of the time in which it makes a model."""
    if field.is_relation or hasattr(field, "model"):
        return _clone(field)
    copied = copy.copy(field)
    copied.creation_counter = Field.creation_counter  # the order of columns
    Field.creation_counter += 1
    return copied


def _without_models(
    migration: Migration, project_state: ProjectState, preserve: bool = True
) -> ProjectState:
    """Before it goes back, Django makes the models after each operation, which nobody asks for;
    now who asks makes them."""
    state = project_state.clone() if preserve else project_state
    state.__dict__.pop("apps", None)
    return _mutate_state(migration, state, preserve=False)


def _alone(
    state: ProjectState, app_label: str, model_name: str, delay: bool = False
) -> set[tuple[str, str]]:
    """Where a field changes that points at nothing, its model is made anew, and not all that point
    at it: before a migration reads rows, Django makes all of them, as it knows of a delay."""
    if not delay:
        return _find_reload_model(state, app_label, model_name)
    state.is_delayed = True
    return {(app_label, model_name)}
