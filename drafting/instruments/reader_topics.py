"""Trains the reader's heads that find answers and tell whether two questions ask the same.
What a question is about, learned from wordings of the questions of a house; how surely an answer
answers, learned from asks with the answers that do; whether two questions ask the same and the
answer to one serves the other, learned from wordings of topics beside the nearest other topics of
the same author."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from drafting.instruments.labelled import Row, languages_of, mail_of
from drafting.instruments.reader_training import (
    SEED,
    Example,
    Floats,
    HeadPlan,
    Learned,
    Truths,
    right_levels,
    train_head,
)
from drafting.pipeline.answer.knowledge import (
    KnowledgeSearch,
    sentences_around,
    sentences_before,
)
from drafting.pipeline.answer.likely import ANSWERING, answering_features
from drafting.pipeline.answer.likely import NAMES as ANSWERS
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import Ask, AskKind
from learning.ledger.likeness import NAMES as SAME
from learning.ledger.likeness import (
    SAME_QUESTION,
    SERVED,
    Question,
    read_question,
    same_features,
    served_features,
)
from templatesapp.entries import Catalogue, KnowledgeEntry
from templatesapp.text.reader.heads import Head, Rows
from templatesapp.text.reader.texts import ask_features
from templatesapp.text.reader.topics import MEANING, TOPICS, shipped_topics

_LEVELS = {"likely": (0, 0.58), "sure": (0, 0.9)}  # right among those that reach it
_PAIRS, _NEIGHBOURS = 6, 3  # of each topic
# Of neighbouring topics: joined without a person, or offered to one.
_WRONGLY = {"same": 0.005, "maybe": 0.1}
_SERVED_WRONGLY = 0.0125  # a person looks at what is said to another wording
_UNSENT = {"from": "", "thread": []}  # of a mail that an ask brings
_WIDTH, _DIRECTIONS = 2**15, 96
_SHARPNESS = 12.0  # of the softmax over cosines: log-odds of the same direction
_DROPPED = 0.4  # of the features of a text, anew in each round
_ROUNDS, _AT_ONCE = 20, 256
_PACE, _FIRST, _SECOND = 0.02, 0.9, 0.999  # Adam's (Kingma and Ba, 2015), falling to nothing

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Said:
    """A wording of a topic, or an answer to it. ``author``: who told its topics apart."""

    topic: str
    language: str
    text: str
    author: str = ""


def wordings(rows: Iterable[Row]) -> Iterator[Said]:
    """Of rows of one language (``wordings``), and of all languages (``answers``), but of those
    that are kept ``apart``: nothing learns from them where a question lies."""
    for row in rows:
        if row.get("apart"):
            continue
        if "wordings" in row:
            yield from (Said(row["topic"], row["language"], text) for text in row["wordings"])
            continue
        author, topic = row["author"], f"{row['author']}/{row['topic']}"
        for language, answer in row["answers"].items():
            yield from (Said(topic, language, text, author) for text in [*row[language], answer])


def train_topics(said: Sequence[Said]) -> dict[str, Head]:
    """Directions of the features, and of the topics, such that each text points to its topic
    rather than to others of its author: two authors may have the same topic. A linear embedding
    under a softmax over cosines. Source: Wu and others, "StarSpace: Embed All The Things!" (2018).
    """
    names = tuple(sorted({one.topic for one in said}))
    authors = {one.topic: one.author for one in said}
    read = Rows([ask_features(one.text, one.text, one.language) for one in said], _WIDTH)
    texts = csr_matrix(
        (read.values.astype(np.float32), read.columns, read.starts), shape=(len(said), _WIDTH)
    )
    texts.sum_duplicates()
    is_foreign = np.array([[authors[a] != authors[b] for b in names] for a in names])
    topics = np.array([names.index(one.topic) for one in said])
    ways, places = _fit_ways(texts, topics, is_foreign, np.random.default_rng(SEED))
    return {
        MEANING: _bare_head(tuple(map(str, range(_DIRECTIONS))), ways),
        TOPICS: _bare_head(names, _unit(places).T * _SHARPNESS),
    }


def _bare_head(names: tuple[str, ...], weights: Numbers) -> Head:
    return Head(names, weights, np.zeros(len(names), dtype=np.float32), {})


def _fit_ways(
    texts: csr_matrix, topics: NDArray[np.int64], is_foreign: Truths, draws: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Columns × directions, and topics × directions."""
    ways = _Moved(draws, (texts.shape[1], _DIRECTIONS))
    unused = np.setdiff1d(np.arange(texts.shape[1]), texts.indices)
    ways.values[unused] = 0
    places = _Moved(draws, (len(is_foreign), _DIRECTIONS))
    everywhere = np.arange(len(is_foreign))
    steps = _ROUNDS * -(-len(topics) // _AT_ONCE)
    for step in range(steps):
        if step % (steps // _ROUNDS) == 0:
            order = draws.permutation(len(topics))
        chosen = order[step % (steps // _ROUNDS) * _AT_ONCE :][:_AT_ONCE]
        held = texts[chosen]
        held.data = held.data * (draws.random(len(held.data)) >= _DROPPED) / (1 - _DROPPED)
        held = held.astype(np.float32)
        directions = np.asarray(held @ ways.values)
        near, to = _unit(directions), _unit(places.values)
        scores = _SHARPNESS * near @ to.T
        scores[is_foreign[topics[chosen]]] = -np.inf
        wrong = np.exp(scores - scores.max(axis=1, keepdims=True))
        wrong /= wrong.sum(axis=1, keepdims=True)
        wrong[np.arange(len(chosen)), topics[chosen]] -= 1
        wrong *= _SHARPNESS / len(chosen)
        used = np.unique(held.indices)
        along = _through_unit(wrong @ to, directions)
        pace = _PACE * (1 - step / steps)
        ways.move(used, np.asarray(held[:, used].T @ along), pace, step + 1)
        places.move(everywhere, _through_unit(wrong.T @ near, places.values), pace, step + 1)
    return ways.values, places.values


class _Moved:
    """Numbers that Adam moves, row by row as they are used."""

    def __init__(self, draws: np.random.Generator, shape: tuple[int, int]) -> None:
        self.values = (0.1 * draws.standard_normal(shape)).astype(np.float32)
        self._first, self._second = np.zeros_like(self.values), np.zeros_like(self.values)

    def move(self, rows: NDArray[np.int64], slope: Numbers, pace: float, step: int) -> None:
        first = self._first[rows] = _FIRST * self._first[rows] + (1 - _FIRST) * slope
        second = self._second[rows] = _SECOND * self._second[rows] + (1 - _SECOND) * slope**2
        size = np.sqrt(second / (1 - _SECOND**step)) + 1e-8
        self.values[rows] -= pace * first / (1 - _FIRST**step) / size


def _unit(rows: Numbers) -> Numbers:
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-8))


def _through_unit(slope: Numbers, rows: Numbers) -> Numbers:
    """What a slope by rows of length one is by the rows as they are."""
    unit, length = _unit(rows), np.linalg.norm(rows, axis=1, keepdims=True) + 1e-8
    return np.asarray((slope - (slope * unit).sum(axis=1, keepdims=True) * unit) / length)


def train_answering(rows: Sequence[Row], desk: Desk) -> Learned:
    """By each ask with each item that the house would look at. ``full``: the keys of the items that
    answer all of it; its mail stands in a row of its own where it does not bring one, and its house
    is an author's where it is not the desk's. Categories are the rules' own: what the reader makes
    of mail that it was trained on would be too good.

    Figures: of the asks that an item answers, those found; how often what is found answers."""
    settings = replace(desk.interpret_settings, has_reader=False)
    mails = {row["id"]: row for row in rows if "id" in row and "body" in row}
    searches = {name: KnowledgeSearch(house) for name, house in _houses(rows, desk).items()}
    searches[""] = KnowledgeSearch(desk.catalogue)
    categories: dict[str, list[str]] = {}
    examples: list[Example] = []
    for row in (row for row in rows if "full" in row):
        mail = {**_UNSENT, **(row if "body" in row else mails[row["mail"]])}
        if mail["body"] not in categories:
            read = interpret(mail_of(mail), settings=settings)
            categories[mail["body"]] = [scenario.category for scenario in read.scenarios]
        language = row["ask_language"]
        ask = Ask(id="a1", kind=AskKind(row["ask_kind"]), text=row["ask"])
        found = searches[row.get("house", "")].find(
            ask.text,
            language=language,
            letter_language=desk.catalogue.letter_language(language),
            categories=categories[mail["body"]],
            around=sentences_around(mail["subject"], mail["body"], ask),
        )
        before = sentences_before(mail["body"], ask)
        rows_of = answering_features(ask, language, found, before)
        for one, features in zip(found, rows_of, strict=True):
            labels = frozenset(ANSWERS if one.item.key in row["full"] else ())
            examples.append(Example(row["author"], features, labels))
    trained = train_head(HeadPlan(ANSWERING, ANSWERS, 2**12, 0.3, right_levels(_LEVELS)), examples)
    figures: dict[str, float] = {}
    for name in trained.head.thresholds:
        figures |= trained.found_and_right(f"answers {{}}, {name}", name)
    return trained, figures


def _houses(rows: Iterable[Row], desk: Desk) -> dict[str, Catalogue]:
    """The topics of an author with their answers, as if they were all one house's."""
    items: dict[str, list[KnowledgeEntry]] = {}
    for row in rows:
        if row.get("apart"):
            continue
        for language, answer in row.get("answers", {}).items():
            item = KnowledgeEntry(
                key=row["topic"],
                category="",
                question=row[language][0],
                answer=answer,
                language=language,
                citation=row["topic"],
                uri="",
                may_be_injected=True,
                is_promoted=False,
            )
            items.setdefault(row["author"], []).append(item)
    return {
        name: replace(desk.catalogue, knowledge=tuple(known), stamp=name)
        for name, known in items.items()
    }


def train_same(rows: Sequence[Row]) -> Learned:
    """By topics that were kept ``apart``. Where their questions lie is read by directions that
    were learned without them, as those of a house's own questions are.

    Figures: of two wordings of one topic, how many are joined, or at least offered."""
    examples = [one for topics in _apart(rows) for one in _same_examples(topics)]
    trained = train_head(HeadPlan(SAME_QUESTION, SAME, 2**12, 0.3, _same_levels), examples)
    joined = trained.left_out[trained.truth[:, 0], 0]
    return trained, {
        f"wordings joined, {name}": float((joined >= level).mean())
        for name, level in trained.head.thresholds.items()
    }


def train_served(rows: Sequence[Row]) -> Learned:
    """By the same topics: each wording as the promoted one, beside its answer.

    Figure: how many other wordings of a topic the answer serves."""
    examples = [one for topics in _apart(rows) for one in _served_examples(topics)]
    trained = train_head(HeadPlan(SERVED, (SERVED,), 2**12, 0.3, _served_level), examples)
    served = trained.left_out[trained.truth[:, 0], 0] >= trained.head.thresholds[SERVED]
    return trained, {"wordings served": float(served.mean())}


def _apart(rows: Sequence[Row]) -> list[list[Row]]:
    """The topics that were kept apart, of each author."""
    topics: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.get("apart"):
            topics[row["author"]].append(row)
    return [topics[author] for author in sorted(topics)]


def _same_levels(sure: Floats, truth: Truths) -> dict[str, float]:
    others = sure[~truth[:, 0], 0]
    return {name: float(np.quantile(others, 1 - share)) for name, share in _WRONGLY.items()}


def _served_level(sure: Floats, truth: Truths) -> dict[str, float]:
    return {SERVED: float(np.quantile(sure[~truth], 1 - _SERVED_WRONGLY))}


def _same_examples(rows: Sequence[Row]) -> Iterator[Example]:
    topics, draws = [_asked(row) for row in rows], np.random.default_rng(SEED)
    for asked, row, others in zip(topics, rows, _neighbours(topics), strict=True):
        pairs = draws.permutation(list(combinations(range(len(asked)), 2)))[:_PAIRS]
        found = [(asked[left], asked[right], True) for left, right in pairs]
        for other in others:
            places = draws.integers(len(asked), size=(_PAIRS // 2, 2))
            found += [(asked[left], topics[other][right], False) for left, right in places]
        for left, right, is_same in found:
            labels = frozenset(SAME if is_same else ())
            yield Example(row["author"], same_features(left, right), labels)


def _served_examples(rows: Sequence[Row]) -> Iterator[Example]:
    draws = np.random.default_rng(SEED)
    for row, others in zip(rows, _neighbours([_asked(row) for row in rows]), strict=True):
        for language, answer in row["answers"].items():
            own = row[language]
            found = [(said, promoted, True) for promoted, said in permutations(own, 2)]
            for other in others:
                asked = draws.permutation(rows[other].get(language, []))[:2]
                found += [(str(said), str(draws.choice(own)), False) for said in asked]
            for said, promoted, is_served in found:
                question, known = read_question(said, language), read_question(promoted, language)
                labels = frozenset({SERVED} if is_served else ())
                yield Example(row["author"], served_features(question, known, answer), labels)


def _asked(row: Row) -> list[Question]:
    return [
        read_question(text, language) for language in languages_of(row) for text in row[language]
    ]


def _neighbours(topics: Sequence[Sequence[Question]]) -> NDArray[np.int64]:
    """Of each topic the others that lie nearest, topics × ``_NEIGHBOURS``."""
    shipped = shipped_topics()
    ways = np.array(
        [np.sum([shipped.direction(a.text, a.language) for a in asked], axis=0) for asked in topics]
    )
    ways /= np.linalg.norm(ways, axis=1, keepdims=True) + 1e-9
    near = ways @ ways.T - 2 * np.eye(len(topics))
    return np.argsort(-near, axis=1, kind="stable")[:, :_NEIGHBOURS]
