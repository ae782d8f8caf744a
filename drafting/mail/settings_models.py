"""What operators tune about reading a mail and choosing its answer."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from simple_history.models import HistoricalRecords

from templatesapp.singleton import Singleton

PERCENT = [MinValueValidator(0), MaxValueValidator(100)]


class DraftingSettings(Singleton):
    """What operators tune about selection; read with the catalogue, so a change counts at once."""

    threshold_inside = models.PositiveSmallIntegerField(
        default=25,
        validators=PERCENT,
        help_text="Least confidence (%) of a letter of the mail's own scenarios.",
    )
    threshold_outside = models.PositiveSmallIntegerField(
        default=70, validators=PERCENT, help_text="Least confidence (%) of any other letter."
    )
    auto_threshold = models.PositiveSmallIntegerField(
        default=80, validators=PERCENT, help_text="From this confidence (%) the choice is 'auto'."
    )
    auto_minimum_base = models.PositiveSmallIntegerField(
        default=65,
        validators=PERCENT,
        help_text="Least confidence (%) before what was learned for 'auto': that alone makes none.",
    )
    maximum_injections = models.PositiveSmallIntegerField(
        default=6,
        validators=[MaxValueValidator(10)],
        help_text="Knowledge answers put into one draft, promoted ones not counted.",
    )
    high_value_dispute_amount = models.DecimalField(
        max_digits=10,
        decimal_places=2,
        default=500,
        validators=[MinValueValidator(0)],
        help_text="A dispute about this much (EUR) or more is CRITICAL.",
    )
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta(Singleton.Meta):
        verbose_name = verbose_name_plural = "drafting settings"
