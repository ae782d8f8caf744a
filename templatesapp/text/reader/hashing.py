"""Features by name, hashed to columns: what a linear model reads instead of word lists."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_KEPT = 100_000  # names or words whose columns are kept: a few MB

Features = Mapping[str, float]


@lru_cache(maxsize=_KEPT)
def column(name: str, width: int) -> int:
    """The same on every machine, which Python's own hash is not."""
    return zlib.crc32(name.encode()) % width


class Rows:
    """Sparse rows: the columns and values of all, one row after the other."""

    __slots__ = ("columns", "starts", "values")

    def __init__(self, rows: Sequence[Features], width: int) -> None:
        self.starts = np.cumsum([0, *map(len, rows)])
        names = [column(name, width) for row in rows for name in row]
        self.columns = np.array(names, dtype=np.int64)
        self.values = np.array([value for row in rows for value in row.values()], dtype=np.float64)

    def times(self, weights: NDArray[np.float32]) -> NDArray[np.float64]:
        """The product with ``weights`` (columns × outputs): rows × outputs."""
        products = weights[self.columns] * self.values[:, None]
        total = np.vstack([np.zeros(weights.shape[1]), np.cumsum(products, axis=0)])
        return np.asarray(total[self.starts[1:]] - total[self.starts[:-1]])
