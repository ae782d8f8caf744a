"""What people type on a phone, written out: "r u open", "a ke ora", "c combien".

Source: ``templatesapp/languages/<code>/spelling.toml``. Only words in small letters are written
out ("U" may be a room, "C" a vitamin), and longer ones with which a sentence begins.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from templatesapp.text.languages import LanguageData, codes_with, read

_BEGINS = 5  # letters, the least of a word that is known with a capital: "Chan" is a name


@dataclass(frozen=True, slots=True)
class Spelling(LanguageData):
    """``words``: what each stands for, wherever it stands as a word of its own; what may be one of
    the language stands there with its neighbour ("ce il")."""

    FILE: ClassVar[str] = "spelling"

    words: Mapping[str, str]


def written_out(text: str, language: str) -> str:
    """The same text, its own words but for their spelling."""
    if language not in codes_with(Spelling):
        return text
    return _pattern(language).sub(lambda found: _words(language)[found[0]], text)


@cache
def _words(language: str) -> Mapping[str, str]:
    words = read(Spelling, language).words
    longer = {word: said for word, said in words.items() if len(word.split()[0]) >= _BEGINS}
    return {**{_begun(word): _begun(said) for word, said in longer.items()}, **words}


def _begun(word: str) -> str:
    return word[0].upper() + word[1:]


@cache
def _pattern(language: str) -> re.Pattern[str]:
    words = sorted(_words(language), key=lambda word: (-len(word), word))
    small, begun = (
        "|".join(re.escape(word) for word in words if word[0].isupper() is is_begun)
        for is_begun in (False, True)
    )
    # No part of an address, of "4-u", of an abbreviation or of "d'accord".
    return re.compile(
        rf"(?<![\w@./:'’-])(?:{small}|(?:\A|(?<=[.!?]\s))(?:{begun}))(?![\w@/:'’-]|\.\w)"
    )
