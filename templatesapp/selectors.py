"""Reads of what the desk may say. The catalogue is kept per process and version."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from templatesapp.choices import KnowledgeSource
from templatesapp.entries import (
    Catalogue,
    FactEntry,
    KnowledgeEntry,
    PolicyEntry,
    ProfileEntry,
    TemplateEntry,
)
from templatesapp.json_rows import json_rows, parsed
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
    "acknowledges",
    "requires",
)
_KNOWLEDGE_FIELDS = (
    "key",
    "category",
    "question",
    "answer",
    "language",
    "citation",
    "uri",
    "may_be_injected",
    "source",
    "question_hashes",
    "concepts",
    "decides",
)
_FACT_FIELDS = ("name", "kind", "value", "unit", "concepts", "edge")
_POLICY_FIELDS = (
    "key",
    "category",
    "condition",
    "mandatory_content",
    "prohibited_content",
    "allowed_categories",
    "tone",
    "review_tier",
)
_PROFILE_FIELDS = (
    "business_name",
    "owners",
    "signature",
    "allowed_links",
    "calls_to_action",
    "is_sample_desk",
    "house_nouns",
)
_kept: Catalogue | None = None
_lock = threading.Lock()


def current_catalogue() -> Catalogue:
    """The catalogue as of now: one query while nothing has changed, two when something has.

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
    """All of it in one statement: as JSON objects, so that the tables need not agree."""
    rows = json_rows(EmailTemplate, _TEMPLATE_FIELDS, active=True).union(
        json_rows(KnowledgeItem, _KNOWLEDGE_FIELDS, active=True),
        json_rows(PropertyFact, _FACT_FIELDS, value__gt=""),
        json_rows(PolicyRule, _POLICY_FIELDS, active=True),
        json_rows(DeskProfile, _PROFILE_FIELDS),
        all=True,
    )
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for kind, row in rows:
        found[kind].append(row)
    profile = found["deskprofile"] or [
        {name: getattr(DeskProfile(), name) for name in _PROFILE_FIELDS}
    ]
    return Catalogue(
        version=version,
        stamp=stamp,
        templates=tuple(
            sorted(
                (_template_entry(row) for row in found["emailtemplate"]),
                key=lambda entry: (entry.template_id, entry.language),
            )
        ),
        knowledge=tuple(
            sorted(
                (_knowledge_entry(row) for row in found["knowledgeitem"]),
                key=lambda entry: (entry.category, entry.key),
            )
        ),
        facts={
            row["name"]: FactEntry(**{**row, "concepts": frozenset(parsed(row["concepts"]))})
            for row in sorted(found["propertyfact"], key=lambda row: str(row["name"]))
        },
        policies=tuple(
            sorted((_policy_entry(row) for row in found["policyrule"]), key=lambda rule: rule.key)
        ),
        profile=_profile_entry(profile[0]),
    )


def _template_entry(row: Mapping[str, Any]) -> TemplateEntry:
    fields = dict(row)
    requires = parsed(fields.pop("requires"))
    return TemplateEntry(
        key=fields.pop("pk"), requires=None if requires is None else tuple(requires), **fields
    )


def _knowledge_entry(row: Mapping[str, Any]) -> KnowledgeEntry:
    return KnowledgeEntry(
        key=row["key"],
        category=row["category"],
        question=row["question"],
        answer=row["answer"],
        language=row["language"],
        citation=row["citation"] or row["key"],
        uri=row["uri"],
        may_be_injected=bool(row["may_be_injected"]),
        is_promoted=row["source"] == KnowledgeSource.PROMOTED,
        question_hashes=frozenset(parsed(row["question_hashes"])),
        concepts=frozenset(parsed(row["concepts"])),
        decides=row["decides"],
    )


def _policy_entry(row: Mapping[str, Any]) -> PolicyEntry:
    return PolicyEntry(
        key=row["key"],
        category=row["category"],
        condition=row["condition"],
        mandatory_content=dict(parsed(row["mandatory_content"])),
        prohibited_content=tuple(parsed(row["prohibited_content"])),
        allowed_categories=tuple(parsed(row["allowed_categories"])),
        tone=row["tone"],
        review_tier=row["review_tier"],
    )


def _profile_entry(row: Mapping[str, Any]) -> ProfileEntry:
    return ProfileEntry(
        business_name=row["business_name"],
        owners=row["owners"],
        signature=row["signature"],
        allowed_links=tuple(parsed(row["allowed_links"])),
        calls_to_action=dict(parsed(row["calls_to_action"])),
        is_sample_desk=bool(row["is_sample_desk"]),
        house_nouns=tuple(parsed(row["house_nouns"])),
    )


def get_template_entry(*, key: int) -> TemplateEntry | None:
    """One template as an entry, active or not."""
    row = EmailTemplate.objects.filter(pk=key).values(*_TEMPLATE_FIELDS).first()
    return _template_entry(row) if row else None
