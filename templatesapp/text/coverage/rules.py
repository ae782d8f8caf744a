"""What coverage knows of a language, compiled.

The data stand in ``templatesapp/languages/<code>/answers.toml``, written as people write them; the
English file says what each list is for.
"""

from enum import StrEnum
from functools import cache, lru_cache
from typing import ClassVar

from templatesapp.text.languages import Vocabulary, WordTable, known_language, rules
from templatesapp.text.lexicon import Phrases
from templatesapp.text.tokens import stop_words

# Words that a clause without a topic may hold in any number: values and their units.
_VALUE_LISTS = ("light_words", "coins", "duration_units", "distance_units", "number_words",
                "time_words", "free_words", "price_words", "yes_openers", "no_openers")  # fmt: skip


class Aspect(StrEnum):
    """What kind of answer a question asks for."""

    TIME = "time"
    PRICE = "price"
    PLACE = "place"
    DURATION = "duration"
    DISTANCE = "distance"
    COUNT = "count"
    FREQUENCY = "frequency"
    SIZE = "size"
    SPEED = "speed"
    AGE = "age"
    CODE = "code"  # a password, a code, a name, an address of the net: a thing to read off
    PERSON = "person"
    WAY = "way"
    REASON = "reason"
    CHOICE = "choice"  # which, what kind of
    OPEN = "open"  # what …, tell me about …
    YES_NO = "yes/no"


class CoverageRules(WordTable):
    FILE: ClassVar[str] = "answers.words"
    NOTATION: ClassVar[str] = "words"


class Openers(WordTable):
    """By aspect the question openers that ask for it: "how much"."""

    FILE: ClassVar[str] = "answers.asks"
    NOTATION: ClassVar[str] = "words"


class Attributes(WordTable):
    """By aspect the nouns that name the wanted thing: "price of …"."""

    FILE: ClassVar[str] = "answers.attributes"
    NOTATION: ClassVar[str] = "words"


class Compiled(dict[str, Phrases]):
    """The rules of one language with every phrase list compiled, by its name."""

    def __init__(self, language: str) -> None:
        lists = rules(CoverageRules)[language].by_name
        super().__init__({name: Phrases(listed) for name, listed in lists.items()})
        self.language = language
        self.asks = _by_aspect(rules(Openers)[language])
        self.attributes = _by_aspect(rules(Attributes)[language])
        self.nouns_are_capital = rules(Vocabulary)[language].nouns_are_capital


def _by_aspect(table: WordTable) -> dict[Aspect, Phrases]:
    return {Aspect(name): Phrases(listed) for name, listed in table.by_name.items()}


@lru_cache(maxsize=20_000)
def is_topical(word: str, language: str) -> bool:
    """Whether it is neither a value with its unit nor a word that says little."""
    rules = compiled_rules(language)
    is_light = word in stop_words(language) or word[0].isdigit()
    return not is_light and not any(word in rules[name] for name in _VALUE_LISTS)


def compiled_rules(language: str) -> Compiled:
    """The rules of ``language``, English for one without rules."""
    return _compiled(known_language(language))


_compiled = cache(Compiled)
