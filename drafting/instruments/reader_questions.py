"""The heads that say whether two questions ask the same, and whether the answer to one serves the
other, learned from wordings of topics beside the nearest other topics of the same author."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drafting.instruments.reader_training import SEED, Example, Floats, HeadPlan, Trained, Truths
from drafting.pipeline.plan import LANGUAGES
from learning.ledger.likeness import NAMES, SAME_QUESTION, Question, read_question, same_features
from learning.ledger.serving import SERVED, served_features
from templatesapp.text.reader.topics import shipped_topics

_PAIRS, _NEIGHBOURS = 6, 3  # of each topic
# Of neighbouring topics: joined without a person, or offered to one.
_WRONGLY = {"same": 0.005, "maybe": 0.1}
_SERVED_WRONGLY = 0.0125  # a person looks at what is said to another wording


def same_examples(rows: Sequence[Mapping[str, Any]]) -> Iterator[Example]:
    """``rows``: topics that were kept apart. Where their questions lie is read by directions that
    were learned without them, as those of a house's own questions are."""
    for author in sorted({row["author"] for row in rows}):
        topics = [_asked(row) for row in rows if row["author"] == author]
        yield from _of_author(author, topics)


def _asked(row: Mapping[str, Any]) -> list[Question]:
    return [read_question(text, language) for language in LANGUAGES for text in row[language]]


def _of_author(author: str, topics: Sequence[Sequence[Question]]) -> Iterator[Example]:
    draws = np.random.default_rng(SEED)
    for asked, others in zip(topics, _neighbours(topics), strict=True):
        for left, right in draws.permutation(list(combinations(range(len(asked)), 2)))[:_PAIRS]:
            yield _example(author, asked[left], asked[right], is_same=True)
        for other in others:
            for left, right in draws.integers(len(asked), size=(_PAIRS // 2, 2)):
                yield _example(author, asked[left], topics[other][right], is_same=False)


def served_examples(rows: Sequence[Mapping[str, Any]]) -> Iterator[Example]:
    """Of topics that were kept apart: each wording as the promoted one, beside its answer."""
    for author in sorted({row["author"] for row in rows}):
        own = [row for row in rows if row["author"] == author]
        draws = np.random.default_rng(SEED)
        for row, others in zip(own, _neighbours([_asked(one) for one in own]), strict=True):
            for language, answer in row["answers"].items():
                for promoted, said in permutations(row[language], 2):
                    yield _served(author, language, said, promoted, answer, is_right=True)
                for other in others:
                    for said in draws.permutation(own[other][language])[:2]:
                        promoted = draws.choice(row[language])
                        yield _served(author, language, said, promoted, answer, is_right=False)


def _served(
    author: str, language: str, said: str, promoted: str, answer: str, *, is_right: bool
) -> Example:
    asked, known = read_question(str(said), language), read_question(str(promoted), language)
    labels = frozenset({SERVED} if is_right else ())
    return Example(author, served_features(asked, known, answer), labels)


def _neighbours(topics: Sequence[Sequence[Question]]) -> NDArray[np.int64]:
    """Of each topic the others that lie nearest, topics × ``_NEIGHBOURS``."""
    ways = np.array([_middle(asked) for asked in topics])
    near = ways @ ways.T - 2 * np.eye(len(topics))
    return np.argsort(-near, axis=1, kind="stable")[:, :_NEIGHBOURS]


def _middle(asked: Sequence[Question]) -> Floats:
    topics = shipped_topics()
    way = np.sum([topics.direction(one.text, one.language) for one in asked], axis=0)
    return np.asarray(way / (np.linalg.norm(way) + 1e-9))


def _example(author: str, left: Question, right: Question, *, is_same: bool) -> Example:
    labels = frozenset(NAMES if is_same else ())
    return Example(author, same_features(left, right), labels)


def _thresholds(sure: Floats, truth: Truths) -> Mapping[str, float]:
    others = sure[~truth[:, 0], 0]
    return {name: float(np.quantile(others, 1 - share)) for name, share in _WRONGLY.items()}


def _served_level(sure: Floats, truth: Truths) -> Mapping[str, float]:
    return {SERVED: float(np.quantile(sure[~truth], 1 - _SERVED_WRONGLY))}


SAME_PLAN = HeadPlan(SAME_QUESTION, NAMES, 2**12, 0.3, _thresholds)
SERVED_PLAN = HeadPlan(SERVED, (SERVED,), 2**12, 0.3, _served_level)


def same_figures(same: Trained, served: Trained) -> dict[str, float]:
    """Of two wordings of one topic, how many are joined, or at least offered, and how many the
    answer promoted for the other serves."""
    return {
        f"wordings {'' if name == SERVED else 'joined, '}{name}": float(
            (trained.left_out[trained.truth[:, 0], 0] >= level).mean()
        )
        for trained in (same, served)
        for name, level in trained.head.thresholds.items()
    }
