"""Choices stored with drafts. Values are lower case and never renamed."""

from django.db import models

from drafting.pipeline.check.quality import DeliveryStatus as DeliveryStatus
from drafting.tables import table_beside


class Selection(models.TextChoices):
    AUTO = "auto", "Selected"
    SUGGEST = "suggest", "Suggested"
    NONE = "none", "Nothing selected"


_WORDS = table_beside(__file__)  # of choices that the pipeline makes
DELIVERY_CHOICES = list(_WORDS["delivery"].items())
WAITS_FOR_CHOICES = list(_WORDS["waits_for"].items())


class RefinementSource(models.TextChoices):
    """Who rewrote. ``codex`` is reserved: accepted, produced by nothing here."""

    CLAUDE_CLI = "claude-cli", "Claude"
    CODEX = "codex", "Codex (reserved)"
    STAFF = "staff", "A person of the staff"
    NONE = "none", "Unchanged"
