"""Importing keeps one mail in memory at a time, and a claim costs the same however many wait."""

from __future__ import annotations

from tests.bench.importing import bench_import

FILE_BYTES = 1_000_000  # of every fifth mail: 24 of them kept in memory would be 50 MB more


def test_memory_and_claims_do_not_grow_with_the_number_of_mails():
    few, many = bench_import(sizes=(60, 180), attachment_bytes=FILE_BYTES)
    assert (few["mails"], few["threads"]) == (60, 30)
    assert (many["mails"], many["threads"]) == (180, 90)
    assert many["peak_mb"] - few["peak_mb"] < 12
    assert many["claim_queries"] == few["claim_queries"] <= 6
