"""Ranking against rank-bm25 in one run: the kept index, the library rebuilt per request, the
library cached; and bm25s cached, where it is installed. Texts are made from the
seed; ratios count, not the machine's times."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from rank_bm25 import BM25Okapi

from drafting.instruments.timing import milliseconds, quantiles
from templatesapp.text.postings import K1, TEMPLATE_WEIGHTS, B, FieldedIndex

SIZES = (53, 200, 1000, 10_000)
QUERIES = 30
SEED = 7

_VOCABULARY = 4000  # words; their frequencies fall like those of a language (Zipf)
_WORDS_PER_FIELD: Mapping[str, tuple[int, int]] = {
    "subject": (4, 10),
    "category": (1, 2),
    "body": (40, 120),
}
_WORDS_PER_QUERY = (8, 40)
# Rebuilding 10 000 documents takes seconds: a few runs are enough for a ratio of thousands.
_MOST_REBUILT_DOCUMENTS = 40_000

Document = Mapping[str, Sequence[str]]
Scores = Callable[[Sequence[str]], Mapping[int, float]]


def bench_ranking(sizes: Sequence[int] = SIZES) -> list[dict[str, Any]]:
    """One row per catalogue size: times in milliseconds, and ratios of p50 to the kept index's
    (more is better). Every way answers the same queries over the same documents."""
    return [_bench(size, random.Random(SEED + size)) for size in sizes]  # noqa: S311


def _bench(size: int, source: random.Random) -> dict[str, Any]:
    words = [f"w{number}" for number in range(_VOCABULARY)]
    weights = [1 / (rank + 2) for rank in range(_VOCABULARY)]

    def drawn(bounds: tuple[int, int]) -> list[str]:
        return source.choices(words, weights, k=source.randint(*bounds))

    documents = [{name: drawn(few) for name, few in _WORDS_PER_FIELD.items()} for _ in range(size)]
    asked = [drawn(_WORDS_PER_QUERY) for _ in range(QUERIES)]
    few = asked[: max(3, _MOST_REBUILT_DOCUMENTS // size)]
    index = FieldedIndex(documents, TEMPLATE_WEIGHTS)
    library, sparse = _rank_bm25(documents), _bm25s(documents)
    times = {
        "kept": _times(index.scores, asked),
        "cached": _times(library, asked),
        "rebuilt": _times(lambda query: _rank_bm25(documents)(query), few),
    }
    if sparse:
        times["bm25s"] = _times(sparse, asked)
    found = quantiles(times, digits=4)
    p50 = {way: found[f"{way}_p50_ms"] for way in times}
    ratios = {f"{way}_ratio": round(p50[way] / p50["kept"], 1) for way in p50 if way != "kept"}
    is_same_order = all(_order(index.scores(q)) == _order(library(q)) for q in few)
    counts = {"templates": size, "queries": QUERIES, "is_same_order": is_same_order}
    return counts | found | ratios


def _rank_bm25(documents: Sequence[Document]) -> Scores:
    return _weighted(
        {
            name: BM25Okapi([document[name] for document in documents], k1=K1, b=B)
            for name in TEMPLATE_WEIGHTS
        }
    )


def _bm25s(documents: Sequence[Document]) -> Scores | None:
    """Over sparse matrices; None in a desk without the tools of development."""
    try:
        bm25s = import_module("bm25s")
    except ImportError:
        return None
    logging.getLogger("bm25s").setLevel(logging.WARNING)
    fields = {}
    for name in TEMPLATE_WEIGHTS:
        fields[name] = bm25s.BM25(k1=K1, b=B, method="robertson")
        fields[name].index([list(document[name]) for document in documents], show_progress=False)
    return _weighted(fields)


def _weighted(fields: Mapping[str, Any]) -> Scores:
    """The same weighted sum of fields, by a library's own scores of each."""

    def scores(query: Sequence[str]) -> dict[int, float]:
        found = {name: field.get_scores(list(query)) for name, field in fields.items()}
        total = sum(TEMPLATE_WEIGHTS[name] * each for name, each in found.items())
        return dict(enumerate(total.tolist()))

    return scores


def _times(scores: Scores, queries: Sequence[Sequence[str]]) -> list[float]:
    """Milliseconds per query, after one to warm up."""
    scores(queries[0])
    return [milliseconds(partial(scores, query)) for query in queries]


def _order(scores: Mapping[int, float]) -> list[int]:
    """Document numbers, best first. Rounded: sums in another order differ in the last digit."""
    positive = [(-round(score, 9), number) for number, score in scores.items() if score > 1e-9]
    return [number for _, number in sorted(positive)]
