"""What a mail's sentences tell of what somebody needs at once. A threat or a cry for help often
stands in half a sentence of an ordinary mail, where all its other words drown it: so each sentence
is read by itself, and of each need counts the sentence that tells it most surely."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.hashing import Features, Rows
from templatesapp.text.reader.heads import shipped_heads
from templatesapp.text.reader.texts import ask_features, mail_features
from templatesapp.text.reader.topics import TopicReader, shipped_topics
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
    """Of each need: the log-odds of the sentence that tells it most surely, or of two together."""
    head = shipped_heads()[NEEDS]
    said = [one for one in sentences(text) if len(words(one)) >= _LEAST_WORDS][:_MOST] or [text]
    pairs = [f"{before} {after}" for before, after in pairwise(said)]
    read = [*said, *pairs, *filter(None, [subject])]
    topics = shipped_topics()
    rows = Rows([need_features(one, language, topics) for one in read], len(head.weights))
    return np.asarray(head.scores(rows).max(axis=0))


def need_features(sentence: str, language: str, topics: TopicReader) -> Features:
    """The words of a sentence, and where they point among what guests ask."""
    own = {
        name: value * (1 - _WAY_SHARE) ** 0.5
        for name, value in ask_features(sentence, sentence, language).items()
    }
    way = topics.way(sentence, language).tolist()
    return own | {f"way {n}": value * _WAY_SHARE**0.5 for n, value in enumerate(way)}
