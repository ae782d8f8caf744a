"""The 20 categories a mail or a template belongs to. Values are stored and never renamed."""

from __future__ import annotations

CATEGORIES: tuple[str, ...] = (
    "access",
    "activities",
    "booking-changes",
    "booking-issues",
    "breakfast",
    "cancellation",
    "check-in",
    "checkout",
    "employment",
    "faq",
    "general",
    "house-rules",
    "lost-found",
    "luggage",
    "payment",
    "policies",
    "prepayment",
    "promotions",
    "transportation",
    "wifi",
)

LANGUAGES: dict[str, str] = {
    "en": "English",
    "it": "Italian",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
}
DEFAULT_LANGUAGE = "en"
