"""Choices stored with drafts. Values are lower case and never renamed."""

from django.db import models

from drafting.pipeline.check.quality import DeliveryStatus as DeliveryStatus
from drafting.pipeline.check.quality import WaitsFor


class Selection(models.TextChoices):
    AUTO = "auto", "Selected"
    SUGGEST = "suggest", "Suggested"
    NONE = "none", "Nothing selected"


DELIVERY_CHOICES = [
    (DeliveryStatus.READY.value, "Ready"),
    (DeliveryStatus.NEEDS_FOLLOW_UP.value, "Needs follow-up"),
    (DeliveryStatus.BLOCKED.value, "Blocked"),
]

WAITS_FOR_CHOICES = [
    (WaitsFor.PROOF.value, "Nobody has said yet what must be true for this letter to be sent."),
    (WaitsFor.ANSWER.value, "It says that the mail was read; the answer is yours."),
    (WaitsFor.CASE.value, "The letter is for a case that somebody sees to: is this mail one?"),
    (
        WaitsFor.LETTER.value,
        "The letter is the likeliest, not a sure one: is it the right one?",
    ),
    (WaitsFor.ASK.value, "The mail may ask for something more: is all of it answered?"),
    (WaitsFor.DEED.value, "The guest may want something looked up or done, beside an answer."),
]


class RefinementSource(models.TextChoices):
    """Who rewrote. ``codex`` is reserved: accepted, produced by nothing here."""

    CLAUDE_CLI = "claude-cli", "Claude"
    CODEX = "codex", "Codex (reserved)"
    STAFF = "staff", "A person of the staff"
    NONE = "none", "Unchanged"
