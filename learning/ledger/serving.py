"""Whether a promoted answer may serve a question in other words. Measured in docs/learning.md.
It does where it surely asks the same, or both questions and the answer together say so, or they
nearly do and the item is also found likely to answer, as any item of knowledge is."""

from collections.abc import Iterator
from math import log

from learning.ledger.likeness import Likeness, Question, likeness, same_features
from templatesapp.text.reader.heads import Features, shipped_heads
from templatesapp.text.reader.pairs import Opinions, ask_side

SERVED = "served"  # the head, and its threshold
# Set on labelled topics: as many wrong answers said to the nearest neighbours as without.
_NEARLY, _MORE_LIKELY_THAN_NOT = 0.75, 0.5
_EVEN = 0.02  # keeps the log-odds of 0 and 1 finite
_SENTENCES = range(20)  # of an answer


def serves(asked: Question, promoted: Question, answer: str, chance: float) -> bool:
    """``answer``: of the ``promoted`` question, in its language, as it stands in a letter;
    ``chance``: 0-1, how surely the answer, looked up by itself, answers the question."""
    if likeness(asked, promoted) is Likeness.SAME:
        return True
    head = shipped_heads()[SERVED]
    sure = head.probabilities([served_features(asked, promoted, answer)])[0, 0]
    if sure >= head.thresholds[SERVED]:
        return True
    # Two opinions that learned from different people; who asks for their own wants nothing of ours.
    is_like = sure >= _NEARLY and chance >= _MORE_LIKELY_THAN_NOT
    return bool(is_like and asked.speaks_of_own == promoted.speaks_of_own)


def served_features(asked: Question, promoted: Question, answer: str) -> Features:
    """What the two questions share, and what the reader says of the answer: as anybody's text, and
    as one of our letters."""
    said = same_features(asked, promoted)
    return dict(said) | dict(_of_answer(asked, answer, promoted.language, said["near"]))


def _of_answer(
    asked: Question, answer: str, language: str, near: float
) -> Iterator[tuple[str, float]]:
    side = ask_side(asked.text, asked.language)
    for name, ours in (("answers", range(0)), ("tells", _SENTENCES)):
        opinions = Opinions(side, answer, language, ours).values()
        sure = max((opinion.answers for opinion in opinions), default=0.0)
        yield name, log((sure + _EVEN) / (1 + _EVEN - sure)) / 4
        yield f"{name} near", sure * near
        yield f"{name} {int(sure * 5)}", 1.0
        yield f"{name} {int(sure * 4)} near {int(near * 5)}", 1.0
