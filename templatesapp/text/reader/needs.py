"""What a mail's sentences tell of what somebody needs at once. A threat or a cry for help often
stands in half a sentence of an ordinary mail, where all its other words drown it: so each sentence
is read by itself, and of each need counts the sentence that tells it most surely."""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.hashing import Features, Rows
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.texts import ask_features, mail_features
from templatesapp.text.reader.topics import MEANING, TopicReader, shipped_topics
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import words

NEEDS = "needs"
ANY = "any"  # of the head's names: whatever it is
# Of the squared length: where a sentence's words point, of a sentence; what needs are told, of a
# mail. Found with authors left out.
_WAY_SHARE, _SHARE = 0.4, 0.1
_MOST, _LEAST_WORDS = 60, 2  # sentences of a mail, words of one
_FARTHEST, _SCALE = (-6.0, 3.0), 6.0  # log-odds


@lru_cache(maxsize=16)  # one mail is read by several heads
def alarm_features(subject: str, text: str, language: str) -> Features:
    """A mail's own words, and beside them how surely each need is told."""
    told = _told(subject, text, language)
    sure, odds = 1 / (1 + np.exp(-told)), np.clip(told, *_FARTHEST) / _SCALE
    own = {
        name: value * (1 - _SHARE) ** 0.5
        for name, value in mail_features(subject, text, language).items()
    }
    for kind, values in (("sure", sure), ("odds", odds)):
        own |= {f"{kind} {n}": float(v) * _SHARE**0.5 for n, v in enumerate(values)}
    return own


def _told(subject: str, text: str, language: str) -> NDArray[np.float64]:
    """Of each need: the log-odds of what tells it most surely, a sentence or two together."""
    head, topics = shipped_heads()[NEEDS], shipped_topics()
    said = [one for one in sentences(text) if len(words(one)) >= _LEAST_WORDS][:_MOST] or [text]
    read = [*said, *filter(None, [subject])]
    named = [dict.fromkeys(ask_features(one, one, language), 1.0) for one in read]
    sums = Rows(named, len(head.weights)).times(head.weights, head.scale)
    counts = np.array([[max(len(names), 1)] for names in named], dtype=np.float64)
    pulls = np.array([topics.pull(one, language) for one in read], dtype=np.float64)
    # Two sentences have the words of both: read as if none stood in each.
    table = (_with_pairs(part, len(said)) for part in (sums, counts, pulls))
    odds = _odds(head, *table)
    return np.asarray(odds.max(axis=0))


def _with_pairs(rows: NDArray[np.float64], sentences: int) -> NDArray[np.float64]:
    return np.concatenate([rows, rows[: sentences - 1] + rows[1:sentences]])


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
    own = {
        name: value * (1 - _WAY_SHARE) ** 0.5
        for name, value in ask_features(sentence, sentence, language).items()
    }
    way = topics.way(sentence, language).tolist()
    return own | {f"way {n}": value * _WAY_SHARE**0.5 for n, value in enumerate(way)}
