"""What the desk knows, made ready for comparing: built once for a catalogue, then only read.

What the concepts of a clause leave open, our texts often tell: "the ride takes about 60 minutes"
is said of a bus. Sentences are compared as weighted words and concepts, the clause of the value
counting more than the rest (cosine of inverse document frequencies).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING, TypeVar

from templatesapp.text.guarded.kinds import IN_BASE_UNITS, WRITTEN, Kind, Value
from templatesapp.text.guarded.scopes import PLAIN, Said, Sentence, find_assertions, read_sentences
from templatesapp.text.guarded.values import find_values, normal, normal_url
from templatesapp.text.guarded.words import guarding
from templatesapp.text.reader.sayings import Sayings, sayings
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import hypernyms, stem, stop_words, words

if TYPE_CHECKING:
    from templatesapp.entries import FactEntry, KnowledgeEntry

PRICE_MARKS = frozenset({"included", "free-of-charge"})
LEAST_ALIKE = 0.4  # cosine
_NEARLY_BEST = 0.9  # of the best cosine: what else it may be
_BESIDE = 0.4  # weight of what stands in the sentence, but not in the clause


@dataclass(frozen=True, slots=True)
class GuardedFact:
    """``meaning``: its concepts with all that is broader: more of it is more specific."""

    name: str
    fact: FactEntry
    value: Value
    concepts: frozenset[str]
    meaning: frozenset[str]
    is_paired: bool  # the other end of the span is a fact too

    def answer(self, language: str, known: Known) -> str:
        return self.fact.formatted(language)


@dataclass(frozen=True, slots=True)
class Rule:
    """A yes or no. ``axis``: price (included, free) or possible. ``name`` of the fact or key."""

    name: str
    axis: str
    is_yes: bool
    concepts: frozenset[str]
    meaning: frozenset[str]
    answers: Mapping[str, str]

    def answer(self, language: str, known: Known) -> str:
        """What we would say: the knowledge item's answer, or the price."""
        answer = self.answers.get(language) or next(iter(self.answers.values()), "")
        return answer or known.by_name[self.name].fact.formatted(language)


class Told:
    """Values that some text says, for looking one up. ``numbers``: all that it says, of days and
    ages those of its values, too."""

    def __init__(self, values: Iterable[Value], numbers: Iterable[int] = ()) -> None:
        found = list(values)
        self.numbers = {*numbers, *(number for value in found for number in _numbers(value))}
        self.amounts = {(v.kind, v.unit, amount) for v in found for amount in v.amounts}
        self.written = {(v.kind, v.written) for v in found if v.kind in WRITTEN}

    def holds(self, value: Value) -> bool:
        if value.kind in WRITTEN:
            return (value.kind, value.written) in self.written
        units = ("day", "workday") if value.unit in ("day", "workday") else (value.unit,)
        meant = [(value.kind, unit) for unit in units]
        if value.kind is Kind.AGE:
            meant.append((Kind.MEASURE, "year"))
        if value.unit == "minute":  # "cinq heures" is a length, or five o'clock
            meant.append((Kind.TIME, ""))
        return any((*one, amount) in self.amounts for one in meant for amount in value.amounts)


def _numbers(value: Value) -> Iterator[int]:
    """Of a day of the year the day, of what is counted so many."""
    for amount in value.amounts:
        if value.kind is Kind.DATE:
            yield int(amount % 100)
        elif value.kind in (Kind.MEASURE, Kind.AGE):
            yield int(amount)


@dataclass(frozen=True)
class Known:
    """``told``: what facts and knowledge say, and the pages we link to. ``said``: their statements
    that something is included, possible or not, as (axis, yes, concepts)."""

    facts: Mapping[tuple[Kind, str], tuple[GuardedFact, ...]]
    by_name: Mapping[str, GuardedFact]
    rules: tuple[Rule, ...]
    told: Told
    said: frozenset[Said] = frozenset()
    answers: tuple[tuple[frozenset[str], Told], ...] = ()
    texts: tuple[tuple[str, str], ...] = ()  # language and text
    _examples: dict[str, Examples] = field(default_factory=dict)
    _sayings: dict[str, Sayings] = field(default_factory=dict)

    def like(self, value: Value) -> tuple[GuardedFact, ...]:
        """Facts of the same kind and unit."""
        return self.facts.get((value.kind, value.unit), ())

    def examples(self, language: str) -> Examples:
        """How our answers and letters state facts; read when first asked for."""
        if language not in self._examples:
            texts = [text for code, text in self.texts if code == language]
            found = (one for text in texts for one in stated_in(text, language, self.facts))
            self._examples[language] = Examples(found)
        return self._examples[language]

    def sayings(self, language: str) -> Sayings:
        """What our answers and letters say; read when first asked for."""
        if language not in self._sayings:
            said = (s for code, text in self.texts if code == language for s in sentences(text))
            self._sayings[language] = sayings(tuple(said), language)
        return self._sayings[language]


def build_known(
    facts: Iterable[FactEntry],
    knowledge: Iterable[KnowledgeEntry],
    links: Collection[str] = (),
    letters: Iterable[tuple[str, str]] = (),
) -> Known:
    """``knowledge`` and ``letters`` (language and text) with their slots filled; ``links``: pages
    that letters may lead to."""
    kept = _guarded(facts)
    items = list(knowledge)
    by_kind: dict[tuple[Kind, str], list[GuardedFact]] = {}
    for one in kept:
        by_kind.setdefault((one.value.kind, one.value.unit), []).append(one)
    values = [one.value for one in kept]
    answers = []
    said: set[Said] = set()
    for item in items:
        found, asserted = _read_answer(item.answer, item.language)
        values += found
        if found and item.concepts - PLAIN:
            answers.append((item.concepts, Told(found)))
        said.update(_said(item, asserted))
    values += [Value(Kind.URL, 0, 0, written=normal_url(link)) for link in links if "/" in link]
    return Known(
        facts={key: tuple(found) for key, found in by_kind.items()},
        by_name={one.name: one for one in kept},
        rules=(*_knowledge_rules(items), *_price_rules(kept)),
        told=Told(values),
        said=frozenset(said),
        answers=tuple(answers),
        texts=(*((item.language, item.answer) for item in items), *letters),
    )


def _said(item: KnowledgeEntry, asserted: Iterable[Said]) -> Iterator[Said]:
    """What an answer says besides its own yes or no. The opposite of that counts where it speaks of
    a case of its own: pets are not allowed, assistance dogs are."""
    about = item.concepts - PLAIN
    for axis, yes, topics in asserted:
        is_opposite = bool(item.decides) and yes != (item.decides == "yes")
        is_own_case = bool(topics - item.concepts) and bool(meaning(topics) & item.concepts)
        if about | topics and (is_own_case or not is_opposite):
            yield axis, yes, about | topics


@lru_cache(maxsize=5_000)  # a change of one text leaves the other answers as they were read
def _read_answer(text: str, language: str) -> tuple[tuple[Value, ...], frozenset[Said]]:
    values = find_values(text, language).values
    found = find_assertions(read_sentences(text, language, values), language)
    return values, frozenset(one.key for one in found)


def value_of(fact: FactEntry) -> Value | None:
    """The fact as a value; None for a text and what cannot be read."""
    try:
        if fact.kind == "number":
            kind, unit, amount = _number(fact)
        else:
            kind = Kind(fact.kind)
            if kind in WRITTEN:
                return Value(kind, 0, 0, written=normal(kind, fact.value))
            unit = (fact.unit or "EUR") if kind is Kind.MONEY else ""
            amount = _amount(kind, fact.value)
    except (ValueError, ArithmeticError):
        return None
    return Value(kind, 0, 0, amounts=frozenset({amount}), unit=unit, edge=fact.edge)


def _amount(kind: Kind, text: str) -> Decimal:
    mark, factor = {Kind.TIME: (":", 60), Kind.DATE: ("-", 100)}.get(kind, ("", 0))
    if not mark:
        return Decimal(text)
    more, _, less = text.partition(mark)
    return Decimal(int(more) * factor + int(less))


def _number(fact: FactEntry) -> tuple[Kind, str, Decimal]:
    said, amount = words(fact.unit), Decimal(fact.value)
    hit = guarding("en").units.at(said, 0)
    name = hit[0] if hit is not None and hit[1] == len(said) else " ".join(said)
    if name == "year":
        return Kind.AGE, "", amount
    unit, factor = IN_BASE_UNITS.get(name, (name, 1))
    return Kind.MEASURE, unit, amount * factor


def _guarded(facts: Iterable[FactEntry]) -> list[GuardedFact]:
    read = [(fact, value) for fact in facts if (value := value_of(fact)) is not None]
    ends = {(value.kind, value.unit, fact.concepts, fact.edge) for fact, value in read}
    return [
        GuardedFact(
            name=fact.name,
            fact=fact,
            value=value,
            concepts=fact.concepts,
            meaning=meaning(fact.concepts),
            is_paired=all(
                (value.kind, value.unit, fact.concepts, edge) in ends for edge in ("from", "until")
            ),
        )
        for fact, value in read
    ]


def meaning(concepts: Iterable[str]) -> frozenset[str]:
    """The concepts and all that is broader than one of them."""
    return frozenset(broad for one in concepts for broad in (one, *hypernyms(one)))


def _knowledge_rules(items: Iterable[KnowledgeEntry]) -> list[Rule]:
    """One rule a key; its answer in each language it is known in."""
    found: dict[str, Rule] = {}
    for item in items:
        concepts = item.concepts - PRICE_MARKS
        if not item.decides or not concepts:
            continue
        axis = "price" if PRICE_MARKS & item.concepts else "possible"
        rule = found.get(item.key)
        answers = {**(rule.answers if rule else {}), item.language: item.answer}
        found[item.key] = Rule(
            item.key, axis, item.decides == "yes", concepts, meaning(concepts), answers
        )
    return list(found.values())


def _price_rules(facts: Iterable[GuardedFact]) -> list[Rule]:
    """What has a price is neither free nor included."""
    return [
        Rule(one.name, "price", False, one.concepts, one.meaning, {})
        for one in facts
        if one.value.kind is Kind.MONEY and one.concepts
    ]


_T = TypeVar("_T", GuardedFact, Rule)


def most_specific(fitting: Sequence[_T]) -> tuple[_T, ...]:
    """Without those that say less than another: "check-out" beside "late check-out"."""
    return tuple(
        one for one in fitting if not any(other.meaning > one.meaning for other in fitting)
    )


class ChosenLetter:
    """The chosen letter. ``told``: its values; ``said``: its yes and no; ``sentences``: as they
    stand in it."""

    def __init__(self, text: str, language: str) -> None:
        found = find_values(text, language).values if text else ()
        sentences = read_sentences(text, language, found) if text else ()
        self.sentences = frozenset(text[one.start : one.end].strip() for one in sentences)
        self.told = Told(found)
        self.said = frozenset(a.key for a in find_assertions(sentences, language) if a.key[2])
        self._values = [
            (value, sentence.concepts | sentence.context)
            for sentence in sentences
            for value in found
            if sentence.holds(value.start)
        ]

    def says(self, value: Value, held: frozenset[str]) -> bool:
        """An equal value in a sentence on the same topic."""
        return any(own.equals(value) and (about & held) - PLAIN for own, about in self._values)


chosen_letter = lru_cache(maxsize=512)(ChosenLetter)  # its values are the same for every mail


@dataclass(frozen=True, slots=True)
class Example:
    """A value as one of our texts states it. ``names``: the facts that have this value."""

    value: Value
    names: tuple[str, ...]
    is_supposing: bool
    words: Mapping[str, float]
    text: str


class Examples:
    """Those of one language."""

    def __init__(self, found: Iterable[Example]) -> None:
        said = list(found)
        counts = Counter(word for one in said for word in one.words)
        self._rarity = {word: log(1 + len(said) / count) for word, count in counts.items()}
        self._unheard = log(1 + len(said))
        self._by_kind: dict[tuple[Kind, str], list[tuple[Example, dict[str, float]]]] = {}
        for one in said:
            rows = self._by_kind.setdefault((one.value.kind, one.value.unit), [])
            rows.append((one, self._normal(one.words)))

    def alike(self, value: Value, sentence: Sentence, language: str) -> list[tuple[float, Example]]:
        """The best first, and those nearly as good; none below ``LEAST_ALIKE``."""
        asked = self._normal(_words_about(value, sentence, language))
        is_supposing = sentence.piece_of(value).is_supposing
        scored = [
            (sum(weight * words.get(word, 0.0) for word, weight in asked.items()), one)
            for one, words in self._by_kind.get((value.kind, value.unit), ())
            if one.value.is_later == value.is_later
            and (one.is_supposing or not is_supposing)
            and _may_bound(one.value, value)
        ]
        scored.sort(key=lambda pair: -pair[0])
        least = max(LEAST_ALIKE, _NEARLY_BEST * scored[0][0]) if scored else 1.0
        return [(score, one) for score, one in scored if score >= least]

    def stating(self, value: Value) -> Iterator[str]:
        """The sentences that state this very value."""
        rows = self._by_kind.get((value.kind, value.unit), ())
        return (one.text for one, _ in rows if one.value.equals(value))

    def _normal(self, words: Mapping[str, float]) -> dict[str, float]:
        weighted = {w: n * self._rarity.get(w, self._unheard) for w, n in words.items()}
        length = sqrt(sum(n * n for n in weighted.values())) or 1.0
        return {word: n / length for word, n in weighted.items()}


def _may_bound(known: Value, said: Value) -> bool:
    """Not the two ends of a span; "for three nights" is no "at most six"."""
    if said.kind is Kind.MEASURE and not said.edge:
        return not known.edge
    return {known.edge, said.edge} != {"from", "until"}


def stated_in(
    text: str, language: str, facts: Mapping[tuple[Kind, str], Sequence[GuardedFact]]
) -> Iterator[Example]:
    values = find_values(text, language).values
    for sentence in read_sentences(text, language, values):
        for value in values:
            if not sentence.holds(value.start):
                continue
            near = facts.get((value.kind, value.unit), ())
            names = tuple(one.name for one in near if one.value.equals(value))
            if names:
                is_supposing = sentence.piece_of(value).is_supposing
                about = _words_about(value, sentence, language)
                said = text[sentence.start : sentence.end]
                yield Example(value, names, is_supposing, about, said)


def _words_about(value: Value, sentence: Sentence, language: str) -> dict[str, float]:
    """Stems and concepts with their weights."""
    own = sentence.piece_at(value.start)
    found: dict[str, float] = {}
    for index, piece in enumerate(sentence.pieces):
        weight = 1.0 if index == own else _BESIDE
        stems = (
            stem(word, language)
            for word in piece.said
            if not word[0].isdigit() and word not in stop_words(language)
        )
        for word in (*stems, *(f"={concept}" for concept in piece.concepts)):
            found[word] = max(weight, found.get(word, 0.0))
    if value.edge:
        found[f"<{value.edge}"] = 1.0
    return found
