"""Choices stored with drafts. Values are lower case and never renamed."""

from __future__ import annotations

from django.db import models


class Selection(models.TextChoices):
    AUTO = "auto", "Selected"
    SUGGEST = "suggest", "Suggested"
    NONE = "none", "Nothing selected"


class DeliveryStatus(models.TextChoices):
    READY = "ready", "Ready"
    NEEDS_FOLLOW_UP = "needs_follow_up", "Needs follow-up"
    BLOCKED = "blocked", "Blocked"


class RewriteReason(models.TextChoices):
    """Why an agent or a person rewrote a draft; only two of them speak about the choice."""

    NONE = "none", "None given"
    STYLE = "style", "Style"
    WRONG_TEMPLATE = "wrong-template", "Wrong template"
    MISSING_INFO = "missing-info", "Missing information"
    LANGUAGE_ADAPT = "language-adapt", "Language adapted"


class RefinementSource(models.TextChoices):
    """Who rewrote. ``codex`` is reserved: accepted, produced by nothing here."""

    CLAUDE_CLI = "claude-cli", "Claude"
    CODEX = "codex", "Codex (reserved)"
    STAFF = "staff", "A person of the staff"
    NONE = "none", "Unchanged"


class Source(models.TextChoices):
    LIVE = "live", "Live"
    SAMPLE = "sample", "Sample"
