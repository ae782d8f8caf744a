"""What a question is about: its content words and phrases, weighed by how much they say."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from templatesapp.text.coverage.rules import Compiled, compiled_rules
from templatesapp.text.tokens import ConceptSpan, concept_spans, stem, stop_words

LIGHT_WEIGHT = 0.25
COMMON_WEIGHT = 0.6
# Concepts that half of all mail speaks of: alone they make no topic.
_COMMON = frozenset({"room", "booking", "bed", "arrival", "payment", "availability"})
# Concepts that say how something is asked and not about what.
ASKING_CONCEPTS = frozenset(
    {"time", "price", "night", "person", "house-rule", "recommend", "date", "included",
     "availability", "opening-hours", "instead", "change", "move", "deadline", "arrival-time",
     "thanks", "compliment", "directions", "long-stay", "group", "allowed"}
)  # fmt: skip
# "in the dorm", "before check-in": where or when it is to be, not what it is.
_SCENE_LISTS = ("scene_words", "bounds")
_JOINING_LISTS = ("and_words", "or_words")
_LIGHT_LISTS = ("light_words", "number_words", "time_words", "duration_units")
# "By card", "by bus": what follows "by" is what is asked about.
_MEANS = frozenset(
    {"card", "cash", "bank-transfer", "bus", "ferry", "train", "taxi", "car", "boat", "transfer"}
)


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
        content = [] if is_asking else _content(inside, language)
        if len(inside) == 1 and _has_word(rules, _SCENE_LISTS, inside[0]):
            is_scene = True
        elif content:
            units.append(_unit(inside, content, found, language, rules, is_scene=is_scene))
            is_scene = is_scene and not found  # the scene is one thing: "in the dorm", not more
        elif inside[0] not in stop_words(language) or _has_word(rules, _JOINING_LISTS, inside[0]):
            is_scene = False
    return tuple(units)


def _content(inside: list[str], language: str) -> list[str]:
    """The words that say something; numbers and times are kept apart (``Part.times``)."""
    content = [w for w in inside if w not in stop_words(language)]
    return [] if all(w.isdigit() or ":" in w for w in content) else content


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
    is_light = not is_phrase and all(
        _has_word(rules, _LIGHT_LISTS, w)
        # Of a verb every form is as light as the one that is listed.
        or (not found and stem(w, language) in _light_stems(language))
        for w in content
    )
    stems = frozenset(stem(w, language) for w in content)
    if is_phrase and len(stems) == 1:
        # Met by its meaning alone: "check-out" shares a word with "check-in" and no more.
        stems = frozenset()
    is_common = bool(found) and found <= _COMMON
    weight = LIGHT_WEIGHT if is_light else COMMON_WEIGHT if is_common else 1.0
    return Unit(" ".join(content), stems, found, weight, is_scene and found.isdisjoint(_MEANS))


@cache
def _light_stems(language: str) -> frozenset[str]:
    listed = compiled_rules(language)["light_words"].all
    return frozenset(stem(phrase[0], language) for phrase in listed if len(phrase) == 1)


def _has_word(rules: Compiled, names: Sequence[str], word: str) -> bool:
    return any(word in rules[name] for name in names)


def _groups(text_words: Sequence[str], spans: Sequence[ConceptSpan]) -> list[tuple[int, int]]:
    """Places of the words, those of one phrase together; the longest phrase first."""
    bounds = sorted(
        {(s.start, s.end) for s in spans if s.end - s.start > 1},
        key=lambda place: (place[0] - place[1], place),
    )
    taken: list[tuple[int, int]] = []
    for start, end in bounds:
        if all(end <= first or last <= start for first, last in taken):
            taken.append((start, end))
    covered = {i for start, end in taken for i in range(start, end)}
    singles = [(i, i + 1) for i in range(len(text_words)) if i not in covered]
    return sorted(taken + singles)
