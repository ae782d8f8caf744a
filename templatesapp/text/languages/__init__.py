"""What the desk knows of the words of each language: one module a language, each exporting
``VOCABULARY``. Adding a language is adding a file.

``CONCEPTS`` in those modules reads ``{English concept: "phrase, phrase, …"}``. A phrase is matched
by the stems of its words, so ordinary inflection needs no entry; ``=word`` asks for exactly that
form (for words whose stem belongs to something else: Italian *porto* is a harbour, *porta* a door).
The concept ``_`` means nothing and hides what stands inside its phrases ("boarding card" is no
bank card).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language, as written (accents and all); ``tokens`` folds and stems them.

    ``concepts`` and ``compound_parts`` map an English concept to phrases or word parts separated
    by commas. ``synonyms`` maps a spelling or colloquial word to the ordinary word of the same
    language. ``endings`` restores an accent that folding took and the stemmer needs
    (``("cion", "ción")``: without it Spanish *habitacion* and *habitaciones* stem apart).
    ``fine_concepts`` tell facts apart ("last" bus, bus "stop"); ranking does not read them.
    """

    code: str
    stemmer: str
    stop_words: str
    concepts: Mapping[str, str]
    fine_concepts: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    compound_parts: Mapping[str, str] = field(default_factory=dict)
    endings: tuple[tuple[str, str], ...] = ()


@cache
def vocabularies() -> Mapping[str, Vocabulary]:
    """``{language code: Vocabulary}`` of every language module here, sorted by code."""
    names = sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_"))
    found = [import_module(f"{__name__}.{name}").VOCABULARY for name in names]
    return {vocabulary.code: vocabulary for vocabulary in found}
