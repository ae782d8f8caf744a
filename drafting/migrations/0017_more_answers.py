"""Answers are found more surely, so a letter may hold six; another number than two was somebody's
choice and stays."""

from __future__ import annotations

import django.core.validators
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BEFORE, AFTER = 2, 6


def allow_more(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _replace(apps, BEFORE, AFTER)


def allow_fewer(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _replace(apps, AFTER, BEFORE)


def _replace(apps: Apps, old: int, new: int) -> None:
    settings = apps.get_model("drafting", "DraftingSettings")
    settings.objects.filter(maximum_injections=old).update(maximum_injections=new)


class Migration(migrations.Migration):
    dependencies = [("drafting", "0016_receipts")]

    operations = [
        migrations.AlterField(
            "draftingsettings",
            "maximum_injections",
            models.PositiveSmallIntegerField(
                default=6,
                help_text="Knowledge answers put into one draft, promoted ones not counted.",
                validators=[django.core.validators.MaxValueValidator(10)],
            ),
        ),
        migrations.AlterField(
            "historicaldraftingsettings",
            "maximum_injections",
            models.PositiveSmallIntegerField(
                default=6,
                help_text="Knowledge answers put into one draft, promoted ones not counted.",
                validators=[django.core.validators.MaxValueValidator(10)],
            ),
        ),
        migrations.RunPython(allow_more, allow_fewer),
    ]
