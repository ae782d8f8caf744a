"""Which concept is a kind of which: a question about dogs is answered by a rule about pets.

Kept apart from synonyms, because it holds one way only: a rule about dogs says nothing of cats.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from templatesapp.text.language_files import LanguageData, Listed
from templatesapp.text.languages import INTERNATIONAL, read


@dataclass(frozen=True, slots=True)
class Concepts(LanguageData):
    FILE: ClassVar[str] = "concepts"

    journey: Listed  # what a question about the way to us speaks of, besides towns
    towns: Listed
    sights: Listed
    broader: Mapping[str, Listed]  # of a concept, nearest first
    coverage: Mapping[str, frozenset[str]]
    kin: Mapping[str, frozenset[str]]
    # What they are to the guard of facts.
    plain: Listed
    places_and_means: Listed
    same_thing: Listed
    sold_by_others: Listed
    little_ones: Listed


def known_concepts() -> Concepts:
    return read(Concepts, INTERNATIONAL)


@cache
def hypernyms(concept: str) -> frozenset[str]:
    """All broader concepts of a concept or English word: ``bus`` → ``public-transport`` and
    ``transport``."""
    nearest = known_concepts().broader.get(concept, ())
    return frozenset(nearest).union(*map(hypernyms, nearest))
