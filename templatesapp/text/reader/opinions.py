"""What the reader says of a table of asks and sentences, worked out in one product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from templatesapp.text.reader.heads import shipped_heads
from templatesapp.text.reader.pairs import AskSide, SentenceSide, pair_features, sentence_sides

PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class Opinion:
    """``answers`` and ``tells``: how surely a sentence answers all of an ask, and how surely all of
    it or a part, 0-1. The others: surely enough, as was measured on authors left out."""

    answers: float
    tells: float
    limits: Mapping[str, float]

    @property
    def is_for(self) -> bool:
        """An answer, though the rules saw none."""
        return self.answers >= self.limits["for"]

    @property
    def is_fit(self) -> bool:
        """Likely enough to confirm what the rules take for an answer."""
        return self.answers >= self.limits["fit"]

    @property
    def is_sure(self) -> bool:
        """So surely an answer that a letter may leave by it."""
        return self.answers >= self.limits["sure"]

    @property
    def is_against(self) -> bool:
        """It tells not even a part."""
        return self.tells < self.limits["against"]


def pair_opinions(
    asks: Sequence[AskSide], text: str, language: str, *, same_language: bool, is_reply: bool
) -> Sequence[Mapping[int, Opinion]]:
    """Of each ask the sentences of the text with which it shares a topic, by their number. Of all
    others the reader knows nothing ("Yes, of course", "At nine")."""
    head = shipped_heads()[PAIRS]
    limits = side_limits(head.thresholds, is_reply=is_reply)
    places = [
        (
            index,
            number,
            pair_features(ask, sentence, same_language=same_language, is_reply=is_reply),
        )
        for index, ask in enumerate(asks)
        for number, sentence in sentence_sides(text, language).items()
        if has_ground(ask, sentence, same_language=same_language)
    ]
    opinions: list[dict[int, Opinion]] = [{} for _ in asks]
    sure = head.probabilities([features for _, _, features in places])
    for (index, number, _), row in zip(places, sure, strict=True):
        opinions[index][number] = Opinion(float(row[0]), float(row[1]), limits)
    return opinions


def has_ground(ask: AskSide, sentence: SentenceSide, *, same_language: bool) -> bool:
    if ask.topics & sentence.concepts:
        return True
    return same_language and bool(ask.stems & sentence.own_stems)


def side_limits(thresholds: Mapping[str, float], *, is_reply: bool) -> dict[str, float]:
    side = "reply " if is_reply else "house "
    return {name.removeprefix(side): value for name, value in thresholds.items() if side in name}
