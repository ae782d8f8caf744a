"""Choices stored with drafts. Values are lower case and never renamed."""

from django.db import models

from drafting.pipeline.check.delivery import DeliveryStatus as DeliveryStatus


class Selection(models.TextChoices):
    AUTO = "auto", "Selected"
    SUGGEST = "suggest", "Suggested"
    NONE = "none", "Nothing selected"


DELIVERY_CHOICES = [
    (DeliveryStatus.READY.value, "Ready"),
    (DeliveryStatus.NEEDS_FOLLOW_UP.value, "Needs follow-up"),
    (DeliveryStatus.BLOCKED.value, "Blocked"),
]


class RefinementSource(models.TextChoices):
    """Who rewrote. ``codex`` is reserved: accepted, produced by nothing here."""

    CLAUDE_CLI = "claude-cli", "Claude"
    CODEX = "codex", "Codex (reserved)"
    STAFF = "staff", "A person of the staff"
    NONE = "none", "Unchanged"
