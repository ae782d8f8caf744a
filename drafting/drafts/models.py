"""Tables of drafts (generated answers) and of what an agent or a person made of them."""

from __future__ import annotations

import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone

from drafting.drafts.choices import (
    DELIVERY_CHOICES,
    WAITS_FOR_CHOICES,
    RefinementSource,
    Selection,
)
from drafting.mail.models import Message
from drafting.mail.work_models import Batch
from learning.events.choices import REASON_CHOICES, Reason, Source
from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.columns import maybe, person
from templatesapp.models import EmailTemplate

MAX_DRAFT_CHARACTERS = 20_000
MAX_SUBJECT_CHARACTERS = 400
PERCENT = [MinValueValidator(0), MaxValueValidator(100)]


class Draft(models.Model):
    """What ``drafts/generate`` returned, kept as evidence: identity and protection are judged
    against this row, never against what a caller sends back."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    message = maybe(
        Message,
        "drafts",
        "The newest message that it answers; empty for a posted plan.",
        on_delete=models.CASCADE,
    )
    batch = maybe(Batch, "drafts", "The messages that it answers, where it was made under a claim.")
    agent = models.CharField(max_length=80, help_text="Public prefix of the agent's key.")
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.LIVE)
    created_at = models.DateTimeField(db_index=True)
    request_hash = models.CharField(
        max_length=64, blank=True, help_text="Of what was asked; the same again is this draft."
    )
    action_plan = models.JSONField()
    scenario_category = models.CharField(max_length=20, choices=CATEGORY_CHOICES)
    language = models.CharField(max_length=5)
    template = maybe(EmailTemplate, "+", verbose_name="letter")
    template_version = models.PositiveIntegerField(null=True, blank=True)
    selection = models.CharField(max_length=8, choices=Selection.choices)
    confidence = models.FloatField(default=0, validators=PERCENT)
    ranker = models.JSONField(help_text="Candidates with their scores and evidence.")
    composite = models.BooleanField(default=False)
    subject = models.CharField(max_length=MAX_SUBJECT_CHARACTERS, blank=True)
    body_plain = models.TextField()
    question_blocks = models.JSONField(default=list)
    outcomes = models.JSONField(default=list, help_text="What the text does with each ask.")
    origins = models.JSONField(default=dict, help_text="Where each of our own sentences is from.")
    left_out = models.JSONField(
        default=list, help_text="Sentences that do not stand in it, and why."
    )
    states = models.JSONField(default=dict, help_text="What the caller says to have looked up.")
    rests_on_state = models.BooleanField(default=False)
    waits_for = models.CharField(
        max_length=8, choices=WAITS_FOR_CHOICES, blank=True, help_text="Whatever its text becomes."
    )
    matched_facts = models.JSONField(default=dict, help_text="Facts that the text states, as said.")
    acknowledgement = maybe(EmailTemplate, "+", "The text that stands in place of a letter.")
    sources_used = models.JSONField(default=list)
    slots = models.JSONField(default=dict, help_text="Values filled in and where they went.")
    policy = models.JSONField(default=dict)
    quality = models.JSONField(default=dict)
    delivery_status = models.CharField(max_length=16, choices=DELIVERY_CHOICES)
    is_protected = models.BooleanField(default=False)
    catalogue_version = models.PositiveBigIntegerField()
    blanked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["scenario_category", "-created_at"])]

    def __str__(self) -> str:
        made = timezone.localtime(self.created_at)
        return f"Draft of {made.day} {made:%b %Y, %H:%M} · {self.get_scenario_category_display()}"

    @property
    def last_attempt(self) -> Attestation | None:
        """One query for one row, or none where the attempts were read before."""
        if "attestations" in getattr(self, "_prefetched_objects_cache", {}):
            return max(self.attestations.all(), key=lambda one: one.attempt, default=None)
        return self.attestations.order_by("-attempt").first()


class Attestation(models.Model):
    """One attempt at the final text of a draft, with its quality as judged when it came."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="attestations")
    attempt = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    body_plain = models.TextField(max_length=MAX_DRAFT_CHARACTERS)
    text_hash = models.CharField(max_length=64)
    sent_hash = models.CharField(
        max_length=64, blank=True, help_text="Of the text as it was sent in, refused or not."
    )
    refinement_applied = models.BooleanField()
    refinement_source = models.CharField(max_length=12, choices=RefinementSource.choices)
    rewrite_reason = models.CharField(
        max_length=16, choices=REASON_CHOICES, default=Reason.NONE.value
    )
    corrected_category = models.CharField(max_length=20, choices=CATEGORY_CHOICES, blank=True)
    corrected_template_id = models.CharField(
        max_length=20, blank=True, help_text="The letter that its writer names as the right one."
    )
    outcomes = models.JSONField(default=list)
    matched_facts = models.JSONField(default=dict)
    insisted = models.CharField(
        max_length=500, blank=True, help_text="Why a person lets a finding stand."
    )
    edit_distance_pct = models.FloatField(validators=PERCENT)
    original_matches = models.BooleanField(default=True)
    quality = models.JSONField(default=dict)
    delivery_status = models.CharField(max_length=16, choices=DELIVERY_CHOICES)
    agent = models.CharField(max_length=80, blank=True)
    person = person()
    context = models.TextField(blank=True, max_length=2000)

    class Meta:
        ordering = ["draft_id", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "attempt"], name="one_attestation_per_attempt")
        ]

    def __str__(self) -> str:
        return f"Attempt {self.attempt} of {str(self.draft_id)[:8]}"
