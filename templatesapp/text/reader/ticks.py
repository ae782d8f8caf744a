"""How surely a guest who asked just this is answered by the sentence that is said to answer.

Which sentence of a text comes nearest to an ask the rules and the heads of pairs choose; whether
that is an answer, people judged of what the desk had ticked (fixtures/labels/ticks.jsonl). A few
measures of the two are enough: what both heads of pairs say, how near they lie and take up each
other's words, whether the ask is a fragment of its sentence or leans on another.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import log

from templatesapp.text.reader.heads import Features, shipped_heads
from templatesapp.text.reader.pairs import (
    PAIRS,
    TELLING,
    AskSide,
    SentenceSide,
    ask_side,
    nearness,
    pair_features,
    whole_side,
)
from templatesapp.text.reader.topics import shipped_topics, words_met

TICKS, NAMES = "ticks", ("answers",)
_LEAST = 0.01  # as near to certainty as an opinion counts
_LONG = 200  # words of a mail
_HARDLY = 0.3


@dataclass(frozen=True, slots=True)
class Tick:
    """An ask and the sentence that is said to answer it. ``evidence``: the sentence of the mail
    that the ask stands in; ``source``: of the answering one (template, knowledge …);
    ``mail_words``: how many words the mail has."""

    ask: str
    kind: str
    evidence: str
    language: str
    sentence: str
    sentence_language: str
    source: str
    mail_words: int


@lru_cache(maxsize=2048)
def chance_of(tick: Tick) -> float:
    """0-1: how many of such ticks were right."""
    return float(shipped_heads()[TICKS].probabilities([tick_features(tick)])[0, 0])


def answers_surely(tick: Tick) -> bool:
    """Of such ticks nearly nine in ten were right."""
    return chance_of(tick) >= shipped_heads()[TICKS].thresholds["sure"]


def answers_hardly(tick: Tick) -> bool:
    """Of such ticks one in four was right."""
    return chance_of(tick) < _HARDLY


def tick_features(tick: Tick) -> Features:
    ask = ask_side(tick.ask, tick.language, tick.kind)
    return dict(_measures(tick, ask, whole_side(tick.sentence, tick.sentence_language)))


def _measures(tick: Tick, ask: AskSide, sentence: SentenceSide) -> Iterator[tuple[str, float]]:
    pair = pair_features(ask, sentence, same_language=ask.language == sentence.language)
    for name in (PAIRS, TELLING):
        answers = shipped_heads()[name].chances(pair)["answers"]
        yield f"{name} answers", log(max(answers, _LEAST) / max(1 - answers, _LEAST)) / 2
    yield "near", 4 * nearness(ask, sentence)
    around = ask_side(tick.evidence, tick.language, tick.kind)
    yield "around near", 4 * nearness(around, sentence)
    asked, said = (ask.text, ask.language), (sentence.text, sentence.language)
    taken = words_met(shipped_topics(), *asked, *said)
    told = words_met(shipped_topics(), *said, *asked)
    yield "least word met", 4 * taken.least
    yield "words lost", 4 * taken.lost
    yield "words told", 4 * told.share
    yield "words untold", 4 * told.unmet
    yield f"from {tick.source}", 1.0
    yield "leans", float(tick.ask.rstrip("?").endswith(")"))
    yield "share of its sentence", min(len(ask.words) / max(len(around.words), 1), 1.0)
    yield "length", log(max(tick.mail_words, 5) / _LONG)
