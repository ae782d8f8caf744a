"""Reads of what the desk may say. The catalogue is kept per process and version."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from django.db import models
from django.db.models import F, QuerySet, Value
from django.db.models.functions import JSONObject

from templatesapp.choices import KnowledgeSource
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

_kept: Catalogue | None = None
_lock = threading.Lock()


def json_rows(model: type[models.Model], names: Sequence[str], **filters: Any) -> QuerySet[Any]:
    """``(model name, {field: value})`` of the rows; for ``union(…, all=True)``."""
    row = JSONObject(**{name: F(name) for name in names})
    rows = model._default_manager.filter(**filters).order_by()
    return rows.values_list(Value(str(model._meta.model_name)), row)


def parsed(value: Any) -> Any:
    """A JSON column inside a JSON object: SQLite hands it over as text."""
    return json.loads(value) if isinstance(value, str) else value


def _names(entry: type, **stored_as: str) -> list[str]:
    """The fields that an entry is read from; ``stored_as``: where the model calls one otherwise."""
    return [stored_as.get(field.name, field.name) for field in fields(entry)]


_TEMPLATE_FIELDS = _names(TemplateEntry, key="pk")
_KNOWLEDGE_FIELDS = _names(KnowledgeEntry, is_promoted="source")
_FACT_FIELDS, _POLICY_FIELDS = _names(FactEntry), _names(PolicyEntry)
_PROFILE_FIELDS = _names(ProfileEntry)


def current_catalogue() -> Catalogue:
    """The catalogue as of now: one query while nothing has changed, two when something has.

    The version is read before the rows: a change that commits in between is served under the old
    version for this request and read again by the next.
    """
    global _kept
    current = CatalogueVersion.current()
    if current._state.adding:  # a database that was emptied after its migrations
        current, _ = CatalogueVersion.objects.get_or_create(pk=1)
    stamp = str(current.stamp)
    kept = _kept
    if kept is not None and kept.stamp == stamp:
        return kept
    with _lock:
        if _kept is None or _kept.stamp != stamp:
            _kept = _read_catalogue(current.number, stamp).sharing(_kept)
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
            row["name"]: FactEntry(**row | {"concepts": frozenset(parsed(row["concepts"]))})
            for row in sorted(found["propertyfact"], key=lambda row: str(row["name"]))
        },
        policies=tuple(
            sorted((_policy_entry(row) for row in found["policyrule"]), key=lambda rule: rule.key)
        ),
        profile=_profile_entry(profile[0]),
    )


def _template_entry(row: dict[str, Any]) -> TemplateEntry:
    requires = parsed(row.pop("requires"))
    return TemplateEntry(
        key=row.pop("pk"), requires=None if requires is None else tuple(requires), **row
    )


def _knowledge_entry(row: dict[str, Any]) -> KnowledgeEntry:
    sets = {name: frozenset(parsed(row[name])) for name in ("question_hashes", "concepts")}
    row["may_be_injected"] = bool(row["may_be_injected"])
    row["is_promoted"] = row.pop("source") == KnowledgeSource.PROMOTED
    return KnowledgeEntry(**row | sets | {"citation": row["citation"] or row["key"]})


def _policy_entry(row: dict[str, Any]) -> PolicyEntry:
    lists = {
        name: tuple(parsed(row[name])) for name in ("prohibited_content", "allowed_categories")
    }
    return PolicyEntry(**row | lists | {"mandatory_content": parsed(row["mandatory_content"])})


def _profile_entry(row: dict[str, Any]) -> ProfileEntry:
    lists = {name: tuple(parsed(row[name])) for name in ("allowed_links", "house_nouns")}
    calls, is_sample = parsed(row["calls_to_action"]), bool(row["is_sample_desk"])
    return ProfileEntry(**row | lists | {"calls_to_action": calls, "is_sample_desk": is_sample})


def get_template_entry(*, key: int) -> TemplateEntry | None:
    """One template as an entry, active or not."""
    row = EmailTemplate.objects.filter(pk=key).values(*_TEMPLATE_FIELDS).first()
    return _template_entry({**row}) if row else None
