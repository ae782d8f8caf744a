"""What an ask speaks of, and what "it" means: the leading concept of a clause, and the nearest one
before a clause that has none of its own ("how much is it (shuttle)")."""

from collections.abc import Sequence
from dataclasses import dataclass

from drafting.pipeline.scenarios import CONCEPT_WEIGHTS, EVENTS
from templatesapp.text.reader.topics import likely_topics
from templatesapp.text.tokens import (
    NOTHING,
    ConceptSpan,
    concept_spans,
    concepts,
    placed_words,
    stem,
    stop_words,
    words,
)

# What is asked of things, not a thing.
_ASPECTS = frozenset(
    {
        NOTHING,
        "price",
        "time",
        "date",
        "night",
        "person",
        "included",
        "allowed",
        "instead",
        "booking",
    }
)
_EVENT = 0.5  # of its weight: "luggage after check-out" is about luggage
_MOST_WORDS_OF_ITS_OWN = 3  # besides a pronoun: "can we bring it along"
_SURE = 0.97
_SPAN_WORDS = 4
_SHORTEST = 2  # letters of a word that may name a thing: "pp" does not


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
    spans = [s for s in concept_spans(said, language) if s.concept not in _ASPECTS]
    if not spans:
        return None
    best = max(spans, key=weight)
    return Topic(best.concept, _named(text, said, best, language))


def _named(text: str, said: list[str], span: ConceptSpan, language: str) -> str:
    """The words of a concept; of "breakfast included" breakfast alone."""
    named = range(span.start, min(span.end, span.start + _SPAN_WORDS))
    alone = next((i for i in named if concepts(said[i], language) == [span.concept]), None)
    return _written(text, *((named[0], named[-1]) if alone is None else (alone, alone)))


def _written(text: str, first: int, last: int) -> str:
    """From one of its words to another, by their numbers."""
    placed = placed_words(text)
    return text[placed[first][1] : placed[last][2]]


def named_thing(text: str, language: str) -> Topic | None:
    """The last content word of a clause that the vocabulary does not know: "the ticket"."""
    own = own_words(text, language)
    if not own:
        return None
    last = max(place for place, word in enumerate(words(text)) if word == own[-1])
    return Topic("", _written(text, last, last))


def names_one_of(text: str, language: str, things: frozenset[tuple[str, str]]) -> bool:
    """Whether a clause speaks of a thing of the house that the vocabulary does not know."""
    return any((language, stem(word, language)) in things for word in own_words(text, language))


def is_elliptic(text: str, language: str, *, has_pointer: bool) -> bool:
    """Whether a clause without a topic leans on what was said before it."""
    own = len(own_words(text, language))
    if has_pointer:
        return own <= _MOST_WORDS_OF_ITS_OWN
    return not own and bool(concept_spans(words(text), language))  # "how much?"


def goes_on(text: str, language: str, before: Sequence[str]) -> Topic | None:
    """What a clause without a topic most likely goes on about, of the sentences before it: "until
    when do you serve" after breakfast and after oat milk."""
    likely = _likely_things(text, language)
    best: tuple[float, Topic] | None = None
    for sentence in reversed(before):
        said = words(sentence)
        for span in concept_spans(said, language):
            like = likely.get(span.concept, 0.0)
            if like and (best is None or like > best[0]):
                best = like, Topic(span.concept, _named(sentence, said, span, language))
    return best[1] if best else None


def asks_for_itself(text: str, language: str) -> bool:
    """Whether it is surely a question of its own: "until when must we be out" after luggage."""
    return any(like >= _SURE for like in _likely_things(text, language).values())


def _likely_things(text: str, language: str) -> dict[str, float]:
    """By concept, how likely the clause asks of it by itself, where it is likely at all."""
    likely: dict[str, float] = {}
    for name, like in likely_topics(text, language):
        for concept in concepts(name.replace("-", " "), "en"):  # named in English by the labels
            if concept not in _ASPECTS:
                likely[concept] = max(like, likely.get(concept, 0.0))
    return likely


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
