"""What a mail means, and what its sentences tell of what somebody needs at once.

Beside a mail's letters and words are read its concepts, where its words and its subject move a
question, and which known topics its asks are like. So mail of one language teaches the reading of
another. A threat or a cry for help often stands in half a sentence of an ordinary mail, where all
its other words drown it: so each sentence is read by itself, and of each need counts the sentence
that tells it most surely.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.heads import Features, Rows, shipped_heads
from templatesapp.text.reader.texts import ask_features, concepts_of, mail_features, names_of
from templatesapp.text.reader.topics import MEANING, TopicReader, shipped_topics
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import words

# Of the squared length of all, for each kind of feature. Found with authors left out: topics and
# words' ways each bring half of what they bring together, letters and words alone the least.
_SHARES = {
    "mail": 0.15,
    "subject": 0.06,
    "concepts": 0.15,
    "words' way": 0.29,
    "subject's way": 0.09,
    "topics": 0.2,
    "kinds": 0.06,
}
_LIKE = 0.1  # a topic that all asks together are less like is none of theirs
_MOST_LETTERS = 6_000
NEEDS = "needs"
ANY = "any"  # of the head's names: whatever it is
_WAY_SHARE = 0.4  # of the squared length: where a sentence's words point
_MOST, _LEAST_WORDS = 60, 2  # sentences of a mail, words of one


@lru_cache(maxsize=16)  # one mail is read by several heads
def meant_features(
    subject: str, text: str, language: str, asked: tuple[str, ...], kinds: tuple[str, ...]
) -> Features:
    """All together of length one, where each kind of feature is there. ``asked``: what the mail
    asks, each by itself; ``kinds``: of what kinds its asks and notices are."""
    topics = shipped_topics()
    headed = words(subject)
    likely = sum(
        (topics.like(said, language) for said in asked),
        start=np.zeros(len(topics.names)),
    )
    found: dict[str, Mapping[str, float]] = {
        "mail": mail_features(subject, text, language),
        "subject": dict.fromkeys((f"s {name}" for name in names_of(headed, language)), 1.0),
        "concepts": dict.fromkeys((f"c {one}" for one in concepts_of(words(text), language)), 1.0)
        | dict.fromkeys((f"s c {one}" for one in concepts_of(headed, language)), 1.0),
        "words' way": _numbered(topics.way(whole_text(subject, text), language)),
        "subject's way": _numbered(topics.direction(subject, language)) if subject else {},
        "topics": {
            topics.names[n]: float(likely[n])
            for n in np.flatnonzero(likely >= _LIKE * (np.linalg.norm(likely) + 1e-9))
        },
        "kinds": dict.fromkeys(kinds, 1.0),
    }
    return _joined(found)


def whole_text(subject: str, text: str) -> str:
    """What a mail's words are read from, where their order says nothing."""
    return f"{subject}\n{text}"[:_MOST_LETTERS]


def _numbered(values: NDArray[np.float32]) -> Mapping[str, float]:
    return {str(n): value for n, value in enumerate(values.tolist())}


def _joined(found: Mapping[str, Mapping[str, float]]) -> Features:
    """The mail's own features keep their names; all others are told apart by their kind."""
    joined: dict[str, float] = {}
    for kind, features in found.items():
        length = sum(value**2 for value in features.values()) ** 0.5
        scale = _SHARES[kind] ** 0.5 / max(length, 1e-9)
        mark = "" if kind == "mail" else f"{kind}: "
        joined |= {f"{mark}{name}": value * scale for name, value in features.items()}
    return joined


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
    # Two sentences have the words of both: read as if none stood in each. What the features of each
    # row sum up to comes to what ``need_features`` would.
    sums, counts, pulls = (np.concatenate([p, p[:-1] + p[1:]]) for p in (sums, counts, pulls))
    by_words = (1 - _WAY_SHARE) ** 0.5 * sums / np.sqrt(counts)
    surest = (by_words + way_odds(NEEDS, pulls) + head.bias).max(axis=0)
    return dict(zip(head.names, surest.tolist(), strict=True))


def way_odds(name: str, pulls: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a shipped head makes of where words point: rows × outputs, in log-odds."""
    ways = pulls / (np.linalg.norm(pulls, axis=1, keepdims=True) + 1e-9)
    return np.asarray(_WAY_SHARE**0.5 * ways @ _way_weights(name))


@cache
def _way_weights(name: str) -> NDArray[np.float64]:
    """Directions × outputs."""
    head = shipped_heads()[name]
    directions = range(len(shipped_heads()[MEANING].names))
    rows = Rows([{f"way {n}": 1.0} for n in directions], len(head.weights))
    return rows.times(head.weights, head.scale)


def need_features(sentence: str, language: str, topics: TopicReader) -> Features:
    """The words of a sentence, and where they point among what guests ask."""
    return _features(*_named(sentence, language, topics))


def need_words(sentence: str, language: str) -> dict[str, float]:
    """The same without where they point."""
    names = ask_features(sentence, sentence, language)
    return dict.fromkeys(names, ((1 - _WAY_SHARE) / max(len(names), 1)) ** 0.5)


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
