"""The groups of the staff and their permissions."""

from django.db import migrations

from drafting.access.groups import create_groups, remove_groups


class Migration(migrations.Migration):
    dependencies = [
        ("drafting", "0001_initial"),
        ("learning", "0001_initial"),
        ("templatesapp", "0002_catalogue_version"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(create_groups, remove_groups)]
