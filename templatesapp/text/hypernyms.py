"""Which concept is a kind of which: a question about dogs is answered by a rule about pets.

Kept apart from synonyms, because it holds one way only: a rule about dogs says nothing of cats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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


def known_concepts() -> Concepts:
    return read(Concepts, INTERNATIONAL)
