"""What a quality check may look at: plain values, gathered by the services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.phrases import has_phrase
from drafting.pipeline.plan import ActionPlan
from templatesapp.text.coverage.cover import Coverage
from templatesapp.text.distance import normalise_question
from templatesapp.text.links import AllowedLinks

FOLLOW_UP_SOURCE = "follow_up"


@dataclass(frozen=True, slots=True)
class TemplateContext:
    """The template a draft was made from. ``kept_text`` is the body as it was assembled and kept,
    slots resolved: what a protected text is compared with."""

    template_id: str
    category: str
    language: str
    reference_scope: str = ""
    canonical_reference_url: str = ""
    kept_text: str = ""
    protected: bool = False


@dataclass(frozen=True, slots=True)
class QuestionBlock:
    """How a draft answers one question (drafts/generate, ``question_blocks``)."""

    question: str
    answer_source: str
    template_id: str | None = None
    citation: str | None = None
    follow_up_required: bool = False


@dataclass(frozen=True, slots=True)
class QualityContext:
    """All a check may look at, as plain values.

    ``language``: of the draft. ``signatures``: lines of which one must close the text.
    ``follow_up_sentences``: the sentence that hands a question to a person, in every language, as
    written out. ``has_kept_draft``: the call named a draft that the server kept.
    """

    plan: ActionPlan
    body_plain: str
    body_html: str | None
    language: str
    template: TemplateContext | None = None
    blocks: tuple[QuestionBlock, ...] = ()
    policy: PolicyDecision = field(default_factory=PolicyDecision)
    known_slots: frozenset[str] = frozenset()
    allowed_links: AllowedLinks = field(default_factory=AllowedLinks)
    signatures: tuple[str, ...] = ()
    follow_up_sentences: tuple[str, ...] = ()
    has_kept_draft: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """The context and what is computed from it once; ``coverage`` is None where that broke."""

    context: QualityContext
    coverage: tuple[Coverage, ...] | None

    def covered_questions(self) -> tuple[Coverage, ...]:
        if self.coverage is None:
            raise RuntimeError("coverage could not be computed")
        return self.coverage


@dataclass(frozen=True, slots=True)
class Check:
    """``find`` returns what is wrong, or None. ``needs_template``: says nothing about a text whose
    draft the server did not keep."""

    name: str
    find: Callable[[Evidence], str | None]
    needs_template: bool = False


def left_to_follow_up(context: QualityContext, question: str) -> bool:
    """Whether a person will answer: the question has such a block, or the text says so."""
    return _has_follow_up_block(context, question) or _says_follow_up(context)


def _has_follow_up_block(context: QualityContext, question: str) -> bool:
    wanted = normalise_question(question)
    return any(
        normalise_question(block.question) == wanted
        for block in context.blocks
        if block.follow_up_required or block.answer_source == FOLLOW_UP_SOURCE
    )


def _says_follow_up(context: QualityContext) -> bool:
    return any(has_phrase(context.body_plain, said) for said in context.follow_up_sentences)
