"""What people type on a phone, written out: "r u open", "a ke ora", "c combien".

Source: ``templatesapp/languages/<code>/spelling.toml``. Only words in small letters are written
out: "U" may be a room, "C" a vitamin.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from templatesapp.text.languages import LanguageData, codes_with, read


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
    words = read(Spelling, language).words
    return _pattern(language).sub(lambda found: words[found[0]], text)


@cache
def _pattern(language: str) -> re.Pattern[str]:
    words = sorted(read(Spelling, language).words, key=lambda word: (-len(word), word))
    # No part of an address, of "4-u", of an abbreviation or of "d'accord".
    return re.compile(rf"(?<![\w@./:'’-])(?:{'|'.join(map(re.escape, words))})(?![\w@/:'’-]|\.\w)")
