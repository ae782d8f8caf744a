"""What a letter may assert about one guest, and what proves it: one closed table.

A template names its requirements (``requires``); without proof of each it can't be chosen, by no
score and no prior. Source: asks.md, "A letter needs evidence for what it asserts".
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Proof(StrEnum):
    """Where a proof may come from."""

    READING = "reading"  # the guest's mail says it
    THREAD = "thread"  # we said it earlier in the conversation
    STATE = "state"  # the caller has looked it up
    STEP = "step"  # the caller named the step of the prepayment


@dataclass(frozen=True, slots=True)
class Requirement:
    """``label`` completes "The guest …" or "We know that …" on screens."""

    name: str
    label: str
    proofs: frozenset[Proof]

    @property
    def is_state(self) -> bool:
        """Whether a caller may state it (drafts/generate, ``states``)."""
        return Proof.STATE in self.proofs


_READ, _THREAD, _STATE, _STEP = Proof.READING, Proof.THREAD, Proof.STATE, Proof.STEP

_TABLE: tuple[tuple[Any, ...], ...] = (
    ("wants_cancellation", "asks us to cancel", _READ),
    ("non_refundable_rate", "has a non-refundable rate", _READ, _THREAD, _STATE),
    ("refundable_rate", "has a refundable rate", _READ, _THREAD, _STATE),
    ("wants_change", "asks for a change of the booking", _READ),
    ("has_agreed", "agrees to what we proposed", _READ),
    ("has_paid", "says that it is paid", _READ, _STATE),
    ("asks_about_payment", "asks whether a payment has arrived", _READ),
    ("payment_received", "the payment has arrived", _STATE),
    ("payment_not_seen", "no payment can be seen yet", _STATE),
    ("payment_link_failed", "has a payment link that fails", _READ),
    ("card_declined", "has a card that was declined", _READ, _STATE),
    ("prepayment_step", "the prepayment stands at this step", _STEP),
    ("disputes_refund", "objects to a refusal or demands money back", _READ),
    ("disputes_charge", "was charged twice or doesn't know a charge", _READ),
    ("complains", "complains", _READ),
    ("bothered_by_guest", "is bothered by another guest", _READ),
    ("is_locked_out", "stands outside and can't get in", _READ),
    ("gives_thanks", "thanks us or praises the house", _READ),
    ("opts_out", "wants no more mail", _READ),
    ("waits_for_reply", "wrote before and had no answer", _READ),
    ("has_lost_item", "has lost or left something", _READ),
    ("item_found", "the lost thing was found", _THREAD, _STATE),
    ("item_not_found", "the lost thing was not found", _STATE),
    ("item_sent", "the lost thing is on its way back", _THREAD, _STATE),
    ("reports_booking_error", "sees a mistake in the booking", _READ),
    ("duplicate_booking", "booked twice by mistake", _READ, _STATE),
    ("booking_found", "the booking is there", _STATE),
    ("booking_not_found", "no booking can be found", _STATE),
    ("invoice_data_given", "gave the data for the invoice", _READ),
)
REQUIREMENTS: dict[str, Requirement] = {
    name: Requirement(name, label, frozenset(proofs)) for name, label, *proofs in _TABLE
}
STATE_NAMES: tuple[str, ...] = tuple(r.name for r in REQUIREMENTS.values() if r.is_state)
