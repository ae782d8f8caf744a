"""Events of before learn what was picked for their draft, and which attempt was its last."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

COPIED = (
    "scenario_category",
    "template_id",
    "template_category",
    "template_text_hash",
    "learning_epoch",
    "is_composite",
)

# Of our own column names only.
COPY = f"""
UPDATE learning_refinementevent
SET {", ".join(f"{name} = picked.{name}" for name in COPIED)},
    selected_at = picked.created_at, selected_source = picked.source
FROM learning_selectionevent AS picked
WHERE picked.draft_id = learning_refinementevent.draft_id
"""  # noqa: S608

SUPERSEDE = """
UPDATE learning_refinementevent
SET superseded_at = found.later
FROM (
    SELECT id, LEAD(created_at) OVER (PARTITION BY draft_id ORDER BY attempt) AS later
    FROM learning_refinementevent
) AS found
WHERE found.id = learning_refinementevent.id AND found.later IS NOT NULL
"""

REFINE = """
UPDATE learning_selectionevent
SET refined_at = found.earliest
FROM (
    SELECT draft_id, MIN(created_at) AS earliest
    FROM learning_refinementevent
    GROUP BY draft_id
) AS found
WHERE found.draft_id = learning_selectionevent.draft_id
"""


def copy_what_was_picked(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == "postgresql":
            # After a restore the planner may take the tables for empty, and loop over all pairs.
            cursor.execute("SET LOCAL enable_nestloop = off")
        for statement in (COPY, SUPERSEDE, REFINE):
            cursor.execute(statement)


class Migration(migrations.Migration):
    """Apart from the columns: PostgreSQL alters no table whose changed rows it has yet to check."""

    dependencies = [("learning", "0002_last_attempt")]

    operations = [
        migrations.RunPython(copy_what_was_picked, migrations.RunPython.noop, elidable=True)
    ]
