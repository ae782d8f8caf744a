"""The features of a mail by what it means, beside its letters and words: its concepts, where its
words and its subject move a question, and which known topics its asks are like. So mail of one
language teaches the reading of another, and a word that nobody labelled still says something."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.hashing import Features
from templatesapp.text.reader.texts import concepts_of, mail_features, names_of
from templatesapp.text.reader.topics import shipped_topics
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
        "concepts": dict.fromkeys(
            [
                *(f"c {one}" for one in concepts_of(words(text), language)),
                *(f"s c {one}" for one in concepts_of(headed, language)),
            ],
            1.0,
        ),
        "words' way": _numbered(topics.way(whole_text(subject, text), language)),
        "subject's way": _numbered(topics.direction(subject, language)) if subject else {},
        "topics": {
            topics.names[n]: float(likely[n])
            for n in np.flatnonzero(likely >= _LIKE * (np.linalg.norm(likely) + 1e-9))
        },
        "kinds": dict.fromkeys(kinds, 1.0),
    }
    return dict(_joined(found))


def whole_text(subject: str, text: str) -> str:
    """What a mail's words are read from, where their order says nothing."""
    return f"{subject}\n{text}"[:_MOST_LETTERS]


def _numbered(values: NDArray[np.float32]) -> Mapping[str, float]:
    return {str(n): value for n, value in enumerate(values.tolist())}


def _joined(found: Mapping[str, Mapping[str, float]]) -> Iterator[tuple[str, float]]:
    """The mail's own features keep their names; all others are told apart by their kind."""
    for kind, features in found.items():
        length = sum(value**2 for value in features.values()) ** 0.5
        scale = _SHARES[kind] ** 0.5 / max(length, 1e-9)
        for name, value in features.items():
            yield (name if kind == "mail" else f"{kind}: {name}"), value * scale
