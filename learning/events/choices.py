"""Choices stored with events. Values are lower case and never renamed."""

from django.db import models

from learning.events.outcomes import Outcome, Reason

REASON_CHOICES = Reason.choices
REASON_WORDS = dict(Reason.choices)
OUTCOME_WORDS = dict(Outcome.choices)


class Source(models.TextChoices):
    """Whether what was done counts as evidence."""

    LIVE = "live", "Live"
    SAMPLE = "sample", "Sample"  # counts only on a sample desk


class RankerSelection(models.TextChoices):
    AUTO = "auto", "Selected"
    SUGGEST = "suggest", "Suggested"
    NONE = "none", "Nothing selected"


class Recognised(models.TextChoices):
    """What a rewrite turned out to be. Events of before it was asked have none."""

    UNCHANGED = "unchanged", "Unchanged"
    REWORDED = "reworded", "The same letter, reworded"
    BECAME = "became", "Another of our letters"
    NEW = "new", "None of our letters"
    BLOCKED = "blocked", "Blocked by the check: teaches nothing"


class Kind(models.TextChoices):
    """What a draft's events amount to: one counted vote, or why they are none."""

    JOINED = "joined", "Counted"
    SELECTION_WITHOUT_REFINEMENT = "selection_without_refinement", "Selection without refinement"
    REFINEMENT_WITHOUT_SELECTION = "refinement_without_selection", "Refinement without selection"
    HASH_MISMATCH = "hash_mismatch", "The original is not the draft we made"
    COMPOSITE = "composite", "Composite draft"
    SOURCE_NOT_COUNTED = "source_not_counted", "Sample event on a live desk"
    EXPIRED_PROPOSAL = "expired_proposal", "Draft of an expired proposal"
    POSTED_PLAN = "posted_plan", "Plan of a caller, without a recorded mail"


ORPHANS = (Kind.SELECTION_WITHOUT_REFINEMENT, Kind.REFINEMENT_WITHOUT_SELECTION)
# Reasons that the events do not show: a row of their own says them.
WRITTEN_DOWN = (Kind.EXPIRED_PROPOSAL, Kind.POSTED_PLAN)
EXCLUSIONS = tuple(kind for kind in Kind if kind != Kind.JOINED)
