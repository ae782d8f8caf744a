"""What several tables of learning have alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from templatesapp.columns import maybe

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from templatesapp.models import EmailTemplate

PERCENT = [MinValueValidator(0), MaxValueValidator(100)]


def letter(
    help_text: str, related_name: str = "+", *, on_delete: Any = models.PROTECT, **more: Any
) -> models.ForeignKey[EmailTemplate | None]:
    to = "templatesapp.EmailTemplate"
    return maybe(to, related_name, help_text, on_delete=on_delete, **more)


class Signed(models.Model):
    """A row whose history says who changed it and why."""

    # simple-history reads them.
    _history_user: User | None
    _change_reason: str

    class Meta:
        abstract = True

    def save_signed(
        self, *, by: User | None, reason: str, fields: Sequence[str] | None = None
    ) -> None:
        self._history_user = by
        self._change_reason = reason
        self.save(update_fields=fields)
