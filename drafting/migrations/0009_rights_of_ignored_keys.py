"""The groups' permissions of models that came since: reviewers see the ignored keys, too."""

from django.db import migrations

from drafting.access.groups import create_groups


class Migration(migrations.Migration):
    dependencies = [
        ("drafting", "0008_sending_paused"),
        ("learning", "0005_calibration_proof"),
        ("templatesapp", "0005_concepts"),
    ]
    operations = [migrations.RunPython(create_groups, migrations.RunPython.noop)]
