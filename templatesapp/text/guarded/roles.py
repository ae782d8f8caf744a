"""What concepts are to the guard: data beside the vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from templatesapp.text.language_files import LanguageData, Listed
from templatesapp.text.languages import INTERNATIONAL, read


@dataclass(frozen=True, slots=True)
class ConceptRoles(LanguageData):
    FILE: ClassVar[str] = "roles"

    plain: Listed
    places_and_means: Listed
    same_thing: Listed
    sold_by_others: Listed
    little_ones: Listed


@cache
def concepts_that_are(role: str) -> frozenset[str]:
    return frozenset(getattr(read(ConceptRoles, INTERNATIONAL), role))
