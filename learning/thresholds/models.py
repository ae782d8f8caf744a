"""What operators tune about learning, and who has confirmed it."""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from simple_history.models import HistoricalRecords

from learning.columns import Signed
from learning.events.outcomes import Boundaries, Outcome
from learning.events.selectors import Sources, counted_sources
from templatesapp.columns import person, whole
from templatesapp.singleton import Singleton

__all__ = ["LearningSettings"]

POINTS = [MinValueValidator(-30), MaxValueValidator(30)]


def _number(default: int, help_text: str) -> models.PositiveSmallIntegerField[int, int]:
    return models.PositiveSmallIntegerField(
        default=default, validators=[MinValueValidator(1)], help_text=help_text
    )


class LearningSettings(Signed, Singleton):
    """Boundaries between outcomes, what an outcome counts, and the gates. Moving a boundary
    reads the past anew."""

    accepted_below_pct = whole(12, 1, 100, "Edit distance (%) below which it is accepted.")
    light_edit_below_pct = whole(35, 1, 100, "Edit distance (%) below which it is a light edit.")
    heavy_rewrite_below_pct = whole(
        70, 1, 100, "Edit distance (%) below which it is a heavy rewrite; from here: wrong letter."
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
    window_events = _number(30, "Newest events of a voice in a cell that count.")
    window_days = _number(90, "Days before the cut-off that count.")
    calibration_minimum = _number(20, "Joined events since the last calibration.")
    validation_minimum = _number(10, "Joined events before the boundaries can be confirmed.")
    minimum_evidence = _number(3, "Guests who were told the same before it becomes a proposal.")
    useful_gain_pct = whole(
        3, 1, 100, "Edit distance (%) that a change must be able to save; less is no lift."
    )
    holdout_pct = whole(
        0, None, 50, "Conversations (%) answered without what was learned, to compare. 0: none."
    )
    counts_posted_plans = models.BooleanField(
        default=True,
        help_text="Drafts made from now on from a plan that a caller posted, without a recorded"
        " mail, count.",
    )
    waits_for_manager = models.BooleanField(
        default=False, help_text="Agents may only try a calibration; a manager makes it live."
    )
    confirmed_by = person(editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    confirmed_joined_count = models.PositiveIntegerField(
        default=0, editable=False, help_text="Joined events that the confirmation was based on."
    )
    history = HistoricalRecords()

    class Meta(Singleton.Meta):
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
            ("confirm_threshold_review", "Can confirm or move the boundaries between outcomes")
        ]

    @property
    def boundaries(self) -> Boundaries:
        return Boundaries(
            self.accepted_below_pct, self.light_edit_below_pct, self.heavy_rewrite_below_pct
        )

    @boundaries.setter
    def boundaries(self, drawn: Boundaries) -> None:
        for name, edge in asdict(drawn).items():
            setattr(self, f"{name}_pct", edge)

    @property
    def points(self) -> dict[Outcome, int]:
        """What one event adds to its cell."""
        return {
            Outcome.ACCEPTED: self.points_accepted,
            Outcome.LIGHT_EDIT: self.points_light_edit,
            Outcome.HEAVY_REWRITE: self.points_heavy_rewrite,
            Outcome.WRONG_TEMPLATE: self.points_wrong_template,
        }

    @cached_property
    def sources(self) -> Sources:
        """Sources whose events count on this desk. One query, once for these settings."""
        return counted_sources()
