"""What the desk knows of each language: ``rules(AskRules)["it"]`` is
``templatesapp/languages/it/asks.toml``, read into the dataclass it is for, checked, once.

Adding a language is adding a folder (docs/languages.md). The keys of a file are the fields of its
dataclass, and a field's type says what may stand there:

``Forms``    fragments of regular expressions for *folded* text (lower case, no accents; they may be
             written with accents, the engines fold them alike), matched at word edges; ``{name}``
             stands for a piece of the file's table ``parts``
``Phrases``  words with the marks of ``drafting.pipeline.interpret.reading``; ``@house`` stands for
             each of the nouns in the language's ``house.toml``, ``@house*`` for what begins so
``Listed``   plain words and phrases; ``=word`` where the engine asks for exact forms
``frozenset[str]``, ``Mapping[…, …]``, ``str``, ``int``, ``bool``: as they are

Of a ``WordTable`` all lists are in one notation and the keys are those of English, whose file says
what each is for; to a ``SharedTable`` each folder adds what it has.

What breaks its notation stops the reader with the file, the line, the key and the entry.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, partial
from pathlib import Path
from typing import (
    Annotated,
    Any,
    ClassVar,
    NoReturn,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

FOLDER = Path(__file__).resolve().parent.parent / "languages"

Forms = Annotated[tuple[str, ...], "form"]
Phrases = Annotated[tuple[str, ...], "phrase"]
Listed = Annotated[tuple[str, ...], "words"]

_PART = re.compile(r"\{([a-z_]+)\}")
_HOUSE = re.compile(r"@house(\*?)")
_CHOICE = r"(?:#|@house\*?|[^\W_][^\s|*?^#]*\*?)"
_PIECE = rf"(?:\.\.\d*|{_CHOICE}(?:\|{_CHOICE})*\??)"
_NOTATIONS = {
    "form": re.compile(r"\S(?:.*\S)?", re.DOTALL),
    "phrase": re.compile(rf"\^?(?!\.\.){_PIECE}(?: {_PIECE})*"),
    "words": re.compile(r"(?=.*\w)=?[^\s|*,;=]+(?: =?[^\s|*,;=]+)*"),
}
_types = cache(partial(get_type_hints, include_extras=True))
DEFAULT_LANGUAGE = "en"  # where a text is in none of ours
INTERNATIONAL = "international"  # the folder of what people write alike in every language


class LanguageDataError(ValueError):
    """An entry of a language's files that cannot be read."""


class LanguageData:
    """Base of what a file, or one table of a file, is read into."""

    __slots__ = ()
    FILE: ClassVar[str]  # "asks", or "threats.reprisals": a table of a file


@dataclass(frozen=True, slots=True)
class WordTable(LanguageData):
    """Lists by name: ``table.hedges``."""

    NOTATION: ClassVar[str] = "form"

    by_name: Mapping[str, tuple[str, ...]]

    def __getattr__(self, name: str) -> tuple[str, ...]:
        return self.by_name[name]


class SharedTable(WordTable):
    """What one folder adds to lists that are read of all folders together (``Together``).
    ``NEEDED``: the lists that each folder has."""

    NOTATION: ClassVar[str] = "words"
    NEEDED: ClassVar[tuple[str, ...]] = ()


def read_data(shape: type[LanguageData], code: str) -> LanguageData:
    """The data of one language; LanguageDataError where they are not as the dataclass says."""
    file, _, table = shape.FILE.partition(".")
    return _language_file(code, file).read(shape, table)


@dataclass(frozen=True, slots=True)
class HouseWords(LanguageData):
    FILE: ClassVar[str] = "house"

    nouns: Listed  # single words; the first stands for whatever else a house calls itself


def house_nouns(code: str) -> tuple[str, ...]:
    """What guests who write in a language call the house."""
    return cast("HouseWords", read_data(HouseWords, code)).nouns


@cache
def _language_file(code: str, file: str) -> _LanguageFile:
    return _LanguageFile(FOLDER / code / f"{file}.toml")


class _LanguageFile:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: list[str] = []
        try:
            text = path.read_text(encoding="utf-8")
            self._lines = text.splitlines()
            self._tables: dict[str, Any] = tomllib.loads(text)
        except FileNotFoundError:
            self._complain("", "", "there is no such file")
        except tomllib.TOMLDecodeError as error:
            self._complain("", "", str(error))
        # Pieces of forms, each of which may hold earlier ones; a list is a choice.
        self._parts: dict[str, str] = {}
        for name, said in self._tables.pop("parts", {}).items():
            if isinstance(said, list):
                self._parts[name] = f"(?:{'|'.join(self._entries(name, said, 'form'))})"
            else:
                self._parts[name] = self._with_parts(name, said)

    def read(self, shape: type[LanguageData], table: str) -> LanguageData:
        found = self._tables.get(table, {}) if table else self._tables
        if issubclass(shape, WordTable):
            english = _language_file("en", self._path.stem)._tables
            keys = (english[table] if table else english).keys()
            needed = shape.NEEDED if issubclass(shape, SharedTable) else keys
            self._check_keys(found, needed, keys)
            return shape({k: tuple(self._entries(k, v, shape.NOTATION)) for k, v in found.items()})
        types, known = _types(shape), fields(shape)  # type: ignore[arg-type]
        required = [f.name for f in known if f.default is MISSING is f.default_factory]
        self._check_keys(found, required, [field.name for field in known])
        return shape(**{k: self._value(k, v, types[k]) for k, v in found.items()})

    def _check_keys(
        self, found: Mapping[str, Any], wanted: Collection[str], known: Collection[str]
    ) -> None:
        for key in wanted:
            if key not in found:
                self._complain(key, "", "this key is missing")
        for key in found:
            if key not in known:
                self._complain(key, key, "nothing reads this key")

    def _value(self, key: str, said: Any, kind: Any) -> Any:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return tuple(self._entries(key, said, arguments[1]))
        if origin is frozenset:
            return frozenset(self._entries(key, said, "words"))
        if origin is Mapping:
            if not isinstance(said, dict):
                self._complain(key, key, "a table is wanted")
            return {
                self._key(key, name, arguments[0]): self._value(name, entry, arguments[1])
                for name, entry in said.items()
            }
        if type(said) is not kind:
            self._complain(key, key, f"{kind.__name__} is wanted")
        return said

    def _key(self, key: str, name: str, kind: Callable[[str], Any]) -> Any:
        try:
            return kind(name)
        except ValueError:
            self._complain(key, name, f"{name!r} is none of its keys")

    def _entries(self, key: str, said: Any, notation: str) -> list[str]:
        if not isinstance(said, list):
            self._complain(key, key, "a list is wanted")
        fits = _NOTATIONS[notation].fullmatch
        for entry in said:
            if not isinstance(entry, str) or not fits(entry):
                self._complain(key, str(entry), f"{entry!r} is not in the notation of {notation}")
        if len(set(said)) < len(said):
            twice = next(entry for entry in said if said.count(entry) > 1)
            self._complain(key, twice, f"{twice!r} stands there twice")
        if notation == "form":
            return [self._with_parts(key, entry) for entry in said]
        return [_HOUSE.sub(self._nouns, entry) for entry in said] if notation == "phrase" else said

    def _nouns(self, mark: re.Match[str]) -> str:
        return "|".join(f"{noun}{mark[1]}" for noun in house_nouns(self._path.parent.name))

    def _with_parts(self, key: str, entry: str) -> str:
        for name in _PART.findall(entry):
            if name not in self._parts:
                self._complain(key, entry, f"{entry!r} names the part {name!r}, which is not there")
            entry = entry.replace(f"{{{name}}}", self._parts[name])
        return entry

    def _complain(self, key: str, entry: str, complaint: str) -> NoReturn:
        """``entry``: what to look for in the file, for the number of its line."""
        under = next((n for n, line in enumerate(self._lines) if line.startswith(f"{key} =")), 0)
        lines = enumerate(self._lines[under:], under + 1)
        number = next((n for n, line in lines if entry and entry in line), 0)
        where = f"{'/'.join(self._path.parts[-3:])}{f', line {number}' if number else ''}"
        raise LanguageDataError(": ".join(part for part in (where, key, complaint) if part))


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
