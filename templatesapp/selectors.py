"""Reads of what the desk may say. The catalogue is kept per process and version."""

import json
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from django.db import models
from django.db.models import F, QuerySet, Value
from django.db.models.functions import JSONObject

from templatesapp.categories import DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.choices import Acknowledges, KnowledgeSource
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

T = TypeVar("T")

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


# What an entry holds in another shape than JSON does.
_SHAPES: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("question_hashes", "concepts"), frozenset),
    **dict.fromkeys(("prohibited_content", "allowed_categories"), tuple),
    **dict.fromkeys(("allowed_links", "house_nouns"), tuple),
    **dict.fromkeys(("mandatory_content", "calls_to_action"), dict),
    **dict.fromkeys(("may_be_injected", "is_sample_desk"), bool),
    "requires": lambda names: None if names is None else tuple(names),
}


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
    blank = DeskProfile()
    profile = found["deskprofile"] or [{name: getattr(blank, name) for name in _PROFILE_FIELDS}]
    templates = map(_template_entry, found["emailtemplate"])
    knowledge = map(_knowledge_entry, found["knowledgeitem"])
    facts = [_entry(FactEntry, row) for row in found["propertyfact"]]
    policies = [_entry(PolicyEntry, row) for row in found["policyrule"]]
    return Catalogue(
        version=version,
        stamp=stamp,
        templates=tuple(sorted(templates, key=lambda entry: (entry.template_id, entry.language))),
        knowledge=tuple(sorted(knowledge, key=lambda entry: (entry.category, entry.key))),
        facts={fact.name: fact for fact in sorted(facts, key=lambda fact: fact.name)},
        policies=tuple(sorted(policies, key=lambda rule: rule.key)),
        profile=_entry(ProfileEntry, profile[0]),
    )


def _entry(shape: Callable[..., T], row: dict[str, Any]) -> T:
    shaped = {name: made(parsed(row[name])) for name, made in _SHAPES.items() if name in row}
    return shape(**row | shaped)


def _template_entry(row: dict[str, Any]) -> TemplateEntry:
    return _entry(TemplateEntry, {"key": row.pop("pk"), **row})


def _knowledge_entry(row: dict[str, Any]) -> KnowledgeEntry:
    is_promoted = row.pop("source") == KnowledgeSource.PROMOTED
    told = {"is_promoted": is_promoted, "citation": row["citation"] or row["key"]}
    return _entry(KnowledgeEntry, row | told)


def get_template_entry(*, key: int) -> TemplateEntry | None:
    """One template as an entry, active or not."""
    row = EmailTemplate.objects.filter(pk=key).values(*_TEMPLATE_FIELDS).first()
    return _template_entry({**row}) if row else None


def list_unacknowledged() -> list[str]:
    """What no text acknowledges in a language that the house writes letters in, the most urgent
    first: “An emergency” in German. Empty where there are no letters. One query."""
    letters = EmailTemplate.objects.filter(active=True)
    kinds = letters.values_list("language", "acknowledges", "requires")
    written = {(language, kind) for language, kind, needed in kinds if not (kind and needed)}
    languages = {language for language, _ in written}
    found = []
    for kind in sorted(Acknowledges, key=lambda one: one is not Acknowledges.EMERGENCY):
        # Who writes none of our languages is answered in English.
        is_any = kind is Acknowledges.UNKNOWN_LANGUAGE
        own = languages & {DEFAULT_LANGUAGE} if is_any else languages
        lacking = [
            name for code, name in LANGUAGES.items() if code in own and (code, kind) not in written
        ]
        if lacking:
            found.append(f"“{kind.label}” in {', '.join(lacking)}")
    return found


def next_template_id() -> str:
    """The number after the highest ever used: one that an old draft or event speaks of is never
    given to another text."""
    used = {
        *EmailTemplate.objects.values_list("template_id", flat=True),
        *EmailTemplate.history.values_list("template_id", flat=True).distinct(),
    }
    return f"T{max((int(name[1:]) for name in used), default=0) + 1:02d}"
