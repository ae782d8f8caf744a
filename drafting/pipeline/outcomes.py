"""What becomes of each ask in one text: the one table that composing, quality, ledger and screens
read. Source: asks.md, "One table, computed once".

It compares meaning: the text is judged in its own language, the ask in the mail's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Any

from drafting.pipeline.plan import ActionPlan, Ask, AskKind, tick_of
from templatesapp.text.coverage.cover import (
    Coverage,
    CoverageStatus,
    cover_all,
    mentions,
    promises,
    settles,
    tells,
    tells_price_beside,
)
from templatesapp.text.distance import normalise_question
from templatesapp.text.letter import split_letter
from templatesapp.text.reader.sayings import sayings
from templatesapp.text.reader.ticks import answers_hardly, answers_surely
from templatesapp.text.sentences import sentences

MAX_SENTENCES = 200  # of a text; what stands after them is not judged


class OutcomeKind(StrEnum):
    ANSWERED = "answered"
    PROMISED = "promised"
    OPEN = "open"


class AnswerSource(StrEnum):
    """Where the sentence that answers comes from."""

    TEMPLATE = "template"
    KNOWLEDGE = "knowledge"
    PROMOTION = "promotion"
    STATE = "state"  # a letter whose claim the caller has proven
    THREAD = "thread"
    TEXT = "text"  # an agent's or a person's own words


_GENERAL = frozenset({AnswerSource.TEMPLATE, AnswerSource.KNOWLEDGE})
_OF_LETTERS = frozenset({AnswerSource.TEMPLATE, AnswerSource.STATE})
_MAY_ANSWER = 0.43  # how surely a sentence of a rewrite answers, by the reader
_REWORDED = 0.7  # of a letter's sentence: the words by which another is known to say it


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the text does with one ask. ``coverage``: covered, partial or missing, of questions
    and states. ``is_unproven``: a state is told by nobody who is known to have looked, or a
    sentence of the desk's own may not answer what was asked."""

    ask: str
    outcome: OutcomeKind
    sentence: str = ""
    source: AnswerSource | None = None
    template_id: str | None = None
    citation: str | None = None
    coverage: CoverageStatus = CoverageStatus.MISSING
    is_unproven: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a sentence of the desk's own comes from. ``asks``: of a promise, what it names; of an
    answer, what it was written for, so that it answers whatever its words; ``is_own``: a person
    wrote it for just this question; ``is_for_another``: for one in other words, so that a person
    looks whatever the reader says."""

    source: AnswerSource | None
    template_id: str | None = None
    citation: str | None = None
    asks: tuple[str, ...] = ()
    is_own: bool = False
    is_for_another: bool = False


@dataclass(frozen=True, slots=True)
class TextRead:
    """One text against one plan. ``origins``: its sentences that the desk itself put there, by
    their words; all others are somebody's own. ``covers_all``: an acknowledgement, in which the
    person it names is promised for every ask. ``before``: of a rewrite, what the draft that it
    stands for does with each ask, ``written`` in that language."""

    text: str
    language: str
    origins: Mapping[str, Origin] = field(default_factory=dict)
    covers_all: bool = False
    is_reply: bool = True  # written for this mail, so that a bare "Yes, of course" counts
    before: tuple[Outcome, ...] = ()
    written: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One outcome per ask, same order; ``coverage``: one per question and state, same order.
    ``unsettled``: ids of asks of which a draft of ours is no measure, where the text tells anything
    at all: it could not even name them ("About the rest of your message …"), or may not have
    answered them. What becomes of them is for who has read the mail."""

    outcomes: tuple[Outcome, ...]
    coverage: tuple[Coverage, ...]
    is_cut: bool = False
    unsettled: frozenset[str] = frozenset()

    def open_asks(self, asks: Sequence[Ask]) -> tuple[Ask, ...]:
        """Asks without an answer or a promise; notices need neither."""
        return tuple(
            ask
            for ask, outcome in zip(asks, self.outcomes, strict=True)
            if outcome.outcome is OutcomeKind.OPEN and ask.kind is not AskKind.NOTICE
        )


_text_of = attrgetter("source", "template_id", "citation")


def sentence_key(sentence: str) -> str:
    """By which a sentence is found again: its words."""
    return normalise_question(sentence)


def read_text(plan: ActionPlan, text: TextRead) -> Table:
    """The outcomes of every ask of the plan in the text."""
    said = sentences(text.text)
    judged = [ask for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    covered = cover_all(
        [ask.text for ask in judged],
        text.text,
        language=plan.language,
        answer_language=text.language,
        is_reply=text.is_reply,
        kinds=[ask.kind.value for ask in judged],
        ours=said_by_letters(said, text.origins),
    )
    by_ask = {ask.id: entry for ask, entry in zip(judged, covered, strict=True)}
    reader = _Reader(plan, text, said)
    outcomes = tuple(reader.outcome(ask, by_ask.get(ask.id)) for ask in plan.asks)
    asked = {ask.id for ask in judged if ask.kind is not AskKind.ACTION}
    return Table(
        outcomes=outcomes,
        coverage=tuple(entry for key, entry in by_ask.items() if key in asked),
        is_cut=len(said) > MAX_SENTENCES,
        unsettled=reader.unsettled if tells(text.text, text.language) else frozenset(),
    )


def _unnamed(plan: ActionPlan, text: TextRead) -> Iterator[str]:
    promised = {o.ask: o.sentence for o in text.before if o.outcome is OutcomeKind.PROMISED}
    named_in = partial(mentions, language=plan.language, answer_language=text.written)
    for ask in plan.asks:
        if ask.id in promised and not named_in(ask.text, promised[ask.id]):
            yield ask.id


def said_by_letters(said: Sequence[str], origins: Mapping[str, Origin]) -> frozenset[int]:
    """Numbers of the sentences that stand in letters of ours, or say one in other words."""
    own = {
        frozenset(key.split())
        for key, origin in origins.items()
        if key and origin.source in _OF_LETTERS
    }
    found = (frozenset(sentence_key(one).split()) for one in said)
    return frozenset(
        number
        for number, words in enumerate(found)
        if any(len(one & words) >= _REWORDED * len(one) for one in own)
    )


class _Reader:
    """The rules by kind of ask; one object per text, so that each is worked out once."""

    def __init__(self, plan: ActionPlan, text: TextRead, said: Sequence[str]) -> None:
        self._plan = plan
        self._text = text
        self._said = said
        self._origins = [text.origins.get(sentence_key(one)) for one in said]
        self._before = {outcome.ask: outcome for outcome in text.before}
        asked, said_in = plan.language, text.language
        self._mentions = partial(mentions, language=asked, answer_language=said_in)
        self._settles = partial(settles, language=asked, answer_language=said_in)
        self._promises = promises(text.text, said_in) if text.before else ()
        self._unnamed = frozenset(_unnamed(plan, text))
        unsure = (o.ask for o in text.before if o.is_unproven)
        self.unsettled = self._unnamed.union(unsure)

    def outcome(self, ask: Ask, coverage: Coverage | None) -> Outcome:
        if self._text.covers_all:
            first = next((s for s in self._said if sentence_key(s) in self._text.origins), "")
            return Outcome(ask.id, OutcomeKind.PROMISED, first)
        if ask.kind is AskKind.NOTICE:
            return self._notice(ask)
        if coverage is not None and not ask.is_unresolved:
            answered = self._written_for(ask, coverage) or self._answered(ask, coverage)
            if answered is not None and not (
                answered.is_unproven and self._is_promised_besides(ask, answered)
            ):
                return answered
        promised = self._promised(ask, coverage)
        if promised.outcome is not OutcomeKind.OPEN:
            return promised
        return self._said_again(ask) or self._said_otherwise(ask, coverage) or promised

    def _is_promised_besides(self, ask: Ask, answered: Outcome) -> bool:
        """A sentence of ours that hardly answers, in a text that promises an answer."""
        if answered.source not in _GENERAL or not any(
            origin is not None and origin.source is None and ask.id in origin.asks
            for origin in self._origins
        ):
            return False
        language, source = self._text.language, str(answered.source)
        return answers_hardly(tick_of(ask, self._plan, answered.sentence, language, source))

    def _said_otherwise(self, ask: Ask, coverage: Coverage | None) -> Outcome | None:
        """What a rewrite says where its draft answered or promised, in a sentence that may well
        answer: a person looks whether it does."""
        before = self._before.get(ask.id)
        if before is None or coverage is None or before.outcome is OutcomeKind.OPEN:
            return None
        likely = {number: opinion.answers for number, opinion in coverage.opinions.items()}
        number = max(likely, key=likely.__getitem__, default=None)
        if number is None or likely[number] < _MAY_ANSWER:
            return None
        told = self._told(ask, OutcomeKind.ANSWERED, number, CoverageStatus.PARTIAL)
        return replace(told, is_unproven=True)

    def _said_again(self, ask: Ask) -> Outcome | None:
        """What the draft said of it, in other words. A promise must name again what the draft's
        named; what that could not name is promised as long as any promise is left."""
        before = self._before.get(ask.id)
        if before is None or before.outcome is OutcomeKind.OPEN:
            return None
        if before.outcome is OutcomeKind.PROMISED and ask.id not in self._unnamed:
            return None
        own = sayings((before.sentence,), self._text.written)
        for number, sentence in enumerate(self._said):
            if own.says(sentence, self._text.language):
                told = self._told(ask, before.outcome, number, before.coverage)
                return replace(told, is_unproven=told.is_unproven or before.is_unproven)
        if ask.id in self._unnamed and self._promises:
            return self._told(ask, before.outcome, self._promises[0], before.coverage)
        return None

    def _notice(self, ask: Ask) -> Outcome:
        closing = split_letter(self._text.text)[2]  # "warm regards" take no note of a warm welcome
        for number in self._mentions(ask.text, self._text.text):
            if self._said[number] not in closing:
                return self._told(ask, OutcomeKind.ANSWERED, number, CoverageStatus.COVERED)
        return Outcome(ask.id, OutcomeKind.OPEN)

    def _written_for(self, ask: Ask, coverage: Coverage) -> Outcome | None:
        """By what was taken for just this ask; of that text the sentence that surely answers it."""
        for number, origin in enumerate(self._origins):
            if origin is not None and origin.source is not None and ask.id in origin.asks:
                tell = partial(self._told, ask, OutcomeKind.ANSWERED, status=CoverageStatus.COVERED)
                if origin.is_own:
                    return replace(tell(number=number), is_unproven=False)
                beside = (n for n in coverage.likeliest if self._is_of_one_text(n, number))
                tried = [tell(number=place) for place in (number, *beside)]
                sure = next((told for told in tried if not self._may_err(ask, told)), None)
                is_unproven = origin.is_for_another or sure is None
                return replace(sure or tried[0], is_unproven=is_unproven)
        return None

    def _is_of_one_text(self, number: int, other: int) -> bool:
        one, two = self._origins[number], self._origins[other]
        return one is not None and two is not None and _text_of(one) == _text_of(two)

    def _may_err(self, ask: Ask, told: Outcome) -> bool:
        """Whether a general text of ours may not answer what this guest asked."""
        if told.source not in _GENERAL:
            return False
        asked = (ask, *self._asked_before(ask, told.sentence))
        language, source = self._text.language, str(told.source)
        ticks = (tick_of(one, self._plan, told.sentence, language, source) for one in asked)
        return not any(map(answers_surely, ticks))

    def _asked_before(self, ask: Ask, sentence: str) -> Iterator[Ask]:
        """The ask that this one goes on about, where a sentence that answers it tells the price."""
        languages = {"language": self._plan.language, "answer_language": self._text.language}
        for one, following in pairwise(self._plan.asks):
            if following is ask and tells_price_beside(ask.text, one.text, sentence, **languages):
                yield one

    def _answered(self, ask: Ask, coverage: Coverage) -> Outcome | None:
        """An answer by a sentence that may give it: what only somebody knows who has looked is
        not told by a general text."""
        is_question = ask.kind is AskKind.QUESTION
        for numbers in (coverage.answering, coverage.partly if is_question else ()):
            for number in numbers:
                if self._may_tell(ask, number):
                    told = self._told(ask, OutcomeKind.ANSWERED, number, coverage.status)
                    may_err = told.is_unproven or self._may_err(ask, told)
                    return replace(told, is_unproven=may_err)
        return None

    def _may_tell(self, ask: Ask, number: int) -> bool:
        """A general text of ours tells no state, and does nothing: it may only say how."""
        origin = self._origins[number] if number < len(self._origins) else None
        if ask.kind is AskKind.QUESTION or origin is None:
            return True
        if origin.source in (AnswerSource.STATE, AnswerSource.THREAD):
            return True
        return ask.kind is AskKind.ACTION and self._settles(ask.text, self._said_together(number))

    def _said_together(self, number: int) -> str:
        """A sentence of ours, after the one before it where both come from one text: it may go on
        ("Yes, you can leave it here. The room is open until 9 pm.")."""
        if not number or not self._is_of_one_text(number - 1, number):
            return self._said[number]
        return f"{self._said[number - 1]} {self._said[number]}"

    def _promised(self, ask: Ask, coverage: Coverage | None) -> Outcome:
        for number, origin in enumerate(self._origins):
            if origin is not None and origin.source is None and ask.id in origin.asks:
                return self._told(ask, OutcomeKind.PROMISED, number, CoverageStatus.MISSING)
        found = self._mentions(ask.text, self._text.text, promises_only=True)
        named = [n for n in found if (o := self._origins[n]) is None or o.source is not None]
        if named and not ask.is_unresolved:
            return self._told(ask, OutcomeKind.PROMISED, named[0], CoverageStatus.MISSING)
        # Touched at most, never covered.
        is_touched = coverage is not None and coverage.status is not CoverageStatus.MISSING
        status = CoverageStatus.PARTIAL if is_touched else CoverageStatus.MISSING
        return Outcome(ask.id, OutcomeKind.OPEN, coverage=status)

    def _told(self, ask: Ask, kind: OutcomeKind, number: int, status: CoverageStatus) -> Outcome:
        origin = self._origins[number] or Origin(AnswerSource.TEXT)
        is_own = origin.source is AnswerSource.TEXT
        return Outcome(
            ask=ask.id,
            outcome=kind,
            sentence=self._said[number],
            source=origin.source,
            template_id=origin.template_id,
            citation=origin.citation,
            coverage=status,
            is_unproven=kind is OutcomeKind.ANSWERED and is_own and self._is_unproven(ask, number),
        )

    def _is_unproven(self, ask: Ask, number: int) -> bool:
        """Whether somebody's own words tell what only who looked can know, or that what was asked
        for is done, or will be."""
        if ask.kind is AskKind.ACTION:
            return not self._settles(ask.text, self._said[number])
        return ask.kind is AskKind.STATE


def question_blocks(asks: Sequence[Ask], outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """The outcomes in the form of the API's first version: questions and states only."""
    return [
        {
            "question": ask.text,
            "answer_source": _old_source(outcome),
            "template_id": outcome.template_id,
            "citation": outcome.citation,
            "follow_up_required": outcome.outcome is not OutcomeKind.ANSWERED,
        }
        for ask, outcome in zip(asks, outcomes, strict=True)
        if ask.kind in (AskKind.QUESTION, AskKind.STATE)
    ]


def _old_source(outcome: Outcome) -> str:
    if outcome.outcome is not OutcomeKind.ANSWERED:
        return "follow_up"
    if outcome.source in (AnswerSource.KNOWLEDGE, AnswerSource.PROMOTION):
        return outcome.source.value
    return "template"
