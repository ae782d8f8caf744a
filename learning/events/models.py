"""What happened: a template was picked, a draft was rewritten. Written once, joined by draft_id.

No text of any mail stands here, ever: hashes, keys and numbers only.
"""

from datetime import datetime
from typing import Any, NoReturn, TypeVar

from django.db import models

from learning.events.choices import WRITTEN_DOWN, Kind, RankerSelection, Reason, Recognised, Source
from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.columns import PERCENT, letter, listed, one_of

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(TypeError):
    """An attempt to change or remove a row that is only ever added. A mistake in the program."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Adds and reads; ``remove_for_retention`` is the one way out, named so that it is found."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are never updated.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are only removed by retention.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        self.update()

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> list[Row]:
        if kwargs.get("update_conflicts"):
            self.update()
        return super().bulk_create(objs, *args, **kwargs)

    def set_once(self, **moments: datetime) -> None:
        """Fill moments that are still empty: what came of a row later, so that no read has to look
        for it among all the others. Whatever is set stays."""
        is_empty = {f"{name}__isnull": True for name in moments}
        models.QuerySet.update(self.filter(**is_empty), **moments)

    def remove_for_retention(self) -> int:
        """Delete the rows, for learning.retention alone. Returns how many there were."""
        return super().delete()[0]


class AppendOnlyModel(models.Model):
    """A model whose stored rows refuse ``save`` and ``delete``."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never updated.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{type(self).__name__} rows are only removed by retention.")


# What drafts are counted by once their events are gone.
KEY_COLUMNS = (
    "month",
    "kind",
    "scenario_category",
    "template_key",
    "template_text_hash",
    "learning_epoch",
    "whole_distance_pct",
    "category_mismatch",
    "rewrite_reason",
    "source",
)


class PickedFor(AppendOnlyModel):
    """What was picked for a draft: in its selection, and copied into every refinement of it.

    A copy and not a join: with statistics that are stale PostgreSQL takes two large tables for
    empty ones and compares each row with each, for minutes. Reads of one table cannot go wrong.
    """

    scenario_category = models.CharField(max_length=20, choices=CATEGORY_CHOICES, blank=True)
    template = letter("Empty: nothing fitted.", verbose_name="letter")
    template_category = models.CharField(
        "letter's category", max_length=20, choices=CATEGORY_CHOICES, blank=True
    )
    template_text_hash = models.CharField("letter's text", max_length=64, blank=True)
    learning_epoch = models.PositiveIntegerField(null=True, blank=True)
    is_composite = models.BooleanField(default=False)
    topic = models.CharField(
        max_length=40, blank=True, help_text="What the mail asked most, as the reader names it."
    )
    is_held_out = models.BooleanField(
        null=True,
        blank=True,
        help_text="Drafted without what was learned, to compare. Empty: takes no part.",
    )

    class Meta:
        abstract = True


class SelectionEvent(PickedFor):
    """One draft was generated, and this was picked for it."""

    draft_id = models.UUIDField(unique=True)
    created_at = models.DateTimeField(db_index=True)
    refined_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Of the first attempt at its text."
    )
    language = models.CharField(max_length=5)
    template_version = models.PositiveIntegerField("letter's version", null=True, blank=True)
    ranker_selection = one_of(RankerSelection, 8)
    ranker_confidence = models.FloatField(validators=PERCENT)
    candidate_template_ids = models.JSONField("candidates", default=list, blank=True)
    question_hashes = listed()
    agent = models.CharField(max_length=80, blank=True, help_text="Public prefix of the key.")
    source = one_of(Source, 8)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = "selection event"

    def __str__(self) -> str:
        return f"Selection for {str(self.draft_id)[:8]} · {self.scenario_category}"


class RefinementEvent(PickedFor):
    """One attempt at the final text of a draft. The draft may be unknown: then it is an orphan."""

    draft_id = models.UUIDField()
    attempt = models.PositiveIntegerField()
    created_at = models.DateTimeField(db_index=True)
    superseded_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Of the next attempt; empty: the last."
    )
    overruled_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When the same voice said otherwise, or a person decided: it counts till then.",
    )
    selected_at = models.DateTimeField(
        null=True, blank=True, help_text="When its draft was made; empty: nobody knows the draft."
    )
    selected_source = one_of(Source, 8, blank=True)
    refinement_applied = models.BooleanField()
    edit_distance_pct = models.FloatField(validators=PERCENT)
    category_mismatch = models.BooleanField(default=False)
    rewrite_reason = one_of(Reason, 16, default=Reason.NONE.value)
    question_count = models.PositiveIntegerField(default=0)
    recognised = one_of(Recognised, 9, blank=True)
    became = letter("The letter that the rewrite is, where it is another one.")
    became_epoch = models.PositiveIntegerField(null=True, blank=True)
    original_body_hash = models.CharField(max_length=64, blank=True)
    refined_body_hash = models.CharField(max_length=64, blank=True)
    original_matches = models.BooleanField(default=True)
    agent = models.CharField(max_length=80, blank=True, help_text="Public prefix of the key.")
    staff = models.CharField(
        max_length=150, blank=True, help_text="Username of the person who edited, if one did."
    )
    is_at_a_glance = models.BooleanField(
        default=False, help_text="The person released several at once: weighs as a key's word."
    )
    source = one_of(Source, 8)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = "refinement event"
        constraints = [
            models.UniqueConstraint(
                fields=["draft_id", "attempt"], name="one_refinement_per_attempt"
            )
        ]

    def __str__(self) -> str:
        return f"Attempt {self.attempt} of {str(self.draft_id)[:8]}"


class ExcludedDraft(AppendOnlyModel):
    """A draft whose events no longer count, for a reason that its events do not show."""

    draft_id = models.UUIDField(unique=True)
    kind = models.CharField(
        max_length=30, choices=[(kind.value, kind.label) for kind in WRITTEN_DOWN]
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at"]
        verbose_name = "excluded draft"

    def __str__(self) -> str:
        return f"{str(self.draft_id)[:8]} · {self.get_kind_display()}"


class EventAggregate(models.Model):
    """Drafts whose events retention has removed, counted by everything that a chart asks for.

    ``kind`` leaves the source aside: whether sample events count is a setting, read later.
    """

    month = models.DateField(help_text="First day of the month of the last attempt.")
    kind = one_of(Kind, 30)
    scenario_category = models.CharField(max_length=20, blank=True)
    # Zeros and not nulls: a unique constraint takes two nulls for different values.
    template_key = models.PositiveBigIntegerField(
        "letter", default=0, help_text="Its key; 0: none."
    )
    template_text_hash = models.CharField("letter's text", max_length=64, blank=True)
    learning_epoch = models.PositiveIntegerField(default=0)
    whole_distance_pct = models.PositiveSmallIntegerField(
        default=0, validators=PERCENT, help_text="Edit distance without its decimals."
    )
    category_mismatch = models.BooleanField(default=False)
    rewrite_reason = one_of(Reason, 16, default=Reason.NONE.value)
    source = one_of(Source, 8)
    draft_count = models.PositiveBigIntegerField(default=0)
    attempt_count = models.PositiveBigIntegerField(
        default=0, help_text="Refinement events, attempts before the last one included."
    )
    unchanged_count = models.PositiveBigIntegerField(
        default=0, help_text="Drafts that were sent as they had been made."
    )
    distance_tenths_sum = models.PositiveBigIntegerField(
        default=0, help_text="Sum of the edit distances in tenths of a per cent: means stay exact."
    )

    class Meta:
        ordering = ["-month", "scenario_category", "template_key"]
        verbose_name = "summed events"
        verbose_name_plural = "summed events"
        constraints = [models.UniqueConstraint(fields=KEY_COLUMNS, name="one_aggregate_per_key")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.scenario_category} · {self.draft_count}"
