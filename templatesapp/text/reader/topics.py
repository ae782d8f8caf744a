"""What a question is about, whatever its words and language: its likeness to each of the questions
that guests ask houses, learned from many wordings of each in several languages.

Two questions are near where they are like the same ones, so a house's own question and a guest's
need not share a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.hashing import Rows
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.texts import ask_features

TOPICS = "topics"
_LIKE = 0.25
_KEPT = 4096  # questions: those of the houses of a test run, or of one house in many languages


@lru_cache(maxsize=_KEPT)
def topics_of(question: str, language: str) -> NDArray[np.float32]:
    """How much the question is like each known one: positive, of length one."""
    return topic_rows([(question, language)], shipped_heads()[TOPICS])[0]


@lru_cache(maxsize=_KEPT)
def likely_topics(question: str, language: str) -> tuple[tuple[str, float], ...]:
    """The known questions that it may be by itself, with how much it is like each (0-1)."""
    names = shipped_heads()[TOPICS].names
    likely = topics_of(question, language).tolist()
    return tuple((n, like) for n, like in zip(names, likely, strict=True) if like >= _LIKE)


def topic_rows(questions: Sequence[tuple[str, str]], head: Head) -> NDArray[np.float32]:
    """One row a question (text, language)."""
    features = [ask_features(text, text, language) for text, language in questions]
    scores = head.scores(Rows(features, len(head.weights)))
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    likely /= np.sqrt((likely**2).sum(axis=1, keepdims=True))
    return np.asarray(likely, dtype=np.float32)


def nearness(question: NDArray[np.float32], others: Sequence[NDArray[np.float32]]) -> list[float]:
    """0-1 for each of the others."""
    return [float(question @ other) for other in others]
