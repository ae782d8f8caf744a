"""Words that tell redaction where a name or a number stands, of all languages together.

All folded (lower case, no accents). One set serves all languages: a text that is to be redacted may
quote another language, and a word too many only narrows what counts as a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from templatesapp.text.language_files import LanguageData, Listed
from templatesapp.text.languages import each, vocabularies
from templatesapp.text.reference_words import SAID
from templatesapp.text.tokens import fold as fold_word


@dataclass(frozen=True, slots=True)
class RedactionWords(LanguageData):
    """What one language adds; what is written alike in all of them stands once."""

    FILE: ClassVar[str] = "redaction"

    # --- numbers ---
    phone_words: Listed = ()
    card_words: Listed = ()
    iban_words: Listed = ()
    price_words: Listed = ()
    # --- where a name stands ---
    greetings: Listed = ()
    closings: Listed = ()
    introductions: Listed = ()  # a name follows: "this is Kayleigh", "name Jonathan Breakspear"
    # A bare adjective, job or nationality often follows these: then only two words make a name.
    weak_introductions: Listed = ()
    lone_introductions: Listed = ()  # begin a weak one after which no single word proves a name
    elisions: Listed = ()  # before an apostrophe: "l'amica Carla"
    clause_ends: Listed = ()  # after a name that an introduction brought: "this is Leo from room 4"
    relations: Listed = ()  # friend, wife, colleague
    owners: Listed = ()  # the pronoun or article in front makes "friend" a relation
    relation_adjectives: Listed = ()  # between the two: "my best friend", "meine kleine Tochter"
    desks: Listed = ()  # "Marta on the desk", "Luca della reception": the name stands in front
    desk_joiners: Listed = ()
    weak_desk_joiners: Listed = ()
    titles: Listed = ()
    # Titles that are ordinary words too: a name must follow at once, and alone they prove nothing.
    weak_titles: Listed = ()
    joiners: Listed = ()
    particles: Listed = ()
    attribution_verbs: Listed = ()
    header_keys: Listed = ()
    # --- what is no name ---
    organisation_words: Listed = ()
    places: Listed = ()
    calendar: Listed = ()
    other_no_names: Listed = ()  # courtesies, answers, hostel words and brands in capitals
    # In front of these a first name is a saint's, a street's or a house's.
    place_prefixes: Listed = ()
    # --- what a sentence says to one guest only ---
    one_guest: Listed = ()  # what they wrote, did or have: "as you wrote", "your room is"
    # --- what is one ---
    first_names: Listed = ()  # common ones that are no word; what is rarer stands elsewhere
    ordinary_names: Listed = ()  # ordinary words: names only where a name stands


def _listed(field: str) -> Iterator[str]:
    return (entry for words in each(RedactionWords) for entry in getattr(words, field))


def _words(field: str) -> frozenset[str]:
    return frozenset(_listed(field))


def _phrases(field: str) -> tuple[tuple[str, ...], ...]:
    """Longest first, so that the longest one is tried first."""
    return tuple(sorted({tuple(p.split()) for p in _listed(field)}, key=len, reverse=True))


_MARKS_OF_PRICES = frozenset("€$£%")

PHONE_WORDS = _words("phone_words")
CARD_WORDS = _words("card_words")
IBAN_WORDS = _words("iban_words")
PRICE_WORDS = _words("price_words") | _MARKS_OF_PRICES
GREETINGS = _phrases("greetings")
CLOSINGS = _phrases("closings")
INTRODUCTIONS = _phrases("introductions")
WEAK_INTRODUCTIONS = _phrases("weak_introductions")
LONE_INTRODUCTIONS = _words("lone_introductions")
CLAUSE_ENDS = _words("clause_ends")
ELISIONS = _words("elisions")
RELATIONS = _words("relations")
OWNERS = _words("owners")
RELATION_ADJECTIVES = _words("relation_adjectives")
DESKS = _words("desks")
DESK_JOINERS = _words("desk_joiners")
WEAK_DESK_JOINERS = _words("weak_desk_joiners")
TITLES = _words("titles")
WEAK_TITLES = _words("weak_titles")
JOINERS = _words("joiners")
PARTICLES = _words("particles")
ATTRIBUTION_VERBS = _words("attribution_verbs")
HEADER_KEYS = _words("header_keys")
ORGANISATION_WORDS = _words("organisation_words")
PLACES = _words("places")
CALENDAR = _words("calendar")
OTHER_NO_NAMES = _words("other_no_names")
PLACE_PREFIXES = _words("place_prefixes")
ONE_GUEST = _phrases("one_guest")
FIRST_NAMES = _words("first_names")
ORDINARY_NAMES = _words("ordinary_names")
GREETING_WORDS = frozenset(word for phrase in GREETINGS + CLOSINGS for word in phrase)


@cache
def no_names() -> frozenset[str]:
    """Capitalised words that are no name: function words, our field's words, places, days."""
    found = set(OTHER_NO_NAMES | ORGANISATION_WORDS | PLACES | CALENDAR | PARTICLES | TITLES)
    found |= PHONE_WORDS | GREETING_WORDS | JOINERS | OWNERS
    found.update(SAID.booking_words, SAID.platform_words)
    found.update(SAID.journey_words, SAID.other_number_words)
    for vocabulary in vocabularies().values():
        found.update(map(fold_word, vocabulary.stop_words))
        for phrases in vocabulary.concepts.values():
            found.update(fold_word(w.lstrip("=")) for phrase in phrases for w in phrase.split())
    return frozenset(found - ORDINARY_NAMES - FIRST_NAMES | CALENDAR | OWNERS | GREETING_WORDS)
