"""What a letter may assert about one guest, and what proves it: one closed table.

A template names its requirements (``requires``); without proof of each it can't be chosen, by no
score and no prior. Source: asks.md, "A letter needs evidence for what it asserts".
"""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


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
    group: str
    label: str
    proofs: frozenset[Proof]

    @property
    def is_state(self) -> bool:
        """Whether a caller may state it (drafts/generate, ``states``)."""
        return Proof.STATE in self.proofs


_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
REQUIREMENTS = {
    name: Requirement(name, told["group"], told["label"], frozenset(map(Proof, told["proofs"])))
    for name, told in _TABLE.items()
}
STATE_NAMES: tuple[str, ...] = tuple(r.name for r in REQUIREMENTS.values() if r.is_state)
