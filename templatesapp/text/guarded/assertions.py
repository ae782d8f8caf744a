"""Yes and no in a text: included or not, free or charged, possible or not, and of what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from templatesapp.text.coverage.rules import compiled_rules
from templatesapp.text.guarded.scopes import PLAIN, Piece, Sentence
from templatesapp.text.guarded.words import guarding
from templatesapp.text.hypernyms import known_concepts

_NO_TOPICS = PLAIN.difference(known_concepts().places_and_means)
Said = tuple[str, bool, frozenset[str]]  # axis, yes, concepts


@dataclass(frozen=True, slots=True)
class Assertion:
    """``near``: the concept that a price's yes or no stands beside."""

    axis: str
    is_yes: bool
    piece: Piece
    sentence: Sentence
    index: int
    near: str = ""

    @property
    def topics(self) -> frozenset[str]:
        """What the clause itself is about."""
        return self.piece.concepts - _NO_TOPICS

    @property
    def key(self) -> Said:
        """What it says, for comparing with what another text says."""
        return self.axis, self.is_yes, self.topics


def find_assertions(sentences: Sequence[Sentence], language: str) -> Iterator[Assertion]:
    """Those of statements; what stands after "if" asserts nothing."""
    know = guarding(language)
    affirming = compiled_rules(language)["affirming"]
    for sentence in sentences:
        for index, piece in enumerate(sentence.pieces):
            if piece.is_supposing or sentence.is_question or not piece.said:
                continue
            is_no = not _nos(language).isdisjoint(piece.said)
            for phrases, yes in ((know.included, True), (know.free, True), (know.charged, False)):
                place = phrases.first(piece.said)
                if place is not None:
                    near = _nearest(piece, place)
                    yield Assertion("price", yes and not is_no, piece, sentence, index, near)
                    break
            else:
                denies = is_no or know.forbidden.is_in(piece.said)
                affirms = affirming.is_in(piece.said) or "allowed" in piece.concepts
                if (denies or affirms) and "broken" not in piece.concepts:
                    yield Assertion("possible", not denies, piece, sentence, index)


def _nearest(piece: Piece, telling: int) -> str:
    """The topic closest to the telling word, counted from the piece's first."""
    topics = [span for span in piece.spans if span[0] not in PLAIN]
    if not topics:
        return ""
    place = piece.start + (piece.end - piece.start) * telling // len(piece.said)
    return min(topics, key=lambda s: min(abs(s[1] - place), abs(s[2] - place)))[0]


@cache
def _nos(language: str) -> frozenset[str]:
    """Single words of no, without those that only limit or regret."""
    limiting = guarding(language).limiting
    return frozenset(
        phrase[0]
        for phrase in compiled_rules(language)["negations"].all
        if len(phrase) == 1 and not limiting.is_in(phrase)
    )
