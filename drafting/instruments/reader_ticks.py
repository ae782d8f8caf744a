"""Trains the head that says how far a tick can be trusted, on ticks that people judged."""

from collections.abc import Iterable

from drafting.instruments.labelled import Row, author_of
from drafting.instruments.reader_training import (
    Example,
    HeadPlan,
    Learned,
    right_levels,
    train_head,
)
from templatesapp.text.reader.ticks import NAMES, TICKS, Tick, tick_features

_WIDTH = 2**12  # few features: none shall share a column
_SURE = 0.88  # of the ticks that are called sure: those that are right


def train_ticks(rows: Iterable[Row]) -> Learned:
    """The sets that the mails stand in are left out as authors are. Figures: how many ticks are
    right, and of those that are called sure."""
    examples = [
        Example(
            author_of(row),
            tick_features(_tick(row)),
            frozenset(NAMES if row["judged"] == "answers" else ()),
        )
        for row in rows
    ]
    thresholds = right_levels({"sure": (0, _SURE)})
    trained = train_head(HeadPlan(TICKS, NAMES, _WIDTH, 1.0, thresholds), examples)
    truth = trained.truth[:, 0]
    return trained, {
        "ticks": float(len(truth)),
        "ticks: right": float(truth.mean()),
        **trained.found_and_right("ticks, sure: {}", "sure"),
    }


def _tick(row: Row) -> Tick:
    return Tick(
        ask=row["ticked"],
        kind=row["kind"],
        evidence=row["evidence"],
        language=row["language"],
        sentence=row["sentence"],
        sentence_language=row["sentence_language"],
        source=row["source"],
        mail_words=row["mail_words"],
    )
