"""Attempts learn until when their voice counts: a key displaces no voice but its own."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def overrule(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    event = apps.get_model("learning", "RefinementEvent")
    several = event.objects.filter(attempt__gt=1).values("draft_id")
    rows = event.objects.filter(draft_id__in=several).order_by("draft_id", "attempt")
    columns = rows.only("draft_id", "attempt", "created_at", "staff", "agent")
    changed = []
    for _, attempts in groupby(columns.iterator(), key=lambda row: row.draft_id):
        changed += _overruled(list(attempts))
    event.objects.bulk_update(changed, ["overruled_at"], batch_size=500)


def _overruled(attempts: list[Any]) -> list[Any]:
    for place, row in enumerate(attempts):
        later = [
            other
            for other in attempts[place + 1 :]
            if other.staff or (not row.staff and other.agent == row.agent)
        ]
        if not row.staff and any(other.staff for other in attempts[:place]):
            row.overruled_at = row.created_at
        elif later:
            row.overruled_at = later[0].created_at
    return [row for row in attempts if row.overruled_at is not None]


class Migration(migrations.Migration):
    dependencies = [("learning", "0012_translations")]

    operations = [
        migrations.AddField(
            model_name="refinementevent",
            name="overruled_at",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When the same voice said otherwise, or a person decided: it counts till then.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="refinementevent",
            name="is_at_a_glance",
            field=models.BooleanField(
                default=False,
                help_text="The person released several at once: weighs as a key's word.",
            ),
        ),
        migrations.RunPython(overrule, migrations.RunPython.noop, elidable=True),
    ]
