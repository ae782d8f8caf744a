"""Training the reader: linear models over the labelled examples, measured with authors left out.

Deterministic: the same files give the same arrays. Heads of many outputs are fitted in
numpy, others by scikit-learn, which only development installs.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from templatesapp.text.reader.heads import STEPS, Features, Head, Rows
from templatesapp.text.reader.training import BIAS, fit_shares, products, weights_of

SEED = 7
_MOST_ROUNDS = 3_000  # of the solver
_MANY = 10  # outputs, from which on it pays to compare the examples once and fit all together
_FEWEST, _NEVER = 3, 1.1  # right ones that a threshold is set on; above every probability
# So many times all is fitted again, some authors left out each time: each alone takes hours.
_TIMES = 10

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
    thresholds: Callable[[Floats, Truths], Mapping[str, float]] = lambda sure, truth: {}


@dataclass(frozen=True, slots=True)
class Trained:
    """``left_out``: of each example what was said by a head that had read nothing of its author."""

    name: str
    head: Head
    left_out: Floats
    truth: Truths

    def said_of(self, place: int) -> dict[str, float]:
        """Of one example, by name."""
        return dict(zip(self.head.names, map(float, self.left_out[place]), strict=True))

    def found_and_right(self, told: str, threshold: str) -> dict[str, float]:
        """Of the first output, at that threshold."""
        found = self.left_out[:, 0] >= self.head.thresholds[threshold]
        return found_and_right(told, found, self.truth[:, 0])


Learned = tuple[Trained, dict[str, float]]  # a head, and figures of authors that were left out


def found_and_right(told: str, found: Truths, truth: Truths) -> dict[str, float]:
    """Of what is so how much is found, of what is found how much is so. ``told``: the figures'
    names, such as "answers {}"."""
    right = float(truth[found].mean()) if found.any() else 1.0
    return {told.format("found"): float(found[truth].mean()), told.format("right"): right}


def train_head(plan: HeadPlan, examples: Sequence[Example]) -> Trained:
    """Trains on all, measures with authors left out. Raises ValueError below two authors."""
    truth = truth_of(plan, examples)
    own = parts_of([example.author for example in examples], plan.name)
    if len(plan.names) >= _MANY:
        left_out, weights, bias = _fit_together(plan, examples, truth, own)
    else:
        matrix = matrix_of(plan, examples)
        left_out = 1 / (1 + np.exp(-odds_left_out(plan, matrix, truth, own)))
        weights, bias = fit(plan, matrix, truth)
    head = head_of(plan, weights, bias, plan.thresholds(left_out, truth))
    return Trained(plan.name, head, left_out, truth)


def truth_of(plan: HeadPlan, examples: Sequence[Example]) -> Truths:
    return np.array([[name in e.labels for name in plan.names] for e in examples])


def parts_of(authors: Sequence[str], name: str) -> list[Truths]:
    """Which examples are left out each time: all of one author, or of a few."""
    found = sorted(set(authors))
    if len(found) < 2:
        raise ValueError(f"{name}: labels of two authors are the least.")
    numbers = np.array([found.index(author) % _TIMES for author in authors])
    return [numbers == number for number in np.unique(numbers)]


def fit_head(plan: HeadPlan, examples: Sequence[Example]) -> Head:
    """Trains on all, with no author left out: of what others are measured by."""
    return head_of(plan, *fit(plan, matrix_of(plan, examples), truth_of(plan, examples)))


def head_of(
    plan: HeadPlan, weights: Floats, bias: Floats, limits: Mapping[str, float] | None = None
) -> Head:
    rounded = {name: round(float(value), 3) for name, value in (limits or {}).items()}
    # What comes to two steps of the kept ones says little, and takes a fifth of all room.
    step = np.abs(weights).max(axis=0) / STEPS
    weights = np.where(np.abs(weights) < 2.5 * step, 0.0, weights)
    return Head(plan.names, weights.astype(np.float32), bias.astype(np.float32), rounded)


def matrix_of(plan: HeadPlan, examples: Sequence[Example]) -> csr_matrix:
    rows = Rows([example.features for example in examples], plan.width)
    return csr_matrix((rows.values, rows.columns, rows.starts), shape=(len(examples), plan.width))


def _fit_together(
    plan: HeadPlan, examples: Sequence[Example], truth: Truths, own: Sequence[Truths]
) -> tuple[Floats, Floats, Floats]:
    """What each author's examples get from all others', and the weights and biases from all."""
    rows = Rows([example.features for example in examples], plan.width)
    alike = products(rows)
    left_out = np.zeros(truth.shape)
    for each in own:
        shares = fit_shares(alike[np.ix_(~each, ~each)], truth[~each], plan.strength)
        left_out[each] = 1 / (1 + np.exp(-alike[np.ix_(each, ~each)] @ shares))
    return left_out, *weights_of(rows, fit_shares(alike, truth, plan.strength), plan.width)


def odds_left_out(
    plan: HeadPlan,
    matrix: csr_matrix,
    truth: Truths,
    own: Sequence[Truths],
    known: Truths | None = None,
) -> Floats:
    """What each author's examples get, in log-odds, from the ``known`` ones of all others."""
    learned = np.ones(len(truth), dtype=bool) if known is None else known

    def judged(each: Truths) -> Floats:
        weights, bias = fit(plan, matrix[~each & learned], truth[~each & learned])
        return np.asarray(matrix[each] @ weights) + bias

    odds = np.zeros(truth.shape)
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # the solver lets go of Python's lock
        for each, said in zip(own, pool.map(judged, own), strict=True):
            odds[each] = said
    return odds


def fit(plan: HeadPlan, matrix: csr_matrix, truth: Truths) -> tuple[Floats, Floats]:
    """Only the columns that occur are fitted; all others weigh nothing."""
    # A second of processor time that only training needs: who reads the heads does not wait for it.
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

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
            intercept_scaling=BIAS,
            max_iter=_MOST_ROUNDS,
            random_state=SEED,
        )
        model.fit(matrix[:, used], wanted)
        weights[used, place] = model.coef_[0]
        bias[place] = model.intercept_[0]
    return weights, bias


def right_levels(
    wanted: Mapping[str, tuple[int, float]],
) -> Callable[[Floats, Truths], Mapping[str, float]]:
    """Thresholds by name, each of one output: ``precision_level`` of that share."""
    return lambda sure, truth: {
        name: precision_level(sure[:, place], truth[:, place], share)
        for name, (place, share) in wanted.items()
    }


def precision_level(sure: Floats, truth: Truths, wanted: float) -> float:
    """The lowest probability above which that share was right; one never reached where none is."""
    order = np.argsort(-sure, kind="stable")
    right = np.cumsum(truth[order])
    enough = np.flatnonzero(right >= np.maximum(wanted * np.arange(1, len(order) + 1), _FEWEST))
    return float(sure[order[enough[-1]]]) if len(enough) else _NEVER
