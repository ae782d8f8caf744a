"""What operators tune about learning, and who has confirmed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from simple_history.models import HistoricalRecords

from learning.events.outcomes import Boundaries, Contributions
from templatesapp.singleton import Singleton

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = ["LearningSettings"]

BOUNDARY = [MinValueValidator(1), MaxValueValidator(100)]
POINTS = [MinValueValidator(-30), MaxValueValidator(30)]
FROM_ONE = [MinValueValidator(1)]


class LearningSettings(Singleton):
    """Boundaries between outcomes, what an outcome counts, and the gates. Moving a boundary
    reads the past anew."""

    accepted_below_pct = models.PositiveSmallIntegerField(
        default=12, validators=BOUNDARY, help_text="Edit distance (%) below which it is accepted."
    )
    light_edit_below_pct = models.PositiveSmallIntegerField(
        default=35,
        validators=BOUNDARY,
        help_text="Edit distance (%) below which it is a light edit.",
    )
    heavy_rewrite_below_pct = models.PositiveSmallIntegerField(
        default=70,
        validators=BOUNDARY,
        help_text="Edit distance (%) below which it is a heavy rewrite; from here: wrong letter.",
    )
    points_accepted = models.SmallIntegerField(default=4, validators=POINTS)
    points_light_edit = models.SmallIntegerField(default=4, validators=POINTS)
    points_heavy_rewrite = models.SmallIntegerField(default=0, validators=POINTS)
    points_wrong_template = models.SmallIntegerField(
        "points of a wrong letter", default=-8, validators=POINTS
    )
    points_became = models.SmallIntegerField(
        default=8, validators=POINTS, help_text="To the letter that a rewrite became."
    )
    window_events = models.PositiveSmallIntegerField(
        default=30, validators=FROM_ONE, help_text="Newest events of a voice in a cell that count."
    )
    window_days = models.PositiveSmallIntegerField(
        default=90, validators=FROM_ONE, help_text="Days before the cut-off that count."
    )
    calibration_minimum = models.PositiveSmallIntegerField(
        default=20, validators=FROM_ONE, help_text="Joined events since the last calibration."
    )
    validation_minimum = models.PositiveSmallIntegerField(
        default=10,
        validators=FROM_ONE,
        help_text="Joined events before the boundaries can be confirmed.",
    )
    minimum_evidence = models.PositiveSmallIntegerField(
        default=3,
        validators=FROM_ONE,
        help_text="Guests who were told the same before it becomes a proposal.",
    )
    holdout_pct = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(50)],
        help_text="Conversations (%) answered without what was learned, to compare. 0: none.",
    )
    counts_posted_plans = models.BooleanField(
        default=True,
        help_text="Drafts made from now on from a plan that a caller posted, without a recorded"
        " mail, count.",
    )
    waits_for_manager = models.BooleanField(
        default=False, help_text="Agents may only try a calibration; a manager makes it live."
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    confirmed_joined_count = models.PositiveIntegerField(
        default=0, editable=False, help_text="Joined events that the confirmation was based on."
    )
    history = HistoricalRecords()
    # Set by services before a save; simple-history reads them.
    _history_user: User | None
    _change_reason: str

    class Meta(Singleton.Meta):
        app_label = "learning"
        verbose_name = "learning settings"
        verbose_name_plural = "learning settings"
        constraints = [
            *Singleton.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(
                    accepted_below_pct__gt=0,
                    accepted_below_pct__lt=models.F("light_edit_below_pct"),
                    light_edit_below_pct__lt=models.F("heavy_rewrite_below_pct"),
                    heavy_rewrite_below_pct__lte=100,
                ),
                name="boundaries_rise",
            ),
        ]
        permissions = [
            ("confirm_threshold_review", "Can confirm or move the boundaries between outcomes"),
        ]

    @property
    def boundaries(self) -> Boundaries:
        return Boundaries(
            self.accepted_below_pct, self.light_edit_below_pct, self.heavy_rewrite_below_pct
        )

    @boundaries.setter
    def boundaries(self, drawn: Boundaries) -> None:
        self.accepted_below_pct = drawn.accepted_below
        self.light_edit_below_pct = drawn.light_edit_below
        self.heavy_rewrite_below_pct = drawn.heavy_rewrite_below

    @property
    def contributions(self) -> Contributions:
        return Contributions(
            accepted=self.points_accepted,
            light_edit=self.points_light_edit,
            heavy_rewrite=self.points_heavy_rewrite,
            wrong_template=self.points_wrong_template,
            became=self.points_became,
        )

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed_at is not None
