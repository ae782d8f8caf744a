"""The verdict on one thing asked: the best clause of the text, and how far it answers."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from templatesapp.text.coverage.clauses import Clause, Values
from templatesapp.text.coverage.questions import JOURNEY, LIGHT_WEIGHT, Part, Unit
from templatesapp.text.coverage.rules import Aspect
from templatesapp.text.tokens import hypernyms, known_concepts

# How well a clause meets one unit of the question, 0-1.
_SAME_STEM = 1.0
_SAME_CONCEPT = 0.9
_BROADER = 0.75  # asked about dogs, answered about pets
_RELATED = 0.6  # a word of the same family, a part of the compound
_NARROWER = 0.5  # asked about pets, answered about dogs
_OTHER_KIND = 0.45  # the same noun without what says which of its kind
_VAGUE = 0.3  # the same drawer only: both are facilities, both are belongings
_CONCEPTS = known_concepts().coverage
_DRAWERS = _CONCEPTS["drawers"]
_TOO_BROAD = _DRAWERS | _CONCEPTS["too_broad"]
_FAMILY_PREFIX = 5  # letters that two stems of one family share at least
_FAMILY_SHARE = 0.6
_KEPT = 20_000  # of a part of a question and a clause

# A part counts as met when this share of its topic is (weights of coverage_question).
_TOPIC_MET = 0.6
_TOPIC_TOUCHED = 0.4
_CHOICE_TOUCHED = 0.3  # "which bus goes from … to …": the bus is named, the way is not
_HEAD_MET = 0.45
_ALL_SAID = 0.85

# Kinds of answer that are told from any other by their form, so they need no topic beside them.
PLAIN_VALUES = frozenset(
    {Aspect.TIME, Aspect.PRICE, Aspect.DURATION, Aspect.DISTANCE, Aspect.COUNT, Aspect.FREQUENCY}
)

# "Is … included", "is there an age limit": only a price, an age or a no answers that.
_TOLD = (Aspect.PRICE, Aspect.TIME, Aspect.PLACE)
_DECIDING = frozenset({Aspect.PRICE, Aspect.AGE})

_COVERED, _PARTIAL, _MISSING = 1.0, 0.5, 0.0


class Verdict(NamedTuple):
    """``score``: 1 answered, 0.5 in part, 0 not. ``matched``: labels of units and the aspect.
    ``is_exact``: by the very kind of value asked for, where others may answer, too."""

    score: float
    matched: tuple[str, ...] = ()
    is_exact: bool = False


class Setting(NamedTuple):
    """``is_reply``: written in reply to this mail, so that "it" may stand for what was asked.
    ``is_short``: a reply of a few clauses to one question. ``takes_bare_yes``: a "Yes" without a
    topic may answer it."""

    same_language: bool
    is_reply: bool
    is_short: bool
    takes_bare_yes: bool


def judge(
    part: Part,
    text: Sequence[Clause],
    setting: Setting,
    is_refused: Callable[[int], bool] = lambda sentence: False,
) -> tuple[Verdict, dict[int, float]]:
    """The best verdict over all clauses of the text, the first of equals, and the best score of
    each sentence that answers the part or some of it. Where several answer it fully, those that
    speak of less of it are left out, and so are those without what was asked for where others have
    it ("every day" beside an hour): they answer something else. ``is_refused``: whether a sentence
    does not count, asked only where that changes something."""
    best = Verdict(_MISSING)
    told: dict[int, list[Verdict]] = {}
    for clause in text:
        if clause.is_idle:
            continue
        verdict = _judge_clause(part, clause, setting)
        is_best = (verdict.score, len(verdict.matched)) > (best.score, len(best.matched))
        if not (verdict.score or is_best) or is_refused(clause.sentence):
            continue
        if verdict.score:
            told.setdefault(clause.sentence, []).append(verdict)
        best = verdict if is_best else best
    by_sentence = {n: max(one.score for one in said) for n, said in told.items()}
    if part.is_journey:  # coach, train and taxi: each is a way, none speaks of something else
        return best, by_sentence
    exact = {n for n, said in told.items() if any(one.is_exact for one in said)}
    full = exact or {n for n, score in by_sentence.items() if score == _COVERED}
    spoken_of = {n: max(len(one.matched) for one in said) for n, said in told.items()}
    most = max((spoken_of[n] for n in full), default=0)
    return best, {
        n: score
        for n, score in by_sentence.items()
        if spoken_of[n] >= most and (n in full or score < _COVERED)
    }


def touch(units: Sequence[Unit], clause: Clause, same_language: bool) -> float:
    """The share of the units, by weight, that the clause speaks of."""
    return _share([(unit, _meets(unit, clause, same_language)) for unit in units], same_language)


class Topic(NamedTuple):
    """How well one clause meets the topic of a part: the share of it, whether its head, and
    whether all that we know the meaning of (``is_whole``). ``is_all``: all that is no light word.
    ``is_met``: enough of it."""

    share: float
    head_met: bool
    is_whole: bool
    is_all: bool
    is_met: bool
    labels: tuple[str, ...]


NO_TOPIC = Topic(0.0, head_met=False, is_whole=False, is_all=False, is_met=False, labels=())


@lru_cache(maxsize=_KEPT)  # both opinions ask, of the same pairs
def find_topic(part: Part, clause: Clause, same_language: bool) -> Topic:
    met = [(unit, _meets_alone(unit, part, clause, same_language)) for unit in part.focus]
    spoken_of = {unit for unit, how_well in met if how_well >= _HEAD_MET}
    is_own = not part.own or not spoken_of.isdisjoint(part.own)
    head_met = is_own and (part.head is None or part.head in spoken_of)
    labels = tuple(unit.label for unit, _ in met if unit in spoken_of)
    is_whole = all(u in spoken_of for u in part.focus if u.concepts and u.weight > LIGHT_WEIGHT)
    heavy = [u for u in part.focus if u.weight > LIGHT_WEIGHT]
    is_all = bool(heavy) and all(how >= _RELATED for u, how in met if u in heavy)
    share = _share(met, same_language)
    return Topic(share, head_met, is_whole, is_all, is_all or share >= _TOPIC_MET, labels)


def _meets_alone(unit: Unit, part: Part, clause: Clause, same_language: bool) -> float:
    """ "Has the kitchen a microwave": the kitchen, named alone, stands for itself only."""
    met = _meets(unit, clause, same_language)
    if not same_language or unit.stems & clause.stems or not unit.concepts:
        return met
    is_told_twice = any(
        other.concepts == unit.concepts and other.stems & clause.stems for other in part.focus
    )
    return min(met, _VAGUE) if is_told_twice else met


def _share(met: Sequence[tuple[Unit, float]], same_language: bool) -> float:
    counted = [(u, how) for u, how in met if same_language or u.concepts or _is_name(u)]
    total = sum(unit.weight for unit, _ in counted)
    return sum(unit.weight * how_well for unit, how_well in counted) / total if total else 0.0


@lru_cache(maxsize=_KEPT)
def _judge_clause(part: Part, clause: Clause, setting: Setting) -> Verdict:
    topic = find_topic(part, clause, setting.same_language)
    if part.aspect is not Aspect.YES_NO:
        score = _value(part, clause, topic, setting)
    elif setting.takes_bare_yes and _is_bare_reply(clause, setting):
        score = _COVERED
    else:
        score = _yes_no(part, clause, topic, setting)
    if score < _COVERED:
        return Verdict(score, topic.labels)
    return Verdict(score, (*topic.labels, str(part.aspect)), _is_exact(part, clause.values))


def _is_exact(part: Part, values: Values) -> bool:
    """An hour where a time is asked for; the price, where "is it included" asks for it."""
    if part.aspect is Aspect.TIME:
        return bool(values.times)
    return part.aspect is Aspect.YES_NO and any(map(values.has, part.hints))


def _is_bare_reply(clause: Clause, setting: Setting) -> bool:
    """ "Yes, that is no problem"; in a short reply also "No, the e-mail is enough"."""
    is_opened = clause.is_first and (clause.says_yes or clause.says_no)
    return is_opened and (clause.is_topicless or setting.is_short)


def _value(part: Part, clause: Clause, topic: Topic, setting: Setting) -> float:
    """A wh-question: the value asked for, in a clause about the topic."""
    if not _is_on_topic(part, clause, topic) and not _leans_on_question(part, clause, setting):
        return _MISSING
    if _has_value(part, clause, topic):
        return _COVERED
    if topic.share < _TOPIC_MET:
        return _MISSING
    if topic.head_met and clause.values.negates_early() and not clause.values.says("free_words"):
        return _PARTIAL  # "we have no parking of our own": the question's ground is gone
    if part.has_modal and clause.values.says("affirming"):
        return _PARTIAL  # "until when can I …": that one can
    return _MISSING


def _is_on_topic(part: Part, clause: Clause, topic: Topic) -> bool:
    if (
        (part.is_journey and clause.own_concepts & _CONCEPTS["vehicles"])
        or (part.aspect is Aspect.SPEED and clause.values.has(Aspect.SPEED))
        or (part.aspect is Aspect.AGE and _is_bed_age(part, clause))
    ):
        return True
    if not part.focus:  # "Where are you?"
        return part.aspect is Aspect.PLACE and "address-place" in clause.own_concepts
    touched = _CHOICE_TOUCHED if part.aspect is Aspect.CHOICE else _TOPIC_TOUCHED
    return topic.head_met and topic.share >= touched


def _is_bed_age(part: Part, clause: Clause) -> bool:
    """From what age one may sleep here: a rule about minors, wherever they are to sleep."""
    asked = {concept for unit in part.units for concept in unit.concepts}
    return asked <= _CONCEPTS["beds"] and bool(clause.own_concepts & {"minor", "child", "age"})


def _leans_on_question(part: Part, clause: Clause, setting: Setting) -> bool:
    """ "It is 2.50 euro" as the first thing said: *it* is what was asked about."""
    if not (clause.is_first and setting.is_reply):
        return False
    if setting.is_short and part.aspect in (Aspect.PLACE, Aspect.PERSON):
        if clause.has_pronoun:
            return True  # "You can leave them beside reception"
        if part.aspect is Aspect.PLACE and clause.values.begins_with_place():
            return True  # "At reception, any time"
    return clause.begins_leaning or (clause.is_topicless and part.aspect in PLAIN_VALUES)


def _has_value(part: Part, clause: Clause, topic: Topic) -> bool:
    values = clause.values
    says_more = len(clause.own_stems) > len(part.focus) + 1
    is_met = topic.share >= _TOPIC_MET
    if part.aspect is Aspect.OPEN:  # "Yes, there is one" tells nobody what it is
        return says_more and is_met and not clause.says_yes
    if part.aspect is Aspect.CHOICE:
        return says_more and (is_met or values.has_name())
    if part.aspect is Aspect.WAY:
        ways = (_CONCEPTS["vehicles"], JOURNEY)
        if part.is_journey and all(clause.own_concepts & concepts for concepts in ways):
            return True  # "by bus to the town, then on with another"
        return values.has(Aspect.WAY) or (says_more and is_met and not part.is_journey)
    if part.aspect is Aspect.TIME:
        if values.has_time(besides=part.when):
            return True
        # Money or a parcel on its way: "five working days" says when.
        is_awaited = any(unit.concepts & _CONCEPTS["awaited"] for unit in part.units)
        return values.has(Aspect.DURATION) and (values.says("bounds") or is_awaited)
    if part.aspect is Aspect.SPEED:
        return values.has(Aspect.SPEED) or "speed" in clause.own_concepts
    return values.has(part.aspect)


def _yes_no(part: Part, clause: Clause, topic: Topic, setting: Setting) -> float:
    values = clause.values
    if part.numbers and _is_age_rule(part, clause):
        return _COVERED
    leans = setting.is_short and clause.is_first and clause.is_topicless and part.focus
    if leans and Aspect.DISTANCE in part.hints and values.has(Aspect.DISTANCE):
        return _COVERED  # "Is it far?" - "Five minutes on foot"
    if not topic.head_met or topic.share < _TOPIC_TOUCHED:
        return _PARTIAL if _offers_another(part, clause) else _MISSING
    if clause.says_yes or clause.says_no:
        return _COVERED
    is_met = topic.is_met
    denies = values.says("negations") or values.says("lexical_no")
    affirms = values.says("affirming") or (
        values.says("weak_affirming") and topic.share >= _ALL_SAID
    )
    if part.is_state:
        tells = values.says("done_words") or (affirms and topic.is_whole)
        states = denies or (tells and not values.says("duties"))
        return _COVERED if is_met and states and not values.says("supposing") else _MISSING
    if part.times or part.when:
        return _timed(part, values, is_met, denies, affirms)
    if any(values.has(hint) for hint in part.hints):
        return _COVERED
    if part.hints & _DECIDING and not denies and "availability" not in clause.own_concepts:
        return _MISSING
    if denies or affirms:
        return _COVERED if is_met else _PARTIAL
    is_said = is_met and topic.is_all and (topic.share >= _ALL_SAID or not part.is_duty)
    if is_said and any(values.has(told) for told in _TOLD):
        return _COVERED  # a price, an hour or a place: there is one
    return _MISSING


def _timed(part: Part, values: Values, is_met: bool, denies: bool, affirms: bool) -> float:
    """ "Can we … at 13:00 / before 14:30 / on Sundays": the time must be taken up."""
    if not values.has_time():
        if is_met and denies:
            return _COVERED
        return _PARTIAL if is_met and values.says("affirming") else _MISSING
    if not part.times and not (denies or affirms):
        # "Is the terrace heated in winter?": that it is open in winter says nothing of that
        bounded = part.has_bound and values.times
        tells_time = is_met and values.has_time(besides=part.when)
        return _COVERED if bounded or tells_time else _PARTIAL
    if not part.times or values.times & part.times or part.has_bound or denies:
        return _COVERED
    return _COVERED if values.says("bounds") else _PARTIAL


def _offers_another(part: Part, clause: Clause) -> bool:
    """Asked about a bank transfer, told about cards: another of the same kind."""
    if not clause.values.says("affirming"):
        return False
    return any(
        (hypernyms(asked) & hypernyms(said)) - _DRAWERS
        for unit in part.focus
        if unit.weight == 1
        for asked in unit.concepts
        for said in clause.own_concepts
    )


def _is_age_rule(part: Part, clause: Clause) -> bool:
    is_told = clause.values.has(Aspect.AGE) and clause.values.has_number()
    return is_told and any(unit.concepts & _CONCEPTS["children"] for unit in part.units)


def _meets(unit: Unit, clause: Clause, same_language: bool) -> float:
    """How well the clause speaks of the unit, 0-1."""
    is_noun = unit.stems.isdisjoint(clause.verb_stems)
    if unit.stems and unit.stems <= clause.stems and is_noun and (same_language or _is_name(unit)):
        return _SAME_STEM
    best = max((_concept_meets(c, clause.concepts) for c in unit.concepts), default=0.0)
    if same_language and unit.concepts <= _TOO_BROAD and len(unit.stems) > 1:
        best *= _OTHER_KIND  # "single rooms" are not any rooms
    if best >= _RELATED or not same_language or not is_noun or len(unit.stems) > 1:
        return best
    return _RELATED if any(_has_relative(stem, clause.stems) for stem in unit.stems) else best


def _concept_meets(concept: str, said: frozenset[str]) -> float:
    if concept in said:
        return _VAGUE if concept in _DRAWERS else _SAME_CONCEPT
    if known_concepts().kin.get(concept, frozenset()) & said:
        return _SAME_CONCEPT
    broader = hypernyms(concept) & said
    if broader:
        return _BROADER if broader - _TOO_BROAD else _VAGUE
    return _NARROWER if concept not in _DRAWERS and concept in _broader(said) else 0.0


@lru_cache(maxsize=_KEPT)
def _broader(said: frozenset[str]) -> frozenset[str]:
    return frozenset().union(*map(hypernyms, said))


def _has_relative(stem: str, stems: frozenset[str]) -> bool:
    """Klimaanlage and klimatisiert, Gepäckaufbewahrung and Aufbewahrung."""
    start = stem[:_FAMILY_PREFIX]
    if len(start) < _FAMILY_PREFIX:
        return False
    is_long = len(stem) > _FAMILY_PREFIX
    for other in stems:
        if other.startswith(start):
            shared = round(min(len(stem), len(other)) * _FAMILY_SHARE)
            if stem.startswith(other[: max(_FAMILY_PREFIX, shared)]):
                return True
        if (is_long and stem in other) or (len(other) > _FAMILY_PREFIX and other in stem):
            return True
    return False


def _is_name(unit: Unit) -> bool:
    return any(c.isdigit() for c in unit.label)
