"""Finds and mends the letters and answers that say an outdated fact or answer.
Those that name the fact by its slot say the new value by themselves; those that hold the old one as
text get the slot."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from config.errors import DomainError
from templatesapp.categories import PROTECTED_PERMISSION, language_name
from templatesapp.entries import Catalogue, FactEntry
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact
from templatesapp.selectors import current_catalogue
from templatesapp.services import revise_template, store_row
from templatesapp.text.guarded.renewal import renew_facts
from templatesapp.text.guarded.words import number_words
from templatesapp.text.slots import name_in_words, slot_names
from templatesapp.text.tokens import fold

_FACT = "FACT_"
_SLOT = f"{{{{SLOT:{_FACT}"
CHANGED_DAYS = 14  # as long as a change is shown
_FORMERS_AT_MOST = 3  # values of one fact or answer
_FEWEST_WORDS = 4  # of an answer: shorter ones stand anywhere
_PLACE = re.compile(r"(letter|answer)-([0-9]{1,18})")
_NUMBER = re.compile(r"\d+")
_MODELS: Mapping[str, Any] = {"letter": EmailTemplate, "answer": KnowledgeItem}


class Carrier(NamedTuple):
    """A text that holds a fact's slot: ``key`` its primary key, ``name`` as staff call it."""

    key: int
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class FactUsage:
    """Active texts only: the others say nothing to anybody."""

    templates: list[Carrier] = field(default_factory=list)
    answers: list[Carrier] = field(default_factory=list)

    @property
    def words(self) -> str:
        """ "5 letters, 1 answer"; "nothing yet"."""
        counts = ((len(self.templates), "letter"), (len(self.answers), "answer"))
        named = [f"{count} {name}{'s' * (count != 1)}" for count, name in counts if count]
        return ", ".join(named) or "nothing yet"


def fact_usage() -> Mapping[str, FactUsage]:
    """By the fact's name; a fact that no text carries is not named. Two queries."""
    usage: dict[str, FactUsage] = defaultdict(FactUsage)
    carrying = EmailTemplate.objects.filter(
        Q(body__contains=_SLOT) | Q(subject__contains=_SLOT), active=True
    )
    for key, template_id, language, subject, body in carrying.values_list(
        "pk", "template_id", "language", "subject", "body"
    ):
        carrier = Carrier(key, f"{template_id} {language_name(language)}", subject)
        for name in _fact_names(f"{subject}\n{body}"):
            usage[name].templates.append(carrier)
    items = KnowledgeItem.objects.filter(answer__contains=_SLOT, active=True)
    for key, question, answer in items.values_list("pk", "question", "answer"):
        for name in _fact_names(answer):
            usage[name].answers.append(Carrier(key, question, question))
    return dict(usage)


def _fact_names(text: str) -> set[str]:
    return {name.removeprefix(_FACT) for name in slot_names(text) if name.startswith(_FACT)}


@dataclass(frozen=True, slots=True)
class Change:
    """Of a fact or an answer. ``formers``: what it was, the newest first; ``usage``: texts that say
    a fact by its slot. Changes of the same values are equal."""

    name: str
    title: str = field(compare=False)
    formers: tuple[str, ...]
    now: str
    at: datetime = field(compare=False)
    by: str = field(compare=False)
    is_fact: bool
    usage: FactUsage = field(compare=False)


@dataclass(frozen=True, slots=True)
class Outdated:
    """A letter or an answer that holds an old value. ``fields``: its texts, mended."""

    kind: str
    item: Any
    fields: Mapping[str, str]

    @property
    def name(self) -> str:
        if self.kind == "letter":
            letter = f"{self.item.template_id} {self.item.get_language_display()}"
            return f"{letter}: {self.item.subject}"
        return str(self.item.question)

    @property
    def text(self) -> str:
        return "\n".join(getattr(self.item, name) for name in self.fields)

    @property
    def mended(self) -> str:
        return "\n".join(self.fields.values())

    @property
    def place(self) -> str:
        return f"{self.kind}-{self.item.pk}"

    @property
    def mark(self) -> str:
        """What was shown: another mark is another text, or another value to put in."""
        return hashlib.sha256(f"{self.text}\0{self.mended}".encode()).hexdigest()[:16]

    def may_be_mended_by(self, person: Any) -> bool:
        model = type(self.item)._meta.model_name
        is_protected = self.kind == "letter" and self.item.is_protected
        wanted = [f"templatesapp.change_{model}", *([PROTECTED_PERMISSION] * is_protected)]
        return bool(person.has_perms(wanted))


def recent_changes(now: datetime) -> list[Change]:
    """Facts and answers that say something else than they did, the newest first."""
    usage = fact_usage()
    kinds = ((PropertyFact, "value"), (KnowledgeItem, "answer"))
    found = [one for model, field in kinds for one in _changes(model, field, now, usage)]
    return sorted(found, key=lambda change: change.at, reverse=True)


def _changes(
    model: Any, field: str, now: datetime, usage: Mapping[str, FactUsage]
) -> Iterator[Change]:
    since = now - timedelta(days=CHANGED_DAYS)
    recent = model.history.filter(history_date__gte=since, history_type="~").values("id")
    rows: dict[int, list[Any]] = {}
    history = model.history.filter(id__in=recent).select_related("history_user")
    for row in history.order_by("-history_date", "-history_id"):
        rows.setdefault(row.id, []).append(row)
    for item in model.objects.filter(pk__in=rows):
        said = getattr(item, field)
        others = dict.fromkeys(getattr(row, field) for row in rows[item.pk])
        formers = tuple(one for one in others if one and one != said)[:_FORMERS_AT_MOST]
        if not formers or not said or not getattr(item, "active", True):
            continue
        last = next(row for row in rows[item.pk] if row.history_date >= since)
        is_fact = isinstance(item, PropertyFact)
        name = item.name if is_fact else item.key
        yield Change(
            name=name,
            title=name_in_words(name) if is_fact else item.question,
            formers=formers,
            now=said,
            at=last.history_date,
            by=last.history_user.get_username() if last.history_user else "",
            is_fact=is_fact,
            usage=usage.get(name, FactUsage()) if is_fact else FactUsage(),
        )


def outdated_texts(changes: Sequence[Change]) -> list[Outdated]:
    """Active letters and answers that hold a former value as text, in their own order. What stands
    there in other words than a number or the value itself is not found."""
    if not changes:
        return []
    found = _found(current_catalogue(), tuple(changes))
    items = {
        kind: model.objects.in_bulk([key for one, key, _ in found if one == kind])
        for kind, model in _MODELS.items()
    }
    return [Outdated(kind, items[kind][key], fields) for kind, key, fields in found]


@transaction.atomic
def mend_text(*, place: str, mark: str, by: Any, changes: Sequence[Change]) -> Any:
    """Today's values into one letter or answer that stands as it was shown; the row.

    Raises ``conflict`` where it does not, ``permission_denied``, and what storing a text raises.
    """
    named = _PLACE.fullmatch(place)
    kind, key = named.groups() if named else ("letter", "0")
    item = _MODELS[kind].objects.select_for_update(of=("self",)).filter(pk=key).first()
    fields = _mended(kind, item, current_catalogue().facts, changes) if item else {}
    found = Outdated(kind, item, fields)
    if not fields or found.mark != mark:
        raise DomainError("conflict", "It was changed after you read it.")
    if not found.may_be_mended_by(by):
        raise DomainError("permission_denied", "You may not change this text.")
    told = ", ".join(change.title for change in changes)
    reason = f"today's values: {told}"[:100]
    if kind == "letter":
        return revise_template(template=item, fields=fields, by=by, reason=reason)
    store_row(item=item, fields=fields, by=by, reason=reason)
    return item


@lru_cache(maxsize=2)
def _found(
    catalogue: Catalogue, changes: tuple[Change, ...]
) -> list[tuple[str, int, Mapping[str, str]]]:
    """``(kind, key, texts mended)``. Reading every letter takes seconds: once a catalogue."""
    return [
        (kind, item.pk, fields)
        for kind, model in _MODELS.items()
        for item in model.objects.filter(active=True)
        if (fields := _mended(kind, item, catalogue.facts, changes))
    ]


def _mended(
    kind: str, item: Any, facts: Mapping[str, FactEntry], changes: Sequence[Change]
) -> dict[str, str]:
    """The item's texts that change, with today's values."""
    names = ("subject", "body") if kind == "letter" else ("answer",)
    texts = {name: getattr(item, name) for name in names}
    new = {name: _renewed(text, item.language, facts, changes) for name, text in texts.items()}
    return {name: text for name, text in new.items() if text != texts[name]}


def _renewed(
    text: str, language: str, now: Mapping[str, FactEntry], changes: Sequence[Change]
) -> str:
    for change in changes:
        name = change.name
        for old in change.formers:
            if change.is_fact and name in now and _may_say(text, old, language):
                fact = now[name]
                then = {**now, name: replace(fact, value=old)}
                slot = _Slot(fact.name, fact.kind, fact.value, fact.unit)
                text = renew_facts(text, language=language, then=then, now={**now, name: slot})
            elif not change.is_fact and len(old.split()) >= _FEWEST_WORDS:
                text = text.replace(old, change.now)
    return text


@dataclass(frozen=True, slots=True)
class _Slot(FactEntry):
    """A fact as texts of ours say it: then the next change needs no mending."""

    def formatted(self, language: str) -> str:
        return f"{{{{SLOT:FACT_{self.name}}}}}"


def _may_say(text: str, value: str, language: str) -> bool:
    """Whether it is worth reading: it holds the value or one of its numbers, also as a word."""
    numbers = {int(one) for one in _NUMBER.findall(value)} - {0}
    if value in text or numbers & {int(one) for one in _NUMBER.findall(text)}:
        return True
    folded = fold(text)
    spelled = (words for words, number in number_words(language).items() if number in numbers)
    return any(" ".join(words) in folded for words in spelled)
