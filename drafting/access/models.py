"""Agents' keys, and the answers kept so that a repeated call has one effect.

A key is ``PREFIX.SECRET``. The prefix is the agent's public name in events and logs; of the whole
key only a SHA-512 hash is stored (a random key of 190 bits needs no slow hash).
"""

from datetime import datetime
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from rest_framework_api_key.crypto import KeyGenerator
from simple_history.models import HistoricalRecords

from learning.events.choices import Source
from templatesapp.columns import Signed, one_of, person

KEY_GENERATOR = KeyGenerator()


class Scope(models.TextChoices):
    """What an agent's key may do. An endpoint asks for exactly one of them."""

    DRAFT = "draft", "Draft: interpret, generate, check, refine"
    STATS = "stats", "Stats: read the numbers"
    CALIBRATE = "calibrate", "Calibrate: when the gate is open"
    MESSAGES = "messages", "Messages: read and record mail"
    WORK = "work", "Work: claim threads and reply"
    RUNS = "runs", "Runs: remember what was done"


class RecordState(models.TextChoices):
    """How far the call behind an idempotency key has come."""

    RUNNING = "running", "Running"
    DONE = "done", "Done"


def check_scopes(value: object) -> None:
    """Refuse anything but a list of known scopes."""
    if not isinstance(value, list) or not value:
        raise ValidationError("A key needs a list with at least one scope.")
    unknown = [str(scope) for scope in value if scope not in Scope.values]
    if unknown:
        raise ValidationError(f"Unknown scope: {', '.join(unknown)}.")


class AgentKey(Signed):
    """The right of one agent to call the API, within its scopes.

    The library's own abstract model is not used: its primary key holds the hash, which would then
    stand in admin addresses and in history rows, and importing it needs its app installed.
    """

    prefix = models.CharField(max_length=8, unique=True, editable=False)
    hashed_key = models.CharField(max_length=150, editable=False)
    name = models.CharField(max_length=50, help_text="Who uses it. Need not be unique.")
    scopes = models.JSONField(default=list, validators=[check_scopes])
    source = one_of(
        Source,
        10,
        default=Source.LIVE,
        help_text="Events of a sample key count only on a sample desk.",
    )
    expires_at = models.DateTimeField(null=True, blank=True, help_text="Empty: never.")
    previous_hashed_key = models.CharField(max_length=150, blank=True, editable=False)
    previous_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Until when the secret before holds, too."
    )
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = person(editable=False)
    history = HistoricalRecords(
        excluded_fields=["hashed_key", "previous_hashed_key", "last_used_at"]
    )

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        verbose_name = "agent key"

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix})"

    @property
    def is_revoked(self) -> bool:
        return self.revoked_at is not None

    def is_usable(self, *, now: datetime | None = None) -> bool:
        has_expired = self.expires_at is not None and self.expires_at <= (now or timezone.now())
        return not self.is_revoked and not has_expired

    def holds(self, secret: str) -> bool:
        """True when ``secret`` is the whole key of this row, or the one before a roll as long as
        both hold; compared in constant time."""
        if KEY_GENERATOR.verify(secret, self.hashed_key):
            return True
        is_overlap = self.previous_until is not None and self.previous_until > timezone.now()
        return is_overlap and KEY_GENERATOR.verify(secret, self.previous_hashed_key)


class CallCount(models.Model):
    """How many calls of a minute one caller has taken, in all processes together."""

    caller = models.CharField(max_length=80, primary_key=True)
    minute = models.PositiveBigIntegerField()
    taken = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.caller}: {self.taken}"


class IdempotencyRecord(models.Model):
    """One call made with an ``Idempotency-Key``: still running, or done with its answer kept.

    ``claim_token`` changes when a call that never ended is taken over; only the holder of the
    current token can complete the record.
    """

    principal = models.CharField(max_length=40, help_text="agent:PREFIX or staff:ID.")
    key = models.CharField(max_length=200)
    operation = models.CharField(max_length=600, help_text="Method and path.")
    body_hash = models.CharField(max_length=64)
    state = one_of(RecordState, 10, default=RecordState.RUNNING)
    claim_token = models.UUIDField()
    claimed_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    response_body = models.TextField(blank=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["principal", "key"], name="one_idempotency_record_per_key"
            ),
            models.CheckConstraint(
                condition=models.Q(state=RecordState.RUNNING, status__isnull=True)
                | models.Q(state=RecordState.DONE, status__isnull=False),
                name="idempotency_record_done_has_status",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.principal} {self.operation} ({self.state})"
