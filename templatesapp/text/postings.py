"""What finds letters and answers: the kept BM25 index, and how alike a mail and letters are.

The index has rank-bm25's own statistics, walked by postings: the library visits
every document for every query word. Its score is a sum of one number per (word, document) pair, so
those numbers are computed once and a query only adds up the ones of its words: the same scores (to
1e-9, held by a property test) at a fraction of the time.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from math import log, log1p

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from templatesapp.text.reader.heads import Rows
from templatesapp.text.reader.texts import runs_of
from templatesapp.text.tokens import words

K1 = 1.2  # how fast repeats of a word stop counting
B = 0.75  # how much a long document is held against it

# Weights of the fields of a template and of a knowledge item.
TEMPLATE_WEIGHTS: Mapping[str, float] = {"subject": 2.0, "category": 1.5, "body": 1.0}
KNOWLEDGE_WEIGHTS: Mapping[str, float] = {"question": 2.0, "answer": 1.0}

_Added = tuple[NDArray[np.int64], NDArray[np.float64]]  # documents, and what to each
_WIDTH = 1 << 13


class FieldedIndex:
    """A weighted sum of BM25 fields over documents ``{field: words}``, numbered from 0.

    The fields' postings are merged when the index is built, so a query walks them once.
    """

    def __init__(
        self, documents: Sequence[Mapping[str, Sequence[str]]], weights: Mapping[str, float]
    ) -> None:
        self.size = len(documents)
        self._postings = _postings(documents, weights)
        self._words = [
            frozenset(word for name in weights for word in document.get(name, ()))
            for document in documents
        ]
        # The documents that hold a word in any field.
        self._numbers = {word: np.unique(found) for word, (found, _) in self._postings.items()}
        # Lucene's form of the idf, ln(1 + (N − n + ½)/(n + ½)): above 0 for every word.
        self._idf = {
            word: log1p((self.size - len(numbers) + 0.5) / (len(numbers) + 0.5))
            for word, numbers in self._numbers.items()
        }

    def scores(self, query: Sequence[str]) -> dict[int, float]:
        """``{document number: weighted score}`` of the documents that hold a word of ``query``."""
        return _add_up([self._postings[w] for w in query if w in self._postings], self.size)

    def ranking(self, query: Sequence[str]) -> list[tuple[int, float]]:
        """``(document number, score)`` with a score above 0, best first, ties by number."""
        positive = [(n, score) for n, score in self.scores(query).items() if score > 0]
        return sorted(positive, key=lambda item: (-item[1], item[0]))

    def shares(self, query: Sequence[str]) -> dict[int, float]:
        """``{document number: its part (0-1) of the query's idf}`` of the documents matched.

        Taken over the words the index knows: a word no document has tells none apart. The idf
        here is never negative (the library's may be), so shares stay in 0-1.
        """
        known = [word for word in dict.fromkeys(query) if word in self._idf]
        total = sum(self._idf[word] for word in known)
        if not total:
            return {}
        held = [
            (self._numbers[w], np.full(len(self._numbers[w]), self._idf[w] / total)) for w in known
        ]
        return {number: min(share, 1.0) for number, share in _add_up(held, self.size).items()}

    def held(self, query: Sequence[str], number: int) -> list[str]:
        """The words of ``query`` that document ``number`` holds, each once, the rarest first."""
        found = [word for word in dict.fromkeys(query) if word in self._words[number]]
        return sorted(found, key=lambda word: (-self._idf[word], word))


def _add_up(postings: Sequence[_Added], size: int) -> dict[int, float]:
    if not postings:
        return {}
    numbers = np.concatenate([found[0] for found in postings])
    sums = np.bincount(numbers, np.concatenate([found[1] for found in postings]), minlength=size)
    matched = np.flatnonzero(np.bincount(numbers, minlength=size))
    return dict(zip(matched.tolist(), sums[matched].tolist(), strict=True))


def _postings(
    documents: Sequence[Mapping[str, Sequence[str]]], weights: Mapping[str, float]
) -> dict[str, _Added]:
    """By word the numbers of the documents that have it, and what it adds to each, field by
    field."""
    found: dict[str, tuple[list[int], list[float]]] = {}
    for name, weight in weights.items():
        field = [document.get(name, ()) for document in documents]
        if not any(field):
            continue  # the library raises where no document has a word
        library = BM25Okapi(field, k1=K1, b=B)
        for number, frequencies in enumerate(library.doc_freqs):
            norm = K1 * (1 - B + B * library.doc_len[number] / library.avgdl)
            for word, frequency in frequencies.items():
                numbers, added = found.setdefault(word, ([], []))
                numbers.append(number)
                score = library.idf[word] * frequency * (K1 + 1) / (frequency + norm)
                added.append(score * weight)
    return {
        word: (np.array(numbers, dtype=np.int64), np.array(added, dtype=np.float64))
        for word, (numbers, added) in found.items()
    }


class Likeness:
    """How alike a mail and the house's own letters are: letters of words, whatever the language.

    Built once from the texts of a house, then asked for mails; needs no label and no list of words:
    what a house writes about says what its guests ask for."""

    def __init__(self, texts: Sequence[str]) -> None:
        held = [_columns(text) for text in texts]
        every = np.concatenate([np.zeros(0, np.intp), *(columns for columns, _ in held)])
        told = np.bincount(every, minlength=_WIDTH)
        self._rarity = np.log((1 + len(texts)) / (1 + told)) + 1
        self._weights = np.zeros((_WIDTH, len(texts)), dtype=np.float32)
        for number, (columns, values) in enumerate(held):
            rare = values * self._rarity[columns]
            self._weights[columns, number] = rare / np.sqrt(np.cumsum(rare**2)[-1:])

    def of(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Texts × the house's texts, each 0-1."""
        rows = Rows([_counted(text) for text in texts], _WIDTH)
        rows.values *= self._rarity[rows.columns]
        squares = np.concatenate([[0.0], np.cumsum(rows.values**2)])
        length = np.sqrt(squares[rows.starts[1:]] - squares[rows.starts[:-1]])
        return rows.times(self._weights) / np.where(length > 0, length, 1)[:, None]


def _counted(text: str) -> Mapping[str, float]:
    found = Counter(chain.from_iterable(map(runs_of, words(text))))
    return {run: 1 + log(count) for run, count in found.items()}


def _columns(text: str) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Those that its runs have a part in, and how much."""
    rows = Rows([_counted(text)], _WIDTH)
    added = np.zeros(_WIDTH)
    np.add.at(added, rows.columns, rows.values)
    columns = np.flatnonzero(added)
    return columns, added[columns]
