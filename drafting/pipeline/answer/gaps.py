"""What a template leaves open: which questions it answers, and knowledge for those it does not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from drafting.pipeline.check.context import QuestionBlock
from drafting.pipeline.phrases import strip_citation_markers
from templatesapp.entries import Catalogue, KnowledgeEntry
from templatesapp.text.coverage.cover import CoverageStatus, cover
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


@dataclass(frozen=True, slots=True)
class Gaps:
    """One block per question, in order; the answers to put in; what stays without an answer."""

    blocks: tuple[QuestionBlock, ...]
    answers: tuple[str, ...]
    sources: tuple[Source, ...]
    unanswered: tuple[str, ...]
    # For the ledger: the best text found for a question that could not be put in, by question.
    suggestions: Mapping[str, str] = field(default_factory=dict)


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
class _Found:
    block: QuestionBlock
    answer: str = ""
    sources: tuple[Source, ...] = ()


def fill_gaps(
    questions: Sequence[str],
    *,
    language: str,
    letter: str,
    letter_language: str,
    template_of: Mapping[str, str],
    search: KnowledgeSearch,
    maximum_injections: int,
    categories: Collection[str],
    may_inject: bool,
) -> Gaps:
    """Judges the letter (slots read as empty) question by question and looks for what is missing.

    ``template_of``: question → id of the template that answers it, where one does.
    ``categories``: of the mail's scenarios; a question that names no topic ("And how much is it?")
    is looked up in these alone.
    ``may_inject``: False where the letter has no place for another sentence (protected text).
    """
    found: list[_Found] = []
    injected: set[str] = set()
    for question in questions:
        status = cover(
            question,
            letter,
            language=language,
            answer_language=letter_language,
            is_reply=False,
        ).status
        if status == CoverageStatus.COVERED:
            template_id = template_of.get(question)
            found.append(_Found(QuestionBlock(question, "template", template_id)))
            continue
        has_part = status == CoverageStatus.PARTIAL
        one = _fill_one(
            question,
            template_id=template_of.get(question) if has_part else None,
            language=language,
            letter_language=letter_language,
            search=search,
            categories=None if names_topic(question, language) else categories,
            may_inject=may_inject,
            has_room=len(injected) < maximum_injections,
        )
        if one.answer and one.block.answer_source != "promotion":
            injected.add(one.answer)
        found.append(one)
    return Gaps(
        blocks=tuple(one.block for one in found),
        answers=tuple(dict.fromkeys(one.answer for one in found if one.answer)),
        sources=_listed(source for one in found for source in one.sources),
        suggestions={
            one.block.question: one.sources[0].text
            for one in found
            if one.block.follow_up_required and one.sources
        },
        unanswered=tuple(one.block.question for one in found if one.block.follow_up_required),
    )


def _fill_one(
    question: str,
    *,
    template_id: str | None,
    language: str,
    letter_language: str,
    search: KnowledgeSearch,
    categories: Collection[str] | None,
    may_inject: bool,
    has_room: bool,
) -> _Found:
    promoted = search.promoted(question)
    if promoted is not None and may_inject and promoted.language == letter_language:
        text = search.text_of(promoted)
        source = Source(promoted.uri, promoted.citation, text, 1.0, injected=True)
        block = QuestionBlock(question, "promotion", template_id, promoted.citation)
        return _Found(block, text, (source,))
    snippets = search.find(
        question, language=language, letter_language=letter_language, categories=categories
    )
    chosen = next(
        (
            snippet
            for snippet in snippets
            if may_inject
            and has_room
            and snippet.item.may_be_injected
            and _answers(question, snippet, language)
        ),
        None,
    )
    sources = tuple(
        Source(s.item.uri, s.item.citation, s.text, s.score, injected=s is chosen) for s in snippets
    )
    if chosen is not None:
        origin = "template+knowledge" if template_id else "knowledge"
        block = QuestionBlock(question, origin, template_id, chosen.item.citation)
        return _Found(block, chosen.text, sources)
    if template_id:
        # Answered in part: the quality check warns; the guest is not told to wait for the rest.
        return _Found(QuestionBlock(question, "template", template_id), "", sources)
    block = QuestionBlock(question, "follow_up", follow_up_required=True)
    return _Found(block, "", sources)


def names_topic(question: str, language: str) -> bool:
    """Whether the question says what it is about."""
    parts = parse_question(question, language)
    return any(unit.weight == 1 for part in parts for unit in part.units)


def _answers(question: str, snippet: Snippet, language: str) -> bool:
    judged = cover(
        question,
        snippet.text,
        language=language,
        answer_language=snippet.item.language,
        is_reply=False,
    )
    return judged.status == CoverageStatus.COVERED


def _listed(sources: Iterable[Source]) -> tuple[Source, ...]:
    """Each item once; used where any question used it."""
    by_citation: dict[str, Source] = {}
    for source in sources:
        known = by_citation.get(source.citation)
        if known is None or (source.injected and not known.injected):
            by_citation[source.citation] = source
    return tuple(by_citation.values())
