"""What several tables of learning have alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from templatesapp.models import EmailTemplate

PERCENT = [MinValueValidator(0), MaxValueValidator(100)]


def letter(
    help_text: str,
    *,
    verbose_name: str | None = None,
    related_name: str = "+",
    on_delete: Any = models.PROTECT,
) -> models.ForeignKey[EmailTemplate | None]:
    return models.ForeignKey(
        "templatesapp.EmailTemplate",
        null=True,
        blank=True,
        on_delete=on_delete,
        related_name=related_name,
        help_text=help_text,
        verbose_name=verbose_name,
    )


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
