"""What we say, in and out by file (review.md): what an import would change, before it changes it.

An ``Exchange`` is what the import and export pages of one list call. Here the one of the templates,
in JSON; those of facts and knowledge stand in ``templatesapp.list_exchange``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from config.errors import DomainError
from templatesapp.categories import DEFAULT_LANGUAGE
from templatesapp.guard import is_hard_rule_protected
from templatesapp.models import EmailTemplate
from templatesapp.services import Person, create_template, revise_template

REQUIRED_KEYS = ("template_id", "subject", "body", "category")
OPTIONAL_KEYS = (
    "reference_scope",
    "canonical_reference_url",
    "normalization_batch",
    "language",
    "purpose",
    "prepayment_step",
    "prepayment_provider",
    "acknowledges",
    "requires",
    "active",
)
KEYS = REQUIRED_KEYS + OPTIONAL_KEYS
EMPTY_OPTIONS = (
    "canonical_reference_url",
    "prepayment_step",
    "prepayment_provider",
    "acknowledges",
)
_TYPES: dict[str, type] = {"active": bool, "requires": list}
MAX_ROWS = 10_000
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row of an import: ``before`` and ``after`` hold the differing fields only."""

    name: str  # as staff call the row: "T01 en"
    action: str  # create | revise | same
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    is_protected: bool = False  # a legally fixed text, before the import or after it
    note: str = ""  # what follows from it elsewhere


@dataclass(frozen=True, slots=True)
class Exchange:
    """One list as files. ``parse`` makes rows of a text (of a spreadsheet's, where it is told so)
    that ``write`` takes, all or nothing: ``write(rows=…, by=…, reason=…)``. Both raise
    DomainError and name the row."""

    name: str  # of the exported file
    key: tuple[str, ...]  # the fields that name a row
    parse: Callable[[str, bool], Sequence[Any]]
    write: Callable[..., list[RowChange]]
    export: Callable[[], list[dict[str, Any]]]
    export_sheet: Callable[[], str] | None = None  # None: JSON alone
    long_field: str = ""  # shown as a word diff
    hint: str = ""

    def try_out(self, rows: Sequence[Any]) -> list[RowChange]:
        """What writing the rows would do, refusals included; writes nothing that stays."""
        with transaction.atomic():
            changes = self.write(rows=rows, by=None, reason="tried")
            transaction.set_rollback(True)
        return changes


def export_templates() -> list[dict[str, Any]]:
    """Every template in the JSON form, by id and language; line ends as stored."""
    return [
        {
            "template_id": template.template_id,
            "subject": template.subject,
            "body": template.body,
            "category": template.category,
            "reference_scope": template.reference_scope,
            "canonical_reference_url": template.canonical_reference_url or None,
            "normalization_batch": template.normalization_batch,
            "language": template.language,
            "purpose": template.purpose,
            "prepayment_step": template.prepayment_step or None,
            "prepayment_provider": template.prepayment_provider or None,
            "acknowledges": template.acknowledges or None,
            "requires": template.requires,
            "active": template.active,
        }
        for template in EmailTemplate.objects.order_by("template_id", "language")
    ]


def parse_templates(text: str) -> list[dict[str, Any]]:
    """The rows of an import file, checked for shape. Raises validation_error naming row and key."""
    return normalise_templates(read_json_rows(text))


def read_json_rows(text: str) -> list[Any]:
    """Raises malformed_json, or validation_error for JSON that is no list."""
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DomainError("malformed_json", "The file is not valid JSON.") from error
    if not isinstance(rows, list) or len(rows) > MAX_ROWS:
        raise DomainError("validation_error", f"A list of at most {MAX_ROWS} rows is wanted.")
    return rows


def is_storable(text: str) -> bool:
    """Neither a NUL character nor half a surrogate pair."""
    return not _UNSTORABLE.search(text)


def normalise_templates(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Rows of the JSON form, checked for shape and as the model takes them. Raises as above."""
    problems = {
        f"{index}": messages for index, row in enumerate(rows) if (messages := _row_problems(row))
    } or _repeated(rows)
    if problems:
        first = next(iter(problems))
        raise DomainError(
            "validation_error", f"Template {first}: {problems[first][0]}", fields=problems
        )
    return [_normalised(row) for row in rows]


def plan_import(rows: Sequence[Mapping[str, Any]]) -> list[RowChange]:
    """What importing the rows would do, in their order; reads only."""
    stored = {
        (template.template_id, template.language): template
        for template in EmailTemplate.objects.all()
    }
    return [_change(row, stored.get((row["template_id"], row["language"]))) for row in rows]


@transaction.atomic
def import_templates(
    *, rows: Sequence[Mapping[str, Any]], by: Person, reason: str
) -> list[RowChange]:
    """Applies the rows, all or nothing. The same file again changes nothing."""
    changes = plan_import(rows)
    for row, change in zip(rows, changes, strict=True):
        try:
            _apply(row, change, by, reason)
        except DomainError as error:
            raise DomainError(
                error.code, f"{change.name}: {error.detail}", fields=error.fields, extra=error.extra
            ) from error
    return changes


def _apply(row: Mapping[str, Any], change: RowChange, by: Person, reason: str) -> None:
    if change.action == "create":
        create_template(fields=row, by=by, reason=reason)
    elif change.action == "revise":
        template = EmailTemplate.objects.get(
            template_id=row["template_id"], language=row["language"]
        )
        revise_template(template=template, fields=change.after, by=by, reason=reason)


def _row_problems(row: Any) -> list[str]:
    if not isinstance(row, dict):
        return ["An object is expected."]
    problems = [f"Unknown key '{key}'." for key in row if key not in KEYS]
    problems += [f"Missing key '{key}'." for key in REQUIRED_KEYS if key not in row]
    for key, value in row.items():
        expected = _TYPES.get(key, str)
        is_empty_option = value is None and key in OPTIONAL_KEYS
        if key in KEYS and not is_empty_option and not isinstance(value, expected):
            problems.append(f"'{key}' has the wrong type.")
        elif isinstance(value, str) and not is_storable(value):
            problems.append(f"'{key}' holds a NUL character or half a surrogate pair.")
    return problems


def _repeated(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Rows that name the same text as an earlier one: which of them would win is nobody's guess."""
    seen: set[tuple[str, str]] = set()
    problems = {}
    for index, row in enumerate(rows):
        name = (row["template_id"], row.get("language") or DEFAULT_LANGUAGE)
        if name in seen:
            problems[f"{index}"] = [f"{name[0]} {name[1]} stands in the file twice."]
        seen.add(name)
    return problems


def _normalised(row: Mapping[str, Any]) -> dict[str, Any]:
    """Null options that may be empty become so. An absent option, or null where there must be a
    value, says nothing: a stored template keeps its own, a new one gets the model's default."""
    emptied = {key: "" for key in EMPTY_OPTIONS if key in row}
    fields = emptied | {key: value for key, value in row.items() if value is not None}
    if "requires" in row:  # null is a value here: nobody has decided yet
        fields["requires"] = row["requires"]
    return {"language": DEFAULT_LANGUAGE, **fields}


def _change(row: Mapping[str, Any], stored: EmailTemplate | None) -> RowChange:
    name = f"{row['template_id']} {row['language']}"
    is_protected = is_hard_rule_protected(row["category"])
    if stored is None:
        return RowChange(name, "create", after=dict(row), is_protected=is_protected)
    after = {key: value for key, value in row.items() if getattr(stored, key) != value}
    before = {key: getattr(stored, key) for key in after}
    action = "revise" if after else "same"
    return RowChange(name, action, before, after, is_protected=is_protected or stored.is_protected)


TEMPLATES = Exchange(
    name="templates",
    key=("template_id", "language"),
    parse=lambda text, is_sheet: parse_templates(text),
    write=import_templates,
    export=export_templates,
    long_field="body",
)
