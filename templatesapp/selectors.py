"""Reads of what the desk may say: the catalogue, kept per process and version; every version and
language of a letter, and the letters that say much the same as a text."""

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import pairwise
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
from templatesapp.text.distance import similarity_pct
from templatesapp.text.letter import split_letter
from templatesapp.text.links import find_links
from templatesapp.text.postings import TEMPLATE_WEIGHTS, FieldedIndex
from templatesapp.text.slots import ALWAYS, SLOT
from templatesapp.text.tokens import index_terms, query_terms

T = TypeVar("T")

_kept: Catalogue | None = None
_lock = threading.Lock()
# Besides the text, what a version may differ in.
OTHER_FIELDS = (
    *("category", "purpose", "prepayment_step", "prepayment_provider", "reference_scope"),
    *("canonical_reference_url", "normalization_batch", "learning_epoch", "active"),
)
_SHOWN_FIELDS = ("subject", "body", *OTHER_FIELDS)
# How services begin the reason that they write; anything else was typed by a person.
_ORIGINS = {"rolled back": "rollback", "import": "import", "sample data": "import"}
_TAKEN_BACK = ("rolled back", "undone")
# What is the same in every language, with the words for it.
SAME = {
    "category": "category",
    "purpose": "purpose",
    "acknowledges": "kind of acknowledgement",
    "requires": "claim about the guest",
    "prepayment_step": "prepayment step",
    "prepayment_provider": "provider",
    "reference_scope": "rule for the link",
    "canonical_reference_url": "link to refer to",
}
_AT_MOST = 3
# Of the best match's score: below it a template shares ordinary words only.
_NEAR_SHARE = 0.25


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


@dataclass(frozen=True, slots=True)
class TemplateVersion:
    """``row`` of the history; ``changed``: fields that the row before had otherwise."""

    row: Any
    changed: tuple[str, ...]
    is_live: bool

    @property
    def heading(self) -> str:
        return f"Version {self.row.version}{', live' if self.is_live else ''}"

    @property
    def person(self) -> str:
        user = self.row.history_user
        return (user.get_full_name() or user.get_username()) if user else ""

    @property
    def origin(self) -> str:
        return origin_of(self.row.history_change_reason or "")


def list_versions(template: EmailTemplate) -> list[TemplateVersion]:
    """Newest first. One query."""
    rows = list(template.history.select_related("history_user").order_by("-history_date", "-pk"))
    return [
        TemplateVersion(row, _changed(row, former), is_live=number == 0)
        for number, (row, former) in enumerate(pairwise([*rows, None]))
    ]


def origin_of(reason: str) -> str:
    """proposal, edit, import or rollback: read from the reason that a version's service wrote."""
    if reason.startswith("proposal "):
        words = reason.split(":", 1)[0]
        return "rollback" if words.endswith(_TAKEN_BACK) else "proposal"
    return next((origin for start, origin in _ORIGINS.items() if reason.startswith(start)), "edit")


def _changed(row: Any, former: Any) -> tuple[str, ...]:
    fields = _SHOWN_FIELDS if former is not None else ()
    return tuple(name for name in fields if getattr(row, name) != getattr(former, name))


@dataclass(frozen=True, slots=True)
class Sibling:
    """``template`` is None where nobody has written it; ``differences``: plain words, empty where
    it says with its slots, links and settings what the other says."""

    language: str
    name: str
    template: EmailTemplate | None
    differences: tuple[str, ...] = ()


def siblings_of(template: EmailTemplate) -> list[Sibling]:
    """One entry per language, in the desk's order. One query."""
    written = {
        row.language: row for row in EmailTemplate.objects.filter(template_id=template.template_id)
    }
    return [
        Sibling(code, name, row, tuple(_differences(template, row)) if row else ())
        for code, name in LANGUAGES.items()
        for row in (written.get(code),)
    ]


def slots_and_links(text: str) -> tuple[Counter[str], list[str]]:
    """How often each slot stands in the text, and its links in order."""
    return Counter(SLOT.findall(text)), [link.url for link in find_links(SLOT.sub(" ", text))]


def _differences(template: EmailTemplate, other: EmailTemplate) -> Iterator[str]:
    (own_slots, own_links), (slots, links) = map(slots_and_links, (template.body, other.body))
    yield from (f"lacks {slot}" for slot in sorted((own_slots - slots).keys()))
    yield from (f"has {slot} besides" for slot in sorted((slots - own_slots).keys()))
    if own_links != links:
        yield "other links in the text"
    if template.body.count(ALWAYS) != other.body.count(ALWAYS):
        yield "other paragraphs that always stay"
    yield from (
        f"another {words}"
        for name, words in SAME.items()
        if getattr(template, name) != getattr(other, name)
    )
    if template.active != other.active:
        yield "one of the two is switched off"


def nearest_templates(
    *, catalogue: Catalogue, subject: str, body: str, language: str
) -> list[tuple[TemplateEntry, float]]:
    """The active templates of the language nearest to a text, best first, at most three, each with
    how much of its words is the same, in order (100: the same text); no query.

    Ranked by BM25 alone: how a template did with guests says nothing about what it says.
    """
    templates, index = _index(catalogue, language)
    query = query_terms(f"{subject}\n{_said(body)}", language)
    ranking = index.ranking(query)[:_AT_MOST]
    return [
        (templates[number], similarity_pct(templates[number].body, body))
        for number, score in ranking
        if score >= _NEAR_SHARE * ranking[0][1]
    ]


@lru_cache(maxsize=5)  # one per language
def _index(catalogue: Catalogue, language: str) -> tuple[list[TemplateEntry], FieldedIndex]:
    templates = [entry for entry in catalogue.templates if entry.language == language]
    documents = [
        {
            "subject": tuple(index_terms(entry.subject, language)),
            "category": (),
            "body": _terms(entry.body, language),
        }
        for entry in templates
    ]
    return templates, FieldedIndex(documents, TEMPLATE_WEIGHTS)


@lru_cache(maxsize=10_000)
def _terms(text: str, language: str) -> tuple[str, ...]:
    """Kept by text: an approval changes one text, and the others need no second reading."""
    return tuple(index_terms(_said(text), language))


def _said(text: str) -> str:
    """A letter without greeting, closing and slots: these make no two letters alike."""
    return SLOT.sub(" ", "\n".join(split_letter(text)[1]))
