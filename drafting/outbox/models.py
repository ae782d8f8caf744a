"""Whom we do not write to, and files of replies."""

from django.db import models
from simple_history.models import HistoricalRecords

from drafting.mail.models import (
    MAX_ADDRESS_CHARACTERS,
    MAX_CONTENT_TYPE_CHARACTERS,
    MAX_FILENAME_CHARACTERS,
)
from drafting.mail.work_models import OutgoingMail
from templatesapp.columns import person


class SuppressedAddress(models.Model):
    """An address that nothing is sent to: mail to it bounced for good, or a person said so."""

    address = models.CharField(
        max_length=MAX_ADDRESS_CHARACTERS, unique=True, help_text="In lower case."
    )
    reason = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["address"]
        verbose_name = "suppressed address"
        verbose_name_plural = "suppressed addresses"

    def __str__(self) -> str:
        return self.address


class ReplyFile(models.Model):
    """A file that leaves with a mail of ours. Kept and erased with it."""

    outgoing_mail = models.ForeignKey(OutgoingMail, on_delete=models.CASCADE, related_name="files")
    filename = models.CharField(max_length=MAX_FILENAME_CHARACTERS)
    content_type = models.CharField(max_length=MAX_CONTENT_TYPE_CHARACTERS)
    size_bytes = models.PositiveIntegerField()
    content = models.BinaryField()
    person = person("Empty: the agent of the mail.")

    class Meta:
        ordering = ["outgoing_mail", "pk"]

    def __str__(self) -> str:
        return self.filename
