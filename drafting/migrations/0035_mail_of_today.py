from django.db import migrations, models
from django.db.models import F

_URGENCIES = [
    (0, 'none'),
    (1, 'needed today'),
    (2, 'high'),
    (3, 'critical'),
    (4, 'may be an emergency'),
    (5, 'emergency'),
]


def carry(apps, schema_editor):
    """Each tier makes room for the new one below it. What waits keeps the place that it has."""
    _move(apps, 1)


def carry_back(apps, schema_editor):
    """What was of today is of no tier again."""
    _move(apps, -1)


def _move(apps, step):
    for name in ("Message", "Thread"):
        rows = apps.get_model("drafting", name).objects.filter(urgency__gt=0)
        rows.update(urgency=F("urgency") + step)


def _known(name):
    known = models.Q(('urgency__in', [value for value, _ in _URGENCIES]))
    return migrations.AddConstraint(
        model_name=name,
        constraint=models.CheckConstraint(condition=known, name=f'{name}_urgency_known'),
    )


class Migration(migrations.Migration):

    dependencies = [
        ('drafting', '0034_sure_emergencies'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='message', name='message_urgency_known'),
        migrations.RemoveConstraint(model_name='thread', name='thread_urgency_known'),
        migrations.RunPython(carry, carry_back),
        migrations.AlterField(
            model_name='message',
            name='urgency',
            field=models.PositiveSmallIntegerField(choices=_URGENCIES, default=0),
        ),
        migrations.AlterField(
            model_name='thread',
            name='urgency',
            field=models.PositiveSmallIntegerField(choices=_URGENCIES, default=0, help_text='The highest among its unanswered mail: an emergency before any tier.'),
        ),
        _known('message'),
        _known('thread'),
    ]
