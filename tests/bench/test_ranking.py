"""The kept index against rank-bm25, as ratios of one run."""

from __future__ import annotations

from tests.bench.computing import bench_ranking


def test_the_kept_index_is_faster_in_the_same_order():
    small, large = bench_ranking(sizes=(200, 1000))
    assert small["is_same_order"]
    assert large["is_same_order"]
    assert small["rebuilt_ratio"] >= 25
    assert large["rebuilt_ratio"] >= 100
