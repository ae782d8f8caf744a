"""What operators tune about reading a mail and choosing its answer."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from simple_history.models import HistoricalRecords

from templatesapp.columns import whole
from templatesapp.singleton import Singleton


class DraftingSettings(Singleton):
    """What operators tune about selection; read with the catalogue, so a change counts at once."""

    threshold_inside = whole(
        25, 0, 100, "Least confidence (%) of a letter of the mail's own scenarios."
    )
    threshold_outside = whole(70, 0, 100, "Least confidence (%) of any other letter.")
    auto_threshold = whole(80, 0, 100, "From this confidence (%) the choice is 'auto'.")
    auto_minimum_base = whole(
        65,
        0,
        100,
        "Least confidence (%) before what was learned for 'auto': that alone makes none.",
    )
    maximum_injections = whole(
        6, None, 10, "Knowledge answers put into one draft, promoted ones not counted."
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
