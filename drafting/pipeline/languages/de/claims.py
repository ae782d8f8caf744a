"""Claims no draft may make: availability confirmed, a card charged or about to be.

``a|b`` are alternatives, ``?`` makes a word optional. Source: design page "Drafting", section 3.
"""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "verfügbarkeit ist? bestätigt|garantiert",
    "bestätigen ihnen|dir? die verfügbarkeit",
    "haben|werden ihre|deine|die karte|kreditkarte bereits|jetzt|automatisch? belastet|belasten",
    "ihre|deine|die karte|kreditkarte wurde|wird|ist bereits|jetzt|automatisch? belastet",
)
