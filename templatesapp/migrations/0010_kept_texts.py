"""One table for what is typed, also into replies; drafting brings its own along."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('templatesapp', '0009_typed_forms'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='typedform',
            name='one_typed_form_a_person_and_place',
        ),
        migrations.RenameModel(old_name='TypedForm', new_name='KeptText'),
        migrations.AddConstraint(
            model_name='kepttext',
            constraint=models.UniqueConstraint(fields=('person', 'place'), name='one_kept_text_a_person_and_place'),
        ),
    ]
