"""How likely each letter is the right one: a trained second opinion beside the ranking.

Every letter of the catalogue is weighed, by its words, the house's own wording, the mail's category
and what labelled mail was answered with; the category is evidence among others and no gate. What a
letter asserts still needs its proof: a letter that only the reader thinks right waits for a person.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log, log1p

import numpy as np
from numpy.typing import NDArray

from drafting.pipeline.answer.catalogue_search import Search, View
from drafting.pipeline.answer.requirements import Proofs
from drafting.pipeline.plan import ActionPlan, AgreementStatus
from templatesapp.entries import TemplateEntry
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.reader.hashing import Features
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.likeness import Likeness
from templatesapp.text.reader.texts import mail_features
from templatesapp.text.slots import SLOT

LETTERS, CHOICE, PERSON = "letters", "choice", "person"
ACKNOWLEDGE = "acknowledge"
_SUBJECT_MENTIONS = 3
_POINTS = 0.05  # log-odds of one point of a prior: 30 points make even odds 4 to 1
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


class OwnWords:
    """The letters of a catalogue version as likenesses, by the language they are seen in."""

    def __init__(self) -> None:
        self._kept: dict[int, Likeness] = {}
        self._lock = threading.Lock()

    def of(self, view: View) -> Likeness:
        with self._lock:
            if id(view) not in self._kept:
                self._kept[id(view)] = Likeness([_text_of(t) for t in view.templates])
            return self._kept[id(view)]


def _text_of(template: TemplateEntry) -> str:
    return " ".join([*[template.subject] * _SUBJECT_MENTIONS, SLOT.sub(" ", template.body)])


def letter_name(template: TemplateEntry) -> str:
    """What the reader knows a letter as: another house's letter of that id is another one."""
    return f"{template.template_id} {template.category or ''}".strip()


def letter_features(plan: ActionPlan, subject: str) -> Features:
    """What the reader's opinion on letters is formed from: the mail, and what the rules read."""
    found = dict(mail_features(subject, plan.normalized_text, plan.language))
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
    own_words: OwnWords,
    proofs: Proofs,
    priors: Mapping[int, float],
    letters: Head | None = None,
) -> tuple[Likely, ...]:
    """All letters that could be chosen, the likeliest first. ``priors``: points by template key;
    ``letters``: what the desk's own mail taught, in the place of what is shipped."""
    if not search.view.templates:
        return ()
    opinion = letter_opinion(letter_features(plan, subject), letters)
    rows = choice_rows(
        plan, subject=subject, search=search, own_words=own_words, proofs=proofs, opinion=opinion
    )
    sure = shipped_heads()[CHOICE].probabilities([features for _, _, features in rows])[:, 0]
    weighed = [
        Likely(
            template,
            _moved(float(chance), points),
            points,
            is_proven,
            letter_name(template) in opinion,
        )
        for (template, is_proven, _), chance in zip(rows, sure, strict=True)
        for points in (_points(template, priors),)
    ]
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
    own_words: OwnWords,
    proofs: Proofs,
    opinion: Mapping[str, float],
) -> list[tuple[TemplateEntry, bool, Features]]:
    """Each letter with whether it is proven, and what speaks for it."""
    likeness = _likeness(plan, subject, own_words.of(search.view))
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
            "like the mail": float(likeness[0][ranked.number]),
            "like an ask": float(likeness[1][ranked.number]),
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


def _likeness(plan: ActionPlan, subject: str, likeness: Likeness) -> NDArray[np.float64]:
    """Of the mail, and of its asks, to each letter; the likest counts as 1."""
    texts = [f"{subject}\n{plan.normalized_text}", *(ask.text for ask in plan.asks)]
    found = likeness.of(texts)
    both = np.stack([found[0], found[1:].max(axis=0) if len(texts) > 1 else found[0]])
    return np.asarray(both / np.maximum(both.max(axis=1, keepdims=True), 1e-9))


def _points(template: TemplateEntry, priors: Mapping[int, float]) -> float:
    return 0.0 if is_hard_rule_protected(template.category) else priors.get(template.key, 0.0)


def _moved(chance: float, points: float) -> float:
    """A chance after so many points of a prior."""
    if not points:
        return chance
    odds = chance / max(1 - chance, 1e-9) * exp(_POINTS * points)
    return odds / (1 + odds)
