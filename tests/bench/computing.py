"""Benchmarks ranking against rank-bm25 and bm25s, and measures how long interpreting takes.
The kept index, the library rebuilt per request, the library cached; bm25s cached. Texts are made
from the seed; ratios count, not the machine's times. Mails of 300 words in each language, and
growth with length. What the first mail waits for after a text has changed, and what a run costs in
a long conversation or about a long mail."""

from __future__ import annotations

import logging
import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rank_bm25 import BM25Okapi
from rest_framework.test import APIClient

from drafting.desk.house import load_sample
from drafting.drafts.kept import current_desk
from drafting.instruments.labelled import read_rows
from drafting.instruments.throwaway import throwaway_desk
from drafting.pipeline.answer.compose import ComposeRequest, compose
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail, InterpretSettings
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact
from templatesapp.text.postings import K1, TEMPLATE_WEIGHTS, B, FieldedIndex
from tests.bench.measures import at, milliseconds, quantiles
from tests.drafting.mail.mails import record
from tests.drafting.runs.runner import SCOPES
from tests.drafting.runs.test_big_conversations import Measured, padded, write
from tests.factories import make_agent_key

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

MAILS_PER_LANGUAGE = 60
USUAL_WORDS = 300
WITH_READER, RULES_ALONE = InterpretSettings(), InterpretSettings(has_reader=False)
LENGTHS = (100, 1_000, 10_000, 100_000)  # words

LETTERS, ANSWERS = 200, 500  # of the sample's, in all languages
CHANGES = 5
TEN_MEGABYTES = 9_900_000  # characters

Document = Mapping[str, Sequence[str]]
Scores = Callable[[Sequence[str]], Mapping[int, float]]


def bench_ranking(sizes: Sequence[int] = SIZES) -> list[dict[str, Any]]:
    """One row per catalogue size: milliseconds of processor, and ratios of p50 to the kept index's
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
    index, library = FieldedIndex(documents, TEMPLATE_WEIGHTS), _rank_bm25(documents)
    times = {
        "kept": _times(index.scores, asked),
        "cached": _times(library, asked),
        "rebuilt": _times(lambda query: _rank_bm25(documents)(query), few),
        "bm25s": _times(_bm25s(documents), asked),
    }
    found = quantiles(times, digits=4)
    p50 = {way: found[f"{way}_p50_ms"] for way in times}
    ratios = {f"{way}_ratio": round(p50[way] / p50["kept"], 1) for way in p50 if way != "kept"}
    is_same_order = all(_order(index.scores(q)) == _order(library(q)) for q in few)
    counts = {"templates": size, "queries": QUERIES, "is_same_order": is_same_order}
    return counts | found | ratios


def _rank_bm25(documents: Sequence[Document]) -> Scores:
    fields = {}
    for name in TEMPLATE_WEIGHTS:
        fields[name] = BM25Okapi([document[name] for document in documents], k1=K1, b=B)
    return _weighted(fields)


def _bm25s(documents: Sequence[Document]) -> Scores:
    """Over sparse matrices."""
    import bm25s  # among the tools of development, with which alone a bench is run

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
    """Milliseconds of processor per query, after one to warm up."""
    scores(queries[0])
    return [milliseconds(partial(scores, query), time.process_time) for query in queries]


def _order(scores: Mapping[int, float]) -> list[int]:
    """Document numbers, best first. Rounded: sums in another order differ in the last digit."""
    positive = [(-round(score, 9), number) for number, score in scores.items() if score > 1e-9]
    return [number for _, number in sorted(positive)]


def bench_interpret(labelled: Path) -> list[dict[str, Any]]:
    """Processor milliseconds; p50 and p95 are the same where there was one mail. The reader's
    share is what is left of the whole without the rules.

    ``labelled``: labelled mail, whose texts are strung together to the lengths wanted.
    """
    bodies: dict[str, list[str]] = defaultdict(list)
    for row in read_rows(labelled):
        bodies[row["labels"]["language"]].append(row["body"])
    rows = []
    for language, texts in sorted(bodies.items()):
        mails = [_mail(texts, USUAL_WORDS, number) for number in range(MAILS_PER_LANGUAGE)]
        interpret(mails[0])  # patterns are compiled with a language's first mail
        rows.append(_row(language, USUAL_WORDS, mails))
    return rows + [_row("en", words, [_mail(bodies["en"], words, 0)]) for words in LENGTHS]


def _mail(texts: list[str], words: int, first: int) -> IncomingMail:
    strung: list[str] = []
    while len(strung) < words:
        strung += f"{texts[first % len(texts)]}\n\n".split(" ")
        first += 1
    return IncomingMail(body=" ".join(strung[:words]), subject="Question")


def _row(name: str, words: int, mails: list[IncomingMail]) -> dict[str, Any]:
    whole, rules = (
        [
            round(milliseconds(partial(interpret, mail, settings=settings), time.process_time), 2)
            for mail in mails
        ]
        for settings in (WITH_READER, RULES_ALONE)
    )
    return {
        "mail": name,
        "words": words,
        "p50_ms": at(whole, 0.5),
        "p95_ms": at(whole, 0.95),
        "rules_p50_ms": at(rules, 0.5),
        "reader_p50_ms": round(at(whole, 0.5) - at(rules, 0.5), 2),
    }


def bench_rebuild() -> list[dict[str, Any]]:
    """Milliseconds of processor of the first mail for which a process reads the house's texts, the
    first after a fact or a letter has changed (the slowest of ``CHANGES`` of each), and the next
    (the fastest)."""
    with throwaway_desk():
        load_sample()
        for model, size in ((EmailTemplate, LETTERS), (KnowledgeItem, ANSWERS)):
            kept = model.objects.order_by("pk")[:size].values("pk")
            model.objects.exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
        fact = PropertyFact.objects.get(name="BREAKFAST_PRICE")
        letter = EmailTemplate.objects.filter(language="en").earliest("pk")
        interpret(IncomingMail(body="What time is breakfast?"))  # the reader is there, no text is
        first = milliseconds(_answer_a_mail, time.process_time)
        changed, following = [], []
        for number in range(CHANGES):
            fact.value, letter.body = f"{number + 3}.50", f"{letter.body}\n\nFloor {number}."
            for row in (fact, letter):
                row.save()
                changed.append(milliseconds(_answer_a_mail, time.process_time))
                following.append(milliseconds(_answer_a_mail, time.process_time))
        desk = current_desk().catalogue
        counts = {"letters": len(desk.templates), "answers": len(desk.knowledge)}
    times = {"first_ms": first, "changed_ms": max(changed), "next_ms": min(following)}
    return [counts | {name: round(taken, 1) for name, taken in times.items()}]


def bench_large() -> list[dict[str, Any]]:
    """Milliseconds of processor of the two dearest calls of an agent's turn."""
    wanted = {"runs": "post_runs_ms", "drafts/generate": "generate_ms"}
    long_mail = {"from": "Long <long@example.com>", "message_id": "<long@example.com>"}
    rows = []
    with throwaway_desk():
        load_sample()
        _, secret = make_agent_key(scopes=SCOPES)
        turn = Measured(APIClient(SERVER_NAME="localhost", HTTP_AUTHORIZATION=f"Bearer {secret}"))
        for what, make in (
            ("the first mail", partial(write, "first", 1)),
            ("another", partial(write, "another", 1)),
            ("200 unanswered mails", partial(write, "many", 200)),
            ("a mail of 10 MB", partial(record, padded(TEN_MEGABYTES), **long_mail)),
        ):
            make()
            turn.spent.clear()
            turn.turn()
            found = {
                wanted[name]: round(1000 * s) for name, s in turn.spent.items() if name in wanted
            }
            rows.append({"conversation": what} | found)
    return rows


def _answer_a_mail() -> None:
    desk = current_desk()
    mail = IncomingMail(body="What time is breakfast, and how much is it?", subject="Breakfast")
    plan = interpret(mail, settings=desk.interpret_settings)
    compose(plan, desk=desk, priors={}, request=ComposeRequest())
