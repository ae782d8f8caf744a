"""Choices stored with proposals. Values are never renamed."""

from django.db import models


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
