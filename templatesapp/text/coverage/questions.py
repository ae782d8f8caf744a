"""A question taken apart: one part per thing asked, with its kind of answer and its topic: content
words and phrases, weighed by how much they say."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from templatesapp.text.coverage.clauses import clock_times, numbers
from templatesapp.text.coverage.rules import Aspect, Compiled, compiled_rules
from templatesapp.text.languages import known_language
from templatesapp.text.lexicon import Phrases
from templatesapp.text.tokens import (
    ConceptSpan,
    concept_spans,
    known_concepts,
    stem,
    stop_words,
    words,
)

LIGHT_WEIGHT = 0.25
COMMON_WEIGHT = 0.6
_COMMON = known_concepts().coverage["common"]
_DRAWERS = known_concepts().coverage["drawers"]
ASKING_CONCEPTS = known_concepts().coverage["asking"]
# "in the dorm", "before check-in": where or when it is to be, not what it is.
_SCENE_LISTS = ("scene_words", "bounds")
_JOINING_LISTS = ("and_words", "or_words")
_LIGHT_LISTS = ("light_words", "number_words", "time_words", "duration_units")
_MEANS = known_concepts().coverage["means"]
# Longer "questions" are pasted texts; what is asked stands in the first words.
_LONGEST_QUESTION = 1_000  # characters
# What a question about the way to us speaks of.
JOURNEY = frozenset((*known_concepts().journey, *known_concepts().towns))
# What a question that names no thing goes on about: "how much is it (shuttle)".
LEANT_ON = re.compile(r" \(([^()]*)\)\Z")
_MARKS_BEFORE_CLAUSE = re.compile(r"[,;]\s*|\s+[-–—]\s+|\?\s+")


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing spoken of: its stems in the question's language and its concepts."""

    label: str
    stems: frozenset[str]
    concepts: frozenset[str]
    weight: float
    is_scene: bool = False


def find_units(
    text_words: list[str], taken: set[int], language: str, rules: Compiled
) -> tuple[Unit, ...]:
    """The units of a question's folded words, in order. ``taken``: places of the words that only
    say how it is asked."""
    spans = [s for s in concept_spans(text_words, language) if s.concept not in ASKING_CONCEPTS]
    units = []
    is_scene = False
    for start, end in _groups(text_words, spans):
        inside = text_words[start:end]
        within = [s for s in spans if start <= s.start and s.end <= end]
        # "Airport transfer" is a transfer: what the whole phrase means, not one of its words.
        whole = [s for s in within if (s.start, s.end) == (start, end)]
        found = frozenset(s.concept for s in whole or within)
        is_asking = taken.issuperset(range(start, end)) and not (found and start > 0)
        content = [] if is_asking else [w for w in inside if w not in stop_words(language)]
        if all(w.isdigit() or ":" in w for w in content):  # numbers and times are kept apart
            content = []
        if len(inside) == 1 and _has_word(rules, _SCENE_LISTS, inside[0]):
            is_scene = True
        elif content:
            units.append(_unit(inside, content, found, language, rules, is_scene=is_scene))
            is_scene = is_scene and not found  # the scene is one thing: "in the dorm", not more
        elif inside[0] not in stop_words(language) or _has_word(rules, _JOINING_LISTS, inside[0]):
            is_scene = False
    return tuple(units)


def _unit(
    inside: list[str],
    content: list[str],
    found: frozenset[str],
    language: str,
    rules: Compiled,
    *,
    is_scene: bool,
) -> Unit:
    is_phrase = len(inside) > 1 and bool(found)
    weighs_little = not is_phrase and all(
        _has_word(rules, _LIGHT_LISTS, w)
        # Of a verb every form is as light as the one that is listed.
        or (not found and is_light(w, language))
        for w in content
    )
    stems = frozenset(stem(w, language) for w in content)
    if is_phrase and len(stems) == 1:
        # Met by its meaning alone: "check-out" shares a word with "check-in" and no more.
        stems = frozenset()
    is_common = bool(found) and found <= _COMMON
    weight = LIGHT_WEIGHT if weighs_little else COMMON_WEIGHT if is_common else 1.0
    return Unit(" ".join(content), stems, found, weight, is_scene and found.isdisjoint(_MEANS))


def is_light(word: str, language: str) -> bool:
    """Whether it says how something is asked, and not what: "serve", in any form of it."""
    return stem(word, language) in _light_stems(known_language(language))


@cache
def _light_stems(language: str) -> frozenset[str]:
    listed = compiled_rules(language)["light_words"].all
    return frozenset(stem(phrase[0], language) for phrase in listed if len(phrase) == 1)


def _has_word(rules: Compiled, names: Sequence[str], word: str) -> bool:
    return any(word in rules[name] for name in names)


def _groups(text_words: Sequence[str], spans: Sequence[ConceptSpan]) -> list[tuple[int, int]]:
    """Places of the words, those of one phrase together; the longest phrase first."""
    phrases = {(s.start, s.end) for s in spans if s.end - s.start > 1}
    taken: list[tuple[int, int]] = []
    for start, end in sorted(phrases, key=lambda place: (place[0] - place[1], place)):
        if all(end <= first or last <= start for first, last in taken):
            taken.append((start, end))
    covered = {i for start, end in taken for i in range(start, end)}
    singles = [(i, i + 1) for i in range(len(text_words)) if i not in covered]
    return sorted(taken + singles)


@dataclass(frozen=True, eq=False)  # kept by its question: the same one, or another
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

    @cached_property
    def focus(self) -> tuple[Unit, ...]:
        """The units that must be spoken of; the scene too where there is nothing else."""
        topical = tuple(unit for unit in self.units if not unit.is_scene)
        return topical if any(unit.weight > LIGHT_WEIGHT for unit in topical) else self.units

    @cached_property
    def head(self) -> Unit | None:
        """The one unit an answer cannot do without."""
        heavy = [unit for unit in self.focus if unit.weight == 1]
        with_concept = [unit for unit in heavy if unit.concepts]
        common = [unit for unit in self.focus if unit.weight == COMMON_WEIGHT]
        return next(iter(with_concept or heavy or common or self.focus), None)


@lru_cache(maxsize=4096)  # a question is judged against the template, knowledge and the draft
def parse_question(question: str, language: str) -> tuple[Part, ...]:
    """The parts of a question, in order; a part without a topic of its own takes that before it."""
    rules = compiled_rules(language)
    parts: list[Part] = []
    asked = _clauses(question[:_LONGEST_QUESTION], rules)
    before: Part | None = None
    if len(asked) > 1 and not _opens_clause(words(asked[0]), rules):
        # "The wifi is down, what can I do?": what is said first is the topic, not a question.
        before = _parse_clause(asked.pop(0), language, rules)
    for clause in asked:
        part = _parse_clause(clause, language, rules)
        is_thin = not any(unit.weight > LIGHT_WEIGHT for unit in part.units)
        if before and (is_thin or rules["leaning_words"].is_in(words(clause))):
            inherited = tuple(unit for unit in before.focus if unit.weight > LIGHT_WEIGHT)
            own = tuple(unit for unit in part.focus if unit.weight > LIGHT_WEIGHT)
            part = replace(part, units=inherited + part.units, own=own)
        before = part
        if part.units or part.aspect not in (Aspect.YES_NO, Aspect.OPEN):
            parts.extend(_conjuncts(part, clause, language, rules))
    return tuple(parts)


def heavy_units(question: str, language: str) -> tuple[Unit, ...]:
    """All that it speaks of, without what says little."""
    units = (unit for part in parse_question(question, language) for unit in part.units)
    return tuple(unit for unit in units if unit.weight > LIGHT_WEIGHT)


def one_thing(question: str, language: str) -> frozenset[str]:
    """The concepts of a question that asks one thing, where the vocabulary knows all of it, and
    as a thing of its own: a sauna is in a drawer with much else."""
    parts = parse_question(question, language)
    units = [unit for part in parts for unit in part.units]
    if len(parts) != 1 or any(unit.weight == 1 and not unit.concepts for unit in units):
        return frozenset()
    return frozenset().union(*(unit.concepts for unit in units)) - _DRAWERS


def _clauses(question: str, rules: Compiled) -> list[str]:
    """The question split before "and" where another question begins behind it."""
    clauses: list[str] = []
    for rough in _MARKS_BEFORE_CLAUSE.split(question.strip()):
        for piece in _split_at_and(rough, rules):
            if clauses and not _opens_clause(words(piece), rules):
                clauses[-1] = f"{clauses[-1]}, {piece}"
            else:
                clauses.append(piece)
    return [clause for clause in clauses if words(clause)]


def _opens_clause(text_words: list[str], rules: Compiled) -> bool:
    openers = (rules["clause_openers"], *rules.asks.values())
    return any(phrases.length_at_start(text_words) for phrases in openers)


def _split_at_and(text: str, rules: Compiled) -> Iterable[str]:
    tokens = text.split()
    start = 0
    for index in range(1, len(tokens) - 1):
        is_and = tokens[index] == "&" or rules["and_words"].length_at_start(words(tokens[index]))
        if is_and and _opens_clause(words(" ".join(tokens[index + 1 : index + 6])), rules):
            yield " ".join(tokens[start:index])
            start = index + 1
    rest = tokens[start:]
    if len(rest) > 1 and rules["and_words"].length_at_start(words(rest[0])):
        rest = rest[1:]
    yield " ".join(rest)


def _parse_clause(clause: str, language: str, rules: Compiled) -> Part:
    text_words = words(clause)
    aspect, taken = _aspect(text_words, rules)
    units = find_units(text_words, taken, language, rules)
    hints = frozenset(hint for hint, nouns in rules.attributes.items() if nouns.is_in(text_words))
    if rules["free_words"].is_in(text_words):
        hints |= {Aspect.PRICE}
    return Part(
        text=clause,
        aspect=aspect,
        units=units,
        hints=hints,
        is_state=aspect is Aspect.YES_NO
        and bool(rules["state_openers"].length_at_start(text_words)),
        has_modal=rules["modals"].is_in(text_words),
        is_duty=rules["duties"].is_in(text_words),
        has_bound=rules["bounds"].is_in(text_words),
        when=frozenset(
            " ".join(text_words[start:end]) for start, end in rules["time_words"].places(text_words)
        ),
        is_journey=aspect is Aspect.WAY
        and any(span.concept in JOURNEY for span in concept_spans(text_words, language)),
        times=frozenset(clock_times(clause, rules)),
        numbers=frozenset(numbers(clause)),
    )


def _aspect(text_words: list[str], rules: Compiled) -> tuple[Aspect, set[int]]:
    """What is asked for, and the places of the words that say so."""
    opener, named = _first(rules.asks, text_words), _first(rules.attributes, text_words)
    if opener is None:  # yes or no, or a bare "price of a taxi?"
        opens = rules["clause_openers"].length_at_start(text_words)
        if named and not opens and len(text_words) <= 6:
            return named[1], set(range(named[0], named[2]))
        return Aspect.YES_NO, set()
    start, aspect, end = opener
    before = text_words[:start]
    # It hangs on "can you tell me …", "at what …", or it asks nothing.
    is_asking = rules["asking_verbs"].is_in(before)
    if not is_asking and rules["clause_openers"].length_at_start(before):
        return Aspect.YES_NO, set()
    taken = set(range(0 if is_asking else start, end))  # "could you confirm what time …"
    is_bare = named and named[1] in (Aspect.PRICE, Aspect.TIME)
    if named and (aspect is Aspect.OPEN or (aspect is Aspect.CHOICE and is_bare)):
        return named[1], taken.union(range(named[0], named[2]))
    return aspect, taken


def _first(
    known: Mapping[Aspect, Phrases], text_words: list[str]
) -> tuple[int, Aspect, int] | None:
    """Where the first phrase begins, the longest of those, what it tells, and where it ends."""
    found = [
        (start, aspect, end)
        for aspect, phrases in known.items()
        for start, end in phrases.places(text_words)
    ]
    return min(found, key=lambda hit: (hit[0], -hit[2], hit[1]), default=None)


def _conjuncts(part: Part, clause: str, language: str, rules: Compiled) -> list[Part]:
    """ "Towels and hairdryers" asked in one clause: a part for each, with what they share."""
    text_words = words(clause)
    heavy = [unit for unit in part.focus if unit.weight > LIGHT_WEIGHT]
    if len(heavy) < 2 or part.aspect not in (Aspect.YES_NO, Aspect.PRICE):
        return [part]
    for index, word in enumerate(text_words[1:-1], start=1):
        if word not in rules["and_words"]:
            continue
        if part.has_modal and text_words[index + 1] in rules["light_words"]:
            acts = _acts(part, heavy, text_words, index, language)
            if acts:
                return acts
        left, right = _beside(text_words, index, heavy, language)
        if left and right and left != right:
            return [_without(part, [right]), _without(part, [left])]
    return [part]


def _without(part: Part, others: list[Unit]) -> Part:
    return replace(part, units=tuple(unit for unit in part.units if unit not in others))


def _acts(
    part: Part, heavy: list[Unit], text_words: list[str], index: int, language: str
) -> list[Part]:
    """ "May we smoke and bring drinks": two actions, each with what is named on its side."""
    behind = set(text_words[index + 1 :])
    stems = {stem(w, language) for w in behind}
    right = [
        unit for unit in heavy if unit.stems & stems or not behind.isdisjoint(unit.label.split())
    ]
    left = [unit for unit in heavy if unit not in right]
    if not any(u.concepts for u in left) or not any(u.concepts for u in right):
        return []
    return [_without(part, right), _without(part, left)]


def _beside(
    text_words: list[str], index: int, units: list[Unit], language: str
) -> tuple[Unit | None, Unit | None]:
    """The units right before and after the "and" (at most one word between)."""
    stems = [stem(w, language) for w in text_words]

    def unit_of(places: Iterable[int]) -> Unit | None:
        found = (
            unit
            for place in places
            for unit in units
            if unit.concepts
            and (stems[place] in unit.stems or text_words[place] in unit.label.split())
        )
        return next(found, None)

    return unit_of([index - 1]), unit_of(range(index + 1, min(index + 3, len(stems))))
