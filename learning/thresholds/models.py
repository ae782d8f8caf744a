"""What operators tune about learning, and who has confirmed it."""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from simple_history.models import HistoricalRecords

from learning.events.choices import Boundaries, Outcome
from learning.events.selectors import Sources, counted_sources
from templatesapp.columns import Signed, Singleton, person, whole

POINTS = [MinValueValidator(-30), MaxValueValidator(30)]


def _number(label: str, default: int, help_text: str) -> models.PositiveSmallIntegerField[int, int]:
    return models.PositiveSmallIntegerField(
        label, default=default, validators=[MinValueValidator(1)], help_text=help_text
    )


def _points(label: str, default: int, help_text: str) -> models.SmallIntegerField[int, int]:
    return models.SmallIntegerField(label, default=default, validators=POINTS, help_text=help_text)


class LearningSettings(Signed, Singleton):
    """Boundaries between outcomes, what an outcome counts, and the gates. Moving a boundary
    reads the past anew."""

    accepted_below_pct = whole(
        "accepted below (%)", 12, 1, 100, "Of the words edited; the draft was right as it was."
    )
    light_edit_below_pct = whole("light edit below (%)", 35, 1, 100, "Of the words edited.")
    heavy_rewrite_below_pct = whole(
        "heavy rewrite below (%)", 70, 1, 100, "Of the words edited; from here: wrong letter."
    )
    points_accepted = _points("points, sent as it was", 4, "To the letter that the draft was.")
    points_light_edit = _points("points, light edit", 4, "To the letter that the draft was.")
    points_heavy_rewrite = _points(
        "points, heavy rewrite", 0, "To the letter that the draft was, where its wording changed."
    )
    points_wrong_template = _points(
        "points, wrong letter", -8, "To a letter that was called wrong or replaced by another."
    )
    points_became = _points(
        "points, letter taken instead", 8, "To the letter that a rewrite became."
    )
    window_events = _number(
        "newest drafts that count", 30, "Of each person and key, for one letter and one matter."
    )
    window_days = _number("days that count", 90, "Before a calibration; older drafts say nothing.")
    calibration_minimum = _number(
        "drafts for a calibration", 20, "Finished since the last one; before, none is made."
    )
    validation_minimum = _number(
        "drafts for the boundaries", 10, "Finished before somebody can confirm the boundaries."
    )
    minimum_evidence = _number(
        "guests for a proposal", 3, "Who were told the same before it becomes a proposal."
    )
    useful_gain_pct = whole(
        "useful gain (%)",
        3,
        1,
        100,
        "Of the words edited: what a change must be able to save; less is no lift.",
    )
    holdout_pct = whole(
        "held out from learning (%)",
        0,
        None,
        50,
        "Of the conversations: answered without what was learned, to compare. 0: none.",
    )
    counts_posted_plans = models.BooleanField(
        "plans of a caller's own count",
        default=True,
        help_text="Drafts made from now on from a plan that a caller posted, without a recorded"
        " mail, count.",
    )
    waits_for_manager = models.BooleanField(
        "a manager calibrates",
        default=False,
        help_text="Agents may only try a calibration; a manager makes it live.",
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
        return {one: getattr(self, f"points_{one.name.lower()}") for one in Outcome}

    @cached_property
    def sources(self) -> Sources:
        """Sources whose events count on this desk. One query, once for these settings."""
        return counted_sources()
