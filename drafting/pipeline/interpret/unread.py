"""What a mail may ask for in sentences where nothing was found asked: a trained doubt. It changes
no plan; a letter that may leave something unanswered waits for a person."""

import re
from collections.abc import Iterator

from drafting.pipeline.plan import ActionPlan, AskKind
from templatesapp.text.reader.heads import Features, shipped_heads
from templatesapp.text.reader.texts import ask_features
from templatesapp.text.sentences import sentences

UNREAD = "unread"
NAMES = ("asks",)
_FEWEST_WORDS = 2
_WORDS = re.compile(r"\w+")
_EDGE = 4  # sentences from the end, that tell a matter from a farewell


def may_ask_more(plan: ActionPlan) -> bool:
    head = shipped_heads()[UNREAD]
    rows = [features for _, features in unread_sentences(plan)]
    chances = head.probabilities(rows)[:, 0]
    return bool((chances >= head.thresholds["doubt"]).any())


def unread_sentences(plan: ActionPlan) -> Iterator[tuple[str, Features]]:
    """The sentences in which nothing was found asked, each with what tells whether it asks."""
    read = [words_of(a.evidence) for a in plan.asks if a.kind is not AskKind.NOTICE]
    worded = [(one, words_of(one)) for one in sentences(plan.normalized_text)]
    worded = [(one, key) for one, key in worded if len(key.split()) >= _FEWEST_WORDS]
    is_read = [any(touches(key, each) for each in read) for _, key in worded]
    has_asks = any(is_read)
    for place, (one, _) in enumerate(worded):
        if is_read[place]:
            continue
        after, before = is_read[max(place - 1, 0)], is_read[place + 1 : place + 2] == [True]
        marks = (
            f"place {min(place, 3)}",
            f"from end {min(len(worded) - place - 1, _EDGE)}",
            f"asks in mail {has_asks}",
            *(["after ask"] if after else []),
            *(["before ask"] if before else []),
        )
        yield one, {**ask_features(one, one, plan.language), **dict.fromkeys(marks, 1.0)}


def words_of(text: str) -> str:
    return " ".join(_WORDS.findall(text.lower()))


def touches(one: str, other: str) -> bool:
    """Whether one of the two stands in the other, by their words."""
    return bool(one and other) and (one in other or other in one)
