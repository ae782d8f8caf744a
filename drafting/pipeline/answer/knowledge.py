"""Knowledge for what a letter leaves open: promoted answers first, then the best written item."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Self

import numpy as np
from numpy.typing import NDArray

from drafting.pipeline.answer.likely import (
    LETTERS,
    Found,
    is_elsewhere,
    is_own_question,
    weighed,
)
from drafting.pipeline.outcomes import AnswerSource, Origin
from drafting.pipeline.plan import ActionPlan, Ask, AskKind, tick_of
from learning.ledger.likeness import read_question, served_chance, serves
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import Catalogue, KnowledgeEntry
from templatesapp.text.coverage.cover import settles
from templatesapp.text.coverage.questions import parse_question
from templatesapp.text.distance import question_hash
from templatesapp.text.postings import KNOWLEDGE_WEIGHTS, FieldedIndex
from templatesapp.text.reader.heads import shipped_heads
from templatesapp.text.reader.ticks import answers_hardly
from templatesapp.text.reader.topics import shipped_topics, words_met
from templatesapp.text.sentences import sentence_spans, sentences
from templatesapp.text.slots import cut_spans, resolve_slots
from templatesapp.text.tokens import index_terms, query_terms

# Snippets listed per question: enough to show the runner-up, few enough to read.
SNIPPETS_PER_QUESTION = 3
_LOOKED_AT = 4  # by words, and as many by what they are about
_NEAR = 0.1
_LEADS = 0.3
_ANSWER = 0.5  # of an item: what its answer is about, beside what its question is
_BESIDE = 0.5  # what the rest of the mail is about, beside what the question is
_AROUND, _BEFORE = 24, 2  # sentences of a mail
# For an agent, who can read: of three each the right one is among them for seven of ten asks that
# the house can answer and the draft leaves open.
WORTH_SHOWING = 0.02
WORTH_SUGGESTING = 0.08  # for the ledger: of what lies between this and .15 nearly half answers
# What ticks are worth was learned from one house's: of others' answers that it held back 15 of 21
# were right, of those whose question is so likely the guest's 12 of 13.
_ASKS_ALIKE = 0.3
_sentences = lru_cache(maxsize=2)(sentences)  # each ask of a mail looks around in the same text
_CITATION = re.compile(r"\[[^\]]+\]\s*")


def strip_citation_markers(text: str) -> str:
    """``text`` without the citations of a snippet."""
    return _CITATION.sub("", text)


@dataclass(frozen=True, slots=True)
class Source:
    """A knowledge item that was found for a question, used or not. ``score``: 0-1, of the best."""

    uri: str
    citation: str
    text: str
    score: float
    injected: bool


class KnowledgeSearch:
    """The kept index over a catalogue's knowledge; built once per catalogue version. ``reader``:
    of what a question is about."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._reader = shipped_topics()
        self.is_elsewhere = is_elsewhere(catalogue.templates, shipped_heads()[LETTERS].names)
        self._texts: dict[tuple[str, str], str] = {}  # by answer and language, as in a letter
        self._abouts: dict[str, NDArray[np.float32]] = {}
        self._by_language: dict[str, list[int]] = {}
        for number, item in enumerate(catalogue.knowledge):
            self._by_language.setdefault(item.language, []).append(number)
        self._index = FieldedIndex(
            [
                {
                    "question": index_terms(item.question, item.language),
                    "answer": index_terms(resolve_slots(item.answer, {}).text, item.language),
                }
                for item in catalogue.knowledge
            ],
            KNOWLEDGE_WEIGHTS,
        )

    def find(
        self,
        question: str,
        *,
        language: str,
        letter_language: str,
        categories: Sequence[str] = (),
        is_bound: bool = False,
        around: Sequence[str] = (),
        is_read: bool = True,
    ) -> list[Found]:
        """The items written in the letter's language that come nearest, by words, by what they are
        about, or by that and what the rest of the mail is about; those by words first.

        ``categories``: of the mail, the likeliest first; ``is_bound``: only items of these.
        ``around``: the mail's other sentences; ``is_read``: also how near question and answer come
        word by word.
        """
        items = self._catalogue.knowledge
        own = self._by_language.get(letter_language, [])
        numbers = [n for n in own if not is_bound or items[n].category in categories]
        scores = self._index.scores(query_terms(question, language))
        about = self.about(letter_language)
        asked = self._reader.of(question, language)
        near = dict(zip(own, (about @ asked).tolist(), strict=True))
        others = [self._reader.of(sentence, language) for sentence in around]
        said_beside = about @ np.array(others).reshape(len(others), len(asked)).T
        beside = dict(zip(own, said_beside.max(axis=1, initial=0.0).tolist(), strict=True))

        def nearest(values: Mapping[int, float], least: float) -> list[int]:
            found = (number for number in numbers if values.get(number, 0.0) > least)
            return sorted(found, key=lambda n: (-values[n], items[n].key))

        by_words, by_topic = nearest(scores, 0.0), nearest(near, _NEAR)
        by_both = nearest({n: near[n] + _BESIDE * beside[n] for n in numbers}, _NEAR)
        best = scores[by_words[0]] if by_words else 1.0
        first, second = (*(near[n] for n in by_topic[:2]), 0.0, 0.0)[:2]
        looked_at = [one for found in (by_words, by_topic, by_both) for one in found[:_LOOKED_AT]]
        most = max((beside[n] for n in looked_at), default=0.0)
        case = dict.fromkeys(categories, "other") | dict.fromkeys(categories[:1], "first")
        found = [
            Found(
                items[n],
                self.text_of(items[n]),
                round(scores.get(n, 0.0) / best, 4),
                near[n],
                near[n] - (second if n in by_topic[:1] else first),
                beside[n],
                leads_around=_LEADS < beside[n] == most,
                case=case.get(items[n].category, "none"),
            )
            for n in dict.fromkeys(looked_at)
        ]
        return [self._read(one, question, language) for one in found] if is_read else found

    def _read(self, found: Found, question: str, language: str) -> Found:
        written, whole = found.item.language, f"{found.item.question} {found.text}"
        return replace(
            found,
            said=self._near_said(found.item, self._reader.of(question, language)),
            met=words_met(self._reader, question, language, whole, written),
        )

    def _near_said(self, item: KnowledgeEntry, asked: NDArray[np.float32]) -> float:
        """How near the sentence of the answer comes that comes nearest."""
        said = sentences(self.text_of(item))
        return max((float(self._reader.of(one, item.language) @ asked) for one in said), default=0)

    def about(self, language: str) -> NDArray[np.float32]:
        """What the items of a language are about, items × topics."""
        known = self._abouts.get(language)
        if known is None:
            items = [self._catalogue.knowledge[n] for n in self._by_language.get(language, ())]
            rows = [
                self._reader.of(item.question, language)
                + _ANSWER * self._reader.of(self.text_of(item), language)
                for item in items
            ]
            about = np.array(rows).reshape(len(rows), len(self._reader.of("", language)))
            known = self._abouts[language] = about / np.linalg.norm(about, axis=1, keepdims=True)
        return known

    def promoted(self, question: str) -> KnowledgeEntry | None:
        """The active promoted answer that carries exactly this question."""
        return self._catalogue.promoted_by_hash.get(question_hash(question))

    def text_of(self, item: KnowledgeEntry) -> str:
        """The answer as it stands in a letter: facts filled in, citation markers gone, and what
        lacks a fact left out."""
        text = self._texts.get((item.answer, item.language))
        if text is None:
            facts = self._catalogue.fact_values(item.language)
            lacking = [
                (said.start, said.end)
                for said in sentence_spans(item.answer)
                if resolve_slots(said.text, facts).unresolved
            ]
            whole = cut_spans(item.answer, lacking) if lacking else item.answer
            text = strip_citation_markers(resolve_slots(whole, facts).text).strip()
            self._texts[item.answer, item.language] = text
        return text


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for one ask. ``text`` is empty where nothing may be put in; ``suggestion``:
    the best text found all the same, for the ledger."""

    ask: str
    text: str = ""
    origin: Origin | None = None
    sources: tuple[Source, ...] = ()

    @property
    def suggestion(self) -> str:
        likely = (one.text for one in self.sources if one.score >= WORTH_SUGGESTING)
        return "" if self.text else next(likely, "")

    def unused(self) -> Self:
        """Beside a text into which nothing may be put: for whoever writes the answer."""
        shown = tuple(replace(one, injected=False) for one in self.sources)
        return replace(self, text="", origin=None, sources=shown)


def sentences_around(subject: str, text: str, ask: Ask) -> list[str]:
    """The mail's sentences but the one that asks, which may lean on them: "which name do I write
    on it?"."""
    beside = (said for said in [subject, *_sentences(text)] if said and not _holds(said, ask))
    return list(islice(beside, _AROUND))


def sentences_before(text: str, ask: Ask) -> Sequence[str]:
    """The last sentences before the one that asks."""
    said = _sentences(text)
    place = next((number for number, one in enumerate(said) if _holds(one, ask)), 0)
    return said[max(place - _BEFORE, 0) : place]


def _holds(sentence: str, ask: Ask) -> bool:
    """Of a question of two things each is told in words of its own."""
    return ask.own_words in sentence or (bool(ask.evidence) and ask.evidence in sentence)


def likeliest(
    ask: Ask, plan: ActionPlan, subject: str, *, letter_language: str, search: KnowledgeSearch
) -> list[Found]:
    """What may answer an ask, the likeliest first. One that names no topic ("And how much is it?")
    is looked up in the categories of the mail's scenarios alone."""
    found = search.find(
        ask.text,
        language=plan.language,
        letter_language=letter_language,
        categories=[scenario.category for scenario in plan.scenarios],
        is_bound=not names_topic(ask.text, plan.language),
        around=sentences_around(subject, plan.normalized_text, ask),
    )
    before = sentences_before(plan.normalized_text, ask)
    return _likeliest_first(weighed(ask, plan.language, found, before))


def likeliest_alone(
    ask: Ask, *, language: str, letter_language: str, search: KnowledgeSearch
) -> list[Found]:
    """The same for an ask without its mail; only what is worth showing."""
    found = search.find(ask.text, language=language, letter_language=letter_language, categories=())
    judged = _likeliest_first(weighed(ask, language, found, ()))
    return [one for one in judged if one.text and one.chance >= WORTH_SHOWING]


def _likeliest_first(found: Iterable[Found]) -> list[Found]:
    return sorted(found, key=lambda one: (-one.chance, one.item.key))


def answer_ask(
    ask: Ask,
    plan: ActionPlan,
    subject: str,
    *,
    letter_language: str,
    search: KnowledgeSearch,
    has_room: bool,
    is_protected: bool = False,
) -> Answer:
    """The promoted answer that carries this question, else the best item that answers the ask. A
    promoted answer to another wording only where that surely asks the same.

    ``has_room``: whether another item may be put in; promoted answers always may, since a person
    allowed them. ``is_protected``: the mail's own matter may be told in fixed text alone; what it
    asks besides is answered.
    """
    promoted = search.promoted(ask.text)
    if promoted is not None and promoted.language == letter_language:
        text = search.text_of(promoted)
        source = Source(promoted.uri, promoted.citation, text, 1.0, injected=True)
        origin = Origin(
            AnswerSource.PROMOTION, citation=promoted.citation, asks=(ask.id,), is_own=True
        )
        return Answer(ask.id, text, origin, (source,))
    language = plan.language
    found = likeliest(ask, plan, subject, letter_language=letter_language, search=search)
    allowed = [
        one
        for one in found
        if has_room and one.text and one.item.may_be_injected
        if not (is_protected and is_hard_rule_protected(one.item.category))
    ]
    written = next((one for one in allowed if not one.item.is_promoted), None)
    tried = [one for one in allowed if one.item.is_promoted or one is written]
    chosen = next(
        (one for one in tried if _answers(ask, plan, one, is_elsewhere=search.is_elsewhere)), None
    )
    listed = [one for one in found if one is chosen or one.chance >= WORTH_SHOWING]
    sources = tuple(
        Source(one.item.uri, one.item.citation, one.text, round(one.chance, 4), one is chosen)
        for one in listed[:SNIPPETS_PER_QUESTION]
    )
    if chosen is None:
        return Answer(ask.id, sources=sources)
    origin = Origin(
        AnswerSource.KNOWLEDGE,
        citation=chosen.item.citation,
        asks=(ask.id,),
        is_own=not chosen.item.is_promoted and is_own_question(ask, language, chosen),
        is_for_another=chosen.item.is_promoted,
    )
    return Answer(ask.id, chosen.text, origin, sources)


def names_topic(question: str, language: str) -> bool:
    """Whether the question says what it is about."""
    parts = parse_question(question, language)
    return any(unit.weight == 1 for part in parts for unit in part.units)


def leans(ask: Ask) -> bool:
    """Whether it is told with words from before it that it seems to speak of."""
    return ask.own_words != ask.text


def things_named(catalogue: Catalogue) -> frozenset[tuple[str, str]]:
    """Language and stem of what a house's questions and letters are about and no vocabulary knows:
    a stove, the bread service."""
    said = [(item.question, item.language) for item in catalogue.knowledge]
    said += [(template.subject, template.language) for template in catalogue.templates]
    return frozenset(
        (language, stem)
        for text, language in said
        for part in parse_question(text, language)
        for unit in part.focus
        if unit.weight == 1 and not unit.concepts
        for stem in unit.stems
    )


def _answers(ask: Ask, plan: ActionPlan, found: Found, *, is_elsewhere: bool) -> bool:
    """What a guest wants done and can see to himself: the answer to just this says how."""
    language, written = plan.language, found.item.language
    if ask.kind is AskKind.QUESTION and found.item.is_promoted:
        promoted = read_question(found.item.question, written)
        return serves(read_question(ask.text, language), promoted, found.text, found.chance)
    if not found.is_likely:
        return False
    is_alike = is_elsewhere and _asks_alike(ask, plan, found)
    if not is_alike and _is_hardly_told(ask, plan, found):
        return False
    is_question = ask.kind is AskKind.QUESTION
    return is_question or settles(ask.text, found.text, language=language, answer_language=written)


def _asks_alike(ask: Ask, plan: ActionPlan, found: Found) -> bool:
    own = read_question(found.item.question, found.item.language)
    return served_chance(read_question(ask.text, plan.language), own, found.text) >= _ASKS_ALIKE


def _is_hardly_told(ask: Ask, plan: ActionPlan, found: Found) -> bool:
    """Whether none of its sentences is one that answers such an ask more than now and then."""
    if is_own_question(ask, plan.language, found):
        return False
    source, language = AnswerSource.KNOWLEDGE.value, found.item.language
    ticks = (tick_of(ask, plan, said, language, source) for said in sentences(found.text))
    return all(map(answers_hardly, ticks))
