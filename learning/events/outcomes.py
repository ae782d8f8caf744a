"""What a rewrite says about the choice of the template. Pure: numbers and words in, values out.

An outcome is derived whenever it is read and stored nowhere, so that a moved boundary reads the
past anew. ``learning.events.expressions`` says the same in SQL; a test holds the two together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class Outcome(StrEnum):
    """How a generated draft was taken, from best to worst."""

    ACCEPTED = "accepted"
    LIGHT_EDIT = "light-edit"
    HEAVY_REWRITE = "heavy-rewrite"
    WRONG_TEMPLATE = "wrong-template"


class Reason(StrEnum):
    """Why a draft was rewritten, as agents and people report it."""

    NONE = "none"
    STYLE = "style"
    WRONG_TEMPLATE = "wrong-template"
    MISSING_INFO = "missing-info"
    WRONG_FACT = "wrong-fact"
    LANGUAGE_ADAPT = "language-adapt"


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Edit distances in whole per cents; each is the first that no longer belongs to its outcome.

    Whole, so that the whole-per-cent distances that retention keeps fall on the same side.
    """

    accepted_below: int = 12
    light_edit_below: int = 35
    heavy_rewrite_below: int = 70

    def __post_init__(self) -> None:
        edges = (0, self.accepted_below, self.light_edit_below, self.heavy_rewrite_below)
        if any(low >= high for low, high in pairwise(edges)) or edges[-1] > 100:
            raise ValueError("Boundaries rise from above 0 to at most 100, each above the last.")


@dataclass(frozen=True, slots=True)
class Contributions:
    """What one event adds to its cell, in points of the prior."""

    accepted: int = 4
    light_edit: int = 4
    heavy_rewrite: int = 0
    wrong_template: int = -8
    became: int = 8  # to the letter that a rewrite became

    def of(self, outcome: str) -> int:
        return {
            Outcome.ACCEPTED: self.accepted,
            Outcome.LIGHT_EDIT: self.light_edit,
            Outcome.HEAVY_REWRITE: self.heavy_rewrite,
            Outcome.WRONG_TEMPLATE: self.wrong_template,
        }[Outcome(outcome)]


def outcome_of(
    *,
    edit_distance_pct: float,
    category_mismatch: bool,
    rewrite_reason: str,
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


def contribution_of(
    *,
    outcome: str,
    is_blamed: bool,
    rewrite_reason: str,
    recognised: str,
    contributions: Contributions,
) -> int:
    """Points that one event adds to the letter it was drafted from.

    ``is_blamed``: the author called the template wrong. Only that, or a text that became another
    letter, is a fault of the choice; missing facts, tone and language are the wording's. Who calls
    it wrong and keeps it has said nothing.
    """
    if recognised == "blocked" or (is_blamed and recognised == "reworded"):
        return 0
    if is_blamed or recognised == "became":
        return contributions.wrong_template
    if rewrite_reason == Reason.LANGUAGE_ADAPT or outcome == Outcome.WRONG_TEMPLATE:
        return 0
    return contributions.of(outcome)
