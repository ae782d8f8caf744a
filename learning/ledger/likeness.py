"""Whether two questions ask the same: the same thing, and the same kind of answer about it.

Concepts of the vocabulary make this hold across languages. What cannot be told is offered to a
person as a join, never made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from rapidfuzz.fuzz import ratio

from templatesapp.text.coverage.questions import Part, parse_question
from templatesapp.text.coverage.units import LIGHT_WEIGHT, Unit
from templatesapp.text.tokens import hypernyms

_HEAVY = 1.0
# Where it is wanted, or no thing of its own: "in the dorm", "laundry service".
_BROAD = frozenset({"room", "dorm", "bed", "facility"})
_ONE_WORD_PCT = 70  # of letters: "guitar", "Gitarre", "chitarra"


class Likeness(IntEnum):
    OTHER = 0
    MAYBE = 1
    SAME = 2


@dataclass(frozen=True, slots=True)
class Ask:
    """What one question is about. ``things``: concepts of what must be spoken of; ``words``: stems
    of what has no concept; ``manner``: which kind of answer, and what it is bound to."""

    language: str
    things: frozenset[str]
    words: frozenset[str]
    doing: frozenset[str]
    scene: frozenset[str]
    manner: tuple[object, ...]


@lru_cache(maxsize=4096)
def read_question(text: str, language: str) -> tuple[Ask, ...]:
    """One ask per thing that the question wants; none of a fragment ("how much is it")."""
    parts = parse_question(text, language)
    return tuple(_ask(part, language) for part in parts if _names_something(part))


def likeness(left: tuple[Ask, ...], right: tuple[Ask, ...]) -> Likeness:
    """How surely the asks of two questions are the same, in the same order."""
    if not left or len(left) != len(right):
        return Likeness.OTHER
    return min(_of_asks(one, other) for one, other in zip(left, right, strict=True))


def _of_asks(left: Ask, right: Ask) -> Likeness:
    is_one_language = left.language == right.language
    if not (left.things & right.things or _share_a_word(left, right)):
        return Likeness.OTHER
    is_same = left.manner == right.manner and left.things == right.things
    if is_one_language:
        is_same &= left.words == right.words
        is_same &= not (left.doing and right.doing) or bool(left.doing & right.doing)
    else:
        is_same &= bool(left.things)
    is_same &= left.scene == right.scene or not (left.scene and right.scene)
    return Likeness.SAME if is_same else Likeness.MAYBE


def _share_a_word(left: Ask, right: Ask) -> bool:
    if left.language == right.language:
        return bool(left.words & right.words)
    return any(ratio(one, other) >= _ONE_WORD_PCT for one in left.words for other in right.words)


def _ask(part: Part, language: str) -> Ask:
    heavy = [unit for unit in part.focus if unit.weight == _HEAVY]
    about = heavy or [unit for unit in part.focus if unit.weight > LIGHT_WEIGHT]
    light = [unit for unit in part.units if unit.weight == LIGHT_WEIGHT]
    scene = [unit for unit in part.units if unit.is_scene and unit not in about]
    return Ask(
        language=language,
        things=_narrow(concept for unit in about for concept in unit.concepts),
        words=_stems([unit for unit in about if not unit.concepts]),
        doing=_stems(light),
        scene=_places(concept for unit in scene for concept in unit.concepts),
        manner=(part.aspect, part.is_duty, part.hints - {part.aspect}, part.numbers, part.times),
    )


def _narrow(concepts: Iterable[str]) -> frozenset[str]:
    """A dog is a pet: the broader word says nothing more."""
    found = frozenset(concepts)
    broader = {name for concept in found for name in hypernyms(concept)}
    return found - broader - (_BROAD if found - _BROAD else frozenset())


def _places(concepts: Iterable[str]) -> frozenset[str]:
    """In the room, in the dorm, by the bed: one place."""
    found = frozenset(concepts)
    return found - _BROAD | (frozenset({"room"}) if found & _BROAD else frozenset())


def _stems(units: list[Unit]) -> frozenset[str]:
    return frozenset(stem for unit in units for stem in unit.stems)


def _names_something(part: Part) -> bool:
    return any(unit.weight > LIGHT_WEIGHT for unit in part.units)
