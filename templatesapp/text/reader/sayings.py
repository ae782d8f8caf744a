"""What sentences say, in whatever words: whether another says the same, and whether any text of a
house does.

How near two sentences lie among what guests ask, and how much of one the other takes up, come to 2
together. Sentences that say the same come to 1.25 and more where they share a value, others of one
house to less. Found on drafts and what two authors made of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.coverage.clauses import TOPICLESS
from templatesapp.text.coverage.rules import compiled_rules, is_topical
from templatesapp.text.guarded.scopes import says_no
from templatesapp.text.reader.pairs import SentenceSide, whole_side
from templatesapp.text.reader.topics import shipped_topics

_SAME, _SAME_VALUE = 1.25, 0.3
_NEW = 1.7  # of both ways together: what comes to less is said nowhere
# Of a deed that the draft does not tell: what comes to more is a rule of the house ("… is ordered
# at reception"). Of eleven rewrites the deeds come to 1.8 at most, what is right to 2.5 at least.
_NEW_DEED = 2.4
# What a text calls done no other vouches for that does not; nor does one that says if or when, or
# that denies what the other does not.
_NOT_DONE, _NOT_SURE = 0.3, 0.15
_TURNED = 0.15
_FEWEST_WORDS = 6  # a shorter sentence says too little to be measured, but for a deed

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Sayings:
    """Sentences of one language, taken apart: where each lies (``directions``), its words' ways one
    after the other, each of length one, with their shares of what it says, and where each begins
    (``starts``); the values that it tells; whether it calls something done, says if or when, or no.
    """

    directions: Floats
    ways: Floats
    shares: Floats
    starts: NDArray[np.intp]
    values: tuple[frozenset[str | int], ...]
    is_done: NDArray[np.bool_]
    is_supposing: NDArray[np.bool_]
    is_denying: NDArray[np.bool_]

    def says(self, sentence: str, language: str) -> bool:
        """Whether ``sentence`` says in other words what one of them does."""
        near, _ = self.likenesses(sentence, language)
        near += _SAME_VALUE * self.hold_value_of(whole_side(sentence, language))
        return bool((near >= _SAME).any())

    def nearness(self, sentence: str, language: str) -> float:
        """Of the one that ``sentence`` is likest to: up to 2."""
        near, _ = self.likenesses(sentence, language)
        return float(near.max(initial=0.0))

    def likenesses(self, sentence: str, language: str) -> tuple[Floats, Floats]:
        """Of each: how near ``sentence`` lies to it, and how much of it that takes up; and the
        other way round. Up to 2 each."""
        other = sayings((sentence,), language)
        if not (len(self.values) and len(other.values)):
            none = np.zeros(len(self.values), dtype=np.float32)
            return none, none
        near = self.directions @ other.directions[0]
        met = self.ways @ other.ways.T
        taken = np.add.reduceat(met.max(axis=1) * self.shares, self.starts)
        given = np.maximum.reduceat(met, self.starts, axis=0) @ other.shares
        return near + taken, near + given

    def hold_value_of(self, side: SentenceSide) -> NDArray[np.bool_]:
        """Of each: whether it tells a value that the sentence tells."""
        wanted = _values(side)
        return np.array([not wanted.isdisjoint(values) for values in self.values], dtype=bool)

    def fall_short_of(self, side: SentenceSide) -> Floats:
        """Of each: how far it vouches for less than the sentence claims."""
        not_done = ~self.is_done if "done_words" in side.marks else np.zeros_like(self.is_done)
        is_sure = "supposing" not in side.marks
        is_turned = self.is_denying ^ says_no(side.words, side.language)
        short = _NOT_DONE * not_done + _NOT_SURE * is_sure * self.is_supposing
        return np.asarray(short + _TURNED * is_turned)


def _values(side: SentenceSide) -> frozenset[str | int]:
    """Numbers, whatever the language divides them by, and times of day."""
    return frozenset(number.replace(",", ".") for number in side.numbers) | side.times


@lru_cache(maxsize=256)
def sayings(said: tuple[str, ...], language: str) -> Sayings:
    """Those of a house are kept with its catalogue (``Known.sayings``)."""
    topics = shipped_topics()
    taken_apart = ((one, *topics.word_ways(one, language)) for one in said)
    found = [(one, ways, weights) for one, ways, weights in taken_apart if len(ways)]
    sides = [whole_side(one, language) for one, _, _ in found]
    empty = np.zeros((0, len(topics.direction("", language))), dtype=np.float32)
    return Sayings(
        directions=np.array([topics.direction(one, language) for one, _, _ in found]),
        ways=np.concatenate([empty, *(ways for _, ways, _ in found)]),
        shares=np.concatenate([empty[:, 0], *(w / (w.sum() + 1e-9) for _, _, w in found)]),
        starts=np.cumsum([0, *(len(ways) for _, ways, _ in found)])[:-1],
        values=tuple(map(_values, sides)),
        is_done=np.array(["done_words" in side.marks for side in sides], dtype=bool),
        is_supposing=np.array(["supposing" in side.marks for side in sides], dtype=bool),
        is_denying=np.array([says_no(side.words, language) for side in sides], dtype=bool),
    )


def is_new(sentence: str, language: str, known: Sequence[Sayings]) -> bool:
    """Whether none of the known sentences says it, of which the draft's come first. What it calls
    done is judged apart from what it says beside that, however short; what somebody has done for
    this guest the draft tells, or hardly anything does. An exclamation that is not about the reader
    is small talk."""
    side = whole_side(sentence, language)
    is_deed = _is_deed(side) and _is_said_nowhere(side, known[:1])
    is_ruled = not _is_undergone(side) and not _is_said_nowhere(side, known, _NEW_DEED)
    if _is_bare_deed(side) or (is_deed and not is_ruled):
        return True
    if sentence.endswith("!") and "own_words" not in side.marks and side.concepts <= TOPICLESS:
        return False
    if (
        len(sentence.split()) >= _FEWEST_WORDS
        and side.is_statement
        and _is_said_nowhere(side, known)
    ):
        return True
    parts = (whole_side(clause.values.text, language) for clause in side.clauses)
    done = (one for one in parts if "done_words" in one.marks and one.is_statement)
    return any(_is_said_nowhere(one, known) for one in done)


def _is_deed(side: SentenceSide) -> bool:
    """ "We have moved you", "the taxi has been booked"; not what may be, nor what is not so."""
    rules = compiled_rules(side.language)
    is_done = rules["deeds"].is_in(side.words)
    return is_done and ("own_words" in side.marks or _is_undergone(side)) and _is_sure(side)


def _is_undergone(side: SentenceSide) -> bool:
    """ "Has been …": of one guest, so that no rule of the house says it."""
    return compiled_rules(side.language)["undergone"].is_in(side.words)


def _is_bare_deed(side: SentenceSide) -> bool:
    """ "Done!", "All set for noon.": told of whatever was asked for, and of nothing else."""
    return _is_sure(side) and any(_names_only_done(one.values.words, side) for one in side.clauses)


def _names_only_done(said: Sequence[str], side: SentenceSide) -> bool:
    places = compiled_rules(side.language)["all_done"].places(said)
    held = {place for start, end in places for place in range(start, end)}
    rest = (word for place, word in enumerate(said) if place not in held)
    return bool(held) and not any(is_topical(word, side.language) for word in rest)


def _is_sure(side: SentenceSide) -> bool:
    return "supposing" not in side.marks and not says_no(side.words, side.language)


def _is_said_nowhere(side: SentenceSide, known: Sequence[Sayings], least: float = _NEW) -> bool:
    near, back = 0.0, 0.0
    for said in known:
        taken, given = said.likenesses(side.text, side.language)
        short = said.fall_short_of(side)
        value = _SAME_VALUE * said.hold_value_of(side)
        near = max(near, float((taken + value - short).max(initial=0.0)))
        back = max(back, float((given - short).max(initial=0.0)))
    return near + back < least
