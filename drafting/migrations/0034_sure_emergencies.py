from django.db import migrations, models

_MAY_BE, _SURE = 3, 4
_URGENCIES = [
    (0, 'none'),
    (1, 'high'),
    (2, 'critical'),
    (3, 'may be an emergency'),
    (4, 'emergency'),
]


def carry(apps, schema_editor):
    """Unanswered mail whose draft tells the guest whom to call."""
    message, thread = (apps.get_model("drafting", name) for name in ("Message", "Thread"))
    waiting = message.objects.filter(direction="in", answered_by=None, is_automated=False)
    waiting = waiting.exclude(contact__is_blocked=True)
    sure = waiting.filter(drafts__acknowledgement__acknowledges="emergency")
    found = dict(sure.values_list("pk", "thread_id"))
    message.objects.filter(pk__in=found).update(urgency=_SURE)
    thread.objects.filter(pk__in=found.values()).update(urgency=_SURE)


def carry_back(apps, schema_editor):
    for name in ("Message", "Thread"):
        apps.get_model("drafting", name).objects.filter(urgency=_SURE).update(urgency=_MAY_BE)


def _known(name):
    known = models.Q(('urgency__in', [value for value, _ in _URGENCIES]))
    return migrations.AddConstraint(
        model_name=name,
        constraint=models.CheckConstraint(condition=known, name=f'{name}_urgency_known'),
    )


class Migration(migrations.Migration):

    dependencies = [
        ('drafting', '0033_skips_are_stops'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='message', name='message_urgency_known'),
        migrations.RemoveConstraint(model_name='thread', name='thread_urgency_known'),
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
        migrations.RunPython(carry, carry_back),
    ]
