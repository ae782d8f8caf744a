"""A property fact in the words of a language: 15:30 → "3:30 pm", "15:30 Uhr", "15h30".

Pure; number, currency and date patterns come from Babel (Unicode CLDR). Two habits of letters
differ from CLDR: whole amounts carry no cents in running text, and German and French write hours
with a word or letter.
"""

from __future__ import annotations

import re
from datetime import date, time
from decimal import Decimal, InvalidOperation

from babel.dates import format_date, format_time
from babel.numbers import format_currency, format_decimal, format_percent

LOCALES = {"en": "en_GB", "it": "it_IT", "de": "de_DE", "fr": "fr_FR", "es": "es_ES"}
# Any year will do to name a day; a leap year holds 29 February.
_ANY_YEAR = 2024
_DAY_PATTERN = {
    "en": "d MMMM",
    "it": "d MMMM",
    "de": "d. MMMM",
    "fr": "d MMMM",
    "es": "d 'de' MMMM",
}
_PHONE = re.compile(r"^\+?[0-9][0-9 ()/-]{1,24}$")
_EMAIL = re.compile(r"^[^@\s]+@[^@\s]+\.[^@\s]+$")
_URL = re.compile(r"^https?://[^\s]+$")


def format_fact(kind: str, value: str, unit: str, language: str) -> str:
    """The value as it stands in a sentence. ``kind`` is a FactKind; languages outside the five
    are written as English. Raises ValueError where the value is not of its kind."""
    language = language if language in LOCALES else "en"
    text = _format(kind, value, unit, language)
    # CLDR puts narrow and no-break spaces; an agent's rewrite holds plain ones and must be equal.
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def _format(kind: str, value: str, unit: str, language: str) -> str:
    locale = LOCALES[language]
    if kind == "time":
        return _format_time(_parse_time(value), language)
    if kind == "money":
        amount = _parse_number(value)
        is_whole = amount == amount.to_integral_value()
        pattern = _whole_amount_pattern(language) if is_whole else None
        return str(
            format_currency(
                amount, unit or "EUR", pattern, locale=locale, currency_digits=not is_whole
            )
        )
    if kind == "number":
        return str(format_decimal(_parse_number(value), locale=locale))
    if kind == "percent":
        return str(format_percent(_parse_number(value) / 100, locale=locale))
    if kind == "date":
        return str(format_date(_parse_day(value), _DAY_PATTERN[language], locale=locale))
    return value


def check_fact(kind: str, value: str, unit: str) -> str:
    """Why the value is not of its kind, or an empty string."""
    patterns = {"phone": _PHONE, "email": _EMAIL, "url": _URL}
    if kind in patterns:
        return "" if patterns[kind].match(value) else f"not a valid {kind}"
    if kind == "text":
        return "" if value.strip() else "empty"
    try:
        format_fact(kind, value, unit, "en")
    except (ValueError, InvalidOperation):
        return f"not a valid {kind}"
    return ""


def _format_time(value: time, language: str) -> str:
    if language == "en":
        text = format_time(value, "h:mm a" if value.minute else "h a", locale="en_US")
        return str(text).lower()
    if language == "fr":
        return f"{value.hour}h{value.minute:02d}" if value.minute else f"{value.hour}h"
    clock = f"{value.hour}:{value.minute:02d}"
    return f"{clock} Uhr" if language == "de" else clock


def _whole_amount_pattern(language: str) -> str:
    return "¤#,##0" if language == "en" else "#,##0 ¤"


def _parse_time(value: str) -> time:
    hour, _, minute = value.partition(":")
    return time(int(hour), int(minute))


def _parse_number(value: str) -> Decimal:
    try:
        number = Decimal(value)
    except InvalidOperation as error:
        raise ValueError(f"'{value}' is no number") from error
    if not number.is_finite():
        raise ValueError(f"'{value}' is no number")
    return number


def _parse_day(value: str) -> date:
    month, _, day = value.partition("-")
    return date(_ANY_YEAR, int(month), int(day))
