"""Choices stored with events. Values are lower case and never renamed."""

from dataclasses import astuple, dataclass
from itertools import pairwise

from django.db.models import TextChoices


class Outcome(TextChoices):
    """How a generated draft was taken, from best to worst. Derived whenever it is read and stored
    nowhere, so that a moved boundary reads the past anew."""

    ACCEPTED = "accepted", "Accepted"
    LIGHT_EDIT = "light-edit", "Light edit"
    HEAVY_REWRITE = "heavy-rewrite", "Heavy rewrite"
    WRONG_TEMPLATE = "wrong-template", "Wrong letter"


class Reason(TextChoices):
    """Why a draft was rewritten, as agents and people report it."""

    NONE = "none", "No reason given"
    STYLE = "style", "Tone"
    WRONG_TEMPLATE = "wrong-template", "Wrong letter"
    MISSING_INFO = "missing-info", "An answer was missing"
    WRONG_FACT = "wrong-fact", "A fact was wrong"
    LANGUAGE_ADAPT = "language-adapt", "Language"


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Edit distances in whole per cents; each is the first that no longer belongs to its outcome.

    Whole, so that the whole-per-cent distances that retention keeps fall on the same side.
    """

    accepted_below: int = 12
    light_edit_below: int = 35
    heavy_rewrite_below: int = 70

    def __post_init__(self) -> None:
        edges = (0, *astuple(self))
        if any(low >= high for low, high in pairwise(edges)) or edges[-1] > 100:
            raise ValueError("Boundaries rise from above 0 to at most 100, each above the last.")


def outcome_of(
    *,
    edit_distance_pct: float,
    category_mismatch: bool = False,
    rewrite_reason: str = Reason.NONE,
    boundaries: Boundaries,
) -> Outcome:
    """The outcome of one attempt; an explicit mismatch outweighs any distance."""
    if category_mismatch or rewrite_reason == Reason.WRONG_TEMPLATE:
        return Outcome.WRONG_TEMPLATE
    if edit_distance_pct < boundaries.accepted_below:
        return Outcome.ACCEPTED
    if edit_distance_pct < boundaries.light_edit_below:
        return Outcome.LIGHT_EDIT
    if edit_distance_pct < boundaries.heavy_rewrite_below:
        return Outcome.HEAVY_REWRITE
    # A translation shares no word with its letter, and is no fault of the choice.
    is_translated = rewrite_reason == Reason.LANGUAGE_ADAPT
    return Outcome.HEAVY_REWRITE if is_translated else Outcome.WRONG_TEMPLATE


REASON_CHOICES = Reason.choices
REASON_WORDS = dict(Reason.choices)
OUTCOME_WORDS = dict(Outcome.choices)


class Source(TextChoices):
    """Whether what was done counts as evidence."""

    LIVE = "live", "Live"
    SAMPLE = "sample", "Sample"  # counts only on a sample desk


class RankerSelection(TextChoices):
    AUTO = "auto", "Selected"
    SUGGEST = "suggest", "Suggested"
    NONE = "none", "Nothing selected"


class Recognised(TextChoices):
    """What a rewrite turned out to be. Events of before it was asked have none."""

    UNCHANGED = "unchanged", "Unchanged"
    REWORDED = "reworded", "The same letter, reworded"
    BECAME = "became", "Another of our letters"
    NEW = "new", "None of our letters"
    BLOCKED = "blocked", "Blocked by the check: teaches nothing"


class Kind(TextChoices):
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
