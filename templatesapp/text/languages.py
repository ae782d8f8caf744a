"""What the desk knows of each language: ``rules(AskRules)["it"]`` is
``templatesapp/languages/it/asks.toml``, read once and kept in memory.

Adding a language is adding a folder (docs/languages.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, TypeVar, cast

from templatesapp.text.language_files import FOLDER, LanguageData, Listed, SharedTable, read_data

DEFAULT_LANGUAGE = "en"  # where a text is in none of ours
INTERNATIONAL = "international"  # the folder of what people write alike in every language

T = TypeVar("T", bound=LanguageData)

_read = cache(read_data)


@cache
def rules(shape: type[T]) -> Mapping[str, T]:
    """The data of this kind in every language that the desk speaks."""
    return {code: read(shape, code) for code in desk_languages()}


def read(shape: type[T], code: str) -> T:
    """Its data of this kind; also of the folder "international"."""
    return cast("T", _read(shape, code))  # type: ignore[arg-type]


def each(shape: type[T]) -> list[T]:
    """The data of this kind of every folder that has some: English first, what is written alike
    everywhere last."""
    codes = _folders(shape)
    codes.sort(key=lambda code: (code == INTERNATIONAL, code != DEFAULT_LANGUAGE))
    return [read(shape, code) for code in codes]


class Together:
    """The lists of all folders by their names, for texts that may mix languages."""

    def __init__(self, shape: type[SharedTable]) -> None:
        for one in each(shape):
            for name, listed in one.by_name.items():
                self.__dict__[name] = self.__dict__.get(name, frozenset()).union(listed)

    def __getattr__(self, name: str) -> frozenset[str]:
        raise AttributeError(name)  # every list is an attribute; this one tells their type


def desk_languages() -> tuple[str, ...]:
    """Codes of the languages that the desk reads and writes, sorted."""
    return codes_with(Vocabulary)


def known_language(language: str) -> str:
    """The language itself; English for one that the desk does not speak."""
    return language if language in desk_languages() else DEFAULT_LANGUAGE


def codes_for(language: str) -> tuple[str, ...]:
    """The language itself; all that the desk speaks for one that it does not."""
    return (language,) if language in desk_languages() else desk_languages()


@cache  # asked for each word
def codes_with(shape: type[LanguageData]) -> tuple[str, ...]:
    """Codes of the languages that have a file of this kind, sorted."""
    return tuple(code for code in _folders(shape) if code != INTERNATIONAL)


def _folders(shape: type[LanguageData]) -> list[str]:
    file, _, _ = shape.FILE.partition(".")
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{file}.toml"))


@dataclass(frozen=True, slots=True)
class Vocabulary(LanguageData):
    """The words of one language, as written (accents and all); ``tokens`` folds and stems them.

    ``concepts`` and ``compound_parts`` list the phrases or word parts of an English concept. A
    phrase is matched by the stems of its words, so ordinary inflection needs no entry; ``=word``
    asks for exactly that form (Italian *porto* is a harbour, *porta* a door). The concept ``_``
    means nothing and hides what stands inside its phrases ("boarding card" is no bank card).
    ``synonyms`` maps a spelling or colloquial word to the ordinary word of the same language.
    ``endings`` restores an accent that folding took and the stemmer needs (``cion = "ción"``:
    without it Spanish *habitacion* and *habitaciones* stem apart). ``fine_concepts`` tell facts
    apart ("last" bus, bus "stop"); ranking does not read them.
    """

    FILE: ClassVar[str] = "vocabulary"

    concepts: Mapping[str, Listed]
    stemmer: str = ""  # of Snowball
    nouns_are_capital: bool = False
    stop_words: Listed = ()
    fine_concepts: Mapping[str, Listed] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    compound_parts: Mapping[str, Listed] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
