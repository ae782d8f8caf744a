"""Claims no draft may make: availability confirmed, a card charged or about to be.

``a|b`` are alternatives, ``?`` makes a word optional. Source: design page "Drafting", section 3.
"""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "disponibilità è? confermata|garantita",
    "confermiamo la disponibilità",
    "abbiamo addebitato sulla|la sua|tua|vostra? carta",
    "abbiamo|avremo già? addebitato",
    "addebiteremo",
    "la sua|tua? carta è|sarà|verrà stata? addebitata",
)
