"""The admin's own log, where it would outlive what it names."""

from collections.abc import Iterable

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model


def delete_log_entries(model: type[Model], ids: Iterable[object]) -> None:
    """The admin's log names what it logged by its text: a subject, an address, a memory."""
    kind = ContentType.objects.get_for_model(model)
    LogEntry.objects.filter(content_type=kind, object_id__in=[str(pk) for pk in ids]).delete()
