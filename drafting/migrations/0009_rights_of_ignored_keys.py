"""The groups' permissions of the models that came since: ignored keys are read by every reviewer."""

from django.db import migrations

from drafting.access.groups import create_groups


class Migration(migrations.Migration):
    dependencies = [
        ("drafting", "0008_sending_paused"),
        ("learning", "0005_calibration_proof"),
        ("templatesapp", "0005_concepts"),
    ]
    operations = [migrations.RunPython(create_groups, migrations.RunPython.noop)]
