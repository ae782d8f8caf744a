"""How alike a mail and the house's own letters are: letters of words, whatever the language.

Needs no label and no list of words: what a house writes about says what its guests ask for.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.heads import Rows
from templatesapp.text.reader.texts import runs_of
from templatesapp.text.tokens import words

_WIDTH = 1 << 13


class Likeness:
    """Built once from the texts of a house; then asked for mails."""

    def __init__(self, texts: Sequence[str]) -> None:
        dense = np.zeros((_WIDTH, len(texts)))
        for number, text in enumerate(texts):
            held = Rows([_counted(text)], _WIDTH)
            np.add.at(dense[:, number], held.columns, held.values)
        told = (dense > 0).sum(axis=1)
        self._rarity = np.log((1 + len(texts)) / (1 + told)) + 1
        rare = dense * self._rarity[:, None]
        length = np.sqrt((rare**2).sum(axis=0))
        self._weights = (rare / np.where(length > 0, length, 1)).astype(np.float32)

    def of(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Texts × the house's texts, each 0-1."""
        rows = Rows([_counted(text) for text in texts], _WIDTH)
        rows.values *= self._rarity[rows.columns]
        squares = np.concatenate([[0.0], np.cumsum(rows.values**2)])
        length = np.sqrt(squares[rows.starts[1:]] - squares[rows.starts[:-1]])
        return rows.times(self._weights) / np.where(length > 0, length, 1)[:, None]


def _counted(text: str) -> Mapping[str, float]:
    found = Counter(run for word in words(text) for run in runs_of(word))
    return {run: 1 + log(count) for run, count in found.items()}
