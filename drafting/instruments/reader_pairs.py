"""The head that says whether a sentence answers an ask: examples, thresholds, figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from drafting.instruments.reader_training import Example, Floats, HeadPlan, Trained, Truths
from templatesapp.text.coverage.cover import CoverageStatus, cover_with
from templatesapp.text.reader.opinions import PAIRS, Opinion, has_ground, side_limits
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
REPLY, HOUSE = "reply", "house"  # the sides of pairs.py
# Taken for an answer, of the sentences that tell nothing of what was asked. In a reply the rules
# count unless the reader is against: a right answer that is refused stops an agent.
_WRONGLY = {
    REPLY: {"fit": 1.0, "sure": 0.29, "for": 0.03},
    HOUSE: {"fit": 0.05, "sure": 0.022, "for": 0.012},
}
_WRONGLY_AGAINST = 0.1  # of the sentences that tell all of it or a part


def pair_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, str]]:
    """Labelled pairs in one form, whichever set they come from."""
    for row in rows:
        if "sentences" in row:
            yield from _house_rows(row)
        elif "answer_text" in row:
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


def _house_rows(row: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """An ask with sentences of the house's own texts, told apart by their numbers from 1."""
    labels = {n: label for label in ("partly", "answers", "promises") for n in row[label]}
    for number, sentence in enumerate(row["sentences"], 1):
        yield {
            **{key: row[key] for key in ("author", "ask", "ask_kind", "ask_language")},
            "sentence": sentence,
            "sentence_language": row["ask_language"],
            "label": labels.get(number, "touches"),
            "side": HOUSE,
        }


def pair_example(row: Mapping[str, str]) -> Example:
    features = pair_features(
        ask_side(row["ask"], row["ask_language"], row["ask_kind"]),
        whole_side(row["sentence"], row["sentence_language"]),
        same_language=row["ask_language"] == row["sentence_language"],
        is_reply=_is_reply(row),
    )
    return Example(row["author"], features, _HOLDING[row["label"]])


def pair_plan(rows: Sequence[Mapping[str, str]]) -> HeadPlan:
    is_reply = np.array([_is_reply(row) for row in rows])

    def thresholds(sure: Floats, truth: Truths) -> dict[str, float]:
        return {
            f"{side} {name}": limit
            for side, of_side in ((REPLY, is_reply), (HOUSE, ~is_reply))
            if of_side.any()
            for name, limit in _limits(sure[of_side], truth[of_side], _WRONGLY[side]).items()
        }

    return HeadPlan(PAIRS, NAMES, width=2**17, strength=0.1, thresholds=thresholds)


def _limits(sure: Floats, truth: Truths, wrongly: Mapping[str, float]) -> dict[str, float]:
    """So high that the reader was wrong so rarely on authors it had not read."""
    tells = truth[:, 1]
    limits = {name: np.quantile(sure[~tells, 0], 1 - share) for name, share in wrongly.items()}
    limits["against"] = np.quantile(sure[tells, 1], _WRONGLY_AGAINST)
    return {name: float(limit) for name, limit in limits.items()}


def pair_figures(trained: Trained, rows: Sequence[Mapping[str, str]]) -> dict[str, float]:
    """Rules, reader and both joined as the desk joins them, the reader left-out, by sides."""
    found: dict[str, float] = {}
    for side in (REPLY, HOUSE):
        places = [n for n, row in enumerate(rows) if _is_reply(row) == (side == REPLY)]
        if places:
            figures = _side_figures(trained, [rows[n] for n in places], trained.left_out[places])
            found |= {f"{side}: {name}": value for name, value in figures.items()}
    return found


def _side_figures(
    trained: Trained, rows: Sequence[Mapping[str, str]], left_out: Floats
) -> dict[str, float]:
    labels = np.array([row["label"] for row in rows])
    answers, untold = labels == "answers", ~np.isin(labels, ["answers", "partly"])
    limits = side_limits(trained.head.thresholds, is_reply=_is_reply(rows[0]))
    opinions = [
        Opinion(float(sure[0]), float(sure[1]), limits) if _is_on_ground(row) else None
        for sure, row in zip(left_out, rows, strict=True)
    ]
    said = {
        "rules": np.array([_is_covered(row, None) for row in rows]),
        "reader": left_out[:, 0] >= _EVEN,
        "both": np.array([_is_covered(row, o) for row, o in zip(rows, opinions, strict=True)]),
    }
    found = {"pairs": float(len(labels))}
    for name, covered in said.items():
        found[f"{name}: right"] = float(np.mean(covered == answers))
        found[f"{name}: answers found"] = float(np.mean(covered[answers]))
        found[f"{name}: missing taken for covered"] = float(np.mean(covered[untold]))
        found[f"{name}: covered and answers"] = float(np.mean(answers[covered]))
    return found


def _is_reply(row: Mapping[str, str]) -> bool:
    return row.get("side", REPLY) == REPLY


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
        is_reply=_is_reply(row),
    )
    return judged.status is CoverageStatus.COVERED
