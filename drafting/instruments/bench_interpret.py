"""How long interpreting takes: mails of 300 words in each language, and growth with length."""

from __future__ import annotations

import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

from drafting.instruments.labelled import read_rows
from drafting.instruments.timing import at, milliseconds
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.language import warm_up
from drafting.pipeline.plan import IncomingMail, InterpretSettings

MAILS_PER_LANGUAGE = 60
USUAL_WORDS = 300
WITH_READER, RULES_ALONE = InterpretSettings(), InterpretSettings(has_reader=False)
LENGTHS = (100, 1_000, 10_000, 100_000)  # words


def bench_interpret(labelled: Path) -> list[dict[str, Any]]:
    """Processor milliseconds; p50 and p95 are the same where there was one mail. The reader's
    share is what is left of the whole without the rules.

    ``labelled``: labelled mail, whose texts are strung together to the lengths wanted.
    """
    bodies: dict[str, list[str]] = defaultdict(list)
    for row in read_rows(labelled):
        bodies[row["labels"]["language"]].append(row["body"])
    warm_up()
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
    whole, rules = (_times(mails, settings) for settings in (WITH_READER, RULES_ALONE))
    return {
        "mail": name,
        "words": words,
        "p50_ms": at(whole, 0.5),
        "p95_ms": at(whole, 0.95),
        "rules_p50_ms": at(rules, 0.5),
        "reader_p50_ms": round(at(whole, 0.5) - at(rules, 0.5), 2),
    }


def _times(mails: list[IncomingMail], settings: InterpretSettings) -> list[float]:
    acts = [partial(interpret, mail, settings=settings) for mail in mails]
    return [round(milliseconds(act, time.process_time), 2) for act in acts]
