"""The trained heads, linear models over features by name that are hashed to columns: one file of
arrays, no code in it, loaded once.

Of each head the file holds ``<head>/names``, ``/weights`` (columns × outputs in steps of
``/scale``), ``/bias`` and ``/thresholds`` (the names of its thresholds and their values).
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import accumulate, chain, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Features = Mapping[str, float]
ARRAYS = Path(__file__).with_name("arrays.npz")
STEPS = 127  # of a weight, each way


class Rows:
    """Sparse rows: the columns and values of all, one row after the other."""

    __slots__ = ("columns", "starts", "values")

    def __init__(self, rows: Sequence[Features], width: int) -> None:
        self.starts = [0, *accumulate(map(len, rows))]
        # The same on every machine, which Python's own hash is not.
        hashed = map(zlib.crc32, map(str.encode, chain.from_iterable(rows)))
        self.columns = np.fromiter(hashed, dtype=np.int64, count=self.starts[-1]) % width
        values = chain.from_iterable(row.values() for row in rows)
        self.values = np.fromiter(values, dtype=np.float64, count=self.starts[-1])

    def times(
        self, weights: NDArray[np.float32 | np.int8], scale: NDArray[np.float32] | None = None
    ) -> NDArray[np.float64]:
        """The product with ``weights`` (columns × outputs), in steps of ``scale``: rows ×
        outputs."""
        held = weights.take(self.columns, axis=0)  # quicker than by an index
        sums = [self.values[a:b] @ held[a:b] for a, b in pairwise(self.starts)]
        found = np.array(sums).reshape(len(sums), weights.shape[1])
        return found if scale is None else found * scale


@dataclass(frozen=True, slots=True)
class Head:
    """Linear models over the same features, one for each of ``names``. ``weights``: columns ×
    outputs; of a kept head in steps of ``scale``, a byte each, as they stand in the file."""

    names: tuple[str, ...]
    weights: NDArray[np.float32 | np.int8]
    bias: NDArray[np.float32]
    thresholds: Mapping[str, float]
    scale: NDArray[np.float32] | None = None

    @property
    def full_weights(self) -> NDArray[np.float32]:
        whole = self.weights if self.scale is None else self.weights * self.scale
        return np.asarray(whole, dtype=np.float32)

    def probabilities(
        self, rows: Sequence[Features], more: NDArray[np.float64] | float = 0.0
    ) -> NDArray[np.float64]:
        """Rows × names, each 0-1 by itself: several may hold, or none. ``more``: log-odds of what
        is known without names."""
        if not rows:
            return np.zeros((0, len(self.names)))
        scores = self.scores(Rows(rows, len(self.weights))) + more
        return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))))

    def chances(self, row: Features) -> dict[str, float]:
        """The same of one row, by name."""
        return dict(zip(self.names, self.probabilities([row])[0].tolist(), strict=True))

    def scores(self, rows: Rows) -> NDArray[np.float64]:
        """Rows × names, in log-odds."""
        return rows.times(self.weights, self.scale) + self.bias


def unpacked_heads(packed: bytes) -> dict[str, Head]:
    """Raises ValueError or KeyError where the bytes are none of ours."""
    with np.load(BytesIO(packed), allow_pickle=False) as held:
        names = sorted({key.partition("/")[0] for key in held})
        return {name: _head(held, name) for name in names}


@cache
def shipped_heads() -> Mapping[str, Head]:
    return unpacked_heads(ARRAYS.read_bytes())


def _head(held: Mapping[str, NDArray[np.generic]], name: str) -> Head:
    limits, values = held[f"{name}/thresholds"], held[f"{name}/values"]
    return Head(
        names=tuple(map(str, held[f"{name}/names"])),
        weights=held[f"{name}/weights"].astype(np.int8),
        scale=held[f"{name}/scale"].astype(np.float32),
        bias=held[f"{name}/bias"].astype(np.float32),
        thresholds=dict(zip(map(str, limits), map(float, values), strict=True)),
    )


def packed_heads(heads: Mapping[str, Head]) -> bytes:
    """The same heads give the same bytes."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, head in sorted(heads.items()):
        weights = head.full_weights
        scale = np.maximum(np.abs(weights).max(axis=0), 1e-9) / STEPS
        order = sorted(head.thresholds)
        arrays[f"{name}/names"] = np.array(head.names)
        arrays[f"{name}/weights"] = np.round(weights / scale).astype(np.int8)
        arrays[f"{name}/scale"] = scale.astype(np.float32)
        arrays[f"{name}/bias"] = head.bias.astype(np.float32)
        arrays[f"{name}/thresholds"] = np.array(order or [""])[: len(order)]
        arrays[f"{name}/values"] = np.array([head.thresholds[key] for key in order])
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()
