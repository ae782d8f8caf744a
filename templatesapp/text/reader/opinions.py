"""What the reader says of a table of asks and sentences, worked out in one product."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from templatesapp.text.reader.heads import shipped_heads
from templatesapp.text.reader.pairs import (
    AskSide,
    SentenceSide,
    nearness,
    pair_features,
    sentence_sides,
)

PAIRS = "pairs"
_LIKELY = 0.2
_LEANING = frozenset({"begins_leaning", "is_topicless"})  # marks of what speaks of something said
_NEAR = 0.2  # of an ask and a sentence without a topic in common


@dataclass(frozen=True, slots=True)
class Opinion:
    """``answers``: how surely the sentence answers all of the ask, 0-1. ``is_for`` and
    ``is_against`` (it does not even answer a part): surely enough to count beside the rules;
    ``is_certain``: surely enough to count in their place."""

    answers: float
    is_for: bool
    is_against: bool
    is_certain: bool

    @property
    def is_sure(self) -> bool:
        """Likely enough to confirm what the rules take for an answer."""
        return self.answers >= _LIKELY


def pair_opinions(
    asks: Sequence[AskSide], text: str, language: str, *, same_language: bool
) -> Sequence[Mapping[int, Opinion]]:
    """Of each ask the sentences of the text that may be about it, by their number. Of all others
    the reader knows nothing ("Yes, of course", "At nine")."""
    head = shipped_heads()[PAIRS]
    places = [
        (index, number, pair_features(ask, sentence, same_language=same_language))
        for index, ask in enumerate(asks)
        for number, sentence in sentence_sides(text, language).items()
        if has_ground(ask, sentence, same_language=same_language)
    ]
    opinions: list[dict[int, Opinion]] = [{} for _ in asks]
    sure = head.probabilities([features for _, _, features in places])
    answers, tells = head.names.index("answers"), head.names.index("tells")
    for (index, number, _), row in zip(places, sure, strict=True):
        opinion = opinion_of(float(row[answers]), float(row[tells]), head.thresholds)
        opinions[index][number] = opinion
    return opinions


def has_ground(ask: AskSide, sentence: SentenceSide, *, same_language: bool) -> bool:
    """Whether the two share a topic, or the sentence has one that lies near the ask."""
    if ask.topics & sentence.concepts or (same_language and ask.stems & sentence.own_stems):
        return True
    return _LEANING.isdisjoint(sentence.marks) and nearness(ask, sentence) >= _NEAR


def opinion_of(answers: float, tells: float, thresholds: Mapping[str, float]) -> Opinion:
    return Opinion(
        answers=answers,
        is_for=answers >= thresholds["for"],
        is_against=tells < thresholds["against"],
        is_certain=answers >= thresholds["certain"],
    )
