"""A property fact in the words of a language: 15:30 → "3:30 pm", "15:30 Uhr", "15h30".

Pure; number, currency and date patterns come from Babel (Unicode CLDR). What
differs in letters from CLDR's own choice (no cents in whole amounts, "Uhr") each language says.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import ClassVar

from babel.dates import format_date, format_time
from babel.numbers import format_currency, format_decimal, format_percent, is_currency

from templatesapp.text.languages import LanguageData, known_language, rules


@dataclass(frozen=True, slots=True)
class FactFormats(LanguageData):
    """Patterns of Unicode CLDR."""

    FILE: ClassVar[str] = "formats"

    locale: str
    day: str
    time: str
    whole_hour: str
    whole_amount: str  # of money: whole amounts carry no cents in running text


# How a value of a kind is written; a comma may end thousands or begin cents, so neither is guessed.
_WRITTEN = {
    "time": "15:30",
    "money": "9.00, without currency",
    "number": "2.5, without unit",
    "percent": "30, without %",
    "date": "03-15, first the month",
    "phone": "+1 212 555 0100",
    "email": "house@example.com",
    "url": "https://example.com",
}
# Any year will do to name a day; a leap year holds 29 February.
_ANY_YEAR = 2024
_PHONE = re.compile(r"^\+?[0-9][0-9 ()/-]{1,24}$")
_EMAIL = re.compile(r"^[^@\s]+@[^@\s]+\.[^@\s]+$")
_URL = re.compile(r"^https?://[^\s]+$")


@lru_cache(maxsize=10_000)  # each catalogue that is read anew asks for all of them again
def format_fact(kind: str, value: str, unit: str, language: str) -> str:
    """The value as it stands in a sentence. ``kind`` is a FactKind; languages that are not ours
    are written as English. Raises ValueError where the value is not of its kind."""
    text = _format(kind, value, unit, rules(FactFormats)[known_language(language)])
    # CLDR puts narrow and no-break spaces; an agent's rewrite holds plain ones and must be equal.
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def _format(kind: str, value: str, unit: str, known: FactFormats) -> str:
    locale = known.locale
    if kind == "time":
        hour, _, minute = value.partition(":")
        at = time(int(hour), int(minute))
        return str(format_time(at, known.time if at.minute else known.whole_hour, locale=locale))
    if kind == "money":
        amount = _parse_number(value)
        is_whole = amount == amount.to_integral_value()
        pattern, unit = known.whole_amount if is_whole else None, unit or "EUR"
        return str(
            format_currency(amount, unit, pattern, locale=locale, currency_digits=not is_whole)
        )
    if kind == "number":
        return str(format_decimal(_parse_number(value), locale=locale))
    if kind == "percent":
        return str(format_percent(_parse_number(value) / 100, locale=locale))
    if kind == "date":
        month, _, day = value.partition("-")
        return str(format_date(date(_ANY_YEAR, int(month), int(day)), known.day, locale=locale))
    return value


def check_fact(kind: str, value: str, unit: str) -> str:
    """Why the value is not of its kind and how it is written, or an empty string."""
    refused = f"not a valid {kind}: write it as {_WRITTEN.get(kind, '')}"
    if kind == "money" and unit and not is_currency(unit):
        return f"“{unit}” is no currency: its unit has three letters, such as EUR"
    patterns = {"phone": _PHONE, "email": _EMAIL, "url": _URL}
    if kind in patterns:
        return "" if patterns[kind].match(value) else refused
    if kind == "text":
        return "" if value.strip() else "empty"
    try:
        format_fact(kind, value, unit, "en")
    except (ValueError, InvalidOperation):
        return refused
    return ""


def _parse_number(value: str) -> Decimal:
    with suppress(InvalidOperation):
        number = Decimal(value)
        if number.is_finite():
            return number
    raise ValueError(f"'{value}' is no number")
