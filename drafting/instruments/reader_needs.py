"""The head that says what somebody needs at once, by one sentence: learned from situations, and
from every sentence of labelled mail."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drafting.instruments.reader_mails import RuledMail
from drafting.instruments.reader_training import (
    Example,
    Floats,
    HeadPlan,
    Truths,
    fit,
    head_of,
    matrix_of,
    odds_left_out,
    parts_of,
)
from drafting.pipeline.interpret.normalise import own_subject
from drafting.pipeline.interpret.second_opinion import EMERGENCY, TRIGGERS
from drafting.pipeline.plan import LANGUAGES
from templatesapp.text.reader.heads import Head, Rows
from templatesapp.text.reader.mails import ANY, NEEDS, alone_features, need_features
from templatesapp.text.reader.topics import TopicReader
from templatesapp.text.tokens import words

NAMES = (*TRIGGERS, EMERGENCY, ANY)
NEEDS_PLAN = HeadPlan(NEEDS, NAMES, 2**16, 10.0)
_ANY_PLAN = HeadPlan(NEEDS, (ANY,), 2**16, 10.0)
_NOTHING = "none"
_OF_TOPICS = 3  # every third ask that wants nothing of the kind
_QUOTED = 0.6  # of the words that matter, in the sentence that holds them
_SHORT = 25  # words of a mail that is one matter from its first to its last


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of a mail, or two that stand together. ``is_known``: labels say what it tells."""

    mail: int
    example: Example
    is_known: bool


def train_needs(
    rows: Sequence[Mapping[str, Any]], cases: Sequence[RuledMail], topics: TopicReader
) -> tuple[Head, Floats]:
    """The head, and mails × needs: the log-odds of the sentence that tells each most surely, for
    one who has read nothing of the mail's author. ``rows``: situations, by what somebody ``needs``
    in them, and topics, which need nothing. ``topics``: by which all are read.

    Of most urgent mail nobody has said which sentence it is: the one that tells it most surely to a
    reader of the others.
    """
    said = [one for place, case in enumerate(cases) for one in _said(place, case, topics)]
    examples = [one.example for one in said] + list(_examples(rows, topics))
    known = np.array([one.is_known for one in said] + [True] * (len(examples) - len(said)))
    matrix = matrix_of(Rows([e.features for e in examples], NEEDS_PLAN.width), NEEDS_PLAN.width)
    own = parts_of([example.author for example in examples], NEEDS)
    any_need = np.array([[ANY in e.labels] for e in examples])
    first = odds_left_out(_ANY_PLAN, matrix, any_need, own, known)
    known |= _surest(said, first[: len(said), 0], len(examples))
    truth = np.array([[name in e.labels for name in NAMES] for e in examples])
    odds = odds_left_out(NEEDS_PLAN, matrix, truth, own, known)
    head = head_of(NEEDS_PLAN, *fit(NEEDS_PLAN, matrix[known], truth[known]), {})
    told = np.full((len(cases), len(NAMES)), -np.inf)
    np.maximum.at(told, [one.mail for one in said], odds[: len(said)])
    return head, told


def _surest(said: Sequence[_Said], odds: Floats, count: int) -> Truths:
    """Of each urgent mail without a known one, the place of what tells it most surely."""
    told = {one.mail for one in said if one.is_known and one.example.labels}
    best: dict[int, int] = {}
    for place, one in enumerate(said):
        is_open = one.example.labels and one.mail not in told
        if is_open and (one.mail not in best or odds[place] > odds[best[one.mail]]):
            best[one.mail] = place
    found = np.zeros(count, dtype=bool)
    found[list(best.values())] = True
    return found


def _said(place: int, case: RuledMail, topics: TopicReader) -> Iterator[_Said]:
    """Of an urgent mail each sentence has its labels, and is known where labels say which it is."""
    labels, language = case.labels, case.plan.language
    needs = {*labels["escalation_triggers"], *([EMERGENCY] if labels.get("emergency") else [])}
    holding = frozenset({*needs, ANY}) if needs else frozenset()
    quote = set(words(labels.get("look_at") or ""))
    is_short = len(words(case.plan.normalized_text)) <= _SHORT
    subject = own_subject(case.row["subject"])
    read = alone_features(subject, case.plan.normalized_text, language, topics)
    for text, features in read:
        is_quoted = bool(quote) and len(quote.intersection(words(text))) >= _QUOTED * len(quote)
        is_known = not needs or is_quoted or (is_short and not quote)
        yield _Said(place, Example(case.author, features, holding), is_known)


def _examples(rows: Sequence[Mapping[str, Any]], topics: TopicReader) -> Iterator[Example]:
    said = [
        (row["author"], language, text, row["needs"])
        for row in rows
        if "needs" in row
        for language in LANGUAGES
        for text in row[language]
    ]
    asked = [
        (row["author"], language, row[language][0], _NOTHING)
        for row in rows
        if "answers" in row
        for language in LANGUAGES
    ]
    for author, language, text, need in [*said, *asked[::_OF_TOPICS]]:
        labels = frozenset() if need == _NOTHING else frozenset({need, ANY})
        yield Example(author, need_features(text, language, topics), labels)
