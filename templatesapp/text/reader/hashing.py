"""Features by name, hashed to columns: what a linear model reads instead of word lists."""

import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Features = Mapping[str, float]


class Rows:
    """Sparse rows: the columns and values of all, one row after the other."""

    __slots__ = ("columns", "starts", "values")

    def __init__(self, rows: Sequence[Features], width: int) -> None:
        self.starts = np.cumsum([0, *map(len, rows)])
        # The same on every machine, which Python's own hash is not.
        hashed = [zlib.crc32(name.encode()) for row in rows for name in row]
        self.columns = np.array(hashed, dtype=np.int64) % width
        self.values = np.array([value for row in rows for value in row.values()], dtype=np.float64)

    def times(
        self, weights: NDArray[np.float32 | np.int8], scale: NDArray[np.float32] | None = None
    ) -> NDArray[np.float64]:
        """The product with ``weights`` (columns × outputs), in steps of ``scale``: rows ×
        outputs."""
        held = weights[self.columns]
        if scale is not None:
            held = held * scale
        sums = [self.values[a:b] @ held[a:b] for a, b in pairwise(self.starts.tolist())]
        return np.array(sums).reshape(len(sums), weights.shape[1])
