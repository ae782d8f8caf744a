"""Trains the reader's heads on whether a sentence answers an ask: anybody's, or one of ours.
Examples, thresholds, figures. And how far a tick can be trusted, by ticks that people judged."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from drafting.instruments.labelled import Row
from drafting.instruments.reader_training import (
    Example,
    Floats,
    HeadPlan,
    Learned,
    Truths,
    found_and_right,
    precision_level,
    right_levels,
    train_head,
)
from templatesapp.text.coverage.cover import CoverageStatus, cover_with
from templatesapp.text.reader.heads import Head
from templatesapp.text.reader.pairs import (
    PAIRS,
    TELLING,
    Opinion,
    ask_side,
    has_ground,
    opinion_of,
    pair_features,
    sentence_sides,
    whole_side,
)
from templatesapp.text.reader.ticks import NAMES as TICKED
from templatesapp.text.reader.ticks import TICKS, Tick, tick_features

# "tells": all of it or a part.
NAMES = ("answers", "tells", "promises")
_HOLDING = {
    "answers": frozenset({"answers", "tells"}),
    "partly": frozenset({"tells"}),
    "promises": frozenset({"promises"}),
    "touches": frozenset[str](),
    "unrelated": frozenset[str](),
}
_EVEN = 0.5
# Mail, words, and the letter that is right for it; None: the sentence is from elsewhere.
Asked: TypeAlias = tuple[str, str, str | None]
# Of the sentences that tell nothing of what was asked.
_WRONGLY_FOR, _WRONGLY_CERTAIN = 0.03, 0.01
_WRONGLY_AGAINST = 0.05  # of those that tell all of it or a part
_TOLD = 0.85  # of the asks that a letter of ours is taken to tell: those that it tells


def _thresholds(sure: Floats, truth: Truths) -> dict[str, float]:
    """So rare that the reader, surely for or against, was wrong on authors it had not read."""
    tells = truth[:, 1]
    return {
        "for": float(np.quantile(sure[~tells, 0], 1 - _WRONGLY_FOR)),
        "certain": float(np.quantile(sure[~tells, 0], 1 - _WRONGLY_CERTAIN)),
        "against": float(np.quantile(sure[tells, 1], _WRONGLY_AGAINST)),
    }


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence beside an ask."""

    ask: Asked
    is_answer: bool
    is_read: bool  # or the desk would not ask the reader
    example: Example


def told_examples(rows: Iterable[Row]) -> Iterator[Told]:
    """Each labelled ask beside all sentences of a text. A row is a letter with its text, or an ask
    with the sentences that tell it, wholly or partly, by number, of a letter or of its own text."""
    texts = {}
    for row in rows:
        letter, language = row["letter"], row["letter_language"]
        if "ask" not in row:
            texts[letter, language] = row["letter_text"]
            continue
        text = row.get("letter_text") or texts[letter, language]
        ask = ask_side(row["ask"], row["ask_language"], row["ask_kind"])
        same = row["ask_language"] == language
        for number, sentence in sentence_sides(text, language).items():
            partly = "partly" if number in row["partly"] else "touches"
            label = "answers" if number in row["told"] else partly
            features = pair_features(ask, sentence, same_language=same)
            yield Told(
                ask=(row["mail"], row["ask"], letter),
                is_answer=label == "answers",
                is_read=has_ground(ask, sentence, same_language=same, is_ours=True),
                example=Example(row["author"], features, _HOLDING[label]),
            )


TELLING_PLAN = HeadPlan(TELLING, ("answers", "tells"), width=2**16, strength=0.1)


def train_telling(rows: Iterable[Row]) -> tuple[Head, dict[str, float]]:
    """The head on our own letters, its thresholds set by ask: a letter answers one by its likeliest
    sentence. Figures: how many asks that a letter tells are found, how many found are told."""
    told = list(told_examples(rows))
    trained = train_head(TELLING_PLAN, [one.example for one in told])
    likeliest: dict[Asked, float] = {}
    truly: set[Asked] = set()
    for one, chance in zip(told, trained.left_out[:, 0], strict=True):
        if one.ask[-1] is not None:
            likeliest[one.ask] = max(likeliest.get(one.ask, 0.0), chance * one.is_read)
            truly |= {one.ask} if one.is_answer else set()
    sure, is_told = np.array(list(likeliest.values())), np.array([a in truly for a in likeliest])
    tells = trained.left_out[trained.truth[:, 1], 1]
    level = precision_level(sure, is_told, _TOLD)
    against = float(np.quantile(tells, _WRONGLY_AGAINST))
    limits = {"for": round(level, 3), "certain": round(level, 3), "against": round(against, 3)}
    figures = {"telling: asks": float(len(sure)), "telling: told": float(is_told.mean())}
    figures |= found_and_right("telling: {}", sure >= level, is_told)
    return replace(trained.head, thresholds=limits), figures


def train_pairs(rows: Sequence[Row]) -> Learned:
    """Figures: rules, reader and both joined as the desk joins them."""
    examples, is_read = [], []  # or the desk would not ask the reader at all
    for row in rows:
        ask = ask_side(row["ask"], row["ask_language"], row["ask_kind"])
        sentence = whole_side(row["sentence"], row["sentence_language"])
        same = row["ask_language"] == row["sentence_language"]
        features = pair_features(ask, sentence, same_language=same)
        examples.append(Example(row["author"], features, _HOLDING[row["label"]]))
        is_read.append(has_ground(ask, sentence, same_language=same))
    plan = HeadPlan(PAIRS, NAMES, width=2**16, strength=0.1, thresholds=_thresholds)
    trained = train_head(plan, examples)
    labels = np.array([row["label"] for row in rows])
    answers, untold = labels == "answers", ~np.isin(labels, ["answers", "partly"])
    limits = trained.head.thresholds
    opinions = [
        opinion_of(float(sure[0]), float(sure[1]), limits) if is_asked else None
        for sure, is_asked in zip(trained.left_out, is_read, strict=True)
    ]
    said = {
        "rules": np.array([_is_covered(row, None) for row in rows]),
        "reader": trained.left_out[:, 0] >= _EVEN,
        "both": np.array([_is_covered(row, o) for row, o in zip(rows, opinions, strict=True)]),
    }
    figures = {"pairs: pairs": float(len(labels))}
    for name, covered in said.items():
        figures[f"pairs: {name}: right"] = float(np.mean(covered == answers))
        figures[f"pairs: {name}: answers found"] = float(np.mean(covered[answers]))
        figures[f"pairs: {name}: missing taken for covered"] = float(np.mean(covered[untold]))
    return trained, figures


def _is_covered(row: Row, opinion: Opinion | None) -> bool:
    judged = cover_with(
        row["ask"],
        row["sentence"],
        language=row["ask_language"],
        answer_language=row["sentence_language"],
        opinion=opinion,
    )
    return judged.status is CoverageStatus.COVERED


# --- ticks ----------------------------------------------------------------------------------------

_TICK_WIDTH = 2**12  # few features: none shall share a column
_SURE = 0.88  # of the ticks that are called sure: those that are right
_SAID = ("kind", "evidence", "language", "sentence", "sentence_language", "source", "mail_words")


def train_ticks(rows: Iterable[Row]) -> Learned:
    """The sets that the mails stand in are left out as authors are. Figures: how many ticks are
    right, and of those that are called sure."""
    examples = []
    for row in rows:
        tick = Tick(ask=row["ticked"], **{name: row[name] for name in _SAID})
        is_right = row["judged"] == "answers"
        labels = frozenset(TICKED if is_right else ())
        examples.append(Example(row["author"], tick_features(tick), labels))
    thresholds = right_levels({"sure": (0, _SURE)})
    trained = train_head(HeadPlan(TICKS, TICKED, _TICK_WIDTH, 1.0, thresholds), examples)
    truth = trained.truth[:, 0]
    return trained, {
        "ticks": float(len(truth)),
        "ticks: right": float(truth.mean()),
        **trained.found_and_right("ticks, sure: {}", "sure"),
    }
