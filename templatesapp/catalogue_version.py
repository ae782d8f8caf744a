"""Every history row of what the desk may say raises the catalogue version, in its transaction.

The one signal of the project: the history row is written on every path (admin, service, import,
revert), so no path can forget the version. Bulk writes send no signal and call
``raise_catalogue_version`` themselves.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import F
from simple_history.signals import post_create_historical_record


def connect() -> None:
    """Listen to the history rows of the catalogue's models."""
    post_create_historical_record.connect(_on_history_row, dispatch_uid="catalogue_version")


def raise_catalogue_version() -> None:
    """One UPDATE; its row lock lasts until the caller's transaction ends."""
    from templatesapp.models import CatalogueVersion

    # The migration made the row; a database that was emptied since gets it again.
    row = CatalogueVersion.objects.filter(pk=1)
    if not row.update(number=F("number") + 1, stamp=uuid.uuid4()):
        CatalogueVersion.objects.get_or_create(pk=1, defaults={"number": 1})


def _on_history_row(sender: Any, instance: Any, **kwargs: Any) -> None:
    if getattr(instance, "raises_catalogue_version", False):
        raise_catalogue_version()
