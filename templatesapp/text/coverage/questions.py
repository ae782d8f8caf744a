"""A question taken apart: one part per thing asked, with its kind of answer and its topic."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from templatesapp.text.coverage.rules import Aspect, Compiled, compiled_rules
from templatesapp.text.coverage.units import COMMON_WEIGHT, LIGHT_WEIGHT, Unit, find_units
from templatesapp.text.coverage.values import clock_times, numbers
from templatesapp.text.hypernyms import known_concepts
from templatesapp.text.tokens import concept_spans, stem, words

# Longer "questions" are pasted texts; what is asked stands in the first words.
_LONGEST_QUESTION = 1_000  # characters

# What a question about the way to us speaks of.
JOURNEY = frozenset((*known_concepts().journey, *known_concepts().towns))
_MARKS_BEFORE_CLAUSE = re.compile(r"[,;]\s*|\s+[-–—]\s+|\?\s+")


@dataclass(frozen=True, slots=True, eq=False)  # kept by its question: the same one, or another
class Part:
    """One thing asked. ``hints``: aspects a yes/no question touches ("is there an age limit").
    ``when``: its time words; ``times``: minutes after midnight that it names. ``own``: where the
    topic is taken from the part before, the units of this one, of which one must be spoken of."""

    text: str
    aspect: Aspect
    units: tuple[Unit, ...]
    hints: frozenset[Aspect] = frozenset()
    is_state: bool = False
    has_modal: bool = False
    is_duty: bool = False  # "do I need to …": that the thing has a time or a place says nothing
    has_bound: bool = False
    when: frozenset[str] = frozenset()
    is_journey: bool = False
    own: tuple[Unit, ...] = ()
    times: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    focus: tuple[Unit, ...] = field(init=False, default=())
    head: Unit | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        focus = _focus(self.units)
        object.__setattr__(self, "focus", focus)
        object.__setattr__(self, "head", _head(focus))


def _focus(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units that must be spoken of; the scene too where there is nothing else."""
    topical = tuple(unit for unit in units if not unit.is_scene)
    return topical if any(unit.weight > LIGHT_WEIGHT for unit in topical) else units


def _head(focus: tuple[Unit, ...]) -> Unit | None:
    """The one unit an answer cannot do without."""
    heavy = [unit for unit in focus if unit.weight == 1]
    with_concept = [unit for unit in heavy if unit.concepts]
    common = [unit for unit in focus if unit.weight == COMMON_WEIGHT]
    return next(iter(with_concept or heavy or common or focus), None)


@lru_cache(maxsize=4096)  # a question is judged against the template, knowledge and the draft
def parse_question(question: str, language: str) -> tuple[Part, ...]:
    """The parts of a question, in order; a part without a topic of its own takes that before it."""
    rules = compiled_rules(language)
    parts: list[Part] = []
    said, asked = _said_and_asked(_clauses(question[:_LONGEST_QUESTION], rules), rules)
    before = _parse_clause(said, language, rules) if said else None
    for clause in asked:
        part = _parse_clause(clause, language, rules)
        is_thin = not any(unit.weight > LIGHT_WEIGHT for unit in part.units)
        if before and (is_thin or _has_pronoun(words(clause), rules)):
            inherited = tuple(unit for unit in before.focus if unit.weight > LIGHT_WEIGHT)
            own = tuple(unit for unit in part.focus if unit.weight > LIGHT_WEIGHT)
            part = replace(part, units=inherited + part.units, own=own)
        before = part
        if part.units or part.aspect not in (Aspect.YES_NO, Aspect.OPEN):
            parts.extend(_conjuncts(part, clause, language, rules))
    return tuple(parts)


def _clauses(question: str, rules: Compiled) -> list[str]:
    """The question split before "and" where another question begins behind it."""
    pieces: list[str] = []
    for rough in _MARKS_BEFORE_CLAUSE.split(question.strip()):
        pieces += _split_at_and(rough, rules)
    clauses: list[str] = []
    for piece in pieces:
        if clauses and not _opens_clause(words(piece), rules):
            clauses[-1] = f"{clauses[-1]}, {piece}"
        else:
            clauses.append(piece)
    return [clause for clause in clauses if words(clause)]


def _has_pronoun(text_words: list[str], rules: Compiled) -> bool:
    return rules["leaning_words"].in_words(text_words, f" {' '.join(text_words)} ")


def _said_and_asked(pieces: list[str], rules: Compiled) -> tuple[str, list[str]]:
    """ "The wifi is down, what can I do?": what is said first is the topic, not a question."""
    if len(pieces) > 1 and not _opens_clause(words(pieces[0]), rules):
        return pieces[0], pieces[1:]
    return "", pieces


def _opens_clause(text_words: list[str], rules: Compiled) -> bool:
    return rules["clause_openers"].length_at_start(text_words) > 0 or _asks_at_start(
        text_words, rules
    )


def _split_at_and(text: str, rules: Compiled) -> Iterable[str]:
    tokens = text.split()
    start = 0
    for index in range(1, len(tokens) - 1):
        rest = words(" ".join(tokens[index + 1 : index + 6]))
        is_and = rules["and_words"].length_at_start(words(tokens[index])) or tokens[index] == "&"
        if is_and and _opens_clause(rest, rules):
            yield " ".join(tokens[start:index])
            start = index + 1
    yield _without_and(" ".join(tokens[start:]), rules)


def _without_and(text: str, rules: Compiled) -> str:
    first, _, rest = text.partition(" ")
    return rest if rest and rules["and_words"].length_at_start(words(first)) else text


def _asks_at_start(text_words: list[str], rules: Compiled) -> bool:
    return any(phrases.length_at_start(text_words) for phrases in rules.asks.values())


def _parse_clause(clause: str, language: str, rules: Compiled) -> Part:
    text_words = words(clause)
    key = f" {' '.join(text_words)} "
    aspect, taken = _aspect(text_words, rules)
    units = find_units(text_words, taken, language, rules)
    hints = frozenset(
        hinted for hinted, phrases in rules.attributes.items() if phrases.in_words(text_words, key)
    )
    if rules["free_words"].in_words(text_words, key):
        hints |= {Aspect.PRICE}
    return Part(
        text=clause,
        aspect=aspect,
        units=units,
        hints=hints,
        is_state=aspect is Aspect.YES_NO
        and bool(rules["state_openers"].length_at_start(text_words)),
        has_modal=rules["modals"].in_words(text_words, key),
        is_duty=rules["duties"].in_words(text_words, key),
        has_bound=rules["bounds"].in_words(text_words, key),
        when=frozenset(
            " ".join(text_words[start:end]) for start, end in rules["time_words"].places(text_words)
        ),
        is_journey=aspect is Aspect.WAY and _is_journey(text_words, language),
        times=frozenset(clock_times(clause, rules)),
        numbers=frozenset(numbers(clause)),
    )


def _aspect(text_words: list[str], rules: Compiled) -> tuple[Aspect, set[int]]:
    """What is asked for, and the places of the words that say so."""
    openers = [
        (start, start - end, asked, end)
        for asked, phrases in rules.asks.items()
        for start, end in phrases.places(text_words)
    ]
    if not openers:
        return _aspect_without_opener(text_words, rules)
    start, _, aspect, end = min(openers)
    if start > 0 and not _is_indirect(text_words, start, rules):
        return Aspect.YES_NO, set()
    before = text_words[:start]
    is_asking = rules["asking_verbs"].in_words(before, f" {' '.join(before)} ")
    taken = set(range(0 if is_asking else start, end))  # "could you confirm what time …"
    if aspect in (Aspect.OPEN, Aspect.CHOICE):
        named = _first_attribute(text_words, rules)
        if named and (aspect is Aspect.OPEN or named[1] in (Aspect.PRICE, Aspect.TIME)):
            taken |= set(range(named[0], named[2]))
            aspect = named[1]
    return aspect, taken


def _aspect_without_opener(text_words: list[str], rules: Compiled) -> tuple[Aspect, set[int]]:
    """Without a question word it is yes or no, or a bare "price of a taxi?"."""
    named = _first_attribute(text_words, rules)
    if named and not rules["clause_openers"].length_at_start(text_words) and len(text_words) <= 6:
        return named[1], set(range(named[0], named[2]))
    return Aspect.YES_NO, set()


def _first_attribute(text_words: list[str], rules: Compiled) -> tuple[int, Aspect, int] | None:
    found = [
        (start, start - end, asked, end)
        for asked, phrases in rules.attributes.items()
        for start, end in phrases.places(text_words)
    ]
    if not found:
        return None
    start, _, aspect, end = min(found)
    return start, aspect, end


def _is_indirect(text_words: list[str], start: int, rules: Compiled) -> bool:
    """Whether the opener begins the question or hangs on "can you tell me …", "at what …"."""
    before = text_words[:start]
    if rules["asking_verbs"].in_words(before, f" {' '.join(before)} "):
        return True
    return not rules["clause_openers"].length_at_start(before)


def _is_journey(text_words: list[str], language: str) -> bool:
    return any(span.concept in JOURNEY for span in concept_spans(text_words, language))


def _conjuncts(part: Part, clause: str, language: str, rules: Compiled) -> list[Part]:
    """ "Towels and hairdryers" asked in one clause: a part for each, with what they share."""
    text_words = words(clause)
    heavy = [unit for unit in part.focus if unit.weight > LIGHT_WEIGHT]
    if len(heavy) < 2 or part.aspect not in (Aspect.YES_NO, Aspect.PRICE):
        return [part]
    for index, word in enumerate(text_words[1:-1], start=1):
        if not rules["and_words"].has_word(word):
            continue
        if part.has_modal and rules["light_words"].has_word(text_words[index + 1]):
            acts = _acts(part, heavy, text_words, index, language)
            if acts:
                return acts
        left, right = _beside(text_words, index, heavy, language)
        if left and right and left != right:
            keep = [unit for unit in part.units if unit not in (left, right)]
            return [
                replace(part, units=tuple(u for u in part.units if u in keep or u == one))
                for one in (left, right)
            ]
    return [part]


def _acts(
    part: Part, heavy: list[Unit], text_words: list[str], index: int, language: str
) -> list[Part]:
    """ "May we smoke and bring drinks": two actions, each with what is named on its side."""
    stems = [stem(w, language) for w in text_words]

    def side(unit: Unit) -> bool:
        behind = stems[index + 1 :]
        return any(s in behind for s in unit.stems) or any(
            w in text_words[index + 1 :] for w in unit.label.split()
        )

    right = [unit for unit in heavy if side(unit)]
    left = [unit for unit in heavy if unit not in right]
    if not any(u.concepts for u in left) or not any(u.concepts for u in right):
        return []
    return [
        replace(part, units=tuple(u for u in part.units if u not in other))
        for other in (right, left)
    ]


def _beside(
    text_words: list[str], index: int, units: list[Unit], language: str
) -> tuple[Unit | None, Unit | None]:
    """The units right before and after the "and" (at most one word between)."""
    stems = [stem(w, language) for w in text_words]

    def unit_of(places: Iterable[int]) -> Unit | None:
        for place in places:
            if 0 <= place < len(stems):
                for unit in units:
                    if unit.concepts and (
                        stems[place] in unit.stems or text_words[place] in unit.label.split()
                    ):
                        return unit
        return None

    return unit_of((index - 1,)), unit_of((index + 1, index + 2))
