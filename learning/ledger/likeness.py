"""Whether two questions ask the same: the same thing, and the same kind of answer about it.

Concepts of the vocabulary make this hold across languages, and a trained opinion knows questions
for which the vocabulary has no word. What cannot be told is offered to a person as a join, never
made.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from math import log
from typing import ClassVar

from rapidfuzz.fuzz import ratio

from templatesapp.text.coverage.questions import LIGHT_WEIGHT, Part, Unit, parse_question
from templatesapp.text.coverage.rules import Aspect
from templatesapp.text.languages import WordTable, rules
from templatesapp.text.reader.heads import Features, shipped_heads
from templatesapp.text.reader.pairs import Opinions, ask_side
from templatesapp.text.reader.topics import shipped_topics, topics_of, words_met
from templatesapp.text.tokens import concepts, fold, hypernyms, known_language, stem, words

_HEAVY = 1.0
# Where it is wanted, or no thing of its own: "in the dorm", "laundry service".
_BROAD = frozenset({"room", "dorm", "bed", "facility"})
_ONE_WORD_PCT = 70  # of letters: "guitar", "Gitarre", "chitarra"
SAME_QUESTION = "same question"  # a head
NAMES = ("same",)
_NEAR = 0.3  # 0-1; questions that lie further apart than this are not weighed
SERVED = "served"  # the head, and its threshold
# Set on labelled topics: as many wrong answers said to the nearest neighbours as without.
_NEARLY, _MORE_LIKELY_THAN_NOT = 0.75, 0.5
_EVEN = 0.02  # keeps the log-odds of 0 and 1 finite
_SENTENCES = range(20)  # of an answer


class LedgerWords(WordTable):
    """Deeds that a question may be about, and words that name nothing by themselves."""

    FILE: ClassVar[str] = "ledger"
    NOTATION: ClassVar[str] = "words"


_DEEDS = ("bringing", "renting", "lending")
_SEX = "sex"
_SIDES = {"time": ("first", "last"), _SEX: ("women", "men", "mixed"), "pet": ("cat", "dog")}
_WAYS = ("away", "towards")
_REACH = 3  # words after "from" that name the place


class Likeness(IntEnum):
    OTHER = 0
    MAYBE = 1
    SAME = 2


@dataclass(frozen=True, slots=True)
class Ask:
    """What one question is about. ``things``: concepts of what must be spoken of; ``words``: stems
    of what has no concept; ``deeds``: of ``LedgerWords``; ``doing``: stems of other deeds;
    ``manner``: which kind of answer, and what it is bound to."""

    language: str
    things: frozenset[str]
    words: frozenset[str]
    deeds: frozenset[str]
    doing: frozenset[str]
    scene: frozenset[str]
    manner: tuple[object, ...]

    @property
    def names_anything(self) -> bool:
        """ "Can you help?" and "would that be possible?" name nothing."""
        return bool(self.things or self.words or self.deeds or self.doing)

    @property
    def is_about_price(self) -> bool:
        return self.manner[0] == Aspect.PRICE


@dataclass(frozen=True, slots=True)
class Question:
    """``asks``: one for each thing that it wants; none of a fragment ("how much is it").
    ``sides``: which of two it names, after what they are sides of (first and last; to a place and
    from it)."""

    text: str
    language: str
    asks: tuple[Ask, ...]
    sides: frozenset[tuple[str, str]] = frozenset()

    @property
    def speaks_of_own(self) -> bool:
        return any(ask.manner[-1] for ask in self.asks)


@lru_cache(maxsize=4096)
def read_question(text: str, language: str) -> Question:
    parts = parse_question(text, language)
    is_own = bool(_stems_of("own", language) & {stem(w, language) for w in words(text)})
    asks = (
        _ask(part, language, is_own)
        for part in parts
        if any(unit.weight > LIGHT_WEIGHT for unit in part.units)
    )
    named = tuple(ask for ask in asks if ask.names_anything)
    return Question(text, language, named, frozenset(_sides(text, language)))


def _sides(text: str, language: str) -> Iterator[tuple[str, str]]:
    said, table = words(text), rules(LedgerWords)[known_language(language)]
    stems = {stem(word, language) for word in said}
    for of, names in _SIDES.items():
        yield from ((of, name) for name in names if stems & _stems_of(name, language))
    for way in _WAYS:
        leads = {fold(word) for word in table.by_name[way]}
        for place in (n + 1 for n, word in enumerate(said) if word in leads):
            near = concepts(" ".join(said[place : place + _REACH]), language)
            yield from ((f"way {thing}", way) for thing in near)


def likeness(left: Question, right: Question) -> Likeness:
    """How surely both ask the same: by the rules, or by the trained opinion; of two sides of a
    thing never surely."""
    found = _likeness(left, right)
    return min(found, Likeness.MAYBE) if _other_sides(left.sides, right.sides) else found


def names_other_side(asked: Question, text: str, language: str) -> bool:
    """Whether a text speaks of the women's dorm alone, where the men's is asked about."""
    sides = _other_sides(asked.sides, frozenset(_sides(text, language)))
    return _SEX in sides


def _other_sides(left: frozenset[tuple[str, str]], right: frozenset[tuple[str, str]]) -> set[str]:
    """The last bus and the first, to the airport and from it."""
    both = {of for of, _ in left} & {of for of, _ in right}
    return both - {of for of, _ in left & right}


def _likeness(left: Question, right: Question) -> Likeness:
    if not (left.asks and right.asks):
        return Likeness.OTHER
    ruled = by_rules(left, right)
    if ruled is Likeness.SAME or _nearness(left, right) < _NEAR:
        return ruled
    head = shipped_heads()[SAME_QUESTION]
    sure = head.probabilities([same_features(left, right)])[0, 0]
    if sure >= head.thresholds["same"]:
        return Likeness.SAME
    return Likeness.MAYBE if sure >= head.thresholds["maybe"] else ruled


def _nearness(left: Question, right: Question) -> float:
    """0-1, by what both are about."""
    return float(topics_of(left.text, left.language) @ topics_of(right.text, right.language))


@lru_cache(maxsize=64)  # whether an answer serves asks for them once more
def same_features(left: Question, right: Question) -> Features:
    """What the opinion weighs; the same whichever of the two comes first."""
    return dict(_features(left, right))


def _features(left: Question, right: Question) -> Iterator[tuple[str, float]]:
    topics = shipped_topics()
    own, other = (left.text, left.language), (right.text, right.language)
    met = words_met(topics, *own, *other), words_met(topics, *other, *own)
    near = _nearness(left, right)
    way = float(topics.direction(*own) @ topics.direction(*other))
    least, most = min(met[0].share, met[1].share), max(met[0].unmet, met[1].unmet)
    missed = min(met[0].least, met[1].least)
    ruled, where = by_rules(left, right).name, f"same language {left.language == right.language}"
    for name, value in (
        ("near", near),
        ("way", way),
        ("words met", least),
        ("least word met", missed),
        ("words lost", max(met[0].lost, met[1].lost)),
        ("unmet", most),
    ):
        yield name, value
        yield f"{name} {where}", value
        yield f"{name} {int(value * 6)}", 1.0
    names = [where, ruled, f"{ruled} {where}", f"{ruled} near {int(near * 5)}"]
    names += [f"near {int(near * 5)} met {int(least * 6)}"]
    if len(left.asks) != len(right.asks):
        names.append("more asks")
    for one, two in zip(left.asks, right.asks, strict=False):
        names += _compared(one, two)
    yield from ((name, 1.0) for name in names)


def _compared(left: Ask, right: Ask) -> Iterator[str]:
    kinds = " ".join(sorted((str(left.manner[0]), str(right.manner[0]))))
    yield f"kinds {kinds}"
    yield f"things {_overlap(left.things | left.scene, right.things | right.scene)}"
    yield f"deeds {_overlap(left.deeds, right.deeds)}"
    for place, name in enumerate(("kind", "duty", "hints", "numbers", "times", "own")):
        yield f"{name} alike {left.manner[place] == right.manner[place]}"
    if left.language == right.language:
        yield f"words {_overlap(left.words, right.words)}"
        yield f"doing {_overlap(left.doing, right.doing)}"


def _overlap(left: frozenset[str], right: frozenset[str]) -> str:
    if not (left and right):
        return "unsaid" if left or right else "none"
    return "equal" if left == right else "shared" if left & right else "apart"


def by_rules(left: Question, right: Question) -> Likeness:
    """How surely the asks of both are the same, in the same order."""
    if not left.asks or len(left.asks) != len(right.asks):
        return Likeness.OTHER
    return min(_of_asks(one, other) for one, other in zip(left.asks, right.asks, strict=True))


def _of_asks(left: Ask, right: Ask) -> Likeness:
    if not (left.things & right.things or _share_a_word(left, right)):
        return Likeness.OTHER
    is_same = left.manner == right.manner and _is_same_thing(left, right)
    return Likeness.SAME if is_same and _is_same_deed(left, right) else Likeness.MAYBE


def _is_same_thing(left: Ask, right: Ask) -> bool:
    """The same things, where one may name as the scene what the other asks about ("a vegan
    breakfast", "vegan at breakfast"), and neither speaks of a scene of its own."""
    all_left, all_right = left.things | left.scene, right.things | right.scene
    if not (left.things <= all_right and right.things <= all_left):
        return False
    if left.scene - all_right and right.scene - all_left:
        return False
    if not (left.things and right.things):
        return not (left.things or right.things) and _is_same_word(left, right)
    # What a thing costs is one question, in whatever words its use is told.
    is_one_language = left.language == right.language
    return not is_one_language or left.is_about_price or left.words == right.words


def _is_same_word(left: Ask, right: Ask) -> bool:
    """What no concept names: the same word, or one that is written alike in both languages."""
    if left.language == right.language:
        return left.words == right.words or left.is_about_price
    alike = sum(_is_written_alike({one}, right.words) for one in left.words)
    most = max(len(left.words), len(right.words))
    return left.deeds == right.deeds and (alike == most or 1 < alike > most / 2)


def _is_same_deed(left: Ask, right: Ask) -> bool:
    """What is done with the thing, where both tell it; a price is asked of any."""
    if left.is_about_price:
        return True
    is_one_language = left.language == right.language
    own = left.deeds | left.doing if is_one_language else left.deeds
    other = right.deeds | right.doing if is_one_language else right.deeds
    return not (own and other) or bool(own & other)


def _share_a_word(left: Ask, right: Ask) -> bool:
    if left.language == right.language:
        return bool(left.words & right.words)
    return _is_written_alike(left.words, right.words)


def _is_written_alike(left: Iterable[str], right: Iterable[str]) -> bool:
    return any(ratio(one, other) >= _ONE_WORD_PCT for one in left for other in right)


def _ask(part: Part, language: str, is_own: bool) -> Ask:
    heavy = [unit for unit in part.focus if unit.weight == _HEAVY]
    about = heavy or [unit for unit in part.focus if unit.weight > LIGHT_WEIGHT]
    light = _stems([unit for unit in part.units if unit.weight == LIGHT_WEIGHT])
    scene = [unit for unit in part.units if unit.is_scene and unit not in about]
    said = _stems(list(part.units))
    deeds = frozenset(name for name in _DEEDS if said & _stems_of(name, language))
    no_words = frozenset().union(*(_stems_of(n, language) for n in (*_DEEDS, "allowing", "idle")))
    is_price = part.aspect == Aspect.PRICE
    return Ask(
        language=language,
        things=_narrow(concept for unit in about for concept in unit.concepts),
        words=_stems([unit for unit in about if not unit.concepts]) - no_words,
        deeds=deeds,
        doing=light - no_words,
        scene=_places(concept for unit in scene for concept in unit.concepts),
        manner=(
            part.aspect,
            part.is_duty,
            frozenset() if is_price else part.hints - {part.aspect},
            part.numbers,
            part.times,
            is_own,
        ),
    )


@cache
def _stems_of(field: str, language: str) -> frozenset[str]:
    listed = rules(LedgerWords)[known_language(language)].by_name[field]
    return frozenset(stem(word, language) for word in listed)


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


def serves(asked: Question, promoted: Question, answer: str, chance: float) -> bool:
    """``answer``: of the ``promoted`` question, in its language, as it stands in a letter;
    ``chance``: 0-1, how surely the answer, looked up by itself, answers the question."""
    if likeness(asked, promoted) is Likeness.SAME:
        return True
    sure = served_chance(asked, promoted, answer)
    if sure >= shipped_heads()[SERVED].thresholds[SERVED]:
        return True
    # Two opinions that learned from different people; who asks for their own wants nothing of ours.
    is_like = sure >= _NEARLY and chance >= _MORE_LIKELY_THAN_NOT
    return bool(is_like and asked.speaks_of_own == promoted.speaks_of_own)


def served_chance(asked: Question, promoted: Question, answer: str) -> float:
    """0-1, by what the two questions share and what the reader says of the answer."""
    found = served_features(asked, promoted, answer)
    return float(shipped_heads()[SERVED].probabilities([found])[0, 0])


def served_features(asked: Question, promoted: Question, answer: str) -> Features:
    """What the two questions share, and what the reader says of the answer: as anybody's text, and
    as one of our letters."""
    said = same_features(asked, promoted)
    return dict(said) | dict(_of_answer(asked, answer, promoted.language, said["near"]))


def _of_answer(
    asked: Question, answer: str, language: str, near: float
) -> Iterator[tuple[str, float]]:
    side = ask_side(asked.text, asked.language)
    for name, ours in (("answers", range(0)), ("tells", _SENTENCES)):
        opinions = Opinions(side, answer, language, ours).values()
        sure = max((opinion.answers for opinion in opinions), default=0.0)
        yield name, log((sure + _EVEN) / (1 + _EVEN - sure)) / 4
        yield f"{name} near", sure * near
        yield f"{name} {int(sure * 5)}", 1.0
        yield f"{name} {int(sure * 4)} near {int(near * 5)}", 1.0
