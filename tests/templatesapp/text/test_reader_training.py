"""The reader's training in numpy: the optimum that it promises, worked out otherwise beside it."""

from __future__ import annotations

import numpy as np
import pytest

from templatesapp.text.reader.heads import Head, Rows
from templatesapp.text.reader.training import (
    BIAS,
    adapted_head,
    fit_shares,
    products,
    weights_of,
)

WIDTH = 256
STRENGTH = 10.0


def some_rows(count: int) -> list[dict[str, float]]:
    """Names that share columns, and one row without any."""
    draw = np.random.default_rng(5)
    rows = [
        {f"f{i}": float(draw.normal()) for i in draw.integers(0, 900, 30)} for _ in range(count)
    ]
    return [{}, *rows[1:]]


def dense(rows: Rows) -> np.ndarray:
    table = np.zeros((len(rows.starts) - 1, WIDTH))
    for row, (start, end) in enumerate(zip(rows.starts, rows.starts[1:], strict=False)):
        np.add.at(table[row], rows.columns[start:end], rows.values[start:end])
    return table


@pytest.fixture(scope="module")
def problem():
    rows = Rows(some_rows(80), WIDTH)
    truth = np.random.default_rng(6).random((80, 3)) < 0.3
    return rows, dense(rows), truth


def test_products_are_those_of_the_whole_table(problem):
    rows, table, _ = problem
    assert np.allclose(products(rows), table @ table.T + BIAS**2, atol=1e-3)


def test_the_weights_are_the_one_optimum(problem):
    """The penalised loss is strictly convex: where its slope is nothing, it is least."""
    rows, table, truth = problem
    shares = fit_shares(products(rows), truth, STRENGTH)
    weights, bias = weights_of(rows, shares, WIDTH)
    sure = 1 / (1 + np.exp(-(table @ weights + bias)))
    for held, of in ((weights, table), (bias[None] / BIAS, np.full((80, 1), BIAS))):
        assert np.allclose(STRENGTH * of.T @ (truth - sure), held, atol=0.05)


def test_an_output_that_never_holds_is_fitted_too(problem):
    rows, _, truth = problem
    shares = fit_shares(products(rows), np.zeros_like(truth), STRENGTH)
    assert np.all(products(rows) @ shares < 0)


def head(names=("a", "b")) -> Head:
    draw = np.random.default_rng(8)
    weights = draw.normal(size=(WIDTH, len(names))).astype(np.float32) / 10
    return Head(names, weights, np.array([-1.0, 0.5], np.float32), {"a": 0.7})


def test_examples_that_count_nothing_leave_the_head_as_it_is(problem):
    rows = some_rows(80)
    truth = problem[2][:, :2]
    same = adapted_head(head(), rows, truth, np.zeros(len(rows)))
    assert np.allclose(same.weights, head().weights, atol=1e-6)
    assert (same.names, same.thresholds) == (head().names, head().thresholds)


def test_a_head_moves_toward_its_examples_and_its_bias_stays(problem):
    rows = some_rows(80)
    truth = problem[2][:, :2]
    errors = []
    for strength in (0.0, 0.3, 3.0):
        moved = adapted_head(head(), rows, truth, np.full(len(rows), strength))
        assert np.array_equal(moved.bias, head().bias)
        errors.append(float(np.abs(moved.probabilities(rows) - truth).mean()))
    assert errors[0] > errors[1] > errors[2]


def test_twice_the_same_numbers(problem):
    rows, _, truth = problem
    first, second = (fit_shares(products(rows), truth, STRENGTH) for _ in range(2))
    assert np.array_equal(first, second)
