"""Words that tell redaction where a name or a number stands, of all languages together.

All folded (lower case, no accents). One set serves all languages: a text that is to be redacted may
quote another language, and a word too many only narrows what counts as a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from templatesapp.text.language_files import LanguageData
from templatesapp.text.languages import together, vocabularies
from templatesapp.text.reference_words import SAID
from templatesapp.text.tokens import fold as fold_word


@dataclass(frozen=True, slots=True)
class RedactionWords(LanguageData):
    """What one language adds; what is written alike in all of them stands once."""

    FILE: ClassVar[str] = "redaction"

    # --- numbers ---
    phone_words: frozenset[str] = frozenset()
    card_words: frozenset[str] = frozenset()
    iban_words: frozenset[str] = frozenset()
    price_words: frozenset[str] = frozenset()
    # --- where a name stands ---
    greetings: frozenset[str] = frozenset()
    closings: frozenset[str] = frozenset()
    # A name follows: "this is Kayleigh", "name Jonathan Breakspear"
    introductions: frozenset[str] = frozenset()
    # A bare adjective, job or nationality often follows these: then only two words make a name.
    weak_introductions: frozenset[str] = frozenset()
    # Begin a weak one after which no single word proves a name
    lone_introductions: frozenset[str] = frozenset()
    elisions: frozenset[str] = frozenset()  # before an apostrophe: "l'amica Carla"
    # After a name that an introduction brought: "this is Leo from room 4"
    clause_ends: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()  # friend, wife, colleague
    # The pronoun or article in front makes "friend" a relation
    owners: frozenset[str] = frozenset()
    # Between the two: "my best friend", "meine kleine Tochter"
    relation_adjectives: frozenset[str] = frozenset()
    # "Marta on the desk", "Luca della reception": the name stands in front
    desks: frozenset[str] = frozenset()
    desk_joiners: frozenset[str] = frozenset()
    weak_desk_joiners: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    # Titles that are ordinary words too: a name must follow at once, and alone they prove nothing.
    weak_titles: frozenset[str] = frozenset()
    joiners: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    attribution_verbs: frozenset[str] = frozenset()
    header_keys: frozenset[str] = frozenset()
    # --- what is no name ---
    organisation_words: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    calendar: frozenset[str] = frozenset()
    # Courtesies, answers, hostel words and brands in capitals
    other_no_names: frozenset[str] = frozenset()
    # In front of these a first name is a saint's, a street's or a house's.
    place_prefixes: frozenset[str] = frozenset()
    # --- what a sentence says to one guest only ---
    # What they wrote, did or have: "as you wrote", "your room is"
    one_guest: frozenset[str] = frozenset()
    # --- what is one ---
    # Common ones that are no word; what is rarer stands elsewhere
    first_names: frozenset[str] = frozenset()
    ordinary_names: frozenset[str] = frozenset()  # ordinary words: names only where a name stands


WORDS = together(RedactionWords)


@cache
def no_names() -> frozenset[str]:
    """Capitalised words that are no name: function words, our field's words, places, days."""
    greeting_words = {w for p in WORDS.greetings | WORDS.closings for w in p.split()}
    found = set(WORDS.other_no_names | WORDS.organisation_words | WORDS.places | WORDS.particles)
    found |= WORDS.titles | WORDS.phone_words | WORDS.joiners
    found.update(SAID.booking_words, SAID.platform_words)
    found.update(SAID.journey_words, SAID.other_number_words)
    for vocabulary in vocabularies().values():
        found.update(map(fold_word, vocabulary.stop_words))
        for concept in vocabulary.concepts.values():
            found.update(fold_word(w.lstrip("=")) for phrase in concept for w in phrase.split())
    names = WORDS.ordinary_names | WORDS.first_names
    return frozenset(found - names | WORDS.calendar | WORDS.owners | greeting_words)
