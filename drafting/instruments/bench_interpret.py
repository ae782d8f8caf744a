"""How long interpreting takes: mails of 300 words in each language, and growth with length."""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from drafting.instruments.bench import at
from drafting.instruments.labelled import read_rows
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
    bodies = _bodies(labelled)
    warm_up()
    rows = []
    for language, texts in sorted(bodies.items()):
        mails = [_mail(texts, USUAL_WORDS, number) for number in range(MAILS_PER_LANGUAGE)]
        interpret(mails[0])  # patterns are compiled with a language's first mail
        rows.append(_row(language, USUAL_WORDS, mails))
    return rows + [_row("en", words, [_mail(bodies["en"], words, 0)]) for words in LENGTHS]


def _bodies(mails: Path) -> dict[str, list[str]]:
    bodies: dict[str, list[str]] = defaultdict(list)
    for row in read_rows(mails):
        bodies[row["labels"]["language"]].append(row["body"])
    return bodies


def _mail(texts: list[str], words: int, first: int) -> IncomingMail:
    strung: list[str] = []
    while len(strung) < words:
        strung += f"{texts[first % len(texts)]}\n\n".split(" ")
        first += 1
    return IncomingMail(body=" ".join(strung[:words]), subject="Question")


def _row(name: str, words: int, mails: list[IncomingMail]) -> dict[str, Any]:
    whole = [_milliseconds(mail, WITH_READER) for mail in mails]
    rules = at([_milliseconds(mail, RULES_ALONE) for mail in mails], 0.5)
    return {
        "mail": name,
        "words": words,
        "p50_ms": at(whole, 0.5),
        "p95_ms": at(whole, 0.95),
        "rules_p50_ms": rules,
        "reader_p50_ms": round(at(whole, 0.5) - rules, 2),
    }


def _milliseconds(mail: IncomingMail, settings: InterpretSettings) -> float:
    started = time.process_time()
    interpret(mail, settings=settings)
    return round((time.process_time() - started) * 1000, 2)
