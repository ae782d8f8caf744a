"""Questions that nothing we may say could answer, counted until a person answers them."""

from __future__ import annotations

from django.db import models
from simple_history.models import HistoricalRecords

from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.columns import Signed, is_known, maybe, one_of, person
from templatesapp.models import KnowledgeItem


class QuestionState(models.TextChoices):
    """``new`` and ``deferred`` wait for a person."""

    NEW = "new", "New"
    APPROVED = "approved", "Answer promoted"
    REJECTED = "rejected", "Rejected"
    DEFERRED = "deferred", "Deferred"


WAITING_STATES = (QuestionState.NEW, QuestionState.DEFERRED)

MAX_QUESTION_CHARACTERS = 500
MAX_EXCERPT_CHARACTERS = 280
MAX_ANSWER_CHARACTERS = 4000


class UnknownQuestion(Signed):
    """One question in one wording. Its texts are redacted; the hash is of the words as asked, so
    that a promoted answer meets the same question again.

    Wordings that surely ask the same, in whatever language, belong to the first of them, which is
    shown and decided for all; where it is not sure, joining is offered."""

    question_hash = models.CharField(max_length=64, unique=True)
    question = models.CharField(max_length=MAX_QUESTION_CHARACTERS)
    language = models.CharField(max_length=5)
    scenario_category = models.CharField(max_length=20, choices=CATEGORY_CHOICES)
    times_seen = models.PositiveIntegerField(default=1)
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()
    context_excerpt = models.CharField(max_length=MAX_EXCERPT_CHARACTERS, blank=True)
    is_action = models.BooleanField(
        "to do", default=False, help_text="Something to do, for which we have no sentence."
    )
    suggested_answer = models.TextField(max_length=MAX_ANSWER_CHARACTERS, blank=True)
    times_told = models.PositiveIntegerField(
        default=0, help_text="Guests whom a person told just this answer of ours."
    )
    belongs_to: models.ForeignKey[UnknownQuestion | None] = maybe(
        "self", "wordings", "The question that this is another wording of."
    )
    offered_to: models.ForeignKey[UnknownQuestion | None] = maybe(
        "self", "offers", "A question that it may be another wording of: a person says so."
    )
    state = one_of(QuestionState, 8, default=QuestionState.NEW)
    decided_by = person()
    decided_at = models.DateTimeField(null=True, blank=True)
    decision_note = models.CharField(max_length=500, blank=True)
    promoted_item = maybe(KnowledgeItem, "+")
    # The counters change with every mail and are no decision.
    history = HistoricalRecords(
        excluded_fields=[
            *("times_seen", "last_seen", "context_excerpt", "suggested_answer", "times_told")
        ]
    )

    class Meta:
        ordering = ["-times_seen", "first_seen", "id"]
        verbose_name = "question"
        indexes = [models.Index(fields=["state", "-times_seen", "first_seen"])]
        constraints = [
            is_known("state", QuestionState, "question_state_is_known"),
            models.CheckConstraint(
                condition=models.Q(state=QuestionState.NEW, decided_at__isnull=True)
                | (~models.Q(state=QuestionState.NEW) & models.Q(decided_at__isnull=False)),
                name="question_decided_has_its_time",
            ),
        ]
        permissions = [("decide_unknownquestion", "Can promote, reject, defer and revert answers")]

    def __str__(self) -> str:
        return self.question[:80]
