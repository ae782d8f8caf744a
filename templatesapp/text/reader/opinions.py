"""What the reader says of a table of asks and sentences, worked out in one product.

Of a sentence of our own letters one head says whether it tells what a guest asks, trained on what
mail of all kinds asks and the letters that answer it; of others' sentences another.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from templatesapp.text.reader.heads import shipped_heads
from templatesapp.text.reader.pairs import (
    AskSide,
    SentenceSide,
    nearness,
    pair_features,
    sentence_sides,
)

PAIRS, TELLING = "pairs", "telling"
_LIKELY = 0.2
_LEANING = frozenset({"begins_leaning", "is_topicless"})  # marks of what speaks of something said
# Of an ask and a sentence without a topic in common: anybody's, and one of our letters.
_NEAR, _OURS_NEAR = 0.2, 0.05


@dataclass(frozen=True, slots=True)
class Opinion:
    """``answers``: how surely the sentence answers all of the ask, 0-1. ``is_for`` and
    ``is_against`` (it does not even answer a part): surely enough to count beside the rules;
    ``is_certain``: surely enough to count in their place. ``is_ours``: of a sentence of our
    letters, where being for it needs no word of theirs."""

    answers: float
    is_for: bool
    is_against: bool
    is_certain: bool
    is_ours: bool = False

    @property
    def is_sure(self) -> bool:
        """Likely enough to confirm what the rules take for an answer."""
        return self.answers >= _LIKELY


def pair_opinions(
    asks: Sequence[AskSide],
    text: str,
    language: str,
    *,
    same_language: bool,
    ours: Collection[int] = (),
) -> Sequence[Mapping[int, Opinion]]:
    """Of each ask the sentences of the text that may be about it, by their number. Of all others
    the reader knows nothing ("Yes, of course", "At nine"). ``ours``: those of a letter of ours."""
    opinions: list[dict[int, Opinion]] = [{} for _ in asks]
    for name in (PAIRS, TELLING):
        head = shipped_heads()[name]
        places = [
            (index, number, pair_features(ask, sentence, same_language=same_language))
            for number, sentence in sentence_sides(text, language).items()
            if (number in ours) is (name == TELLING)
            for index, ask in enumerate(asks)
            if has_ground(ask, sentence, same_language=same_language, is_ours=name == TELLING)
        ]
        sure = head.probabilities([features for _, _, features in places])
        answers, tells = head.names.index("answers"), head.names.index("tells")
        for (index, number, _), row in zip(places, sure, strict=True):
            opinion = opinion_of(float(row[answers]), float(row[tells]), head.thresholds)
            opinions[index][number] = replace(opinion, is_ours=name == TELLING)
    return opinions


def has_ground(
    ask: AskSide, sentence: SentenceSide, *, same_language: bool, is_ours: bool = False
) -> bool:
    """Whether the two share a topic, or the sentence has one that lies near the ask."""
    if ask.topics & sentence.concepts or (same_language and ask.stems & sentence.own_stems):
        return True
    if is_ours:
        return nearness(ask, sentence) >= _OURS_NEAR
    return _LEANING.isdisjoint(sentence.marks) and nearness(ask, sentence) >= _NEAR


def opinion_of(answers: float, tells: float, thresholds: Mapping[str, float]) -> Opinion:
    return Opinion(
        answers=answers,
        is_for=answers >= thresholds["for"],
        is_against=tells < thresholds["against"],
        is_certain=answers >= thresholds["certain"],
    )
