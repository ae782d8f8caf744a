"""A desk's own reader was trained on other features than mail is read by now: none of them is live
any more, mail is read with what is shipped, and the next candidate learns from the same mail."""

from typing import Any

from django.db import migrations
from django.utils import timezone

REASON = "Mail is read by other features now: a new candidate can be made."


def retire(apps: Any, _editor: Any) -> None:
    versions = apps.get_model("drafting", "ReaderVersion").objects
    kept = apps.get_model("drafting", "HistoricalReaderVersion")
    names = [f.attname for f in kept._meta.concrete_fields if not f.name.startswith("history_")]
    for version in versions.filter(state__in=["live", "candidate"]):
        version.state = "former"
        version.save(update_fields=["state"])
        kept.objects.create(
            **{name: getattr(version, name) for name in names},
            history_type="~",
            history_date=timezone.now(),
            history_change_reason=REASON,
        )


class Migration(migrations.Migration):
    dependencies = [("drafting", "0024_waiting_since")]

    operations = [migrations.RunPython(retire, migrations.RunPython.noop)]
