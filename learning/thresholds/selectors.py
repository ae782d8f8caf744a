"""The validation gate: what waits for a manager to look at the boundaries."""

from dataclasses import dataclass
from datetime import datetime

from learning.events.selectors import count_all_joined
from learning.thresholds.models import LearningSettings

SECOND_REPORT_JOINED = 20  # joined events at which the report is shown again


@dataclass(frozen=True, slots=True)
class GateState:
    """Whether calibration and proposals may run, and what they wait for, by the settings as they
    were when it was asked. ``joined``: counted votes so far, summed ones included."""

    joined: int
    minimum: int
    confirmed_by: str  # username; "" where nobody has
    confirmed_at: datetime | None
    confirmed_joined: int  # votes that the confirmation was based on

    @property
    def is_open(self) -> bool:
        # Events may stop counting later (an expired proposal); a review once made stays made.
        evidence = max(self.joined, self.confirmed_joined)
        return self.confirmed_at is not None and evidence >= self.minimum

    @property
    def is_review_due(self) -> bool:
        """The report wants to be looked at: first, or again at 20."""
        if self.confirmed_at is None:
            return self.joined >= self.minimum
        return self.joined >= SECOND_REPORT_JOINED > self.confirmed_joined

    @property
    def waiting_for(self) -> str:
        """What stands in the way, in words; empty when open."""
        if self.is_open:
            return ""
        if self.joined < self.minimum:
            return (
                f"waiting for the threshold review: {self.joined} of {self.minimum} finished drafts"
            )
        return f"waiting for the threshold review: {self.joined} finished drafts to look at"

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
    return gate_of(tuning, joined=count_all_joined(tuning.sources))


def gate_of(tuning: LearningSettings, *, joined: int) -> GateState:
    """The gate of these settings with so many counted votes. No query."""
    person = tuning.confirmed_by
    return GateState(
        joined=joined,
        minimum=tuning.validation_minimum,
        confirmed_by=person.get_username() if person else "",
        confirmed_at=tuning.confirmed_at,
        confirmed_joined=tuning.confirmed_joined_count,
    )


def is_gate_open(tuning: LearningSettings | None = None) -> bool:
    """Whether proposals and calibration may run. One query as a rule: no events are counted where
    the confirmation itself rested on enough of them."""
    tuning = tuning or current_tuning()
    if tuning.confirmed_at is None or gate_of(tuning, joined=0).is_open:
        return tuning.confirmed_at is not None
    return gate_of(tuning, joined=count_all_joined(tuning.sources)).is_open
