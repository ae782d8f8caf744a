"""The verdict on one thing asked: the best clause of the text, and how far it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drafting.pipeline.coverage_answer import Clause
from drafting.pipeline.coverage_question import Part, Unit
from drafting.pipeline.coverage_rules import Aspect
from templatesapp.text.tokens import hypernyms

# How well a clause meets one unit of the question, 0-1.
_SAME_STEM = 1.0
_SAME_CONCEPT = 0.9
_BROADER = 0.75  # asked about dogs, answered about pets
_RELATED = 0.6  # a word of the same family, a part of the compound
_NARROWER = 0.5  # asked about pets, answered about dogs
_VAGUE = 0.3  # the same drawer only: both are facilities, both are belongings
# Concepts that are drawers and not things: what is in the same one is not the same.
_DRAWERS = frozenset(
    {"belonging", "facility", "activity", "complaint", "emergency", "medical", "press", "thanks",
     "supermarket", "accessibility", "transport", "public-transport", "house-rule", "storage",
     "vehicle", "person", "compliment", "price", "payment", "room", "bed", "minor-stay"}
)  # fmt: skip
_FAMILY_PREFIX = 5  # letters that two stems of one family share at least
_FAMILY_SHARE = 0.6

# A part counts as met when this share of its topic is (weights of coverage_question).
_TOPIC_MET = 0.6
_TOPIC_TOUCHED = 0.4
_HEAD_MET = 0.45

_VEHICLES = frozenset(
    {"bus", "train", "ferry", "taxi", "transfer", "car", "public-transport", "scooter", "boat-trip"}
)
# Kinds of answer that are told from any other by their form, so they need no topic beside them.
_PLAIN_VALUES = frozenset(
    {Aspect.TIME, Aspect.PRICE, Aspect.DURATION, Aspect.DISTANCE, Aspect.COUNT, Aspect.FREQUENCY}
)

_COVERED = 1.0
_PARTIAL = 0.5
_MISSING = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """``score``: 1 answered, 0.5 in part, 0 not. ``took_bare_yes``: by a "Yes" without topic."""

    score: float
    matched: tuple[str, ...] = ()
    took_bare_yes: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """``is_short``: a few clauses, so the text is likely the reply to this very question.
    ``takes_bare_yes``: a "Yes" without a topic may answer it."""

    same_language: bool
    is_short: bool
    takes_bare_yes: bool


def judge(part: Part, text: Sequence[Clause], setting: Setting) -> Verdict:
    """The best verdict over all clauses of the text; the first of equals."""
    best = Verdict(_MISSING)
    for clause in text:
        if clause.is_idle:
            continue
        verdict = _judge_clause(part, clause, setting)
        if (verdict.score, len(verdict.matched)) > (best.score, len(best.matched)):
            best = verdict
        if best.score == _COVERED:
            break
    return best


def touch(units: Sequence[Unit], clause: Clause, same_language: bool) -> float:
    """The share of the units, by weight, that the clause speaks of."""
    counted = [unit for unit in units if same_language or unit.concepts or _is_name(unit)]
    total = sum(unit.weight for unit in counted)
    if not total:
        return 0.0
    return sum(unit.weight * _meets(unit, clause, same_language) for unit in counted) / total


def _judge_clause(part: Part, clause: Clause, setting: Setting) -> Verdict:
    topic = touch(part.focus, clause, setting.same_language)
    head = part.head
    head_met = head is None or _meets(head, clause, setting.same_language) >= _HEAD_MET
    bare = False
    if part.aspect is Aspect.YES_NO:
        bare = setting.takes_bare_yes and _is_bare_reply(clause, setting) and not head_met
        score = _COVERED if bare else _yes_no(part, clause, topic, head_met)
    else:
        score = _value(part, clause, topic, head_met, setting)
    matched = [u.label for u in part.focus if _meets(u, clause, setting.same_language) >= _HEAD_MET]
    if score == _COVERED:
        matched.append(str(part.aspect))
    return Verdict(score, tuple(matched), bare)


def _is_bare_reply(clause: Clause, setting: Setting) -> bool:
    """"Yes, that is no problem"; in a short reply also "No, the e-mail is enough"."""
    if not (clause.is_first and (clause.says_yes or clause.says_no)):
        return False
    return clause.is_topicless or setting.is_short


def _value(part: Part, clause: Clause, topic: float, head_met: bool, setting: Setting) -> float:
    """A wh-question: the value asked for, in a clause about the topic."""
    if not part.focus:  # "Where are you?"
        head_met = clause.is_first or "address-place" in clause.own_concepts
        topic = 1.0 if head_met else 0.0
    on_topic = head_met and topic >= _TOPIC_TOUCHED
    on_topic = on_topic or (part.is_journey and bool(clause.own_concepts & _VEHICLES))
    if not on_topic and not _leans_on_question(part, clause, setting):
        return _MISSING
    if _has_value(part, clause, topic):
        return _COVERED
    if clause.values.says("negations") and head_met and topic >= _TOPIC_MET:
        return _PARTIAL  # "we have no parking of our own": the question's ground is gone
    if part.has_modal and topic >= _TOPIC_MET and clause.values.says("affirming"):
        return _PARTIAL  # "until when can I …": that one can
    return _MISSING


def _leans_on_question(part: Part, clause: Clause, setting: Setting) -> bool:
    """"It is 2.50 euro" as the first thing said: *it* is what was asked about."""
    if not clause.is_first:
        return False
    if clause.begins_leaning or setting.is_short and clause.has_pronoun:
        return True
    return clause.is_topicless and part.aspect in _PLAIN_VALUES


def _has_value(part: Part, clause: Clause, topic: float) -> bool:
    values = clause.values
    said_more = len(clause.own_stems) > len(part.focus) + 1
    if part.aspect is Aspect.OPEN:
        return said_more and topic >= _TOPIC_MET
    if part.aspect is Aspect.CHOICE:
        return said_more and (topic >= _TOPIC_MET or values.has_name())
    if part.aspect is Aspect.WAY:
        return values.has(Aspect.WAY) or said_more and topic >= _TOPIC_MET
    if part.aspect is Aspect.TIME and not values.has_time():
        return values.has(Aspect.DURATION) and (values.says("bounds") or _is_awaited(part))
    if part.aspect is Aspect.SPEED:
        return values.has(Aspect.SPEED) or "speed" in clause.own_concepts
    return values.has(part.aspect)


def _is_awaited(part: Part) -> bool:
    """Money or a parcel on its way: "five working days" says when."""
    return any(u.concepts & {"refund", "parcel", "post-item", "arrival"} for u in part.units)


def _yes_no(part: Part, clause: Clause, topic: float, head_met: bool) -> float:
    values = clause.values
    if part.numbers and _is_age_rule(part, clause):
        return _COVERED
    if not head_met or topic < _TOPIC_TOUCHED:
        return _PARTIAL if _offers_another(part, clause) else _MISSING
    denies = values.says("negations") or values.says("lexical_no")
    if clause.says_yes or clause.says_no:
        return _COVERED
    if part.is_state:
        states = denies or values.says("affirming") and not values.says("duties")
        return _COVERED if topic >= _TOPIC_MET and states else _MISSING
    if part.times or part.has_when:
        return _timed(part, clause, topic, denies)
    if any(values.has(hint) for hint in part.hints):
        return _COVERED
    if denies or values.says("affirming"):
        return _COVERED if topic >= _TOPIC_MET else _PARTIAL
    return _MISSING


def _timed(part: Part, clause: Clause, topic: float, denies: bool) -> float:
    """"Can we … at 13:00 / before 14:30 / on Sundays": the time must be taken up."""
    values = clause.values
    if not values.has_time():
        return _COVERED if denies and topic >= _TOPIC_MET else _PARTIAL if topic >= _TOPIC_MET else 0
    if not part.times or values.times & part.times or part.has_bound or denies:
        return _COVERED
    return _COVERED if values.says("bounds") else _PARTIAL


def _offers_another(part: Part, clause: Clause) -> bool:
    """Asked about a bank transfer, told about cards: another of the same kind."""
    if not clause.values.says("affirming"):
        return False
    return any(
        (set(hypernyms(asked)) & set(hypernyms(said))) - _DRAWERS
        for unit in part.focus
        if unit.weight == 1
        for asked in unit.concepts
        for said in clause.own_concepts
    )


def _is_age_rule(part: Part, clause: Clause) -> bool:
    return clause.values.has(Aspect.AGE) and clause.values.has_number() and any(
        unit.concepts & {"minor", "child", "baby", "age", "daughter", "son"} for unit in part.units
    )


def _meets(unit: Unit, clause: Clause, same_language: bool) -> float:
    if unit.stems & clause.stems and not unit.stems & clause.verb_stems:
        if same_language or _is_name(unit):
            share = len(unit.stems & clause.stems) / len(unit.stems)
            if share == 1:
                return _SAME_STEM
    best = max((_concept_meets(c, clause.concepts) for c in unit.concepts), default=0.0)
    if best < _RELATED and same_language and not unit.stems & clause.verb_stems:
        if any(_is_family(a, b) for a in unit.stems for b in clause.stems):
            return _RELATED
    return best


def _concept_meets(concept: str, said: frozenset[str]) -> float:
    if concept in said:
        return _VAGUE if concept in _DRAWERS else _SAME_CONCEPT
    broader = set(hypernyms(concept)) & said
    if broader:
        return _BROADER if broader - _DRAWERS else _VAGUE
    if concept not in _DRAWERS and any(concept in hypernyms(other) for other in said):
        return _NARROWER
    return 0.0


def _is_family(a: str, b: str) -> bool:
    """Klimaanlage and klimatisiert, Gepäckaufbewahrung and Aufbewahrung."""
    shorter, longer = sorted((a, b), key=len)
    if len(shorter) < _FAMILY_PREFIX:
        return False
    if len(shorter) > _FAMILY_PREFIX and shorter in longer:
        return True
    size = max(_FAMILY_PREFIX, round(len(shorter) * _FAMILY_SHARE))
    return a[:size] == b[:size]


def _is_name(unit: Unit) -> bool:
    return any(c.isdigit() for c in unit.label)
