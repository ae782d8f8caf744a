"""What a mail, and an ask, is about: weighted concepts, where they stand, what takes them back; and
the numbers that say it, too: a late or early hour, a stretch of nights.

Concepts are English in every language (``templatesapp.text.tokens``), so the weights
(``scenario.toml``) hold no word of any language; how a language sets a topic aside stands in
``templatesapp/languages/<code>/scenario.toml``.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from drafting.pipeline.interpret.matching import ScenarioRules
from drafting.pipeline.plan import Scenario
from drafting.tables import table_beside
from templatesapp.categories import is_hard_rule_protected
from templatesapp.text.hours import hours, is_at_night
from templatesapp.text.languages import rules
from templatesapp.text.lexicon import Phrases
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import (
    ConceptSpan,
    concept_spans,
    concepts,
    fold,
    known_concepts,
    placed_words,
    stop_words,
    words,
)

_SHORTEST = 2  # letters of a word that may name a thing: "pp" does not
LATE_HOUR = "late-hour"
EARLY_HOUR = "early-hour"
DATE_RANGE = "date-range"

_EARLY_FROM, _EARLY_UNTIL = 4, 7.5

_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|[.°º])?"
_DIGIT = re.compile(r"\d")
_LONGEST = 2000  # characters of a sentence that are read
_PLACES = {"@towns": known_concepts().towns, "@sights": known_concepts().sights}
FALLBACK_CATEGORY = "general"
_FALLBACK_CONFIDENCE = 0.2
_FLOOR = 0.12  # confidence; below it a category is no scenario of the mail
# How far a stronger topic lowers a protected one (1 as any other, 0 not at all): a guest who
# complains at length and cancels in one sentence has cancelled.
_PROTECTED_DISCOUNT = 0.5
_PROTECTED_FIRST = 0.5  # confidence from which a protected category leads
# How much a place counts. What is asked says more than what is told; a subject is a summary.
_ASKED = 1.6
_TOLD = 1.0
_SUBJECT = 1.3
_SET_ASIDE = -0.6
_POINT_IN_TIME = 0.35
_CIRCUMSTANCE = 0.5
_REPEATED = 0.3  # each further sentence that says the same
_MOST_REPEATS = 2
_THREAD = 0.25  # the thread is what the mail answers, not what it says …
_THREAD_OF_A_BARE_REPLY = 0.8  # … unless it says nothing itself ("Yes, agreed.")
_BARE = 1.2  # evidence points; below it a mail says nothing itself
_HALF_SURE = 2.5  # evidence points that make a lone category .5
_MOST_WORDS = 4000  # words of a mail that are read: a scenario shows long before
_THREAD_ITEMS = 2
_UNSURE = 0.5  # confidence
_CLOSE = 0.75  # of the best one's
_SET_ASIDE_REACH = 3  # words between "we no longer need" and its topic
_NOT_REACH = 2
# In a question they stand, negated or not: "can I not cancel?" is about cancelling.
_PROTECTED_ACTIONS = frozenset({"cancel", "refund"})
_EVENT = 0.5  # of its weight: "luggage after check-out" is about luggage
_SPAN_WORDS = 4


@cache
def _range() -> re.Pattern[str]:
    """ "from the 4th to the 9th", "13-16 agosto", "vom 2. bis 5.", "del 9 al 12 de"."""
    until = "|".join(form for rule in rules(ScenarioRules).values() for form in rule.until)
    return re.compile(
        rf"(?<![\d:.,€$£]){_DAY}(?: (?:of |de )?[^\W\d_]{{3,10}}\.?)?"
        rf"\s?(?:-|–|{until})\s?(?:the )?{_DAY}(?![\d:,%€$£])",
        re.IGNORECASE,
    )


def shapes(sentence: str, language: str) -> set[str]:
    """The shapes found in a sentence."""
    text = sentence[:_LONGEST]
    if not _DIGIT.search(text):
        return set()
    found: set[str] = {DATE_RANGE} if _range().search(text) else set()
    for hour in hours(text, language):
        if is_at_night(hour):
            found.add(LATE_HOUR)
        if _EARLY_FROM <= hour <= _EARLY_UNTIL:
            found.add(EARLY_HOUR)
    return found


_KNOWN = table_beside(__file__)


def _each(named: Iterable[str]) -> list[tuple[str, str]]:
    """Every concept with the name that it stands there by."""
    return [(concept, name) for name in named for concept in _PLACES.get(name, (name,))]


CATEGORY_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    category: {concept: weights[name] for concept, name in _each(weights)}
    for category, weights in _KNOWN["categories"].items()
}
# ``{concept: {category: points}}``
CONCEPT_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    concept: {c: weights[concept] for c, weights in CATEGORY_WEIGHTS.items() if concept in weights}
    for concept in dict.fromkeys(one for weights in CATEGORY_WEIGHTS.values() for one in weights)
}
COMBINATIONS: tuple[tuple[frozenset[str], str, float], ...] = tuple(
    (frozenset(needed.split()), category, weight)
    for needed, category, weight in _KNOWN["combinations"]
)
GROUPS: Mapping[str, frozenset[str]] = {n: frozenset(g) for n, g in _KNOWN["groups"].items()}
ACTIONS = frozenset(_KNOWN["actions"])
CIRCUMSTANCES = frozenset(concept for concept, _ in _each(_KNOWN["circumstances"]))
EVENTS = frozenset(_KNOWN["events"])
TRIGGER_WEIGHTS: Mapping[str, Mapping[str, float]] = _KNOWN["triggers"]
OPT_OUT_WEIGHTS: Mapping[str, float] = _KNOWN["opt_out"]
PREPAYMENT_STEP_WEIGHTS: Mapping[str, float] = _KNOWN["prepayment_step"]


@dataclass(frozen=True, slots=True)
class _Unit:
    """One sentence."""

    text: str
    words: tuple[str, ...]
    spans: tuple[ConceptSpan, ...]
    weight: float

    @property
    def is_told(self) -> bool:
        """It neither asks nor is the subject."""
        return self.weight == _TOLD


def classify(
    *,
    subject: str,
    text: str,
    language: str,
    thread_snippets: Sequence[str] = (),
    asks: Sequence[str] = (),
    escalation_triggers: Sequence[str] = (),
    agreement: str = "none",
    prepayment_step: str | None = None,
    opt_out: bool = False,
) -> tuple[Scenario, ...]:
    """Scenarios of a mail, most confident first (0-1); never empty.

    ``text`` is the normalised text without quotes and signature, ``asks`` the clauses that ask
    (without them, sentences with a question mark do). A protected category at .5 or more leads.
    """
    points = _points(_units(subject, text, language, asks), language)
    for trigger in escalation_triggers:
        _add(points, TRIGGER_WEIGHTS.get(trigger, {}))
    if prepayment_step:
        _add(points, PREPAYMENT_STEP_WEIGHTS)
    if opt_out:
        _add(points, OPT_OUT_WEIGHTS)
    bare = max(points.values(), default=0.0) < _BARE
    thread = _units("", "\n".join(thread_snippets[-_THREAD_ITEMS:]), language, ())
    answers = bare or agreement != "none"
    factor = _THREAD_OF_A_BARE_REPLY if answers else _THREAD
    _add(points, {c: p * factor for c, p in _points(thread, language).items()})
    return _ordered(points)


def led_by(category: str, scenarios: Sequence[Scenario]) -> tuple[Scenario, ...]:
    """The same with this one first, as sure as the surest."""
    others = (scenario for scenario in scenarios if scenario.category != category)
    return (Scenario(category, max(one.confidence for one in scenarios)), *others)


def is_uncertain(scenarios: Sequence[Scenario]) -> bool:
    """Whether nothing was understood, or two categories are close and neither is sure."""
    best, *others = scenarios
    if best.confidence <= _FALLBACK_CONFIDENCE:
        return True
    close = others and others[0].confidence >= _CLOSE * best.confidence
    return bool(close) and best.confidence < _UNSURE


def _add(points: defaultdict[str, float], more: Mapping[str, float]) -> None:
    for category, value in more.items():
        points[category] += value


def _units(subject: str, text: str, language: str, asks: Sequence[str]) -> list[_Unit]:
    asked = [fold(ask).strip(" ?!.") for ask in asks]
    units = [_unit(subject, language, _SUBJECT)]
    left = _MOST_WORDS
    for sentence in sentences(text):
        weight = _ASKED if _is_asked(sentence, asked, language) else _TOLD
        unit = _unit(sentence, language, weight)
        units.append(unit)
        left -= len(unit.words)
        if left < 0:
            break
    return units


def _is_asked(sentence: str, asked: Sequence[str], language: str) -> bool:
    folded = fold(sentence)
    return (
        "?" in sentence
        or any(ask and ask in folded for ask in asked)
        or _phrases("request", language).is_in(tuple(words(sentence)))
    )


def _unit(sentence: str, language: str, weight: float) -> _Unit:
    found = tuple(words(sentence))[:_MOST_WORDS]
    return _Unit(sentence, found, tuple(concept_spans(found, language)), weight)


def _points(units: Iterable[_Unit], language: str) -> defaultdict[str, float]:
    """Evidence points by category.

    Of each concept the best sentence counts in full and a few more in part: a guest who writes
    "breakfast" five times does not mean it five times as much.
    """
    by_concept: defaultdict[str, list[float]] = defaultdict(list)
    points: defaultdict[str, float] = defaultdict(float)
    for unit in units:
        heard = shapes(unit.text, language)
        for span in unit.spans:
            factor = _factor(span, unit, language)
            by_concept[span.concept].append(unit.weight * factor)
            if factor >= _CIRCUMSTANCE:
                heard.add(span.concept)
        for needed, category, weight in COMBINATIONS if len(heard) > 1 else ():
            if needed <= heard:
                points[category] += weight * unit.weight
    for concept, factors in by_concept.items():
        total = _with_repeats(factors)
        for category, weight in CONCEPT_WEIGHTS.get(concept, {}).items():
            points[category] += weight * total
    return points


def _with_repeats(factors: Sequence[float]) -> float:
    best, *others = sorted(factors, reverse=True)
    taken_back = min((f for f in factors if f < 0), default=0.0)
    return (
        best
        + _REPEATED * sum(f for f in others[:_MOST_REPEATS] if f > 0)
        + (taken_back if best > 0 else 0.0)
    )


def _factor(span: ConceptSpan, unit: _Unit, language: str) -> float:
    """1, or what is left of a concept that is set aside, only says when, or only explains."""

    def is_before(kind: str, reach: int) -> bool:
        return _phrases(kind, language).near_before(unit.words, span.start, reach)

    if is_before("set_aside", _SET_ASIDE_REACH):
        return _SET_ASIDE
    if span.concept == "cancel" and is_before("of_others", 0):
        return 0.0
    if _phrases("set_aside_after", language).at(unit.words, span.end):
        return _SET_ASIDE
    if (
        span.concept in ACTIONS
        and not ("?" in unit.text and span.concept in _PROTECTED_ACTIONS)
        and is_before("not_to", _NOT_REACH)
    ):
        return _SET_ASIDE
    if span.concept in EVENTS and is_before("point_in_time", 1):
        return _POINT_IN_TIME
    if unit.is_told and span.concept in CIRCUMSTANCES:
        return _CIRCUMSTANCE
    return 1.0


@cache
def _phrases(kind: str, language: str) -> Phrases:
    known = rules(ScenarioRules)
    chosen = [known[language]] if language in known else known.values()
    return Phrases(phrase for table in chosen for phrase in getattr(table, kind))


def _ordered(points: Mapping[str, float]) -> tuple[Scenario, ...]:
    best = max(points.values(), default=0.0)
    found = []
    for category, value in points.items():
        if value <= 0:
            continue
        share = value / best
        if is_hard_rule_protected(category):
            share = share**_PROTECTED_DISCOUNT
        confidence = round(value / (value + _HALF_SURE) * share, 3)
        if confidence >= _FLOOR:
            found.append(Scenario(category, confidence))
    if not found:
        return (Scenario(FALLBACK_CATEGORY, _FALLBACK_CONFIDENCE),)
    return tuple(sorted(found, key=_order))


def _order(scenario: Scenario) -> tuple[bool, float, str]:
    leads = is_hard_rule_protected(scenario.category) and scenario.confidence >= _PROTECTED_FIRST
    return (not leads, -scenario.confidence, scenario.category)


ASPECTS = GROUPS["aspects"]


def is_of_service(text: str, language: str) -> bool:
    """ "Can we book a boat trip": what is booked or cancelled is not the stay."""
    spoken_of = set(concepts(text, language))
    return bool(spoken_of & GROUPS["bookable"]) and not spoken_of & GROUPS["the_stay"]


def own_words(text: str, language: str) -> list[str]:
    """Content words that name no aspect ("price", "time")."""
    said = words(text)
    aspects = {i for s in concept_spans(said, language) for i in range(s.start, s.end)}
    stops = stop_words(language)
    return [
        word
        for i, word in enumerate(said)
        if word not in stops and i not in aspects and len(word) > _SHORTEST and word.isalpha()
    ]


@dataclass(frozen=True, slots=True)
class Topic:
    """``concept`` of the vocabulary, and the words that named it, as written."""

    concept: str
    named: str


def leading_topic(text: str, language: str) -> Topic | None:
    """The weightiest concept of a clause, of equals the first; None where it names no thing."""

    def weight(span: ConceptSpan) -> float:
        """Evidence points of its best category."""
        points = max(CONCEPT_WEIGHTS.get(span.concept, {}).values(), default=0.0)
        return points * _EVENT if span.concept in EVENTS else points

    said = words(text)
    spans = [s for s in concept_spans(said, language) if s.concept not in ASPECTS]
    if not spans:
        return None
    best = max(spans, key=weight)
    if best.concept in GROUPS["ways"]:
        return Topic(best.concept, written(text, best.start, max(s.end for s in spans) - 1))
    return Topic(best.concept, named_by(text, said, best, language))


def named_by(text: str, said: list[str], span: ConceptSpan, language: str) -> str:
    """The words of a concept; of "breakfast included" breakfast alone."""
    named = range(span.start, min(span.end, span.start + _SPAN_WORDS))
    alone = next((i for i in named if concepts(said[i], language) == [span.concept]), None)
    return written(text, *((named[0], named[-1]) if alone is None else (alone, alone)))


def written(text: str, first: int, last: int) -> str:
    """From one of its words to another, by their numbers."""
    placed = placed_words(text)
    return text[placed[first][1] : placed[last][2]]
