"""What a question is about, whatever its words and language: where it lies among the questions that
guests ask houses of all kinds, learned from many wordings of each in several languages.

Two questions are near where they lie in the same direction and are like the same known ones, so a
house's own question and a guest's need not share a word, nor need the known ones be that house's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.hashing import Rows
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.texts import ask_features

# Of the features: directions. Of the directions: known topics, in log-odds.
MEANING, TOPICS = "meaning", "topics"
_HALF = 0.5**0.5  # directions and likenesses weigh the same in a product of two questions
_LIKE = 0.25
_KEPT = 2048  # questions: those of the houses of a test run, or of one house in many languages

Floats = NDArray[np.float32]


@lru_cache(maxsize=_KEPT)
def topics_of(question: str, language: str) -> Floats:
    """Where the question lies: of length one. The product of two is how near they are."""
    return topic_rows([(question, language)], shipped_heads())[0]


def likenesses(question: str, language: str) -> Floats:
    """How much it is like each topic of ``named_topics``: of length one."""
    named = [number for number, name in enumerate(_topics()) if "/" not in name]
    likely = topics_of(question, language)[-len(_topics()) :][named]
    return np.asarray(likely / (np.linalg.norm(likely) + 1e-9), dtype=np.float32)


@cache
def named_topics() -> tuple[str, ...]:
    """Those of one author, each once: others have written some of them again."""
    return tuple(name for name in _topics() if "/" not in name)


def _topics() -> tuple[str, ...]:
    return shipped_heads()[TOPICS].names


@lru_cache(maxsize=_KEPT)
def likely_topics(question: str, language: str) -> tuple[tuple[str, float], ...]:
    """The known topics that it may be of by itself, with how much it is like each (0-1)."""
    likely = zip(named_topics(), likenesses(question, language).tolist(), strict=True)
    return tuple((name, like) for name, like in likely if like >= _LIKE)


def topic_rows(questions: Sequence[tuple[str, str]], heads: Mapping[str, Head]) -> Floats:
    """One row a question (text, language): its direction, then how much it is like each topic."""
    features = [ask_features(text, text, language) for text, language in questions]
    meaning, topics = heads[MEANING], heads[TOPICS]
    ways = _unit(meaning.scores(Rows(features, len(meaning.weights))))
    scores = ways @ topics.full_weights
    likely = _unit(np.exp(scores - scores.max(axis=1, keepdims=True)))
    return (np.hstack([ways, likely]) * _HALF).astype(np.float32)


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(rows / (np.sqrt((rows**2).sum(axis=1, keepdims=True)) + 1e-9))
