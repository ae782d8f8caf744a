"""The memory of one answer: a run, what each of its steps left, and who is in the loop."""

import uuid
from typing import Any, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from simple_history.models import HistoricalRecords

from drafting.drafts.models import Draft
from drafting.mail.models import Contact, check_list
from drafting.runs.choices import (
    SKIPS,
    Channel,
    MemoryScope,
    MemorySource,
    MemoryStatus,
    ReasoningEffort,
    RunStatus,
    Stage,
    StopReason,
)
from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.columns import Signed, Singleton, is_known, maybe, one_of, person, whole

MAX_ITERATIONS = 3
MAX_HASH_CHARACTERS = 64
MAX_MEMORY_CHARACTERS = 500
MAX_MEMORY_CATEGORY_CHARACTERS = 64
MAX_TTL_DAYS = 90  # of a memory entry
SHARE = [MinValueValidator(0.0), MaxValueValidator(1.0)]
ROUNDS = [MinValueValidator(1), MaxValueValidator(MAX_ITERATIONS)]
# Setting of the environment -> the field of the run settings that it goes before.
ENVIRONMENT_FIELDS = {
    "AUTO_SEND_REVISION_LOOP_TIMEOUT_MS": "time_budget_ms",
    "AUTO_SEND_REVISION_LOOP_MAX_OUTPUT_TOKENS": "token_budget",
    "DRAFT_PIPELINE_RUN_RETENTION_DAYS": "retention_days",
}


class DraftRun(models.Model):
    """One answer to one batch, from strategy to final text. Ends once, and stays as evidence.

    ``settings`` and ``snapshot`` are what held when it began: later changes are for the next run.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    batch = models.ForeignKey("drafting.Batch", on_delete=models.CASCADE, related_name="runs")
    trigger = models.ForeignKey(
        "drafting.Message",
        on_delete=models.CASCADE,
        related_name="runs",
        help_text="The newest message of the batch.",
    )
    channel = one_of(Channel, 10, default=Channel.EMAIL)
    attempt = models.PositiveSmallIntegerField(default=1)
    draft = maybe(Draft, "runs", "Once generation is stored.")
    status = one_of(RunStatus, 10, default=RunStatus.RUNNING, db_index=True)
    stop_reason = one_of(StopReason, 20, blank=True, db_index=True)
    threshold = models.FloatField(validators=SHARE)
    max_iterations = models.PositiveSmallIntegerField(validators=ROUNDS)
    time_budget_ms = models.PositiveIntegerField()
    token_budget = models.PositiveIntegerField(help_text="Output tokens.")
    worked_ms = models.PositiveIntegerField(
        default=0, help_text="Worked time from the first revision on; waiting is free."
    )
    tokens_used = models.PositiveIntegerField(
        default=0, help_text="Output tokens from the first revision on."
    )
    snapshot = models.JSONField(help_text="What every step of the run sees.")
    snapshot_hash = models.CharField(max_length=64)
    settings = models.JSONField(help_text="The run settings as they were.")
    best_iteration = models.PositiveSmallIntegerField(null=True, blank=True)
    agent = models.CharField(max_length=80, help_text="Public prefix of the agent's key.")
    started_at = models.DateTimeField(db_index=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-started_at", "-id"]
        verbose_name = "run"
        constraints = [
            models.UniqueConstraint(
                fields=["trigger", "channel", "attempt"], name="one_run_an_attempt"
            ),
            models.UniqueConstraint(
                fields=["trigger", "channel"],
                condition=Q(status=RunStatus.RUNNING),
                name="one_running_run_a_message",
            ),
            is_known("status", RunStatus, "run_status_known"),
            models.CheckConstraint(
                condition=Q(status=RunStatus.RUNNING, stop_reason="", finished_at__isnull=True)
                | (
                    ~Q(status=RunStatus.RUNNING) & ~Q(stop_reason="") & Q(finished_at__isnull=False)
                ),
                name="run_ended_with_reason",
            ),
            models.CheckConstraint(
                condition=Q(threshold__gte=0, threshold__lte=1), name="run_threshold_is_share"
            ),
            models.CheckConstraint(
                condition=Q(max_iterations__gte=1, max_iterations__lte=MAX_ITERATIONS),
                name="run_iterations_bounded",
            ),
        ]
        indexes = [models.Index(fields=["status", "finished_at"], name="run_by_end")]

    def __str__(self) -> str:
        begun = timezone.localtime(self.started_at)
        return f"Run of {begun.day} {begun:%b %Y, %H:%M}"

    @property
    def loop_skip_reason(self) -> str:
        return self.stop_reason if self.stop_reason in SKIPS else ""


class RunArtifact(models.Model):
    """What one step left. Never changed: the same step again gets this row back."""

    run = models.ForeignKey(DraftRun, on_delete=models.CASCADE, related_name="artifacts")
    stage = one_of(Stage, 20)
    iteration = models.PositiveSmallIntegerField(default=0)
    input_hash = models.CharField(max_length=MAX_HASH_CHARACTERS, blank=True)
    payload = models.JSONField(default=dict)
    text = models.TextField(blank=True)
    findings = models.JSONField(
        default=list, help_text="Hard blocks that the server found in the text or the draft."
    )
    report = models.JSONField(
        default=dict,
        help_text="What the server says of its text: findings with details, and each ask's fate.",
    )
    input_tokens = models.PositiveIntegerField(null=True, blank=True)
    output_tokens = models.PositiveIntegerField(null=True, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    charged_ms = models.PositiveIntegerField(default=0)
    charged_tokens = models.PositiveIntegerField(default=0)
    claim_number = models.PositiveBigIntegerField(default=0)
    agent = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["run_id", "pk"]
        verbose_name = "step of a run"
        verbose_name_plural = "steps of runs"
        constraints = [
            models.UniqueConstraint(
                fields=["run", "stage", "iteration"], name="one_artifact_a_stage"
            ),
            models.CheckConstraint(
                condition=Q(iteration__lte=MAX_ITERATIONS), name="artifact_iteration_bounded"
            ),
            is_known("stage", Stage, "artifact_stage_known"),
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.iteration} of {str(self.run_id)[:8]}"


def check_allow_list(value: object) -> None:
    """Refuse anything but a list of memory categories."""
    within = rf"(?=\S).{{1,{MAX_MEMORY_CATEGORY_CHARACTERS}}}(?<=\S)"
    check_list(value, within, "categories such as timezone_preference")


class RunSettings(Singleton):
    """What superusers (and, for the threshold, managers) decide about runs.

    Read when a run begins. Only the switches of the environment and automatic release count later.
    """

    is_revision_enabled = models.BooleanField(
        "revision", default=False, help_text="Whether runs may enter the revision loop."
    )
    is_automatic_release = models.BooleanField(
        "automatic release",
        default=False,
        help_text="Whether a run may earn that its reply leaves without a person.",
    )
    model_name = models.CharField(
        "model",
        max_length=100,
        default="gpt-5.2",
        help_text="What the agent is told to revise with.",
    )
    reasoning_effort = one_of(
        ReasoningEffort,
        10,
        default=ReasoningEffort.HIGH,
        help_text="What the agent is told to revise with.",
    )
    max_iterations = whole(
        "rounds, at most", MAX_ITERATIONS, 1, MAX_ITERATIONS, "Revisions of one text."
    )
    time_budget_ms = models.PositiveIntegerField(
        "time (milliseconds)",
        default=180_000,
        validators=[MinValueValidator(20_000), MaxValueValidator(600_000)],
        help_text="Worked milliseconds of a loop, from the first revision on.",
    )
    token_budget = models.PositiveIntegerField(
        "tokens, at most",
        default=20_000,
        validators=[MinValueValidator(1), MaxValueValidator(1_000_000)],
        help_text="Output tokens of a loop, from the first revision on.",
    )
    loop_places = whole("runs at once", 2, 1, 50, "That may be in the revision loop.")
    threshold_floor = models.FloatField(
        "lowest threshold",
        default=0.80,
        validators=SHARE,
        help_text="The lowest threshold (0-1) that may be set.",
    )
    threshold = models.FloatField(
        default=0.90,
        validators=SHARE,
        help_text="Confidence (0-1) from which a text is good enough.",
    )
    memory_allow_list = models.JSONField(
        "remembered without a person",
        default=list,
        blank=True,
        validators=[check_allow_list],
        help_text=(
            "Categories whose proposals may be approved without a person. Suggested: "
            "timezone_preference, scheduling_preference, communication_preference, "
            "availability_pattern."
        ),
    )
    retention_days = whole("days for which ended runs are kept", 30, 1, 3650, "Then they go.")
    history = HistoricalRecords()

    class Meta(Singleton.Meta):
        verbose_name = "run settings"
        verbose_name_plural = "run settings"
        permissions = [("change_run_threshold", "Can set the threshold of runs")]
        constraints = [
            *Singleton.Meta.constraints,
            models.CheckConstraint(
                condition=Q(threshold__gte=models.F("threshold_floor")),
                name="threshold_not_below_floor",
            ),
        ]

    def clean(self) -> None:
        """Of the row's own floor, where a form has none."""
        if self.threshold < self.threshold_floor:
            said = f"Not below the floor of {self.threshold_floor:g}."
            raise ValidationError({"threshold": said})

    @classmethod
    def in_force(cls) -> Self:
        """What holds now: the row under the environment's values. Not to be saved."""
        row = cls.current()
        for field, value in cls.environment_values().items():
            setattr(row, field, value)
        return row

    @staticmethod
    def environment_values() -> dict[str, int]:
        """By field, the values of the environment that go before those of the row."""
        found = {field: getattr(settings, name) for name, field in ENVIRONMENT_FIELDS.items()}
        return {field: value for field, value in found.items() if value is not None}

    @classmethod
    def names(cls) -> list[str]:
        """Of what is set here."""
        return [field.name for field in cls._meta.fields if field.name != "id"]

    def of_run(self) -> dict[str, Any]:
        """``DraftRun.settings`` of a run that begins now; nothing that is no matter of one run."""
        left_out = ("memory_allow_list", "retention_days")
        held = {name: getattr(self, name) for name in self.names() if name not in left_out}
        return held | {"is_globally_disabled": settings.AUTO_SEND_REVISION_DISABLED}


class PlaybookNote(models.Model):
    """What managers have learned about answering a scenario; every run of it is told."""

    scenario_category = models.CharField(
        "scenario",
        max_length=20,
        choices=CATEGORY_CHOICES,
        blank=True,
        help_text="Empty: for every scenario.",
    )
    text = models.CharField(max_length=MAX_MEMORY_CHARACTERS)
    is_active = models.BooleanField("active", default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["scenario_category", "pk"]

    def __str__(self) -> str:
        return self.text[:80]


class MemoryEntry(Signed):
    """Something worth knowing in the next answer, once it is approved and until it expires."""

    scope = one_of(MemoryScope, 10)
    contact = maybe(
        Contact, "memory", "Whom it is about; empty for the whole desk.", on_delete=models.CASCADE
    )
    category = models.CharField(max_length=MAX_MEMORY_CATEGORY_CHARACTERS)
    content = models.CharField(max_length=MAX_MEMORY_CHARACTERS)
    content_hash = models.CharField(max_length=64, editable=False)
    status = one_of(MemoryStatus, 10, default=MemoryStatus.PENDING, db_index=True)
    confidence = models.FloatField(default=1.0, validators=SHARE)
    ttl_days = models.PositiveSmallIntegerField(
        "days to live", validators=[MinValueValidator(1), MaxValueValidator(MAX_TTL_DAYS)]
    )
    expires_at = models.DateTimeField(
        null=True, blank=True, help_text="Counted from the approval; a waiting entry has none."
    )
    source = one_of(MemorySource, 10)
    run = maybe(DraftRun, "memory")
    decided_by = person("Empty: approved by the gate of its run.")
    decided_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when another row takes its place."
    )
    created_at = models.DateTimeField()
    history = HistoricalRecords()

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "memory entry"
        verbose_name_plural = "memory"
        constraints = [
            models.UniqueConstraint(
                fields=["contact", "category", "content_hash"],
                condition=Q(scope=MemoryScope.CONTACT, retired_at__isnull=True),
                name="one_live_memory_of_a_guest",
            ),
            models.UniqueConstraint(
                fields=["category", "content_hash"],
                condition=Q(scope=MemoryScope.WORKSPACE, retired_at__isnull=True),
                name="one_live_memory_of_the_desk",
            ),
            models.CheckConstraint(
                condition=Q(scope=MemoryScope.CONTACT, contact__isnull=False)
                | Q(scope=MemoryScope.WORKSPACE, contact__isnull=True),
                name="memory_scope_has_owner",
            ),
            models.CheckConstraint(
                condition=~Q(status=MemoryStatus.APPROVED) | Q(expires_at__isnull=False),
                name="approved_memory_expires",
            ),
            is_known("status", MemoryStatus, "memory_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.category}: {self.content[:60]}"
