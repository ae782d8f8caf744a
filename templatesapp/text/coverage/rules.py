"""The shape of what coverage knows of a language, and its compiled form.

The data stand in ``templatesapp/languages/<code>/answers.toml``, written as people write them;
matching is by whole folded words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import ClassVar

from templatesapp.text.language_files import LanguageData, Listed
from templatesapp.text.languages import rules
from templatesapp.text.tokens import words

FALLBACK_LANGUAGE = "en"


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


@dataclass(frozen=True, slots=True)
class CoverageRules(LanguageData):
    """One language. ``asks`` and ``attributes`` map an aspect to the phrases that ask for it: a
    question opener ("how much"), a noun that names the wanted thing ("price of …")."""

    FILE: ClassVar[str] = "answers"

    asks: Mapping[Aspect, Listed]
    attributes: Mapping[Aspect, Listed]
    # Words a question clause can begin with, so that what stands before "and" is another clause.
    clause_openers: Listed
    and_words: Listed
    or_words: Listed
    # A yes/no question about a state of things ("has … arrived"): a general rule is no answer.
    state_openers: Listed
    # "can I …", "do we have to …": the wish or duty inside a wh-question.
    modals: Listed
    # Verbs and adjectives that say little about the topic.
    light_words: Listed
    # Prepositions whose noun is the scene of the question and not its topic.
    scene_words: Listed
    leaning_words: Listed  # pronouns that stand for what was spoken of
    leaning_openers: Listed  # "costs", "allow …": a clause that begins so names no topic of its own
    yes_openers: Listed
    no_openers: Listed
    negations: Listed
    lexical_no: Listed  # "sold out", "closed": a no without a negation
    weak_affirming: Listed  # affirm only where all that was asked is said: "open every day"
    affirming: (
        Listed  # possible, allowed, included, we have, you can: what turns a mention into a yes
    )
    done_words: Listed  # arrived, received, found: a state is told
    supposing: Listed  # if, whether, as soon as: what stands there is not a fact yet
    duties: Listed  # please, must, required: a rule or a wish, not a state of things
    instructing: Listed  # "you can", "please": the guest does it without us
    telling: Listed  # "tell us": after it, it is ours to do
    refusals: Listed  # it cannot be done, or there is none
    deferrals: Listed  # "we will get back to you": the answer is put off
    own_words: Listed  # of the person written to
    undertakings: Listed  # "we will send": one of ours is going to do it
    courtesies: Listed  # thanks and wishes: nothing is said
    bounds: Listed  # from, until, before: a time behind it is a rule and not an example
    time_words: Listed
    clock_words: Listed  # a bare number behind one of them is an hour
    free_words: Listed  # costs nothing
    price_words: Listed  # an amount without a number ("the first night", "half")
    coins: Listed
    place_words: Listed  # prepositions and adverbs of place
    no_places: Listed  # phrases in which a preposition of place tells no place ("at least")
    frequency_words: Listed
    duration_units: Listed
    distance_units: Listed
    size_units: Listed
    age_words: Listed
    number_words: Listed
    way_words: Listed
    reason_words: Listed
    person_words: Listed
    reveal_words: Listed  # where or when a code is told
    naming_words: Listed  # "is called": a name follows
    asking_verbs: Listed  # "tell me", "know": an indirect question follows
    but_words: Listed  # a new clause about the same or another thing
    # Nouns that are verbs of another meaning behind one of the marks ("will lift your spirits").
    homographs: Listed = ()
    verb_marks: Listed = ()
    nouns_are_capital: bool = False


class Phrases:
    """A phrase list ready for matching: single words by set, longer phrases in a spaced text, and
    all by their first word."""

    __slots__ = ("_begin", "_by_first", "_long", "_single", "all")

    def __init__(self, listed: Iterable[str]) -> None:
        found = {tuple(words(phrase)) for phrase in listed} - {()}
        self.all = tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))
        self._by_first: dict[str, list[tuple[str, ...]]] = {}  # the longest first
        for phrase in self.all:
            self._by_first.setdefault(phrase[0], []).append(phrase)
        self._single = frozenset(phrase[0] for phrase in found if len(phrase) == 1)
        self._long = tuple(f" {' '.join(phrase)} " for phrase in found if len(phrase) > 1)
        self._begin = frozenset(phrase[0] for phrase in found if len(phrase) > 1)

    def in_words(self, text_words: list[str], key: str) -> bool:
        """``key``: the words with one space around each."""
        if not self._single.isdisjoint(text_words):
            return True
        return not self._begin.isdisjoint(text_words) and any(p in key for p in self._long)

    def has_word(self, word: str) -> bool:
        return word in self._single

    def places(self, text_words: list[str]) -> list[tuple[int, int]]:
        """``(start, end)`` of each occurrence, the longest phrase first, none inside another."""
        found = [
            (-len(phrase), phrase, start)
            for start, word in enumerate(text_words)
            for phrase in self._by_first.get(word, ())
            if len(phrase) == 1 or tuple(text_words[start : start + len(phrase)]) == phrase
        ]
        taken: list[tuple[int, int]] = []
        for less, _, start in sorted(found):
            if all(end <= start or start - less <= first for first, end in taken):
                taken.append((start, start - less))
        return sorted(taken)

    def length_at_start(self, text_words: list[str]) -> int:
        """Words of the longest phrase that the text begins with; 0 for none."""
        for phrase in self._by_first.get(text_words[0], ()) if text_words else ():
            if tuple(text_words[: len(phrase)]) == phrase:
                return len(phrase)
        return 0


class Compiled:
    """The rules of one language with every phrase list compiled, by the field's name."""

    __slots__ = ("asks", "attributes", "language", "lists", "nouns_are_capital")

    def __init__(self, source: CoverageRules, language: str) -> None:
        self.language = language
        self.asks = {aspect: Phrases(listed) for aspect, listed in source.asks.items()}
        self.attributes = {aspect: Phrases(listed) for aspect, listed in source.attributes.items()}
        self.lists = {
            entry.name: Phrases(getattr(source, entry.name))
            for entry in fields(source)
            if isinstance(getattr(source, entry.name), tuple)
        }
        self.nouns_are_capital = source.nouns_are_capital

    def __getitem__(self, name: str) -> Phrases:
        return self.lists[name]


@cache
def compiled_rules(language: str) -> Compiled:
    """The rules of ``language``, English for one without rules."""
    code = language if language in rules(CoverageRules) else FALLBACK_LANGUAGE
    return Compiled(rules(CoverageRules)[code], code)
