from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("drafting", "0026_unanswered_mail_by_thread"),
    ]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="waits_for_person",
            field=models.BooleanField(default=False, help_text="Whatever its text becomes."),
        ),
    ]
