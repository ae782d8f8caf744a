"""How alike a mail and the house's own letters are: letters of words, whatever the language.

Needs no label and no list of words: what a house writes about says what its guests ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.hashing import Rows
from templatesapp.text.reader.texts import runs_of
from templatesapp.text.tokens import words

_WIDTH = 1 << 13


class Likeness:
    """Built once from the texts of a house; then asked for mails."""

    def __init__(self, texts: Sequence[str]) -> None:
        rows = [_counted(text) for text in texts]
        dense = np.zeros((_WIDTH, len(texts)))
        for number, row in enumerate(rows):
            held = Rows([row], _WIDTH)
            np.add.at(dense[:, number], held.columns, held.values)
        told = (dense > 0).sum(axis=1)
        self._rarity = np.log((1 + len(texts)) / (1 + told)) + 1
        self._weights = np.float32(_of_length_one(dense * self._rarity[:, None]))

    def of(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Texts × the house's texts, each 0-1."""
        rows = [_counted(text) for text in texts]
        dense = np.zeros((_WIDTH, len(rows)))
        for number, row in enumerate(rows):
            held = Rows([row], _WIDTH)
            np.add.at(dense[:, number], held.columns, held.values)
        return np.asarray(
            _of_length_one(dense * self._rarity[:, None]).T @ self._weights, dtype=np.float64
        )


def _counted(text: str) -> Mapping[str, float]:
    found = Counter(run for word in words(text) for run in runs_of(word))
    return {run: 1 + log(count) for run, count in found.items()}


def _of_length_one(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    length = np.sqrt((columns**2).sum(axis=0))
    return columns / np.where(length > 0, length, 1)
