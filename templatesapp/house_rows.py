"""Checks the rows of a house's files: model, key, allowed keys, references and values.
All files are read together."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from templatesapp.lint import LINTED, lint_template
from templatesapp.models import KnowledgeItem, PolicyRule, PropertyFact
from templatesapp.requirements import REQUIREMENTS
from templatesapp.text.facts import check_fact
from templatesapp.text.slots import known_slots, slot_names

Row = dict[str, Any]
LISTS: dict[str, tuple[type[models.Model], tuple[str, ...]]] = {
    "facts": (PropertyFact, ("name",)),
    "policies": (PolicyRule, ("key",)),
    "knowledge": (KnowledgeItem, ("key", "language")),
}
# Who promoted an answer is a person of this desk; how often a text was changed is its own story.
_OF_THE_DESK = {"promoted_by", "promoted_at", "version", "learning_epoch", "is_sample_desk"}
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def settable_fields(model: type[models.Model]) -> list[str]:
    """What a file may say, in the model's order."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if field.editable and field.name not in _OF_THE_DESK and not field.primary_key
    ]


def stored_rows(model: type[models.Model], key: Sequence[str]) -> list[Row]:
    """The desk's rows, by their key."""
    fields = settable_fields(model)
    return [row_of(item, fields) for item in model._default_manager.order_by(*key)]


def row_of(item: models.Model, names: Sequence[str]) -> Row:
    return {name: getattr(item, name) for name in names}


def field_problems(model: type[models.Model], row: Mapping[str, Any]) -> list[str]:
    """What is wrong in one row by itself: keys that no file may hold, values of another kind."""
    known = settable_fields(model)
    if unknown := [name for name in row if name not in known]:
        return [f"Unknown key '{name}'." for name in unknown]
    try:
        model(**row).clean_fields()
    except ValidationError as error:
        wrong = error.message_dict.items()
        return [f"{name}: {' '.join(found)}{_known(model, name)}" for name, found in wrong]
    return []


def _known(model: type[models.Model], field: str) -> str:
    stored = model._meta.get_field(field)
    choices = dict(stored.flatchoices) if isinstance(stored, models.Field) else {}
    return f" Known are: {', '.join(filter(None, choices))}." if choices else ""


def shape_problems(
    model: type[models.Model], key: Sequence[str], row: Any, needed: Sequence[str] = ()
) -> list[str]:
    """What keeps a row of a file from being one: its keys, and the kinds of their values.
    ``needed``: keys that it must hold beside those of its ``key`` that have no default."""
    if not isinstance(row, dict):
        return ["An object is expected."]
    known, blank = settable_fields(model), model()
    problems = [f"Unknown key '{field}'." for field in row if field not in known]
    missing = [field for field in key if not (row.get(field) or getattr(blank, field))]
    missing += [field for field in needed if row.get(field) is None and field not in missing]
    problems += [f"'{field}' is missing." for field in missing]
    for field, value in row.items():
        if field not in known or value is None:
            continue
        kind = model._meta.get_field(field)
        texts: Any = value if isinstance(kind, models.JSONField) else [value]
        if isinstance(kind, models.BooleanField):
            texts = [] if isinstance(value, bool) else None
        if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
            problems.append(f"'{field}' has the wrong type.")
        elif any(map(_UNSTORABLE.search, texts)):
            problems.append(f"'{field}' holds a NUL character or half a surrogate pair.")
    return problems


def normalised(model: type[models.Model], key: Sequence[str], row: Row) -> Row:
    """Null empties what may be empty, and says nothing elsewhere; an absent key says nothing: what
    is stored keeps its own, a new row gets the model's default."""
    blank = model()
    fields = {}
    for field, value in row.items():
        kind: Any = model._meta.get_field(field)
        if value is not None:
            fields[field] = value
        elif kind.blank:
            fields[field] = getattr(blank, field)
    return {field: getattr(blank, field) for field in key} | fields


def row_name(kind: str, row: Row, key: Sequence[str]) -> str:
    """ "knowledge late-arrival de": how a problem names its row."""
    return " ".join([kind, *(str(row.get(name, "")) for name in key)])


def row_problems(lists: Mapping[str, Sequence[Row]], profile: Row) -> dict[str, list[str]]:
    """Problems by the name of their row."""
    facts = frozenset(str(row.get("name", "")) for row in lists["facts"])
    found: dict[str, list[str]] = {}
    for kind, (_, key) in LISTS.items():
        for row in lists[kind]:
            if messages := said_problems(kind, row, facts):
                found.setdefault(row_name(kind, row, key), []).extend(messages)
        names = Counter(row_name(kind, row, key) for row in lists[kind])
        for name, count in names.items():
            if count > 1:
                found.setdefault(name, []).append("It stands in the files twice.")
    for row in lists["templates"]:
        if messages := _in_template(row, facts):
            found[row_name("templates", row, ("template_id", "language"))] = messages
    for name in ("house_nouns", "allowed_links"):
        words = profile.get(name, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            found["profile"] = [f"{name}: a list of texts is wanted."]
    calls = profile.get("calls_to_action", {})
    if not isinstance(calls, dict):
        found["profile"] = ["calls_to_action: an object is wanted."]
    for name, said in calls.items() if isinstance(calls, dict) else ():
        if messages := _unknown_slots(_sentences(said), facts):
            found[f"profile call to action {name}"] = messages
    return found


def said_problems(kind: str, row: Row, facts: Collection[str]) -> list[str]:
    """What is wrong with what a row of a list says; ``facts`` are the names that slots may hold."""
    if kind == "facts":
        told = [str(row.get(name, "")) for name in ("kind", "value", "unit")]
        problem = check_fact(*told) if told[1] else ""
        return [problem] if problem else []
    if kind == "knowledge":
        return _unknown_slots([str(row.get("answer", ""))], facts)
    return _unknown_slots(_sentences(row.get("mandatory_content")), facts)


def _in_template(row: Row, facts: Collection[str]) -> list[str]:
    findings = lint_template(**{name: row.get(name, "") for name in LINTED}, fact_names=facts)
    unknown = [name for name in row.get("requires") or () if name not in REQUIREMENTS]
    return [
        *(finding.message for finding in findings if finding.is_error),
        *(
            f"There is no requirement '{name}'. Known are: {', '.join(REQUIREMENTS)}."
            for name in unknown
        ),
    ]


def _sentences(said: Any) -> list[str]:
    return [str(one) for one in said.values()] if isinstance(said, dict) else []


def _unknown_slots(texts: Iterable[str], facts: Collection[str]) -> list[str]:
    known = known_slots(facts)
    names = dict.fromkeys(name for text in texts for name in slot_names(text))
    return [f"There is no slot {{{{SLOT:{name}}}}}." for name in names if name not in known]
