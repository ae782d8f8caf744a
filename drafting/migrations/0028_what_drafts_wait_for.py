from django.db import migrations, models

_CHOICES = [
    ("proof", "Nobody has said yet what must be true for this letter to be sent."),
    ("answer", "It says that the mail was read; the answer is yours."),
    ("case", "The letter is for a case that somebody sees to: is this mail one?"),
    ("letter", "The letter is the likeliest, not a sure one: is it the right one?"),
    ("ask", "The mail may ask for something more: is all of it answered?"),
    ("deed", "The guest may want something looked up or done, beside an answer."),
]


def carry(apps, schema_editor):
    """Why was not kept; most waited since the letter was no sure one."""
    drafts = apps.get_model("drafting", "Draft").objects.filter(waits_for_person=True)
    drafts.filter(acknowledgement=None).update(waits_for="letter")
    drafts.exclude(acknowledgement=None).update(waits_for="answer")


def carry_back(apps, schema_editor):
    drafts = apps.get_model("drafting", "Draft").objects
    drafts.exclude(waits_for="").update(waits_for_person=True)


class Migration(migrations.Migration):
    dependencies = [
        ("drafting", "0027_waiting_drafts"),
    ]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="waits_for",
            field=models.CharField(
                blank=True,
                choices=_CHOICES,
                default="",
                help_text="Whatever its text becomes.",
                max_length=8,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(carry, carry_back),
        migrations.RemoveField(model_name="draft", name="waits_for_person"),
    ]
