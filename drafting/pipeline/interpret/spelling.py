"""What people type on a phone, written out: "r u open", "a ke ora", "c combien", "brekafast".

Source: ``templatesapp/languages/<code>/spelling.toml``. Only words in small letters are written
out ("U" may be a room, "C" a vitamin), and longer ones with which a sentence begins. A word that is
nothing to us is mended where two of its letters change places, or one that is doubled or should be,
and it names one of our concepts then: hardly a word of any language is that near another.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from templatesapp.text.languages import LanguageData, codes_with, read
from templatesapp.text.tokens import concepts, fold, stop_words, written_words

_BEGINS = 5  # letters, the least of a word that is known with a capital: "Chan" is a name
_FEWEST_MENDED, _MOST_MENDED = 6, 24  # letters
_MENDED_KEPT = 1 << 15  # words
# No part of an address, of "4-u", of an abbreviation or of "d'accord".
_ALONE = r"(?<![\w@./:'’-]){}(?![\w@/:'’-]|\.\w)"
_WORD = re.compile(_ALONE.format(rf"[^\W\d_]{{{_FEWEST_MENDED},{_MOST_MENDED}}}"))


@dataclass(frozen=True, slots=True)
class Spelling(LanguageData):
    """``words``: what each stands for, wherever it stands as a word of its own; what may be one of
    the language stands there with its neighbour ("ce il"). ``right``: never mended."""

    FILE: ClassVar[str] = "spelling"

    words: Mapping[str, str]
    right: frozenset[str] = frozenset()


def written_out(text: str, language: str) -> str:
    """The same text, its own words but for their spelling."""
    if language not in codes_with(Spelling):
        return text
    text = _pattern(language).sub(lambda found: _words(language)[found[0]], text)
    return _WORD.sub(lambda found: _mended(found[0], language), text)


@lru_cache(maxsize=_MENDED_KEPT)
def _mended(word: str, language: str) -> str:
    folded, is_name = fold(word), word[1:] != word[1:].lower()
    if is_name or folded in _right(language) or concepts(word, language):
        return word
    near = written_words(language).intersection(_near(folded))
    return _like(word, *near) if len(near) == 1 else word


@cache
def _right(language: str) -> frozenset[str]:
    return stop_words(language).union(map(fold, read(Spelling, language).right))


def _near(word: str) -> Iterator[str]:
    for i, letter in enumerate(word[:-1]):
        if letter == word[i + 1]:
            yield word[:i] + word[i + 1 :]
        elif i:  # hardly anybody mistakes the first letter
            yield word[:i] + word[i + 1] + letter + word[i + 2 :]
    yield from (word[:i] + letter + word[i:] for i, letter in enumerate(word) if i)


def _like(word: str, said: str) -> str:
    return _begun(said) if word[0].isupper() else said


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
    return re.compile(_ALONE.format(rf"(?:{small}|(?:\A|(?<=[.!?]\s))(?:{begun}))"))
