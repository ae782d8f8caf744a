"""The head that says what somebody needs at once, learned from what guests' mails say then and from
what only sounds like it. Its authors wrote no mail, so the heads that read mails by it are measured
as if it had read none."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from drafting.instruments.reader_training import Example, HeadPlan, fit_head
from drafting.pipeline.interpret.second_opinion import EMERGENCY, TRIGGERS
from drafting.pipeline.plan import LANGUAGES
from templatesapp.text.reader.heads import Head
from templatesapp.text.reader.needs import ANY, NEEDS, need_features
from templatesapp.text.reader.topics import TopicReader

NAMES = (*TRIGGERS, EMERGENCY, ANY)
NEEDS_PLAN = HeadPlan(NEEDS, NAMES, 2**16, 3.0)
_NOTHING = "none"
_OF_TOPICS = 3  # every third ask that wants nothing of the kind


def train_needs(rows: Sequence[Mapping[str, Any]], topics: TopicReader) -> Head:
    """``rows``: situations, by what somebody ``needs`` in them, and topics, which need nothing.
    ``topics``: by which they are read."""
    return fit_head(NEEDS_PLAN, list(_examples(rows, topics)))


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
