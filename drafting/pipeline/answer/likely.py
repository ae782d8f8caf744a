"""How likely each letter is the right one, and how surely a known answer answers: trained opinions.

Every letter of the catalogue is weighed, by its words, what it is about, the house's own wording,
the mail's category and what labelled mail was answered with; the category is evidence among others
and no gate. Where the reader knows few of a house's letters, a head weighs them that was trained
without knowing any. What a letter asserts still needs its proof: a letter that only the reader
thinks right waits for a person. Of an answer the rules' verdict is weighed, too. Nothing that is
read of it is one house's: nearness, kinds of value, shares of words.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import exp, log, log1p

import numpy as np
from numpy.typing import NDArray

from drafting.pipeline.answer.catalogue_search import OwnLetters, Search, points_of
from drafting.pipeline.answer.requirements import Proofs
from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.interpret.normalise import own_subject
from drafting.pipeline.interpret.scenario import ASPECTS
from drafting.pipeline.interpret.second_opinion import plan_features
from drafting.pipeline.plan import ActionPlan, AgreementStatus, Ask, AskKind
from learning.ledger.likeness import names_other_side, read_question
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import KnowledgeEntry, TemplateEntry
from templatesapp.text.coverage.cover import (
    asks_the_same,
    cover_all,
    is_misplaced,
    is_of_another_thing,
    settles,
)
from templatesapp.text.reader.heads import Features, Head, shipped_heads
from templatesapp.text.reader.mails import whole_text
from templatesapp.text.reader.pairs import AskSide, Opinions, ask_side, whole_side
from templatesapp.text.reader.topics import NOTHING_MET, Met, shipped_topics
from templatesapp.text.tokens import concepts, terms

LETTERS, CHOICE, CHOICE_ELSEWHERE, PERSON = "letter", "choice", "choice elsewhere", "person"
ACKNOWLEDGE = "acknowledge"
_POINTS = 0.05  # log-odds of one point of a prior: 30 points make even odds 4 to 1
_AT_HOME = 0.7  # of a house's letters: as many are known to the reader, or it is another house
_FAR = 6  # places after which a letter is simply not the reader's
ANSWERING = "answering"
NAMES = ("answers",)
_COMPARED = ("near", "said", "words met", "score", "least near", "told")
_NEAR = 0.1
_ITEMS_KEPT = 1_000  # of the house, with their questions: each is looked at by many asks


@dataclass(frozen=True, slots=True)
class Likely:
    """``likelihood`` 0-1 with the ``points`` of its prior. ``is_proven``: the mail proves what the
    letter asserts. ``is_known``: the reader has learned what mail it answers."""

    template: TemplateEntry
    likelihood: float
    points: float
    is_proven: bool
    is_known: bool

    @property
    def unmoved(self) -> float:
        """Its likelihood without what was learned: that makes no text ready."""
        return _moved(self.likelihood, -self.points)


def letter_name(template: TemplateEntry) -> str:
    """What the reader knows a letter as: another house's letter of that id is another one."""
    return f"{template.template_id} {template.category or ''}".strip()


def letter_features(plan: ActionPlan, subject: str) -> Features:
    """What the reader's opinion on letters is formed from: the mail, and what the rules read."""
    found = dict(plan_features(plan, own_subject(subject)))
    marks = [
        f"thread {plan.thread_summary is not None}",
        f"agreement {plan.agreement.status}",
        *(f"proof {proof}" for proof in plan.proofs),
        *(f"category {scenario.category}" for scenario in plan.scenarios[:1]),
    ]
    found.update(dict.fromkeys(marks, 0.3))
    return found


def weigh_letters(
    plan: ActionPlan,
    *,
    subject: str,
    search: Search,
    proofs: Proofs,
    priors: Mapping[int, float],
    letters: Head | None = None,
) -> tuple[Likely, ...]:
    """All letters that could be chosen, the likeliest first. ``priors``: points by template key;
    ``letters``: what the desk's own mail taught, in the place of what is shipped."""
    if not search.view.templates:
        return ()
    opinion = letter_opinion(letter_features(plan, subject), letters)
    elsewhere = is_elsewhere(search.view.templates, opinion)
    rows = choice_rows(plan, subject=subject, search=search, proofs=proofs, opinion=opinion)
    head = shipped_heads()[CHOICE_ELSEWHERE if elsewhere else CHOICE]
    sure = head.probabilities([features for _, _, features in rows])[:, 0]
    weighed = []
    for (template, is_proven, _), chance in zip(rows, sure, strict=True):
        points = points_of(template, priors)
        is_known = letter_name(template) in opinion
        likelihood = _moved(float(chance), points)
        weighed.append(Likely(template, likelihood, points, is_proven, is_known))
    return tuple(sorted(weighed, key=lambda one: (-one.likelihood, one.template.template_id)))


def is_elsewhere(letters: Collection[TemplateEntry], known: Collection[str]) -> bool:
    """Whether the house's letters are none that the reader learned from. ``known``: their names."""
    return sum(letter_name(each) in known for each in letters) < _AT_HOME * len(letters)


def wants_person(plan: ActionPlan, subject: str) -> float:
    """How surely somebody must look something up, act or decide, 0-1."""
    features = letter_features(plan, subject)
    return float(shipped_heads()[PERSON].probabilities([features])[0, 0])


def letter_opinion(features: Features, own_head: Head | None = None) -> dict[str, float]:
    """The reader's log-odds of each letter that it knows."""
    head = own_head or shipped_heads()[LETTERS]
    chances = np.clip(head.probabilities([features])[0], 1e-6, 1 - 1e-6)
    return {
        name: log(chance / (1 - chance)) for name, chance in zip(head.names, chances, strict=True)
    }


def choice_rows(
    plan: ActionPlan,
    *,
    subject: str,
    search: Search,
    proofs: Proofs,
    opinion: Mapping[str, float],
) -> list[tuple[TemplateEntry, bool, Features]]:
    """Each letter with whether it is proven, and what speaks for it."""
    near = dict(_nearness(plan, subject, search.view.own_letters))
    best = max(opinion.values(), default=0.0)
    order = sorted(opinion.values(), reverse=True)
    rows: list[tuple[TemplateEntry, bool, Features]] = []
    for place, ranked in enumerate(search.ranked({})):
        template = ranked.template
        known = opinion.get(letter_name(template))
        facts = search.features(ranked)
        is_proven = proofs.allows(template)
        found = {
            "score": ranked.score,
            "place": -log1p(place) / 3,
            "idf": facts.idf_share,
            "category": facts.fit,
            "category lead": facts.lead,
            "margin": facts.margin,
            **{name: float(values[ranked.number]) for name, values in near.items()},
            "protected": float(is_hard_rule_protected(template.category)),
            "unknown letter": float(known is None),
            "likely not a letter": opinion.get(ACKNOWLEDGE, -4.0) / 4,
        }
        if template.requires:
            found["proven" if is_proven else "unproven"] = 1.0
            if plan.agreement.status is not AgreementStatus.NONE:
                found["agreed"] = 1.0
        if known is not None:
            found["reader"] = known / 4
            found["behind the best"] = (known - best) / 4
            found["reader's place"] = -min(order.index(known), _FAR) / _FAR
            if template.requires and not is_proven:
                found["reader, unproven"] = known / 4
        rows.append((template, is_proven, found))
    return rows


def _nearness(
    plan: ActionPlan, subject: str, own: OwnLetters
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """By name, of each letter: how like the mail and its asks it is by letters of words, the likest
    as 1; and how near by what it is about, with how far it lies from the nearest, and its place."""
    texts = [f"{subject}\n{plan.normalized_text}", *(ask.text for ask in plan.asks)]
    found = own.likeness.of(texts)
    both = np.stack([found[0], found[1:].max(axis=0) if len(texts) > 1 else found[0]])
    both /= np.maximum(both.max(axis=1, keepdims=True), 1e-9)
    yield from zip(("like the mail", "like an ask"), both, strict=True)
    topics, language = shipped_topics(), plan.language
    asked = [a for a in plan.asks if a.kind is not AskKind.NOTICE] or list(plan.asks)
    headed = own_subject(subject)
    mail = topics.way(whole_text(headed, plan.normalized_text), language)
    by_ask = [own.subjects @ topics.of(ask.text, language) for ask in asked]
    about: dict[str, NDArray[np.float64]] = {
        "way": own.ways @ mail,
        "asks": sum(by_ask, np.zeros(len(own.subjects))) / max(len(by_ask), 1),
        "subject": own.subjects @ topics.of(headed, language),
    }
    for name, near in about.items():
        nearer = len(near) - np.searchsorted(np.sort(near), near, side="right")
        yield f"near by {name}", near
        yield f"near by {name}: lead", near - near.max()
        yield f"near by {name}: place", -np.minimum(nearer, _FAR) / _FAR


def _moved(chance: float, points: float) -> float:
    """A chance after so many points of a prior."""
    if not points:
        return chance
    odds = chance / max(1 - chance, 1e-9) * exp(_POINTS * points)
    return odds / (1 + odds)


@dataclass(frozen=True, slots=True)
class Found:
    """An item that may answer an ask. ``score``: by words, 0-1 of the best; ``near``: 0-1, by what
    both are about, and ``lead``: before the next nearest; ``around``: 0-1, how near the rest of the
    mail comes, and ``leads_around``: to no other item nearer; ``case``: whether it is of the mail's
    first category, another of its, or none; ``said``: 0-1, how near the nearest sentence of the
    answer is; ``met``: how much of what is asked question and answer take up.

    ``chance``: 0-1, that it answers all of the ask; ``is_likely``: enough to be told."""

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

    @property
    def is_nearest(self) -> bool:
        return self.lead > 0


def weighed(ask: Ask, language: str, found: Sequence[Found], before: Sequence[str]) -> list[Found]:
    """The same items, each with how surely it answers the ask. ``before``: what the mail says right
    before it."""
    head = shipped_heads()[ANSWERING]
    likely, sure = head.thresholds["likely"], head.thresholds["sure"]
    rows = head.probabilities(answering_features(ask, language, found, before))
    judged = []
    for one, chance in zip(found, rows[:, 0].tolist(), strict=True):
        chance = max(chance, sure) if is_own_question(ask, language, one) else chance
        if _is_of_another(ask, language, one):
            chance = 0.0
        # What the mail asks besides may lie right at an item that has nothing to do with it.
        is_near = one.near >= _NEAR or one.score > 0
        judged.append(replace(one, chance=chance, is_likely=is_near and chance >= likely))
    return judged


def _is_of_another(ask: Ask, language: str, found: Found) -> bool:
    """Whether it speaks of another hour or way, or of another thing of the kind that is asked."""
    text, said = found.text, found.item.language
    about = f"{found.item.question.rstrip('?')}. {text}"  # a question states nothing
    if names_other_side(read_question(ask.text, language), about, said):
        return True
    return is_misplaced(
        ask.text, text, language=language, answer_language=said
    ) or is_of_another_thing(ask.text, about, language=language, answer_language=said)


def is_own_question(ask: Ask, language: str, found: Found) -> bool:
    """Whether the guest asks what the house itself wrote above the answer, and nothing besides:
    such an ask needs no opinion."""
    if ask.kind is not AskKind.QUESTION or language != found.item.language:
        return False
    own = set(terms(ask.text, language))
    return any(
        own == set(terms(question, language))
        and asks_the_same(ask.text, question, language=language)
        for question in _questions_of(found.item.question, language)
    )


@lru_cache(maxsize=_ITEMS_KEPT)
def _questions_of(question: str, language: str) -> tuple[str, ...]:
    """ "Where is the house and what is your address?": the whole, and each of its two."""
    asked = dict.fromkeys(ask.text for ask in find_asked(question, language))
    return (question, *asked)


def _told(asked: AskSide, text: str, language: str) -> float:
    """How surely a sentence of the answer tells it, as one of our letters would: log-odds."""
    said = Opinions(asked, text, language, range(len(text)))
    sure = max((opinion.answers for opinion in said.values()), default=0.0)
    sure = min(max(sure, 1e-4), 1 - 1e-4)
    return log(sure / (1 - sure)) / 4


_said_by = lru_cache(maxsize=_ITEMS_KEPT)(whole_side)


def answering_features(
    ask: Ask, language: str, found: Sequence[Found], before: Sequence[str]
) -> Sequence[Features]:
    """What speaks for each item, by itself and beside the others."""
    rows = [
        dict(chain(_features(ask, language, one), _taking_up(ask, language, one.item, before)))
        for one in found
    ]
    for name in _COMPARED:
        most, second = (*sorted((row[name] for row in rows), reverse=True), 0.0, 0.0)[:2]
        for row in rows:
            row[f"{name}: lead"] = row[name] - (second if row[name] == most else most)
    return rows


def _taking_up(
    ask: Ask, language: str, item: KnowledgeEntry, before: Sequence[str]
) -> Iterator[tuple[str, float]]:
    """How the item goes on with what was said before, which an ask without a topic leans on."""
    about = _things(item.question, item.language)
    own, said = _things(ask.text, language), [_things(one, language) for one in before]
    is_own, is_next = bool(about & own), bool(said and about & said[-1])
    is_said = any(about & things for things in said)
    yield f"topic {bool(own)} own {is_own} said {is_said}", 1.0
    yield f"topic {bool(own)} next {is_next}", 1.0
    topics = shipped_topics()
    way = topics.of(item.question, item.language)
    near = max((float(topics.of(one, language) @ way) for one in before), default=0.0)
    yield "near before", near
    yield f"topic {bool(own)} near before {min(int(near * 4), 3)}", 1.0


@lru_cache(maxsize=_ITEMS_KEPT)
def _things(text: str, language: str) -> frozenset[str]:
    return frozenset(concepts(text, language)) - ASPECTS


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
    told = _told(asked, found.text, item.language)
    yield "told", told
    for name in (
        f"told {int(told * 4)}",
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
