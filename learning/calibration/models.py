"""Tables of priors, and of every calibration by which they came about."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db import models

from learning.calibration.maths import MAXIMUM_DELTA, Voice, context_of
from learning.events.choices import Outcome
from templatesapp import columns
from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.columns import Singleton

COUNT_FIELDS = {outcome.value: f"{outcome.value.replace('-', '_')}_count" for outcome in Outcome}
VALUE_FIELDS = ["delta", "sample_size", *COUNT_FIELDS.values()]

Cell = tuple[str, int]  # (context, primary key of the template)


class TemplatePrior(models.Model):
    """The bonus of a template in a scenario: always what the counted events up to the cut-off
    make it, so the table can be dropped and computed again."""

    scenario_category = models.CharField(max_length=20, choices=CATEGORY_CHOICES, blank=True)
    topic = models.CharField(
        max_length=40, blank=True, help_text="What mails ask; in place of a scenario."
    )
    # No database constraint: it would lock the template's row while an approval, which holds that
    # row, waits for us. Templates are never removed.
    template = models.ForeignKey(
        "templatesapp.EmailTemplate",
        on_delete=models.CASCADE,
        related_name="+",
        db_constraint=False,
        verbose_name="letter",
    )
    delta = models.DecimalField(
        max_digits=4, decimal_places=1, help_text="Points added to the confidence, −30 to +30."
    )
    sample_size = models.PositiveIntegerField(help_text="Events behind it.")
    accepted_count = models.PositiveIntegerField(default=0)
    light_edit_count = models.PositiveIntegerField(default=0)
    heavy_rewrite_count = models.PositiveIntegerField(default=0)
    wrong_template_count = models.PositiveIntegerField("wrong letter count", default=0)
    # Who has moved it, by name, where it was just computed; stored nowhere.
    voices: Mapping[str, Voice] = MappingProxyType({})

    class Meta:
        ordering = ["scenario_category", "topic", "template_id"]
        verbose_name = "learned preference"
        constraints = [
            models.UniqueConstraint(
                fields=["scenario_category", "topic", "template"], name="one_prior_per_cell"
            ),
            models.CheckConstraint(
                condition=models.Q(delta__gte=-MAXIMUM_DELTA, delta__lte=MAXIMUM_DELTA),
                name="prior_within_bounds",
            ),
        ]
        permissions = [
            ("calibrate_priors", "Can calibrate, undo a calibration and open a learning epoch")
        ]

    def __str__(self) -> str:
        return f"{self.scenario_category or self.topic} · {self.template_id}: {self.delta:+}"

    @property
    def context(self) -> str:
        return context_of(self.scenario_category, self.topic)

    @property
    def cell(self) -> Cell:
        return self.context, self.template_id

    @property
    def letter_cell(self) -> tuple[str, str]:
        """The same for all rows of a letter."""
        return self.context, self.template.template_id

    @property
    def outcomes(self) -> dict[str, int]:
        """Of drafts made from the letter; every outcome named."""
        return {outcome: getattr(self, name) for outcome, name in COUNT_FIELDS.items()}

    @property
    def values(self) -> tuple[Any, ...]:
        """Whatever may change in a cell: priors of equal values are the same."""
        return tuple(getattr(self, name) for name in VALUE_FIELDS)

    def as_row(self) -> dict[str, Any]:
        return {
            "scenario_category": self.scenario_category,
            "topic": self.topic,
            "template_id": self.template.template_id,
            "language": self.template.language,
            "delta": float(self.delta),
            "sample_size": self.sample_size,
            "outcomes": self.outcomes,
        }


class RunKind(models.TextChoices):
    CALIBRATION = "calibration", "Calibration"  # took new events in: moved the cut-off
    RECOMPUTATION = "recomputation", "Recomputation"  # same events, other texts or settings
    UNDO = "undo", "Undo"  # put the former cut-off back


class CalibrationRun(models.Model):
    """One change of the priors: who, when, from what, every prior before and after."""

    created_at = models.DateTimeField()
    kind = columns.one_of(RunKind, 14)
    reason = models.CharField(max_length=300, blank=True)
    person = columns.person()
    agent = models.CharField(max_length=80, blank=True, help_text="Public prefix of the key.")
    cut_off = models.DateTimeField(null=True, blank=True, help_text="Events up to here count.")
    former_cut_off = models.DateTimeField(null=True, blank=True)
    joined_since_last = models.PositiveIntegerField(default=0)
    events_used = models.PositiveIntegerField(default=0)
    excluded = models.JSONField(default=dict, help_text="Number of drafts by kind.")
    before = models.JSONField(default=list)
    after = models.JSONField(default=list)
    held_back = columns.listed("Priors that chose worse, and what is left of each.")
    proof = models.JSONField(
        default=dict, blank=True, help_text="What would have been chosen, by scenario."
    )
    is_undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = "calibration run"

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.created_at:%Y-%m-%d %H:%M}"


class IgnoredAgent(models.Model):
    """A key whose word counts no more from a moment on, until a person takes that back."""

    agent = models.CharField(max_length=80, help_text="Public prefix of the key.")
    since = models.DateTimeField(help_text="What it said from here on counts no more.")
    reason = models.CharField(max_length=300)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = columns.person()

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = "ignored key"
        constraints = [
            models.UniqueConstraint(
                fields=["agent"],
                condition=models.Q(taken_back_at=None),
                name="one_ignoring_per_agent",
            )
        ]

    def __str__(self) -> str:
        return f"{self.agent} from {self.since:%Y-%m-%d %H:%M} on"


class CalibrationState(Singleton):
    """Where the priors stand. Its row is the lock of everything that changes them."""

    cut_off = models.DateTimeField(
        null=True, blank=True, help_text="Events up to here count; empty: no calibration yet."
    )
    inputs_digest = models.CharField(
        max_length=64,
        blank=True,
        help_text="Digest of the texts and epochs that the preferences were computed with.",
    )
    compacted_before = models.DateTimeField(
        null=True, blank=True, help_text="Retention has summed the events before this."
    )

    class Meta(Singleton.Meta):
        verbose_name = "calibration state"
        verbose_name_plural = "calibration state"
