from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("drafting", "0017_more_answers")]

    operations = [
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(fields=["state", "created_at", "id"], name="outgoing_waiting"),
        ),
    ]
