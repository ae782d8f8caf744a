"""Claims no draft may make: availability confirmed, a card charged or about to be.

``a|b`` are alternatives, ``?`` makes a word optional. Source: design page "Drafting", section 3.
"""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "disponibilité est? confirmée|garantie",
    "confirmons la disponibilité",
    "avons|allons déjà? débité|débiter votre|ta|la carte",
    "débiterons votre|ta|la carte",
    "votre|ta|la carte a|est|sera déjà? été? débitée|débité",
)
