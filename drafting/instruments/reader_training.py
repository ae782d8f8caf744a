"""Training the reader: linear models over the labelled examples, measured left-one-author-out.

Needs scikit-learn, which only development installs. Deterministic: the same files and seed give
the same arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from templatesapp.text.reader.hashing import Features, Rows
from templatesapp.text.reader.heads import Head

_MOST_ROUNDS = 3_000  # of the solver
_FEWEST, _NEVER = 3, 1.1  # right ones that a threshold is set on; above every probability
_FREE_BIAS = 5.0  # this solver shrinks the bias, too: less so the larger this is

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled thing. ``labels``: the outputs of the head that hold for it."""

    author: str
    features: Features
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class HeadPlan:
    """What one head learns. ``strength``: how far it may trust few examples (scikit-learn's C);
    ``thresholds``: chosen from the left-out probabilities and the truth, examples × names."""

    name: str
    names: tuple[str, ...]
    width: int
    strength: float
    thresholds: Callable[[Floats, Truths], Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Trained:
    """``left_out``: of each example what was said by a head that had read nothing of its author."""

    name: str
    head: Head
    left_out: Floats
    truth: Truths
    authors: tuple[str, ...]


def train_head(plan: HeadPlan, examples: Sequence[Example], *, seed: int) -> Trained:
    """Trains on all, measures with each author left out. Raises ValueError below two authors."""
    authors = tuple(example.author for example in examples)
    if len(set(authors)) < 2:
        raise ValueError(f"{plan.name}: labels of two authors are the least.")
    matrix = _matrix([example.features for example in examples], plan.width)
    truth = np.array([[name in e.labels for name in plan.names] for e in examples])
    left_out = np.zeros(truth.shape)
    for author in sorted(set(authors)):
        own = np.array([one == author for one in authors])
        weights, bias = _fit(plan, matrix[~own], truth[~own], seed)
        scores = np.asarray(matrix[own] @ weights) + bias
        left_out[own] = 1 / (1 + np.exp(-scores))
    weights, bias = _fit(plan, matrix, truth, seed)
    head = Head(
        plan.names,
        weights.astype(np.float32),
        bias.astype(np.float32),
        {name: round(float(v), 3) for name, v in plan.thresholds(left_out, truth).items()},
    )
    return Trained(plan.name, head, left_out, truth, authors)


def _matrix(rows: Sequence[Features], width: int) -> csr_matrix:
    read = Rows(rows, width)
    return csr_matrix((read.values, read.columns, read.starts), shape=(len(rows), width))


def _fit(plan: HeadPlan, matrix: csr_matrix, truth: Truths, seed: int) -> tuple[Floats, Floats]:
    """Only the columns that occur are fitted; all others weigh nothing."""
    used = np.unique(matrix.indices)
    weights = np.zeros((plan.width, len(plan.names)))
    bias = np.zeros(len(plan.names))
    for place in range(len(plan.names)):
        wanted = truth[:, place]
        if wanted.all() or not wanted.any():
            bias[place] = 8.0 if wanted.all() else -8.0
            continue
        model = LogisticRegression(
            C=plan.strength,
            solver="liblinear",  # a hundred times faster here than the default
            intercept_scaling=_FREE_BIAS,
            max_iter=_MOST_ROUNDS,
            random_state=seed,
        )
        model.fit(matrix[:, used], wanted)
        weights[used, place] = model.coef_[0]
        bias[place] = model.intercept_[0]
    return weights, bias


def precision_level(sure: Floats, truth: Truths, wanted: float) -> float:
    """The lowest probability above which that share was right; one never reached where none is."""
    order = np.argsort(-sure, kind="stable")
    right = np.cumsum(truth[order])
    enough = np.flatnonzero(right >= np.maximum(wanted * np.arange(1, len(order) + 1), _FEWEST))
    return float(sure[order[enough[-1]]]) if len(enough) else _NEVER
