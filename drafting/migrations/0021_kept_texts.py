"""What staff have typed for a reply moves into the table of all that is typed."""

from django.db import migrations


def bring_along(apps, schema_editor):
    kept = apps.get_model('templatesapp', 'KeptText').objects.using(schema_editor.connection.alias)
    rows = apps.get_model('drafting', 'KeptText').objects.using(schema_editor.connection.alias)
    for row in rows.all():
        kept.create(
            person_id=row.person_id,
            place=f'reply:{row.thread_id}:{row.mail_id or ""}',
            texts={'subject': row.subject, 'body': row.body},
            kept_at=row.kept_at,
        )


def take_back(apps, schema_editor):
    """What a later version kept with more fields goes back with the two that the old one has."""
    kept = apps.get_model('templatesapp', 'KeptText').objects.using(schema_editor.connection.alias)
    rows = apps.get_model('drafting', 'KeptText').objects.using(schema_editor.connection.alias)
    for text in kept.filter(place__startswith='reply:'):
        thread_id, mail_id = text.place.split(':')[1:]
        rows.create(
            person_id=text.person_id,
            thread_id=int(thread_id),
            mail_id=int(mail_id) if mail_id else None,
            subject=text.texts.get('subject', ''),
            body=text.texts['body'],
            kept_at=text.kept_at,
        )
        text.delete()


class Migration(migrations.Migration):

    dependencies = [
        ('drafting', '0020_reminders'),
        ('templatesapp', '0010_kept_texts'),
    ]

    operations = [
        migrations.RunPython(bring_along, take_back),
        migrations.DeleteModel(name='KeptText'),
    ]
