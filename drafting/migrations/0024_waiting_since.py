from typing import Any

import django.utils.timezone
from django.db import migrations, models
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def tell_since_when(apps: Any, _editor: Any) -> None:
    unanswered = apps.get_model("drafting", "Message").objects.filter(
        thread=OuterRef("thread"), direction="in", is_automated=False, answered_by=None
    )
    oldest = unanswered.order_by("received_at").values("received_at")[:1]
    mails = apps.get_model("drafting", "OutgoingMail").objects
    mails.update(waiting_since=Coalesce(Subquery(oldest), "created_at"))


class Migration(migrations.Migration):
    dependencies = [("drafting", "0023_plain_words")]

    operations = [
        migrations.AddField(
            model_name="outgoingmail",
            name="waiting_since",
            field=models.DateTimeField(
                default=django.utils.timezone.now,
                help_text="When the oldest mail that it answers came; when it was written for none.",
            ),
        ),
        migrations.RunPython(tell_since_when, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(fields=["state", "waiting_since", "id"], name="outgoing_longest"),
        ),
    ]
