"""How surely a known answer answers an ask: a trained opinion, with the rules' verdict among what
it weighs. Nothing that it reads is one house's: nearness, kinds of value, shares of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from drafting.pipeline.plan import Ask, AskKind
from templatesapp.entries import KnowledgeEntry
from templatesapp.text.coverage.cover import asks_the_same, cover_all, settles
from templatesapp.text.reader.heads import Features, shipped_heads
from templatesapp.text.reader.pairs import ask_side, whole_side
from templatesapp.text.reader.topics import NOTHING_MET, Met
from templatesapp.text.tokens import terms

ANSWERING = "answering"
NAMES = ("answers",)
_NEAR = 0.1
_ITEMS_KEPT = 1_000  # of the house, with their questions: each is looked at by many asks


@dataclass(frozen=True, slots=True)
class Found:
    """An item that may answer an ask. ``score``: by words, 0-1 of the best; ``near``: 0-1, by what
    both are about, and ``lead``: before the next nearest; ``around``: 0-1, how near the rest of the
    mail comes, and ``leads_around``: to no other item nearer; ``case``: whether it is of the mail's
    first category, another of its, or none; ``said``: 0-1, how near the nearest sentence of the
    answer is; ``met``: how much of what is asked question and answer take up.

    ``chance``: 0-1, that it answers all of the ask; ``is_likely``: enough to be told, and a person
    looks; ``is_sure``: no guess."""

    item: KnowledgeEntry
    text: str
    score: float
    near: float
    lead: float
    around: float = 0.0
    leads_around: bool = False
    case: str = "none"
    said: float = 0.0
    met: Met = NOTHING_MET
    chance: float = 0.0
    is_likely: bool = False
    is_sure: bool = False

    @property
    def is_nearest(self) -> bool:
        return self.lead > 0


def weighed(ask: Ask, language: str, found: Sequence[Found]) -> list[Found]:
    """The same items, each with how surely it answers the ask."""
    head = shipped_heads()[ANSWERING]
    likely, sure = head.thresholds["likely"], head.thresholds["sure"]
    rows = head.probabilities([answering_features(ask, language, one) for one in found])
    judged = []
    for one, chance in zip(found, rows[:, 0].tolist(), strict=True):
        chance = max(chance, sure) if is_own_question(ask, language, one) else chance
        # What the mail asks besides may lie right at an item that has nothing to do with it.
        is_near = one.near >= _NEAR or one.score > 0
        is_likely, is_sure = is_near and chance >= likely, is_near and chance >= sure
        judged.append(replace(one, chance=chance, is_likely=is_likely, is_sure=is_sure))
    return judged


def is_own_question(ask: Ask, language: str, found: Found) -> bool:
    """Whether the guest asks what the house itself wrote above the answer, and nothing besides:
    such an ask needs no opinion."""
    item = found.item
    return (
        ask.kind is AskKind.QUESTION
        and language == item.language
        and set(terms(ask.text, language)) == set(terms(item.question, language))
        and asks_the_same(ask.text, item.question, language=language)
    )


_said_by = lru_cache(maxsize=_ITEMS_KEPT)(whole_side)


def answering_features(ask: Ask, language: str, found: Found) -> Features:
    return dict(_features(ask, language, found))


def _features(ask: Ask, language: str, found: Found) -> Iterator[tuple[str, float]]:
    item, kind, met = found.item, ask.kind.value, found.met
    near, lead = min(int(found.near * 5), 4), min(max(int(found.lead * 4), -2), 3)
    around = min(int(found.around * 4), 3)
    is_own = language == item.language
    [covered] = cover_all(
        [ask.text],
        found.text,
        kinds=[kind],
        language=language,
        answer_language=item.language,
        is_reply=False,
    )
    status = covered.status
    asked = ask_side(ask.text, language, kind)
    said = _said_by(f"{item.question} {found.text}", item.language)
    yield "near", found.near
    yield "lead", found.lead
    yield "score", found.score
    yield "around", found.around
    yield "near or around", min(1.0, found.near + found.around)
    yield "said", found.said
    yield "least near", min(found.near, found.said)
    yield "words met", met.share
    yield "least word met", met.least
    yield "words lost", met.lost
    yield "unmet", met.unmet
    for name in (
        f"words met {int(met.share * 8)}",
        f"least word met {int(met.least * 6)}",
        f"unmet {int(met.unmet * 5)}",
        kind,
        f"near {near}",
        f"near {near} {kind}",
        f"near {near} lead {lead}",
        f"nearest {found.is_nearest} {kind}",
        f"nearest {found.is_nearest} rules {status}",
        f"nearest {found.is_nearest} by words {found.score == 1}",
        f"rules {status}",
        f"rules {status} near {near}",
        f"rules {status} {kind}",
        f"case {found.case}",
        f"case {found.case} near {near}",
        f"case {found.case} around {around}",
        f"around {around} near {near}",
        f"around leads {found.leads_around} near {near}",
        f"around {around} length {min(len(asked.words) // 3, 4)}",
        f"asks {'?' in ask.text}",
        f"length {min(len(asked.words) // 3, 5)}",
        f"near {near} length {min(len(asked.words) // 6, 3)}",
        f"near {near} said {min(int(found.said * 5), 4)}",
        f"numbers {bool(asked.numbers)} {bool(asked.numbers & said.numbers)}",
    ):
        yield name, 1.0
    if is_own and asks_the_same(ask.text, item.question, language=language):
        yield "same question", 1.0
    if ask.kind is AskKind.ACTION and settles(
        ask.text, found.text, language=language, answer_language=item.language
    ):
        yield "settles", 1.0
    if is_own and asked.stems:
        yield "words held", len(asked.stems & said.stems) / len(asked.stems)
    if asked.topics:
        unsaid = len(asked.topics - said.concepts) / len(asked.topics)
        yield "unsaid", unsaid
        yield f"unsaid near {near}", unsaid
    for part in asked.parts:
        has = f"has {part.aspect}" in said.marks
        yield f"aspect {part.aspect} {has}", 1 / len(asked.parts)
        yield f"aspect {has} near {near}", 1 / len(asked.parts)
        if part.is_state:
            yield "of a state", 1.0
