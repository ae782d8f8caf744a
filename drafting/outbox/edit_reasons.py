"""Why a person edited a reply: what they may say, and what the change itself speaks for."""

from __future__ import annotations

from drafting.drafts.choices import RewriteReason
from drafting.pipeline.interpret.language import text_language
from templatesapp.text.distance import edit_distance_pct
from templatesapp.text.guarded.values import find_values

ASKS_FROM_PCT = 12.0  # a smaller edit needs no reason
WRONG_LETTER_FROM_PCT = 70.0  # little of the letter is left
EDIT_REASONS = (
    (RewriteReason.STYLE.value, "Tone"),
    (RewriteReason.MISSING_INFO.value, "A fact was wrong, or an answer missing"),
    (RewriteReason.LANGUAGE_ADAPT.value, "Language"),
    (RewriteReason.WRONG_TEMPLATE.value, "Wrong letter"),
)


def likely_reason(*, before: str, after: str, language: str) -> str:
    """The RewriteReason that the change speaks for; "" for an edit too small to ask about."""
    distance = edit_distance_pct(before, after)
    if distance < ASKS_FROM_PCT:
        return ""
    now = text_language(after, language)
    if now != text_language(before, language):
        return RewriteReason.LANGUAGE_ADAPT
    if distance >= WRONG_LETTER_FROM_PCT:
        return RewriteReason.WRONG_TEMPLATE
    if _values(before, now) != _values(after, now):
        return RewriteReason.MISSING_INFO
    return RewriteReason.STYLE


def _values(text: str, language: str) -> set[str]:
    return {text[value.start : value.end] for value in find_values(text, language).values}
