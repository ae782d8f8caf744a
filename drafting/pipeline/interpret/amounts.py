"""Amounts of money in a text, as guests write them: 1.450 €, EUR 89.00, 2,940 EUR, 118,50 euro."""

import re
from bisect import bisect_right
from decimal import Decimal

from drafting.pipeline.interpret.phrases import Words
from templatesapp.text.references import SAID

# Dollars, pounds and francs are taken at par: near enough to tell 50 from 500.
_CURRENCY = rf"(?:€|\$|£|{'|'.join(map(re.escape, sorted(SAID.currencies, reverse=True)))})"
# At most four groups of thousands; a space may part them (2 940 €).
_NUMBER = r"\d{1,7}(?:[.,'’ \u00a0\u202f]\d{3}){0,3}(?:[.,]\d{1,2}|,-|,–)?"
_AMOUNT = re.compile(
    rf"(?<![\w.,])(?:{_CURRENCY}[ \u00a0]?(?P<after>{_NUMBER})"
    rf"|(?P<before>{_NUMBER})[ \u00a0\u202f]?{_CURRENCY})(?!\w)",
    re.IGNORECASE,
)
_CENTS = re.compile(r"[.,](\d{1,2})$")


def find_amounts(words: Words) -> list[tuple[Decimal, int]]:
    """Every amount with the number of the sentence it stands in."""
    ends = [end for _, end in words.offsets]
    amounts = []
    for match in _AMOUNT.finditer(words.text):
        position = bisect_right(ends, match.start())
        if position < len(ends):
            number = match.group("after") or match.group("before")
            amounts.append((_value(number), words.sentences[position]))
    return amounts


def _value(number: str) -> Decimal:
    """The last mark before one or two digits parts the cents, every other mark thousands."""
    cents = _CENTS.search(number)
    whole = number[: cents.start()] if cents else number
    digits = "".join(char for char in whole if char.isdigit())
    return Decimal(f"{digits}.{cents.group(1)}" if cents else digits)
