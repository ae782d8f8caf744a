"""Fits a head in numpy alone: many examples' worth of features, but few examples.

With fewer examples than features the weights are a sum of the examples, so one number for each
example is sought (the dual form of penalised logistic regression), for all outputs at once by
Newton's method with conjugate gradients. Source: Keerthi and others, "A fast dual algorithm for
kernel logistic regression" (2005). Deterministic: nothing is drawn.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.heads import Features, Head, Rows

BIAS = 5.0  # the feature that every example has: the larger, the less the bias is held back
_BLOCK = 2_048  # columns that are multiplied together: bounds the memory
_ROUNDS, _STEPS, _HALVINGS = 30, 100, 12
_EXACT = 1e-5  # of the strength: how far a share may be from where it belongs
# Of the squared length that a step's equations began with; most of that is the bias's, so it is
# little: at a hundredfold some heads do not settle.
_SOLVED = 1e-10

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]


def products(rows: Rows, bias: float = BIAS) -> Floats:
    """Of each example with each, the bias feature among the others."""
    count = len(rows.starts) - 1
    of_row = np.repeat(np.arange(count), np.diff(rows.starts))
    _, place, times = np.unique(rows.columns, return_inverse=True, return_counts=True)
    is_alone = times[place] == 1
    order = np.argsort(place, kind="stable")
    order = order[~is_alone[order]]
    used, place = np.unique(place[order], return_inverse=True)
    total = np.zeros((count, count), dtype=np.float32)
    alone = np.bincount(of_row[is_alone], rows.values[is_alone] ** 2, minlength=count)
    total[np.diag_indices(count)] += alone
    of_row, values = of_row[order], rows.values[order]
    for start in range(0, len(used), _BLOCK):
        first, last = np.searchsorted(place, [start, start + _BLOCK])
        block = np.zeros((count, _BLOCK), dtype=np.float32)
        # Two names of an example may share a column.
        np.add.at(block, (of_row[first:last], place[first:last] - start), values[first:last])
        total += block @ block.T
    # The bias is most of each number: added in single precision it would round off the rest.
    return total.astype(np.float64) + bias**2


def fit_shares(
    alike: Floats, truth: Truths, strength: Floats | float, offset: Floats | float = 0.0
) -> Floats:
    """How much each example adds to each output's weights: examples × outputs.

    ``alike``: ``products`` of the examples; ``strength``: how far each may be trusted
    (scikit-learn's C), examples × 1 or one for all; ``offset``: what is known of each beforehand,
    in log-odds. Raises ArithmeticError where the rounds did not suffice.
    """
    shares = np.zeros(truth.shape)
    scores = np.zeros(truth.shape)
    signs = np.where(truth, -1.0, 1.0)

    def cost(shares: Floats, scores: Floats) -> Floats:
        penalty = 0.5 * (shares * scores).sum(axis=0)
        loss = strength * np.logaddexp(0, signs * (scores + offset))
        return np.asarray(penalty + loss.sum(axis=0))

    now = cost(shares, scores)
    for _ in range(_ROUNDS):
        sure = 1 / (1 + np.exp(-np.clip(scores + offset, -500, 500)))
        gap = strength * (truth - sure) - shares
        if np.all(np.abs(gap) <= _EXACT * strength):
            break
        step = _newton_step(alike, np.sqrt(strength * sure * (1 - sure)), gap)
        moved = alike @ step
        length = np.ones(truth.shape[1])
        for _ in range(_HALVINGS):
            after = cost(shares + length * step, scores + length * moved)
            too_far = after > now + 1e-9 * np.abs(now)
            if not too_far.any():
                break
            length[too_far] /= 2
        shares, scores, now = shares + length * step, scores + length * moved, after
    else:
        raise ArithmeticError("The reader's training did not settle.")
    return shares


def weights_of(rows: Rows, shares: Floats, width: int) -> tuple[Floats, Floats]:
    """The weights (width × outputs) and the biases that the shares come to."""
    of_row = np.repeat(np.arange(len(shares)), np.diff(rows.starts))
    weights = [
        np.bincount(rows.columns, weights=rows.values * share[of_row], minlength=width)
        for share in shares.T
    ]
    return np.stack(weights, axis=1), BIAS**2 * shares.sum(axis=0)


def adapted_head(head: Head, features: Sequence[Features], truth: Truths, strength: Floats) -> Head:
    """The head moved no further than the examples want it: its weights are where each output's
    own begin, and what they are held back to. Source: Chelba and Acero, "Adaptation of Maximum
    Entropy Capitalizer" (2006). ``strength``: of each example. Thresholds stay, and the bias:
    what a desk decides is no sample of its mail."""
    rows = Rows(features, len(head.weights))
    alike = products(rows, bias=0.0)
    shares = fit_shares(alike, truth, strength[:, None], offset=head.scores(rows))
    weights, _ = weights_of(rows, shares, len(head.weights))
    moved = (head.full_weights + weights).astype(np.float32)
    return Head(head.names, moved, head.bias, head.thresholds)


def _newton_step(alike: Floats, bend: Floats, gap: Floats) -> Floats:
    """Solves (1 + bend² alike) step = gap for each output by conjugate gradients."""
    rest = bend * (alike @ gap)
    found, direction = np.zeros_like(rest), rest.copy()
    left = (rest**2).sum(axis=0)
    enough = _SOLVED * left
    for _ in range(_STEPS):
        if np.all(left <= enough):
            break
        bent = direction + bend * (alike @ (bend * direction))
        far = left / np.maximum((direction * bent).sum(axis=0), 1e-300)
        found += far * direction
        rest -= far * bent
        before, left = left, (rest**2).sum(axis=0)
        direction = rest + left / np.maximum(before, 1e-300) * direction
    return gap - bend * found
