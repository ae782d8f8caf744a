"""Choices stored with questions. Values are never renamed."""

from django.db import models


class QuestionState(models.TextChoices):
    """``new`` and ``deferred`` wait for a person."""

    NEW = "new", "New"
    APPROVED = "approved", "Answer promoted"
    REJECTED = "rejected", "Rejected"
    DEFERRED = "deferred", "Deferred"


WAITING_STATES = (QuestionState.NEW, QuestionState.DEFERRED)
