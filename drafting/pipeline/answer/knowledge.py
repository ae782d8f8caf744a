"""Knowledge for what a letter leaves open: promoted answers first, then the best written item."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from drafting.pipeline.outcomes import AnswerSource, Origin
from drafting.pipeline.phrases import strip_citation_markers
from drafting.pipeline.plan import Ask, AskKind
from templatesapp.entries import Catalogue, KnowledgeEntry
from templatesapp.text.coverage.cover import CoverageStatus, asks_the_same, cover, settles
from templatesapp.text.coverage.questions import parse_question
from templatesapp.text.distance import question_hash
from templatesapp.text.postings import KNOWLEDGE_WEIGHTS, FieldedIndex
from templatesapp.text.slots import resolve_slots
from templatesapp.text.tokens import index_terms, query_terms

# Snippets looked at and listed per question: enough to show the runner-up, few enough to read.
SNIPPETS_PER_QUESTION = 3


@dataclass(frozen=True, slots=True)
class Source:
    """A knowledge item that was found for a question, used or not. ``score``: 0-1, of the best."""

    uri: str
    citation: str
    text: str
    score: float
    injected: bool


class KnowledgeSearch:
    """The kept index over a catalogue's knowledge; built once per catalogue version."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._facts: dict[str, dict[str, str]] = {}
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
        categories: Collection[str] | None = None,
    ) -> list[Snippet]:
        """The best items written in the letter's language, best first; scores 0-1.

        ``categories``: only items of these; None: of any."""
        scores = self._index.scores(query_terms(question, language))
        items = self._catalogue.knowledge
        ranked = sorted(
            (
                (score, items[number])
                for number, score in scores.items()
                if score > 0
                and items[number].language == letter_language
                and (categories is None or items[number].category in categories)
            ),
            key=lambda pair: (-pair[0], pair[1].key),
        )
        best = ranked[0][0] if ranked else 1.0
        return [
            Snippet(item, self.text_of(item), round(score / best, 4))
            for score, item in ranked[:SNIPPETS_PER_QUESTION]
        ]

    def promoted(self, question: str) -> KnowledgeEntry | None:
        """The active promoted answer that carries exactly this question."""
        return self._catalogue.promoted_by_hash.get(question_hash(question))

    def text_of(self, item: KnowledgeEntry) -> str:
        """The answer as it stands in a letter: facts filled in, citation markers gone."""
        facts = self._facts.setdefault(item.language, self._catalogue.fact_values(item.language))
        return strip_citation_markers(resolve_slots(item.answer, facts).text).strip()


@dataclass(frozen=True, slots=True)
class Snippet:
    item: KnowledgeEntry
    text: str
    score: float


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
        return "" if self.text or not self.sources else self.sources[0].text


def answer_ask(
    ask: Ask,
    *,
    language: str,
    letter_language: str,
    search: KnowledgeSearch,
    categories: Collection[str],
    has_room: bool,
) -> Answer:
    """The promoted answer that carries this question, else the best item that answers the ask.

    ``categories``: of the mail's scenarios; an ask that names no topic ("And how much is it?") is
    looked up in these alone. ``has_room``: whether another item may be put in; promoted answers
    always may, since a person allowed them.
    """
    promoted = search.promoted(ask.text)
    if promoted is not None and promoted.language == letter_language:
        text = search.text_of(promoted)
        source = Source(promoted.uri, promoted.citation, text, 1.0, injected=True)
        origin = Origin(AnswerSource.PROMOTION, citation=promoted.citation, asks=(ask.id,))
        return Answer(ask.id, text, origin, (source,))
    snippets = search.find(
        ask.text,
        language=language,
        letter_language=letter_language,
        categories=None if names_topic(ask.text, language) else categories,
    )
    chosen = next((s for s in snippets if has_room and _may_answer(ask, s, language)), None)
    sources = tuple(
        Source(s.item.uri, s.item.citation, s.text, s.score, injected=s is chosen) for s in snippets
    )
    if chosen is None:
        return Answer(ask.id, sources=sources)
    origin = Origin(AnswerSource.KNOWLEDGE, citation=chosen.item.citation, asks=(ask.id,))
    return Answer(ask.id, chosen.text, origin, sources)


def names_topic(question: str, language: str) -> bool:
    """Whether the question says what it is about."""
    parts = parse_question(question, language)
    return any(unit.weight == 1 for part in parts for unit in part.units)


def listed_sources(answers: Iterable[Answer]) -> tuple[Source, ...]:
    """Each item once; used where any ask used it."""
    by_citation: dict[str, Source] = {}
    for source in (source for answer in answers for source in answer.sources):
        known = by_citation.get(source.citation)
        if known is None or (source.injected and not known.injected):
            by_citation[source.citation] = source
    return tuple(by_citation.values())


def _may_answer(ask: Ask, snippet: Snippet, language: str) -> bool:
    if not snippet.item.may_be_injected:
        return False
    if ask.kind is AskKind.ACTION and not settles(
        ask.text, snippet.text, language=language, answer_language=snippet.item.language
    ):
        return False
    judged = cover(
        ask.text,
        snippet.text,
        language=language,
        answer_language=snippet.item.language,
        is_reply=False,
        kind=ask.kind.value,
    )
    return judged.status == CoverageStatus.COVERED or (
        language == snippet.item.language
        and asks_the_same(ask.text, snippet.item.question, language=language)
    )
