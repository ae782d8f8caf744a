"""A template as a guest would read it, filled with sample values and today's facts."""

from __future__ import annotations

from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.letter import greeting, personalise_greeting
from templatesapp.text.slots import resolve_slots

SAMPLE_GUEST = "Annika Rehberg"
SAMPLE_REFERENCE = "MA4BJ9"


def preview_template(template: EmailTemplate) -> str:
    """Plain text; slots that depend on a mail (knowledge, policy) are read as empty."""
    values = current_catalogue().fact_values(template.language) | {
        "GREETING": greeting(SAMPLE_GUEST, template.language),
        "BOOKING_REF": SAMPLE_REFERENCE,
    }
    text = resolve_slots(template.body, values).text
    return personalise_greeting(text, SAMPLE_GUEST, template.language).replace("\r\n", "\n")
