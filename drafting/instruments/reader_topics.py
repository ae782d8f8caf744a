"""The heads that find answers: what a question is about, learned from wordings of the questions
of a house; and how surely an answer answers, learned from asks with the answers that do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from drafting.instruments.evaluation import mail_of
from drafting.instruments.reader_training import (
    Example,
    Floats,
    HeadPlan,
    Trained,
    Truths,
    precision_level,
)
from drafting.pipeline.answer.answering import ANSWERING, NAMES, answering_features
from drafting.pipeline.answer.knowledge import KnowledgeSearch, sentences_around
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import Ask, AskKind
from templatesapp.text.reader.hashing import Rows
from templatesapp.text.reader.heads import Head
from templatesapp.text.reader.texts import ask_features
from templatesapp.text.reader.topics import topic_rows

_LEVELS = {"likely": 0.56, "sure": 0.9}  # right among those that reach it
_WIDTH = 2**15
_STRENGTH = 30.0
_ROUNDS = 40  # of the solver: more change the fourth digit


def wordings(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Topic, language and words of each wording."""
    for row in rows:
        for text in row["wordings"]:
            yield row["topic"], row["language"], text


def train_topics(rows: Sequence[Mapping[str, Any]]) -> Head:
    """One softmax over all topics. Deterministic: the solver draws nothing."""
    said = list(wordings(rows))
    names = tuple(sorted({topic for topic, _, _ in said}))
    read = Rows([ask_features(text, text, language) for _, language, text in said], _WIDTH)
    matrix = csr_matrix((read.values, read.columns, read.starts), shape=(len(said), _WIDTH))
    used = np.unique(matrix.indices)
    model = LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS)
    model.fit(matrix[:, used], [names.index(topic) for topic, _, _ in said])
    weights = np.zeros((_WIDTH, len(names)), dtype=np.float32)
    weights[used] = model.coef_.T
    return Head(names, weights, model.intercept_.astype(np.float32), {})


def answering_plan() -> HeadPlan:
    return HeadPlan(ANSWERING, NAMES, 2**12, 3.0, _thresholds)


def answering_examples(
    rows: Iterable[Mapping[str, Any]],
    mails: Mapping[str, Mapping[str, Any]],
    desk: Desk,
    topics: Head,
) -> list[Example]:
    """Each ask with each item that the desk would look at. ``full``: the keys of the items
    that answer all of it; ``mails``: by their id. Their categories are the rules' own: what the
    reader makes of mail that it was trained on would be too good."""

    @cache
    def topics_read(question: str, language: str) -> NDArray[np.float32]:
        return topic_rows([(question, language)], topics)[0]

    @cache
    def categories_of(mail: str) -> list[str]:
        plan = interpret(mail_of(mails[mail]), settings=settings)
        return [scenario.category for scenario in plan.scenarios]

    settings = replace(desk.interpret_settings, has_reader=False)
    search = KnowledgeSearch(desk.catalogue, topics_read)
    return [
        example
        for row in rows
        for example in _answering(row, mails[row["mail"]], categories_of(row["mail"]), search, desk)
    ]


def _answering(
    row: Mapping[str, Any],
    mail: Mapping[str, Any],
    categories: Sequence[str],
    search: KnowledgeSearch,
    desk: Desk,
) -> Iterator[Example]:
    language = row["ask_language"]
    ask = Ask(id="a1", kind=AskKind(row["ask_kind"]), text=row["ask"])
    for found in search.find(
        ask.text,
        language=language,
        letter_language=desk.catalogue.letter_language(language),
        categories=categories,
        around=sentences_around(mail["subject"], mail["body"], ask.text),
    ):
        labels = NAMES if found.item.key in row["full"] else ()
        yield Example(row["author"], answering_features(ask, language, found), frozenset(labels))


def _thresholds(sure: Floats, truth: Truths) -> dict[str, float]:
    return {
        name: precision_level(sure[:, 0], truth[:, 0], right) for name, right in _LEVELS.items()
    }


def answering_figures(trained: Trained) -> dict[str, float]:
    """Of the asks that an item answers, those found; how often what is found answers."""
    figures = {}
    truth = trained.truth[:, 0]
    for name, level in trained.head.thresholds.items():
        said = trained.left_out[:, 0] >= level
        figures[f"answers found, {name}"] = float(said[truth].mean())
        figures[f"answers right, {name}"] = float(truth[said].mean())
    return figures
