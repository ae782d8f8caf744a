"""The validation gate: what waits for a manager to look at the boundaries."""

from dataclasses import dataclass

from learning.events.selectors import count_votes
from learning.thresholds.models import LearningSettings

SECOND_REPORT_JOINED = 20  # joined events at which the report is shown again


@dataclass(frozen=True, slots=True)
class GateState:
    """Whether calibration and proposals may run by these settings, and what they wait for.
    ``joined``: counted votes so far, summed ones included. No query."""

    tuning: LearningSettings
    joined: int

    @property
    def confirmed_by(self) -> str:
        """Username; "" where nobody has, or they left."""
        person = self.tuning.confirmed_by
        return person.get_username() if person else ""

    @property
    def is_open(self) -> bool:
        # Events may stop counting later (an expired proposal); a review once made stays made.
        tuning = self.tuning
        evidence = max(self.joined, tuning.confirmed_joined_count)
        return tuning.confirmed_at is not None and evidence >= tuning.validation_minimum

    @property
    def is_review_due(self) -> bool:
        """The report wants to be looked at: first, or again at 20."""
        if self.tuning.confirmed_at is None:
            return self.joined >= self.tuning.validation_minimum
        return self.joined >= SECOND_REPORT_JOINED > self.tuning.confirmed_joined_count

    @property
    def waiting_for(self) -> str:
        """What stands in the way, in words; empty when open."""
        if self.is_open:
            return ""
        minimum = self.tuning.validation_minimum
        is_enough = self.joined >= minimum
        drafts = "finished drafts to look at" if is_enough else f"of {minimum} finished drafts"
        return f"waiting for the threshold review: {self.joined} {drafts}"

    def as_dict(self) -> dict[str, object]:
        """``gate`` of GET signals/stats."""
        return {
            "open": self.is_open,
            "joined": self.joined,
            "confirmed_by": self.confirmed_by or None,
        }


def current_tuning() -> LearningSettings:
    """The settings of learning, with who confirmed them. One query."""
    stored = LearningSettings.objects.select_related("confirmed_by").filter(pk=1).first()
    return stored or LearningSettings(pk=1)


def gate_state() -> GateState:
    """The gate with its counts: four queries, one of which counts events."""
    tuning = current_tuning()
    return GateState(tuning, count_votes(tuning.sources))


def is_gate_open(tuning: LearningSettings | None = None) -> bool:
    """Whether proposals and calibration may run. One query as a rule: no events are counted where
    the confirmation itself rested on enough of them."""
    tuning = tuning or current_tuning()
    if tuning.confirmed_at is None or GateState(tuning, joined=0).is_open:
        return tuning.confirmed_at is not None
    return GateState(tuning, count_votes(tuning.sources)).is_open
