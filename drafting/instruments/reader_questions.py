"""The head that says whether two questions ask the same, learned from wordings of topics beside the
nearest other topics of the same author."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from drafting.instruments.reader_training import SEED, Example, Floats, HeadPlan, Trained, Truths
from drafting.pipeline.plan import LANGUAGES
from learning.ledger.likeness import NAMES, SAME_QUESTION, Question, read_question, same_features
from templatesapp.text.reader.topics import shipped_topics

_PAIRS, _NEIGHBOURS = 6, 3  # of each topic
# Of neighbouring topics: joined without a person, or offered to one.
_WRONGLY = {"same": 0.005, "maybe": 0.1}


def same_examples(rows: Sequence[Mapping[str, Any]]) -> Iterator[Example]:
    """``rows``: topics that were kept apart. Where their questions lie is read by directions that
    were learned without them, as those of a house's own questions are."""
    for author in sorted({row["author"] for row in rows}):
        topics = [_asked(row) for row in rows if row["author"] == author]
        yield from _of_author(author, topics)


def _asked(row: Mapping[str, Any]) -> list[Question]:
    return [read_question(text, language) for language in LANGUAGES for text in row[language]]


def _of_author(author: str, topics: Sequence[Sequence[Question]]) -> Iterator[Example]:
    ways = np.array([_middle(asked) for asked in topics])
    near = ways @ ways.T - 2 * np.eye(len(topics))
    draws = np.random.default_rng(SEED)
    for place, asked in enumerate(topics):
        for left, right in draws.permutation(list(combinations(range(len(asked)), 2)))[:_PAIRS]:
            yield _example(author, asked[left], asked[right], is_same=True)
        for other in np.argsort(-near[place], kind="stable")[:_NEIGHBOURS]:
            for left, right in draws.integers(len(asked), size=(_PAIRS // 2, 2)):
                yield _example(author, asked[left], topics[other][right], is_same=False)


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


SAME_PLAN = HeadPlan(SAME_QUESTION, NAMES, 2**12, 0.3, _thresholds)


def same_figures(trained: Trained) -> dict[str, float]:
    """Of two wordings of one topic, how many are joined, or at least offered."""
    truth = trained.truth[:, 0]
    return {
        f"wordings joined, {name}": float((trained.left_out[truth, 0] >= level).mean())
        for name, level in trained.head.thresholds.items()
    }
