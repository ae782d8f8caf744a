"""What a rewrite says about the choice of the template: numbers and words in, values out.

An outcome is derived whenever it is read and stored nowhere, so that a moved boundary reads the
past anew. ``learning.events.selectors`` says the same in SQL; a test holds the two together.
"""

from dataclasses import astuple, dataclass
from itertools import pairwise

from django.db.models import TextChoices


class Outcome(TextChoices):
    """How a generated draft was taken, from best to worst."""

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
