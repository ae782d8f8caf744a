"""Yes and no in a text: included or not, free or charged, possible or not, and of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from templatesapp.text.coverage.rules import compiled_rules
from templatesapp.text.guarded.roles import concepts_that_are
from templatesapp.text.guarded.scopes import PLAIN, Piece, Sentence
from templatesapp.text.guarded.words import Lexicon, guarding

_NO_TOPICS = PLAIN - concepts_that_are("places_and_means")
Said = tuple[str, bool, frozenset[str]]  # axis, yes, concepts


@dataclass(frozen=True, slots=True)
class Assertion:
    """``near``: the concept that the yes or no stands beside; ``place`` of the telling words."""

    axis: str
    is_yes: bool
    piece: Piece
    sentence: Sentence
    index: int
    near: str
    place: tuple[int, int]

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
    for sentence in sentences:
        for index, piece in enumerate(sentence.pieces):
            if piece.is_supposing or sentence.is_question or not piece.said:
                continue
            is_no = _is_negated(piece, language)
            for lexicon, yes in ((know.included, True), (know.free, True), (know.charged, False)):
                place = _place(lexicon, piece)
                if place is not None:
                    yield _made("price", yes and not is_no, sentence, index, place)
                    break
            else:
                yield from _possible(sentence, index, language, is_no=is_no)


def _possible(sentence: Sentence, index: int, language: str, *, is_no: bool) -> Iterator[Assertion]:
    piece = sentence.pieces[index]
    rules = compiled_rules(language)
    said = list(piece.said)
    key = f" {' '.join(said)} "
    denies = is_no or guarding(language).forbidden.anywhere(said)
    affirms = rules["affirming"].in_words(said, key) or "allowed" in piece.concepts
    if (denies or affirms) and "broken" not in piece.concepts:
        yield _made("possible", not denies, sentence, index, (0, len(said)))


def _made(
    axis: str, is_yes: bool, sentence: Sentence, index: int, place: tuple[int, int]
) -> Assertion:
    piece = sentence.pieces[index]
    share = (piece.end - piece.start) * place[0] // max(len(piece.said), 1)
    near = _nearest(piece, piece.start + share) if axis == "price" else ""
    return Assertion(axis, is_yes, piece, sentence, index, near, (piece.start, piece.end))


def _nearest(piece: Piece, place: int) -> str:
    """The topic closest to the telling word."""
    topics = [span for span in piece.spans if span[0] not in PLAIN]
    if not topics:
        return ""
    return min(topics, key=lambda s: min(abs(s[1] - place), abs(s[2] - place)))[0]


def _place(lexicon: Lexicon[bool], piece: Piece) -> tuple[int, int] | None:
    found = lexicon.places(piece.said)
    return found[0] if found else None


def _is_negated(piece: Piece, language: str) -> bool:
    return not _nos(language).isdisjoint(piece.said)


@cache
def _nos(language: str) -> frozenset[str]:
    """Single words of no, without those that only limit or regret."""
    limiting = guarding(language).limiting
    return frozenset(
        phrase[0]
        for phrase in compiled_rules(language)["negations"].all
        if len(phrase) == 1 and not limiting.anywhere(phrase)
    )
