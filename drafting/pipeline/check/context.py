"""What a quality check may look at: plain values, gathered by the services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.outcomes import Table
from drafting.pipeline.plan import ActionPlan
from templatesapp.text.guarded.check import FactReading
from templatesapp.text.links import AllowedLinks


@dataclass(frozen=True, slots=True)
class TemplateContext:
    """The template a draft was made from. ``kept_text`` is the body as it was assembled and kept,
    slots resolved: what a protected text is compared with."""

    template_id: str
    category: str
    reference_scope: str = ""
    canonical_reference_url: str = ""
    kept_text: str = ""
    protected: bool = False


@dataclass(frozen=True, slots=True)
class QualityContext:
    """All a check may look at, as plain values.

    ``table``: what the text does with each ask. ``language``: of the text. ``signatures``: lines
    of which one must close it. ``has_kept_draft``: the call named a draft that the server kept.
    """

    plan: ActionPlan
    table: Table
    body_plain: str
    body_html: str | None
    language: str
    template: TemplateContext | None = None
    policy: PolicyDecision = field(default_factory=PolicyDecision)
    known_slots: frozenset[str] = frozenset()
    allowed_links: AllowedLinks = field(default_factory=AllowedLinks)
    signatures: tuple[str, ...] = ()
    has_kept_draft: bool = False
    is_acknowledgement: bool = False
    facts: FactReading = field(default_factory=lambda: FactReading(()))
    is_insisted: bool = False  # a person lets a contradiction stand, with a reason


@dataclass(frozen=True, slots=True)
class Check:
    """``find`` returns what is wrong, or None. ``needs_template``: says nothing about a text whose
    draft the server did not keep."""

    name: str
    find: Callable[[QualityContext], str | None]
    needs_template: bool = False
