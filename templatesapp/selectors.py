"""Reads of what the desk may say. The catalogue is kept per process and version."""

from __future__ import annotations

import threading

from templatesapp.entries import (
    Catalogue,
    FactEntry,
    KnowledgeEntry,
    PolicyEntry,
    ProfileEntry,
    TemplateEntry,
)
from templatesapp.models import (
    CatalogueVersion,
    DeskProfile,
    EmailTemplate,
    KnowledgeItem,
    PolicyRule,
    PropertyFact,
)

_TEMPLATE_FIELDS = (
    "pk",
    "template_id",
    "subject",
    "body",
    "category",
    "language",
    "purpose",
    "prepayment_step",
    "prepayment_provider",
    "reference_scope",
    "canonical_reference_url",
    "version",
    "learning_epoch",
)
_kept: Catalogue | None = None
_lock = threading.Lock()


def current_catalogue() -> Catalogue:
    """The catalogue as of now: one query while nothing has changed, six when something has.

    The version is read before the rows: a change that commits in between is served under the old
    version for this request and read again by the next.
    """
    global _kept
    current = CatalogueVersion.objects.filter(pk=1).first()
    if current is None:  # a database that was emptied after its migrations
        current, _ = CatalogueVersion.objects.get_or_create(pk=1)
    stamp = str(current.stamp)
    kept = _kept
    if kept is not None and kept.stamp == stamp:
        return kept
    with _lock:
        if _kept is None or _kept.stamp != stamp:
            _kept = _read_catalogue(current.number, stamp)
        return _kept


def _read_catalogue(version: int, stamp: str) -> Catalogue:
    return Catalogue(
        version=version,
        stamp=stamp,
        templates=tuple(
            TemplateEntry(*row)
            for row in EmailTemplate.objects.filter(active=True).values_list(*_TEMPLATE_FIELDS)
        ),
        knowledge=tuple(
            _knowledge_entry(item) for item in KnowledgeItem.objects.filter(active=True)
        ),
        facts={
            fact.name: FactEntry(fact.name, fact.kind, fact.value, fact.unit)
            for fact in PropertyFact.objects.all()
        },
        policies=tuple(_policy_entry(rule) for rule in PolicyRule.objects.filter(active=True)),
        profile=_profile_entry(DeskProfile.current()),
    )


def _knowledge_entry(item: KnowledgeItem) -> KnowledgeEntry:
    return KnowledgeEntry(
        key=item.key,
        category=item.category,
        question=item.question,
        answer=item.answer,
        language=item.language,
        citation=item.citation or item.key,
        uri=item.uri,
        may_be_injected=item.may_be_injected,
        is_promoted=item.source == "promoted",
        question_hashes=frozenset(item.question_hashes),
    )


def _policy_entry(rule: PolicyRule) -> PolicyEntry:
    return PolicyEntry(
        key=rule.key,
        category=rule.category,
        condition=rule.condition,
        mandatory_content=dict(rule.mandatory_content),
        prohibited_content=tuple(rule.prohibited_content),
        allowed_categories=tuple(rule.allowed_categories),
        tone=rule.tone,
        review_tier=rule.review_tier,
    )


def _profile_entry(profile: DeskProfile) -> ProfileEntry:
    return ProfileEntry(
        business_name=profile.business_name,
        owners=profile.owners,
        signature=profile.signature,
        allowed_links=tuple(profile.allowed_links),
        calls_to_action=dict(profile.calls_to_action),
        is_sample_desk=profile.is_sample_desk,
    )


def get_template_entry(*, key: int) -> TemplateEntry | None:
    """One template as an entry, active or not."""
    row = EmailTemplate.objects.filter(pk=key).values_list(*_TEMPLATE_FIELDS).first()
    return TemplateEntry(*row) if row else None
