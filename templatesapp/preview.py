"""A template as a guest would read it, filled with sample values and today's facts."""

from __future__ import annotations

from templatesapp.entries import Catalogue
from templatesapp.text.letter import greeting, personalise_greeting
from templatesapp.text.slots import resolve_slots

SAMPLE_GUEST = "Annika Rehberg"
SAMPLE_REFERENCE = "MA4BJ9"


def preview_text(*, body: str, language: str, catalogue: Catalogue) -> str:
    """A template's text, kept or not yet. No query."""
    values = catalogue.fact_values(language) | {
        "GREETING": greeting(SAMPLE_GUEST, language),
        "BOOKING_REF": SAMPLE_REFERENCE,
    }
    text = resolve_slots(body, values).text
    return personalise_greeting(text, SAMPLE_GUEST, language).replace("\r\n", "\n")
