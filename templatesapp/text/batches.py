"""Normalisation batches: the letter that tells how often a text was reworked (A … Z, AA …)."""

from __future__ import annotations

from string import ascii_uppercase


def next_batch(batch: str) -> str:
    """The letter after: D → E, Z → AA, AZ → BA."""
    head, last = batch[:-1], batch[-1:]
    if not last:
        return "A"
    if last != "Z":
        return head + ascii_uppercase[ascii_uppercase.index(last) + 1]
    return next_batch(head) + "A"
