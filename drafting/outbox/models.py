"""Whom we do not write to."""

from __future__ import annotations

from django.db import models
from simple_history.models import HistoricalRecords

from drafting.mail.models import MAX_ADDRESS_CHARACTERS

__all__ = ["SuppressedAddress"]


class SuppressedAddress(models.Model):
    """An address that nothing is sent to: mail to it bounced for good, or a person said so."""

    address = models.CharField(
        max_length=MAX_ADDRESS_CHARACTERS, unique=True, help_text="In lower case."
    )
    reason = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        app_label = "drafting"
        ordering = ["address"]
        verbose_name = "suppressed address"
        verbose_name_plural = "suppressed addresses"

    def __str__(self) -> str:
        return self.address
