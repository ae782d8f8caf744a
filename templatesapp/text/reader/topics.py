"""What a question is about, whatever its words and language: where it lies among the questions that
guests ask houses of all kinds, learned from many wordings of each in several languages.

Two questions are near where they lie in the same direction and are like the same known ones, so a
house's own question and a guest's need not share a word, nor need the known ones be that house's.
A word lies where it moves a question that holds it, so "Frühstück" meets "breakfast".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.heads import Head, Rows, shipped_heads
from templatesapp.text.reader.texts import ask_features, word_features
from templatesapp.text.tokens import words

# Of the features: directions. Of the directions: known topics, in log-odds.
MEANING, TOPICS = "meaning", "topics"
_HALF = 0.5**0.5  # directions and likenesses weigh the same in a product of two questions
_LIKE = 0.3
_SAME_TOPIC = 0.6  # of two authors: as near as these lie, they are one
_KEPT = 4096  # texts: those of the houses of a test run, or of one house in many languages
_KEPT_WAYS = 16_384  # sentences of all letters and answers, .4 KB each
_KEPT_WORDS = 20_000
_LAST_READ = 1536  # texts taken apart into words, .4 KB a word

Floats = NDArray[np.float32]
_WEIGHTIEST = 4
_MET, _NEARLY = 0.5, 0.6  # how near the nearest word of the text must lie


class TopicReader:
    """Reads with one pair of heads, and keeps what it has read."""

    def __init__(self, heads: Mapping[str, Head]) -> None:
        self._meaning = heads[MEANING]
        # As a product with directions wants them, or each would make them anew.
        self._places = np.ascontiguousarray(heads[TOPICS].full_weights, dtype=np.float64)
        self.names = heads[TOPICS].names
        self.of = lru_cache(maxsize=_KEPT)(self._of)
        self.direction = lru_cache(maxsize=_KEPT_WAYS)(self._direction)
        self.word_ways = lru_cache(maxsize=_LAST_READ)(self._word_ways)
        self.weighed = lru_cache(maxsize=_LAST_READ)(self._weighed)
        self._word_way = lru_cache(maxsize=_KEPT_WORDS)(self._way_of_word)

    def _of(self, question: str, language: str) -> Floats:
        """Where the question lies, then how much it is like each topic, together of length one:
        the product of two is how near they are."""
        way = self.direction(question, language)
        scores = way @ self._places
        likely = np.exp(scores - scores.max())
        likely /= np.linalg.norm(likely)
        return np.asarray(np.hstack([way, likely]) * _HALF, dtype=np.float32)

    def _direction(self, question: str, language: str) -> Floats:
        """Where it lies alone: of length one."""
        features = ask_features(question, question, language)
        ways = self._meaning.scores(Rows([features], len(self._meaning.weights)))
        return _unit(ways)[0].astype(np.float32)

    def like(self, question: str, language: str) -> Floats:
        """How much it is like each topic of ``names``: of length one."""
        return np.asarray(self.of(question, language)[len(self._meaning.names) :] / _HALF)

    def way(self, text: str, language: str) -> Floats:
        """Where all its words together move a question that holds them: of length one."""
        way = self.pull(text, language)
        return np.asarray(way / (np.linalg.norm(way) + 1e-9), dtype=np.float32)

    def pull(self, text: str, language: str) -> Floats:
        """The same, the longer the more they say."""
        ways, weights = self.word_ways(text, language)
        return np.asarray(weights @ ways)

    def _word_ways(self, text: str, language: str) -> tuple[Floats, Floats]:
        """Of each word of a text how it moves a question that holds it: its direction, of length
        one, and its weight."""
        found = [self._word_way(word, language) for word in words(text)]
        ways = np.array(found, dtype=np.float32).reshape(len(found), len(self._meaning.names))
        weights = np.linalg.norm(ways, axis=1)
        return ways / (weights[:, None] + 1e-9), weights

    def _weighed(self, question: str, language: str) -> tuple[Floats, NDArray[np.intp], Floats]:
        """Of a question's words: their shares of all they say, the places of the weightiest, and
        how far each moves the question to where it lies."""
        ways, weights = self.word_ways(question, language)
        weightiest = np.argsort(-weights, kind="stable")[:_WEIGHTIEST]
        pull = np.maximum(ways @ self.direction(question, language), 0) * weights
        return weights / (weights.sum() + 1e-9), weightiest, pull

    def _way_of_word(self, word: str, language: str) -> Floats:
        rows = Rows([word_features(word, language)], len(self._meaning.weights))
        return self._meaning.scores(rows)[0].astype(np.float32)


@cache
def shipped_topics() -> TopicReader:
    return TopicReader(shipped_heads())


def topics_of(question: str, language: str) -> Floats:
    """Where the question lies: of length one. The product of two is how near they are."""
    return shipped_topics().of(question, language)


def likenesses(question: str, language: str) -> Floats:
    """How much it is like each topic of ``named_topics``: of length one."""
    likely = shipped_topics().like(question, language)[list(_named())]
    return np.asarray(likely / (np.linalg.norm(likely) + 1e-9), dtype=np.float32)


@cache
def named_topics() -> tuple[str, ...]:
    """Those of one author, each once: others have written some of them again."""
    return tuple(shipped_topics().names[number] for number in _named())


@lru_cache(maxsize=_KEPT)
def likely_topics(question: str, language: str) -> tuple[tuple[str, float], ...]:
    """The named topics that it may be of by itself, with how much it is like each (0-1), beside all
    others that are known: a helicopter pad is like none of a hostel's."""
    likely = np.bincount(_kin(), shipped_topics().like(question, language))
    own = zip(named_topics(), (likely / (np.linalg.norm(likely) + 1e-9)).tolist(), strict=False)
    return tuple((name, like) for name, like in own if like >= _LIKE)


@cache
def _named() -> tuple[int, ...]:
    names = shipped_topics().names
    return tuple(number for number, name in enumerate(names) if "/" not in name)


@cache
def _kin() -> NDArray[np.intp]:
    """Of each topic the number of the named one that it is, whoever wrote it; the rest keep
    numbers of their own after these."""
    ways = _unit(shipped_heads()[TOPICS].full_weights.T)
    near = ways @ ways[list(_named())].T
    kin = np.where(near.max(axis=1) >= _SAME_TOPIC, near.argmax(axis=1), -1)
    kin[list(_named())] = np.arange(len(_named()))
    kin[kin < 0] = len(_named()) + np.arange((kin < 0).sum())
    return kin


def _unit(rows: NDArray[np.float64] | Floats) -> NDArray[np.float64]:
    return np.asarray(rows / (np.sqrt((rows**2).sum(axis=1, keepdims=True)) + 1e-9))


@dataclass(frozen=True, slots=True)
class Met:
    """How much of what a question says a text takes up, word by word. ``share``: how far
    the words are met, by their weight (0-1); ``least``: how far the least of the weightiest is;
    ``lost``: what is missing to ``share``, of words that are hardly met;
    ``unmet``: of what says where the question lies, the share of words that are not met (0-1)."""

    share: float
    least: float
    lost: float
    unmet: float


NOTHING_MET = Met(share=0.0, least=0.0, lost=1.0, unmet=1.0)


def words_met(reader: TopicReader, question: str, language: str, text: str, written: str) -> Met:
    """``written``: the text's language. Nothing is met where either has no word."""
    own, _ = reader.word_ways(question, language)
    others, _ = reader.word_ways(text, written)
    if not (len(own) and len(others)):
        return NOTHING_MET
    near = (own @ others.T).max(axis=1)
    shares, weightiest, pull = reader.weighed(question, language)
    return Met(
        share=float(near @ shares),
        least=float(near[weightiest].min()),
        lost=float(np.maximum(0, _NEARLY - near) @ shares),
        unmet=float(pull[near < _MET].sum() / (pull.sum() + 1e-9)),
    )
