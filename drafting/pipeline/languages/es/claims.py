"""Claims no draft may make: availability confirmed, a card charged or about to be.

``a|b`` are alternatives, ``?`` makes a word optional. Source: design page "Drafting", section 3.
"""

from __future__ import annotations

RULES: tuple[str, ...] = (
    "disponibilidad está|queda? confirmada|garantizada",
    "confirmamos la disponibilidad",
    "hemos|vamos ya? a? cargado|cargar en|a? su|tu|la? tarjeta",
    "cargaremos en|a? su|tu|la? tarjeta",
    "su|tu|la tarjeta ha|será|fue sido? cargada|cobrada",
    "hemos cargado el importe",
)
