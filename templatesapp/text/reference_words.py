"""Words in front of a number that say what it is, of all languages together (lower case, no
accents). Prefixes serve German compounds (Buchungsnummer, Gutscheincode).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from templatesapp.text.language_files import Forms, LanguageData, Listed
from templatesapp.text.languages import together


@dataclass(frozen=True, slots=True)
class ReferenceWords(LanguageData):
    """What one language adds; what is written alike in all of them stands once."""

    FILE: ClassVar[str] = "references"

    platform_words: Listed = ()
    booking_words: Listed = ()
    booking_prefixes: Listed = ()
    number_abbreviations: Listed = ()  # a full stop after them ends no sentence
    phone_words: Listed = ()
    phone_prefixes: Listed = ()
    code_words: Listed = ()
    code_suffixes: Listed = ()  # Türcode, Aktionscode
    promo_prefixes: Listed = ()
    airline_codes: Listed = ()  # IATA codes of the airlines
    journey_words: Listed = ()
    journey_prefixes: Listed = ()
    other_number_words: Listed = ()  # vehicles, papers, banks, secrets, things
    other_number_prefixes: Listed = ()
    currencies: Forms = ()  # beside a number: an amount
    months: Listed = ()  # three letters as on tickets (15MAY), and full names in capitals
    # Standards, products and ICAO flight codes: letters and digits that name a thing, no booking.
    plain_prefixes: Listed = ()


SAID = together(ReferenceWords)
