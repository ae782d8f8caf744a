"""Words by which names are known and told from other words, of all languages together."""

import re
from functools import cache
from typing import ClassVar

from templatesapp.text.languages import SharedTable, Together, Vocabulary, rules
from templatesapp.text.references import SAID
from templatesapp.text.tokens import fold as fold_word
from templatesapp.text.tokens import fold_letters


class RedactionWords(SharedTable):
    FILE: ClassVar[str] = "redaction"


WORDS = Together(RedactionWords)


@cache
def no_names() -> frozenset[str]:
    """Capitalised words that are no name: function words, our field's words, places, days."""
    greeting_words = {w for p in WORDS.greetings | WORDS.closings for w in p.split()}
    found = set(WORDS.other_no_names | WORDS.organisation_words | WORDS.places | WORDS.particles)
    found |= WORDS.titles | WORDS.phone_words | WORDS.joiners
    found |= SAID.booking_words | SAID.platform_words
    found |= SAID.journey_words | SAID.other_number_words
    for vocabulary in rules(Vocabulary).values():
        found.update(map(fold_word, vocabulary.stop_words))
        for concept in vocabulary.concepts.values():
            found.update(fold_word(w.lstrip("=")) for phrase in concept for w in phrase.split())
    names = WORDS.ordinary_names | WORDS.first_names
    return frozenset(found - names | WORDS.calendar | WORDS.owners | greeting_words)


def address_words(address: str) -> list[str]:
    """Folded words of an address that may be somebody's name: "r.adeyemi@…", "giuliaconti@…"."""
    words = re.split(r"[\W\d_]+", fold_letters(address.partition("@")[0]))
    return [word for word in words if len(word) > 1 and word not in no_names()]
