"""The 20 categories a mail or a template belongs to, and the languages of the desk. Values are
stored and never renamed."""

from babel import Locale

from templatesapp.text.languages import DEFAULT_LANGUAGE as DEFAULT_LANGUAGE
from templatesapp.text.languages import desk_languages

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

# By their folders (docs/languages.md): English first, then by name.
LANGUAGES: dict[str, str] = dict(
    sorted(
        ((code, str(Locale(code).english_name)) for code in desk_languages()),
        key=lambda known: (known[0] != DEFAULT_LANGUAGE, known[1]),
    )
)
