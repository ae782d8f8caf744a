"""How likely each letter is the right one: a trained second opinion beside the ranking.

Every letter of the catalogue is weighed, by its words, what it is about, the house's own wording,
the mail's category and what labelled mail was answered with; the category is evidence among others
and no gate. Where the reader knows few of a house's letters, a head weighs them that was trained
without knowing any. What a letter asserts still needs its proof: a letter that only the reader
thinks right waits for a person.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp, log, log1p

import numpy as np
from numpy.typing import NDArray

from drafting.pipeline.answer.catalogue_search import OwnLetters, Search, points_of
from drafting.pipeline.answer.requirements import Proofs
from drafting.pipeline.interpret.normalise import own_subject
from drafting.pipeline.interpret.second_opinion import plan_features
from drafting.pipeline.plan import ActionPlan, AgreementStatus, AskKind
from templatesapp.entries import TemplateEntry
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.reader.hashing import Features
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.meant import whole_text
from templatesapp.text.reader.topics import shipped_topics

LETTERS, CHOICE, CHOICE_ELSEWHERE, PERSON = "letter", "choice", "choice elsewhere", "person"
ACKNOWLEDGE = "acknowledge"
_POINTS = 0.05  # log-odds of one point of a prior: 30 points make even odds 4 to 1
_AT_HOME = 0.7  # of a house's letters: as many are known to the reader, or it is another house
_FAR = 6  # places after which a letter is simply not the reader's


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
    known = sum(letter_name(template) in opinion for template in search.view.templates)
    is_elsewhere = known < _AT_HOME * len(search.view.templates)
    rows = choice_rows(plan, subject=subject, search=search, proofs=proofs, opinion=opinion)
    head = shipped_heads()[CHOICE_ELSEWHERE if is_elsewhere else CHOICE]
    sure = head.probabilities([features for _, _, features in rows])[:, 0]
    weighed = []
    for (template, is_proven, _), chance in zip(rows, sure, strict=True):
        points = points_of(template, priors)
        is_known = letter_name(template) in opinion
        likelihood = _moved(float(chance), points)
        weighed.append(Likely(template, likelihood, points, is_proven, is_known))
    return tuple(sorted(weighed, key=lambda one: (-one.likelihood, one.template.template_id)))


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
