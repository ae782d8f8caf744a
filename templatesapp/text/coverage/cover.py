"""Whether a text answers a question: covered, partial or missing.

A question is taken apart into the things it asks, the text into clauses. A clause answers when it
speaks of the topic *and* holds an answer of the kind asked for: a time, a price, a place, a yes or
a no; a no is an answer. Topics meet by stems in one language and by concepts across languages; a
rule about pets answers for dogs. Linear in text.

The reader has a second opinion of each sentence that may be about the question: one that it is
surely against answers nothing, and one that it is surely for answers. How far that is to be trusted
says ``reader/ticks.py``.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache

from templatesapp.text.coverage.clauses import Clause, clauses
from templatesapp.text.coverage.judge import PLAIN_VALUES, Setting, judge, touch
from templatesapp.text.coverage.questions import (
    LEANT_ON,
    Part,
    Unit,
    heavy_units,
    parse_question,
)
from templatesapp.text.coverage.rules import Aspect, compiled_rules
from templatesapp.text.hours import hours, is_at_night
from templatesapp.text.lexicon import Phrases
from templatesapp.text.reader.pairs import Opinion, Opinions, ask_side
from templatesapp.text.tokens import concepts, hypernyms, known_concepts, stem, words

_DRAWERS = known_concepts().coverage["drawers"]
_AT_NIGHT = known_concepts().coverage["at_night"]
_NOT_AT_NIGHT = known_concepts().coverage["not_at_night"]
_LEAVING, _NOT_EARLY = (known_concepts().coverage[name] for name in ("leaving", "not_early"))
_OURS_TO_DO = known_concepts().coverage["ours_to_do"]
_DENIED_SHARE = 0.6  # of a commitment's topic that a no must name to take it back
_MENTIONED = 0.5  # of one thing asked, that a sentence must meet to speak of it
_MENTIONED_SHARE = 0.4  # of a wish's topic, by weight
_LIKELY_SHARE = 0.3  # of how surely the likeliest sentence answers
# Kinds of answer that have no form of their own.
_UNTYPED = frozenset({Aspect.YES_NO, Aspect.OPEN, Aspect.CHOICE})
_MANY_WAYS = frozenset({Aspect.WAY, Aspect.OPEN})
_EARLY, _EVENING = 8, 17  # o'clock; in the evening no bed is early
_NAME = re.compile(r"\b[A-ZÀ-Ý]\w+")
_PLACE = 4  # letters of a place's name, the least
_SHORT_CLAUSES = 3  # a reply of so few clauses speaks of what was asked


class CoverageStatus(StrEnum):
    COVERED = "covered"
    PARTIAL = "partial"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Coverage:
    """``required``: the topic words and the kinds of answer asked for; ``matched``: those found in
    the best clauses. ``score``: 0-1, mean over the things asked. ``answering`` and ``partly``:
    numbers of the sentences (of ``sentence_spans``) that answer a part of it fully, or in part;
    ``opinions``: the reader's, of sentences."""

    question: str
    matched: tuple[str, ...]
    required: tuple[str, ...]
    score: float
    status: CoverageStatus
    answering: tuple[int, ...] = ()
    partly: tuple[int, ...] = ()
    opinions: Mapping[int, Opinion] = field(default_factory=dict, compare=False, repr=False)

    @property
    def likeliest(self) -> tuple[int, ...]:
        """Of those that answer, the ones about as likely to as the likeliest; all of the ways where
        a way is asked for."""
        if not _MANY_WAYS.isdisjoint(self.required):
            return self.answering
        opinions = {n: self.opinions[n].answers for n in self.answering if n in self.opinions}
        least = _LIKELY_SHARE * max(opinions.values(), default=0.0)
        return tuple(n for n in self.answering if opinions.get(n, least) >= least)


def cover_all(
    questions: Sequence[str],
    answer_text: str,
    *,
    kinds: Sequence[str],
    language: str,
    answer_language: str,
    is_reply: bool = True,
    ours: Collection[int] = (),
) -> tuple[Coverage, ...]:
    """How far ``answer_text`` answers each question, same order. Slots should be filled or read as
    empty. ``kinds``: what each question is (question, state, action).

    ``is_reply``: the text was written in reply to this mail, so "It is 2.50 euro" counts, and a
    bare "Yes, of course" answers the first question. False for a text from elsewhere (a template,
    a knowledge item): its "Yes" belongs to another question. ``ours``: numbers of the sentences
    that are a letter's of ours.
    """
    text = clauses(answer_text, answer_language)
    setting = _setting(text, len(questions), language, answer_language, is_reply)
    judged: list[tuple[Coverage, frozenset[int]]] = []
    for question, kind in zip(questions, kinds, strict=True):
        opinions = Opinions(ask_side(question, language, kind), answer_text, answer_language, ours)
        judged.append(_judged(question, language, text, setting, opinions, ours))
        setting = setting._replace(takes_bare_yes=False)  # a bare "Yes" answers the first
    found: list[Coverage] = []
    for ruled, told in judged:
        covered = _with_told(ruled, told - _for_others(ruled, judged, language, text))
        found.append(_with_neighbour(covered, language, text, found[-1:]))
    return tuple(found)


def _for_others(
    own: Coverage,
    judged: Sequence[tuple[Coverage, frozenset[int]]],
    language: str,
    text: Sequence[Clause],
) -> frozenset[int]:
    """The sentences that answer another question and speak of nothing that this one, which wants a
    yes or a no, asks about, however near they lie: no shower is granted by what is said of the
    bags. A way there may be told in words of its own."""
    things = _things(own.question, language)
    aspects = {part.aspect for part in parse_question(own.question, language)}
    if not things or aspects != {Aspect.YES_NO}:
        return frozenset()
    taken = {
        number: _things(other.question, language)
        for other, told in judged
        if other is not own
        for number in (*other.answering, *told)
    }
    said = {n: _with_kinds(one.concepts for one in _of_sentence(text, n)) for n in taken}
    return frozenset(n for n, of in taken.items() if said[n] & of and not said[n] & things)


def _things(question: str, language: str) -> frozenset[str]:
    """What is asked about, by the concepts of its heaviest units and their kinds."""
    units = heavy_units(question, language)
    return _with_kinds(unit.concepts for unit in units if unit.weight == 1)


def _with_kinds(concepts: Iterable[frozenset[str]]) -> frozenset[str]:
    named = frozenset().union(*concepts)
    return named.union(*map(hypernyms, named))


def _with_neighbour(
    covered: Coverage, language: str, text: Sequence[Clause], before: Sequence[Coverage]
) -> Coverage:
    """What goes on about the thing of the question before is answered where that is, and the value
    asked for stands there."""
    if covered.status is CoverageStatus.COVERED:
        return covered
    told = tuple(
        number
        for one in before
        for number in one.answering
        if _values_beside(covered.question, one.question, language, _of_sentence(text, number))
    )
    if not told:
        return covered
    return replace(
        covered,
        matched=covered.required,
        score=1.0,
        status=CoverageStatus.COVERED,
        answering=told,
        partly=(),
    )


def tells_price_beside(
    question: str, before: str, sentence: str, *, language: str, answer_language: str
) -> bool:
    """Whether a question goes on to ask what the thing of the one before costs, and the sentence
    holds a price: "does it cost anything (luggage)" by "you can leave it free of charge"."""
    said = clauses(sentence, answer_language)
    return _values_beside(question, before, language, said) == {Aspect.PRICE}


def _values_beside(
    question: str, before: str, language: str, said: Sequence[Clause]
) -> frozenset[Aspect]:
    """The values asked for of the thing that was asked about before, where all are said."""
    about = LEANT_ON.search(question)
    if about is None or about[1].lower() not in before.lower():
        return frozenset()
    parts = parse_question(question, language)
    asked = [PLAIN_VALUES & {part.aspect, *part.hints} for part in parts]
    held = [frozenset(v for v in one if any(c.values.has(v) for c in said)) for one in asked]
    return frozenset().union(*held) if all(held) else frozenset()


def _of_sentence(text: Sequence[Clause], number: int) -> list[Clause]:
    return [clause for clause in text if clause.sentence == number]


def cover_with(
    question: str, sentence: str, *, language: str, answer_language: str, opinion: Opinion | None
) -> Coverage:
    """How far a short reply answers, the reader's opinion of the whole of it given; None: the
    rules alone."""
    text = clauses(sentence, answer_language)
    setting = _setting(text, 1, language, answer_language, is_reply=True)
    opinions = {clause.sentence: opinion for clause in text if opinion is not None}
    return _with_told(*_judged(question, language, text, setting, opinions))


def _setting(
    text: Sequence[Clause], questions: int, language: str, answer_language: str, is_reply: bool
) -> Setting:
    said = sum(not clause.is_idle for clause in text)
    return Setting(
        same_language=answer_language == language,
        is_reply=is_reply,
        is_short=is_reply and questions == 1 and said <= _SHORT_CLAUSES,
        takes_bare_yes=is_reply,
    )


def is_misplaced(question: str, text: str, *, language: str, answer_language: str) -> bool:
    """Whether a text speaks of early check-in to somebody who comes in the evening, of late
    check-out to who leaves at five, of the ride from where somebody wants to go, or of the last
    for the first."""
    said, same = clauses(text, answer_language), language == answer_language
    return bool(_misplaced(question, language, said, same_language=same))


def is_of_another_thing(question: str, text: str, *, language: str, answer_language: str) -> bool:
    """Whether a text speaks of other things of the kind that is asked about, and not of it."""
    said = clauses(text, answer_language)
    return any(_is_another(part, said) for part in parse_question(question, language))


def settles(wish: str, text: str, *, language: str, answer_language: str) -> bool:
    """Whether a sentence leaves nothing of ours to do about ``wish``: the guest does it without
    us, it cannot be done, or it was to tell what stands here (a password). "Tell us" settles
    nothing, for the guest has just told us; nor does what is said of a special kind only (a
    packed breakfast). A booking is cancelled by us alone."""
    hints = {hint for part in parse_question(wish, language) for hint in part.hints}
    units = heavy_units(wish, language)
    asked = {concept for unit in units for concept in unit.concepts}
    same = language == answer_language
    return asked.isdisjoint(_OURS_TO_DO) and any(
        clause.values.says("refusals")
        or (clause.values.says("instructing") and not clause.values.says("telling"))
        or any(map(clause.values.has, hints))
        for clause in clauses(text, answer_language)
        if not clause.is_promise
        and max((touch((unit,), clause, same) for unit in units), default=0) >= _DENIED_SHARE
        and not any(asked.intersection(hypernyms(c)) for c in clause.own_concepts - asked)
    )


def denies(text: str, commitment: str, *, language: str, said_language: str) -> bool:
    """Whether a sentence of ``text`` takes back what ``commitment`` promised.

    That is: it is a no about most of the commitment's topic and of the things that it names ("we
    never ask for it by e-mail" is none to an invoice by e-mail), and the commitment was none.
    """
    promised = clauses(commitment, said_language)
    units = heavy_units(commitment.rstrip(" ."), said_language)
    if any(clause.values.says("negations") for clause in promised):
        return False
    named = {unit.concepts: unit for unit in units if unit.concepts}
    if not named or (len(units) == 1 and units[0].weight < 1):
        return False  # "we answer you today", "all is as you booked it"
    things = tuple(named.values())
    return any(
        _is_no(clause)
        and min(touch(about, clause, language == said_language) for about in (units, things))
        >= _DENIED_SHARE
        for clause in clauses(text, language)
    )


def _is_no(clause: Clause) -> bool:
    """ "Unless", and "if the code does not work", deny nothing."""
    says = clause.values.says
    return (says("negations") or says("lexical_no")) and not says("supposing")


def _judged(
    question: str,
    language: str,
    text: Sequence[Clause],
    setting: Setting,
    opinions: Mapping[int, Opinion],
    ours: Collection[int] = (),
) -> tuple[Coverage, frozenset[int]]:
    """What the rules find, and the sentences that answer by the reader: what it is surely against
    is not read by the rules at all. An opinion takes long, and is formed only where it can change
    something."""
    misplaced = _misplaced(question, language, text, same_language=setting.same_language)
    general = ours if setting.is_reply else {clause.sentence for clause in text}
    misplaced |= _of_another_thing(question, language, text, general)
    refused = cache(
        lambda number: number in misplaced or (number in opinions and opinions[number].is_against)
    )
    ruled = replace(_ruled(question, language, text, setting, refused), opinions=opinions)
    told: set[int] = set()
    if ruled.status is CoverageStatus.COVERED:
        return ruled, frozenset()
    parts = parse_question(question, language)
    # What the rules find in part, they find a part missing of.
    is_in_part = ruled.status is CoverageStatus.PARTIAL
    named = frozenset().union(*(clause.stems for clause in text))
    is_elsewhere = setting.same_language and any(_is_in_drawer(part, named) for part in parts)
    for number in opinions:
        said = [clause for clause in _of_sentence(text, number) if not clause.is_idle]
        is_ours = number in ours  # being for it needs no word of the rules
        if (
            not said
            or number in misplaced
            or (is_elsewhere if is_ours else not _holds_kinds(parts, said))
        ):
            continue
        if is_ours and any(_is_another(part, said) for part in parts):
            continue
        is_told = is_ours or all(_speaks_of(part, said, setting.same_language) for part in parts)
        if not (is_told or _may_guess(parts, said, ruled, setting)):
            continue
        opinion = opinions[number]
        if opinion.is_certain if is_in_part and not is_ours else opinion.is_for:
            told.add(number)
    return ruled, frozenset(told)


def _with_told(ruled: Coverage, told: frozenset[int]) -> Coverage:
    """Both opinions joined."""
    if not told:
        return ruled
    return replace(
        ruled,
        matched=ruled.required,
        score=1.0,
        status=CoverageStatus.COVERED,
        answering=tuple(sorted({*ruled.answering, *told})),
        partly=tuple(number for number in ruled.partly if number not in told),
    )


def _misplaced(
    question: str, language: str, text: Sequence[Clause], *, same_language: bool
) -> frozenset[int]:
    ways = _of_another_way(question, language, text) if same_language else frozenset()
    ends = _of_another_end(question, language, text) if same_language else frozenset()
    return _of_another_hour(question, language, text) | ways | ends


def _of_another_hour(question: str, language: str, text: Sequence[Clause]) -> frozenset[int]:
    """The sentences on early check-in, where somebody asks who comes in the evening, and on late
    check-out, where it is the check-in that is to be late."""
    asked, named = frozenset(concepts(question, language)), hours(question, language)
    if asked & _LEAVING and any(hour < _EARLY for hour in named):
        return frozenset(clause.sentence for clause in text if clause.own_concepts & _NOT_EARLY)
    comes_late = asked & _AT_NIGHT or any(is_at_night(h) or h >= _EVENING for h in named)
    if asked & _NOT_AT_NIGHT or not comes_late:
        return frozenset()
    is_leaving = asked & (_LEAVING | _NOT_EARLY) or not asked & _AT_NIGHT
    others = _NOT_AT_NIGHT if is_leaving else _NOT_AT_NIGHT | _NOT_EARLY
    return frozenset(clause.sentence for clause in text if clause.own_concepts & others)


def _of_another_thing(
    question: str, language: str, text: Sequence[Clause], among: Collection[int]
) -> frozenset[int]:
    """The sentences, of those numbers, on another thing of the kind that is asked about."""
    parts = parse_question(question, language)
    return frozenset(
        number
        for number in among
        if any(_is_another(part, _of_sentence(text, number)) for part in parts)
    )


def _of_another_way(question: str, language: str, text: Sequence[Clause]) -> frozenset[int]:
    """The sentences on a ride that comes from where the guest wants to go, or the other way round:
    the last bus from a town is none to it."""
    to, since = _ways(words(question), language)
    if not to and not since:
        return frozenset()
    found = set()
    for clause in text:
        said_to, said_since = _ways(clause.values.words, language)
        others = to & said_since - said_to | since & said_to - said_since
        names = {word for name in _NAME.findall(clause.values.text) for word in words(name)}
        if others & names:
            found.add(clause.sentence)
    return frozenset(found)


def _of_another_end(question: str, language: str, text: Sequence[Clause]) -> frozenset[int]:
    """The sentences on the last ride, where the first is asked for, and the other way round."""
    first, last = (compiled_rules(language)[name] for name in ("first_words", "last_words"))
    said = words(question)
    for wanted, other in ((first, last), (last, first)):
        if wanted.is_in(said) and not other.is_in(said):
            return frozenset(
                clause.sentence
                for clause in text
                if other.is_in(clause.values.words) and not wanted.is_in(clause.values.words)
            )
    return frozenset()


def _ways(said: Sequence[str], language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that stand where "to" and "from" name a place."""
    listed = compiled_rules(language)
    return _after(listed["toward_words"], said), _after(listed["from_words"], said)


def _after(leads: Phrases, said: Sequence[str]) -> frozenset[str]:
    ends = (end for _, end in leads.places(said))
    return frozenset(said[end] for end in ends if end < len(said) and len(said[end]) >= _PLACE)


def _holds_kinds(parts: Sequence[Part], said: Sequence[Clause]) -> bool:
    """Whether each kind of value asked for is there, as far as it has a form."""
    return bool(parts) and all(
        part.aspect in _UNTYPED or any(clause.values.has(part.aspect) for clause in said)
        for part in parts
    )


def _may_guess(
    parts: Sequence[Part], said: Sequence[Clause], ruled: Coverage, setting: Setting
) -> bool:
    """Whether the reader's word is enough: what was written for this mail, the rules see no part
    of, asks for nothing that only somebody knows who has looked, and for no thing that no concept
    stands for and the sentence does not name."""
    if not setting.is_reply or ruled.status is not CoverageStatus.MISSING:
        return False
    named = frozenset().union(*(clause.stems for clause in said))
    return not any(
        part.is_state or (setting.same_language and _is_unsaid(part, named)) for part in parts
    )


def _is_unsaid(part: Part, said: frozenset[str]) -> bool:
    """Whether it is about something that no concept stands for, and that is not named."""
    return bool(part.focus) and all(
        not unit.concepts and not unit.stems & said for unit in part.focus
    )


def _is_in_drawer(part: Part, said: frozenset[str]) -> bool:
    """Whether a value is asked of what only a drawer of many things holds, and it is not named:
    quiet hours are no answer to when the sauna opens."""
    return part.aspect in PLAIN_VALUES and any(
        unit.concepts and unit.concepts <= _DRAWERS and not unit.stems & said for unit in part.focus
    )


def _is_another(part: Part, said: Sequence[Clause]) -> bool:
    """Asked about the iron, told of the hair dryer."""
    told = frozenset().union(*(clause.concepts for clause in said))
    kinds = frozenset().union(*map(hypernyms, told))
    stems = frozenset().union(*(clause.stems for clause in said))
    return any(
        _kinds(unit) & kinds and (_kinds(unit) | unit.concepts).isdisjoint(told)
        for unit in part.focus
        if unit.weight == 1 and not unit.concepts & kinds and not unit.stems & stems
    )


def _kinds(unit: Unit) -> frozenset[str]:
    return frozenset().union(*map(hypernyms, unit.concepts))


def _speaks_of(part: Part, said: Sequence[Clause], same_language: bool) -> bool:
    """Each thing asked about must be said, a thing that no concept stands for by its very word:
    kayaks are no answer to bicycles. Across languages only concepts can tell."""
    asked = [u for u in part.focus if u.weight == 1 and (same_language or u.concepts)]
    return bool(asked) and all(
        any(touch((unit,), clause, same_language) >= _MENTIONED for clause in said)
        for unit in asked
    )


def _ruled(
    question: str,
    language: str,
    text: Sequence[Clause],
    setting: Setting,
    is_refused: Callable[[int], bool],
) -> Coverage:
    """The rules' own verdict."""
    parts = parse_question(question, language)
    if not parts:  # "And the usual?": nothing that could be looked for
        return Coverage(question, (), (), 0.0, CoverageStatus.MISSING)
    required: dict[str, None] = {}
    matched: dict[str, None] = {}
    scores = []
    by_sentence: dict[int, float] = {}
    for part in parts:
        verdict, found = judge(part, text, setting, is_refused)
        by_sentence = {n: max(found.get(n, 0), by_sentence.get(n, 0)) for n in found | by_sentence}
        if part.aspect is Aspect.YES_NO:  # one "Yes" answers one question
            setting = setting._replace(takes_bare_yes=False)
        required |= dict.fromkeys([*(unit.label for unit in part.focus), str(part.aspect)])
        matched |= dict.fromkeys(verdict.matched)
        scores.append(verdict.score)
    status = CoverageStatus.PARTIAL if any(scores) else CoverageStatus.MISSING
    return Coverage(
        question=question,
        matched=tuple(name for name in required if name in matched),
        required=tuple(required),
        score=round(sum(scores) / len(scores), 2),
        status=CoverageStatus.COVERED if min(scores) == 1 else status,
        answering=tuple(sorted(n for n, score in by_sentence.items() if score == 1)),
        partly=tuple(sorted(n for n, score in by_sentence.items() if score < 1)),
    )


def mentions(
    wish: str,
    text: str,
    *,
    language: str,
    answer_language: str,
    promises_only: bool = False,
    besides: Collection[str] = (),
) -> tuple[int, ...]:
    """Numbers of the sentences that speak of what ``wish`` is about, courtesies included.

    ``promises_only``: of these, the ones that say that somebody of ours will do or answer it.
    ``besides``: concepts that do not count as being spoken of.
    """
    same = language == answer_language
    units = [
        unit
        for unit in heavy_units(wish, language)
        if not unit.concepts or not unit.concepts.issubset(besides)
    ]
    said = clauses(text, answer_language)
    grave = to_note(wish, language)
    found = [c for c in said if touch(units, c, same) >= _MENTIONED_SHARE or grave & c.own_concepts]
    return tuple(sorted({c.sentence for c in found if c.is_promise or not promises_only}))


def to_note(said: str, language: str) -> frozenset[str]:
    """What of it no letter may pass over: an allergy."""
    return known_concepts().coverage["to_note"].intersection(concepts(said, language))


def promises(text: str, language: str) -> tuple[int, ...]:
    """Numbers of the sentences that say that somebody of ours will do or answer something."""
    return tuple(sorted({c.sentence for c in clauses(text, language) if c.is_promise}))


def tells(text: str, language: str) -> bool:
    """Whether it says anything beside courtesies and promises."""
    return any(c.is_statement for c in clauses(text, language))


def asks_for_unsaid(question: str, text: str, *, language: str, answer_language: str) -> bool:
    """Whether something is asked about that no concept stands for and the text does not name: a
    bar's hours are no answer to "Is there a piano in the bar?", however near."""
    said = frozenset(stem(word, answer_language) for word in words(text))
    return language == answer_language and any(
        _is_unsaid(part, said) for part in parse_question(question, language)
    )


def asks_the_same(question: str, other: str, *, language: str) -> bool:
    """Whether two questions of one language want the same thing in other words: the same kinds of
    answer, and each thing that one speaks of the other speaks of, too."""
    left, right = parse_question(question, language), parse_question(other, language)
    if not left or [part.aspect for part in left] != [part.aspect for part in right]:
        return False
    return all(_same_part(a, b) and _same_part(b, a) for a, b in zip(left, right, strict=True))


def _same_part(part: Part, other: Part) -> bool:
    heavy = [unit for unit in part.focus if unit.weight == 1]
    return bool(heavy) and all(any(_same_thing(unit, one) for one in other.units) for unit in heavy)


def _same_thing(unit: Unit, other: Unit) -> bool:
    """Concepts tell what the same word does not: "check in" is not "check out"."""
    if unit.concepts and other.concepts:
        return bool(unit.concepts & other.concepts)
    return unit.stems <= other.stems
