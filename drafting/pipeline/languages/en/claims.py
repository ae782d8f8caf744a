"""Claims no draft may make: availability confirmed, a card charged or about to be.

``a|b`` are alternatives, ``?`` makes a word optional. Source: design page "Drafting", section 3.
"""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "availability is|has? been? confirmed",
    "confirmed availability",
    "confirm|confirming the|your? availability",
    "we have|ve|will|ll|did|are already|now|automatically? charged|charge|charging your|the card",
    "we charged your|the card",
    "your|the card was|has|is|will been|be? already|now? charged",
)
