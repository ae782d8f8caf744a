"""Tables of wishes (sentences that rewrites add or change) and of the proposals made of them.
Nothing personal stands in these tables: texts are slotted and redacted before they are stored.
Values of choices are never renamed."""

import uuid

from django.db import models
from simple_history.models import HistoricalRecords

from templatesapp.choices import CATEGORY_CHOICES, language_choices
from templatesapp.columns import PERCENT, Signed, is_known, letter, listed, maybe, one_of, person
from templatesapp.models import EmailTemplate


class ProposalType(models.TextChoices):
    PATCH = "patch", "Change of a letter"
    NEW = "new", "New letter"
    TRANSLATION = "translation", "Letter in another language"


class Change(models.TextChoices):
    """What a rewrite did to one sentence of a letter, or to all of it."""

    ADDED = "added", "A sentence was added"
    REPLACED = "replaced", "A sentence was replaced"
    DROPPED = "dropped", "A sentence was dropped"
    LANGUAGE = "language", "The letter was put into another language"


class ReviewState(models.TextChoices):
    """Only ``pending`` waits for a person; every other state has left the queue."""

    PENDING = "pending", "Pending"
    APPROVED = "approved", "Approved"
    REJECTED = "rejected", "Rejected"
    ROLLED_BACK = "rolled_back", "Rolled back"
    EXPIRED = "expired", "Expired"  # nobody looked at it in time
    WITHDRAWN = "withdrawn", "Withdrawn"  # a later attempt took its place


class RejectReason(models.TextChoices):
    """Why a proposal is refused. The order is that of the digits in the review queue."""

    ONE_OFF = "one-off", "Only true for this guest"
    WRONG_FACT = "wrong-fact", "Says something wrong"
    NOT_BETTER = "not-better", "No better than the live text"
    TONE = "tone", "Not how we write"
    DUPLICATE = "duplicate", "Another letter says it already"
    OTHER = "other", "Other"


# A person has said no to these texts: they come back only with twice the evidence.
DECLINED_STATES = (ReviewState.REJECTED, ReviewState.ROLLED_BACK)


# Blanked by retention, so they may not live on in the history rows.
BODY_FIELDS = [
    *("previous_body", "original_body_redacted", "proposed_subject", "proposed_body_redacted"),
    *("edited_subject", "edited_body", "email_subject", "beside", "sentence", "findings"),
]
_UNDECIDED = (ReviewState.PENDING, ReviewState.WITHDRAWN)


class TemplateProposal(Signed):
    """One sentence of a template changed, a new template, or a template in another language.
    ``previous_body`` is the text it was made from, of a translation the one that is translated;
    ``base_version`` and ``base_text_hash`` are its, also after it was carried over to another.
    ``beside`` and ``sentence`` as in ``ProposalEvidence``; old ones and translations have none."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    type = one_of(ProposalType, 11)
    created_at = models.DateTimeField()
    source_template = letter(
        "The letter that the draft was made from.", verbose_name="letter", related_name="proposals"
    )
    target_template_id = models.CharField(
        max_length=20, blank=True, help_text="Of a translation: the letter that gets a language."
    )
    base_version = models.PositiveIntegerField(null=True, blank=True)
    base_text_hash = models.CharField(max_length=64, blank=True)
    scenario_category = models.CharField(max_length=20, choices=CATEGORY_CHOICES)
    language = models.CharField(max_length=2, choices=language_choices)
    change = one_of(Change, 8, blank=True)
    beside = models.TextField(blank=True)
    sentence = models.TextField(blank=True)
    previous_body = models.TextField(blank=True)
    original_body_redacted = models.TextField(blank=True)
    proposed_subject = models.CharField(max_length=200, blank=True)
    proposed_body_redacted = models.TextField(blank=True)
    proposed_text_hash = models.CharField(max_length=64)
    edited_subject = models.CharField(
        max_length=200, blank=True, help_text="What a person made of it before approving."
    )
    edited_body = models.TextField(blank=True)
    email_subject = models.CharField(max_length=400, blank=True, help_text="Redacted.")
    rewrite_reason = models.CharField(max_length=16)
    edit_distance_pct = models.FloatField(validators=PERCENT)
    pii_redaction_applied = models.BooleanField(default=False)
    evidence_count = models.PositiveIntegerField(
        default=1, help_text="Different guests whose drafts led here."
    )
    findings = listed("Lint when it was made.")
    review_state = one_of(ReviewState, 12, default=ReviewState.PENDING)
    decided_by = person()
    decided_at = models.DateTimeField(null=True, blank=True)
    reject_reason = one_of(RejectReason, 12, blank=True)
    decision_note = models.CharField(max_length=500, blank=True)
    evidence_at_decision = models.PositiveIntegerField(
        default=0, help_text="A rejected text comes back when its evidence is twice this."
    )
    applied_template = letter(
        "The letter that carries the approved text.",
        verbose_name="new letter",
        related_name="applied_proposals",
    )
    replaced_version = models.PositiveIntegerField(
        null=True, blank=True, help_text="Its version before the approval; what roll back restores."
    )
    applied_version = models.PositiveIntegerField(null=True, blank=True)
    retention_expires_at = models.DateTimeField(db_index=True)
    blanked_at = models.DateTimeField(null=True, blank=True)
    history = HistoricalRecords(excluded_fields=BODY_FIELDS)

    class Meta:
        ordering = ["-evidence_count", "created_at", "id"]
        verbose_name = "proposal"
        indexes = [
            models.Index(fields=["review_state", "-evidence_count", "created_at"]),
            models.Index(fields=["source_template", "review_state"]),
        ]
        constraints = [
            is_known("review_state", ReviewState, "proposal_state_is_known"),
            models.CheckConstraint(
                condition=models.Q(type=ProposalType.NEW)
                | models.Q(
                    type__in=(ProposalType.PATCH, ProposalType.TRANSLATION),
                    source_template__isnull=False,
                    base_version__isnull=False,
                ),
                name="proposal_patch_has_a_base",
            ),
            models.CheckConstraint(
                condition=models.Q(review_state__in=_UNDECIDED, decided_at__isnull=True)
                | (~models.Q(review_state__in=_UNDECIDED) & models.Q(decided_at__isnull=False)),
                name="proposal_decided_has_its_time",
            ),
            models.UniqueConstraint(
                fields=["source_template", "proposed_text_hash"],
                condition=models.Q(review_state=ReviewState.PENDING, type=ProposalType.PATCH),
                name="one_pending_patch_per_text",
            ),
            models.UniqueConstraint(
                fields=["scenario_category", "language", "proposed_text_hash"],
                condition=models.Q(review_state=ReviewState.PENDING, type=ProposalType.NEW),
                name="one_pending_new_per_text",
            ),
            models.UniqueConstraint(
                fields=["target_template_id", "language"],
                condition=models.Q(review_state=ReviewState.PENDING, type=ProposalType.TRANSLATION),
                name="one_pending_translation_per_language",
            ),
        ]
        permissions = [
            ("decide_templateproposal", "Can approve, reject, roll back and undo proposals")
        ]

    def __str__(self) -> str:
        name = self.source_template.template_id if self.source_template else "new"
        return f"{name} · {self.scenario_category} · {self.get_review_state_display()}"

    @property
    def label(self) -> str:
        """ "T12" for a patch, "T12 in Italian", "new breakfast" for a new letter."""
        if self.type == ProposalType.TRANSLATION:
            return f"{self.target_template_id} in {self.get_language_display()}"
        return self.base.template_id if self.base else f"new {self.scenario_category}"

    @property
    def base(self) -> EmailTemplate | None:
        """The letter that it was made from; of a new one the source is only the nearest."""
        return None if self.type == ProposalType.NEW else self.source_template


class ProposalEvidence(models.Model):
    """One sentence that one draft was changed by, or all of a translated one. It waits until enough
    guests were told the same; then all of these stand behind one proposal. Distinct contacts count;
    drafts without one count once."""

    proposal = maybe(
        TemplateProposal, "evidence", "Empty: too few guests so far.", on_delete=models.CASCADE
    )
    draft_id = models.UUIDField(db_index=True)
    attempt = models.PositiveIntegerField()
    contact_hash = models.CharField(max_length=64, blank=True)
    template = letter(
        "The letter that was changed; empty: no letter answers what was asked.",
        on_delete=models.CASCADE,
    )
    scenario_category = models.CharField(max_length=20, choices=CATEGORY_CHOICES, blank=True)
    language = models.CharField(max_length=2, choices=language_choices, blank=True)
    change = one_of(Change, 8, blank=True)
    beside = models.TextField(
        blank=True,
        help_text="The letter's sentence before it or in whose place it stands, or that was"
        " dropped; without a letter what was asked.",
    )
    body_redacted = models.TextField(
        blank=True, help_text="The sentence, slotted and redacted; of old ones the whole draft."
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at", "id"]
        verbose_name_plural = "proposal evidence"
        indexes = [models.Index(fields=["template", "language", "change"])]
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "draft_id"], name="one_evidence_per_draft_and_proposal"
            )
        ]

    def __str__(self) -> str:
        return f"Draft {str(self.draft_id)[:8]}"
