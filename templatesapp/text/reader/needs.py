"""What a mail's sentences tell of what somebody needs at once. A threat or a cry for help often
stands in half a sentence of an ordinary mail, where all its other words drown it: so each sentence
is read by itself, and of each need counts the sentence that tells it most surely."""

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.hashing import Features, Rows
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.texts import ask_features
from templatesapp.text.reader.topics import MEANING, TopicReader, shipped_topics
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import words

NEEDS = "needs"
ANY = "any"  # of the head's names: whatever it is
_WAY_SHARE = 0.4  # of the squared length: where a sentence's words point
_MOST, _LEAST_WORDS = 60, 2  # sentences of a mail, words of one


def _read(subject: str, text: str) -> list[str]:
    """The sentences of a mail; its subject ("Urgent") only where there is nothing else."""
    said = [one for one in sentences(text) if len(words(one)) >= _LEAST_WORDS][:_MOST]
    return said or [text.strip() or subject]


@lru_cache(maxsize=16)  # one mail is read by several heads
def needs_told(subject: str, text: str, language: str) -> Mapping[str, float]:
    """Of each need: the log-odds of what tells it most surely."""
    head, topics = shipped_heads()[NEEDS], shipped_topics()
    said = _read(subject, text)
    named = [dict.fromkeys(ask_features(one, one, language), 1.0) for one in said]
    sums = Rows(named, len(head.weights)).times(head.weights, head.scale)
    counts = np.array([[max(len(names), 1)] for names in named], dtype=np.float64)
    pulls = np.array([topics.pull(one, language) for one in said], dtype=np.float64)
    # Two sentences have the words of both: read as if none stood in each.
    table = (_with_pairs(part) for part in (sums, counts, pulls))
    surest = _odds(head, *table).max(axis=0)
    return dict(zip(head.names, surest.tolist(), strict=True))


def _with_pairs(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([rows, rows[:-1] + rows[1:]])


def _odds(
    head: Head, sums: NDArray[np.float64], counts: NDArray[np.float64], pulls: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What ``need_features`` come to, from what the features of each row sum up to."""
    ways = pulls / (np.linalg.norm(pulls, axis=1, keepdims=True) + 1e-9)
    by_words = (1 - _WAY_SHARE) ** 0.5 * sums / np.sqrt(counts)
    return np.asarray(by_words + _WAY_SHARE**0.5 * ways @ _way_weights() + head.bias)


@cache
def _way_weights() -> NDArray[np.float64]:
    """Directions × needs."""
    head = shipped_heads()[NEEDS]
    directions = range(len(shipped_heads()[MEANING].names))
    rows = Rows([{f"way {n}": 1.0} for n in directions], len(head.weights))
    return rows.times(head.weights, head.scale)


def need_features(sentence: str, language: str, topics: TopicReader) -> Features:
    """The words of a sentence, and where they point among what guests ask."""
    return _features(*_named(sentence, language, topics))


def alone_features(
    subject: str, text: str, language: str, topics: TopicReader
) -> list[tuple[str, Features]]:
    """What ``needs_told`` reads by itself in a mail."""
    said = _read(subject, text)
    named = [_named(one, language, topics) for one in said]
    read = [(one, _features(*names)) for one, names in zip(said, named, strict=True)]
    for (first, last), (one, other) in zip(pairwise(said), pairwise(named), strict=True):
        read.append((f"{first} {last}", _features(one[0] + other[0], one[1] + other[1])))
    return read


def _named(
    sentence: str, language: str, topics: TopicReader
) -> tuple[Counter[str], NDArray[np.float64]]:
    names = Counter(dict.fromkeys(ask_features(sentence, sentence, language), 1))
    return names, np.asarray(topics.pull(sentence, language), dtype=np.float64)


def _features(names: Counter[str], pull: NDArray[np.float64]) -> Features:
    scale = ((1 - _WAY_SHARE) / max(names.total(), 1)) ** 0.5
    ways = _WAY_SHARE**0.5 * pull / (np.linalg.norm(pull) + 1e-9)
    own = {name: count * scale for name, count in names.items()}
    return own | {f"way {n}": value for n, value in enumerate(ways.tolist())}
