"""The head that says whether a sentence answers an ask: examples, thresholds, figures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from drafting.instruments.reader_training import Example, Floats, HeadPlan, Trained, Truths
from templatesapp.text.coverage.cover import CoverageStatus, cover_with
from templatesapp.text.reader.opinions import PAIRS, Opinion, has_ground, opinion_of
from templatesapp.text.reader.pairs import ask_side, pair_features, whole_side

# "tells": all of it or a part.
NAMES = ("answers", "tells", "promises")
_HOLDING = {
    "answers": frozenset({"answers", "tells"}),
    "partly": frozenset({"tells"}),
    "promises": frozenset({"promises"}),
    "touches": frozenset[str](),
    "unrelated": frozenset[str](),
}
# The older sets of pairs: a text and how far it covers the question.
_OLDER = {"covered": "answers", "partial": "partly", "missing": "touches"}
_EVEN = 0.5
# Of the sentences that tell nothing of what was asked.
_WRONGLY_FOR, _WRONGLY_CERTAIN = 0.03, 0.01
_WRONGLY_AGAINST = 0.1  # of those that tell all of it or a part


def pair_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, str]]:
    """Labelled pairs in one form, whichever set they come from."""
    for row in rows:
        if "answer_text" in row:
            language = row.get("language", "en")
            yield {
                "author": row.get("author", "first"),
                "ask": row["question"],
                "ask_kind": "question",
                "ask_language": language,
                "sentence": row["answer_text"],
                "sentence_language": row.get("answer_language", language),
                "label": _OLDER[row["label"]],
            }
        else:
            yield dict(row)


def pair_example(row: Mapping[str, str]) -> Example:
    features = pair_features(
        ask_side(row["ask"], row["ask_language"], row["ask_kind"]),
        whole_side(row["sentence"], row["sentence_language"]),
        same_language=row["ask_language"] == row["sentence_language"],
    )
    return Example(row["author"], features, _HOLDING[row["label"]])


def _thresholds(sure: Floats, truth: Truths) -> dict[str, float]:
    """So rare that the reader, surely for or against, was wrong on authors it had not read."""
    tells = truth[:, 1]
    return {
        "for": float(np.quantile(sure[~tells, 0], 1 - _WRONGLY_FOR)),
        "certain": float(np.quantile(sure[~tells, 0], 1 - _WRONGLY_CERTAIN)),
        "against": float(np.quantile(sure[tells, 1], _WRONGLY_AGAINST)),
    }


PAIR_PLAN = HeadPlan(PAIRS, NAMES, width=2**16, strength=0.1, thresholds=_thresholds)


def pair_figures(trained: Trained, rows: Sequence[Mapping[str, str]]) -> dict[str, float]:
    """Rules, reader and both joined as the desk joins them, the reader left-out."""
    labels = np.array([row["label"] for row in rows])
    answers, untold = labels == "answers", ~np.isin(labels, ["answers", "partly"])
    limits = trained.head.thresholds
    opinions = [
        opinion_of(float(row[0]), float(row[1]), limits) if _is_on_ground(pair) else None
        for row, pair in zip(trained.left_out, rows, strict=True)
    ]
    said = {
        "rules": np.array([_is_covered(row, None) for row in rows]),
        "reader": trained.left_out[:, 0] >= _EVEN,
        "both": np.array([_is_covered(row, o) for row, o in zip(rows, opinions, strict=True)]),
    }
    found = {"pairs": float(len(labels))}
    for name, covered in said.items():
        found[f"{name}: right"] = float(np.mean(covered == answers))
        found[f"{name}: answers found"] = float(np.mean(covered[answers]))
        found[f"{name}: missing taken for covered"] = float(np.mean(covered[untold]))
    return found


def _is_on_ground(row: Mapping[str, str]) -> bool:
    """Whether the desk would ask the reader at all."""
    ask = ask_side(row["ask"], row["ask_language"], row["ask_kind"])
    sentence = whole_side(row["sentence"], row["sentence_language"])
    return has_ground(ask, sentence, same_language=row["ask_language"] == row["sentence_language"])


def _is_covered(row: Mapping[str, str], opinion: Opinion | None) -> bool:
    judged = cover_with(
        row["ask"],
        row["sentence"],
        language=row["ask_language"],
        answer_language=row["sentence_language"],
        opinion=opinion,
    )
    return judged.status is CoverageStatus.COVERED
