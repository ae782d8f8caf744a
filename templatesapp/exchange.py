"""What we say, in and out by file (review.md): what an import would change, before it changes it.

An ``Exchange`` is what the import and export pages of one list call. Here the one of the templates,
in JSON; those of facts and knowledge stand in ``templatesapp.list_exchange``.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.db.models import Model

from config.errors import DomainError
from templatesapp.guard import is_hard_rule_protected
from templatesapp.house_rows import normalised, settable_fields, shape_problems
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.services import Person, create_template, revise_template

REQUIRED_KEYS = ("template_id", "subject", "body", "category")
KEYS = tuple(settable_fields(EmailTemplate))
# Written as null where they are empty.
_NULLED = ("canonical_reference_url", "prepayment_step", "prepayment_provider", "acknowledges")
_KEY = ("template_id", "language")
MAX_ROWS = 10_000


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
    rows = EmailTemplate.objects.order_by(*_KEY).values(*KEYS)
    return [row | {name: row[name] or None for name in _NULLED} for row in rows]


def parse_templates(text: str) -> list[dict[str, Any]]:
    """The rows of an import file, checked for shape. Raises validation_error naming row and key."""
    return normalise_templates(read_json_rows(text))


def as_cell(value: Any) -> str:
    """In words, as a file that a person writes says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value or "")


def read_json_rows(text: str) -> list[Any]:
    """Raises malformed_json, or validation_error for JSON that is no list."""
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DomainError("malformed_json", "The file is not valid JSON.") from error
    if not isinstance(rows, list) or len(rows) > MAX_ROWS:
        raise DomainError("validation_error", f"A list of at most {MAX_ROWS} rows is wanted.")
    return rows


def normalise_templates(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Rows of the JSON form, checked for shape and as the model takes them. Raises as above."""
    problems: dict[str, list[str]] = {}
    found: dict[str, dict[str, Any]] = {}
    for index, row in enumerate(rows):
        problems[f"{index}"] = shape_problems(EmailTemplate, _KEY, row) or [
            f"'{key}' is missing." for key in REQUIRED_KEYS if row.get(key) is None
        ]
        if problems[f"{index}"]:
            continue
        fields = normalised(EmailTemplate, _KEY, row)
        name = _name_of(fields)
        if name in found:  # which of them would win is nobody's guess
            problems[f"{index}"] = [f"{name} stands in the file twice."]
        found[name] = fields
    if wrong := {index: messages for index, messages in problems.items() if messages}:
        first, messages = next(iter(wrong.items()))
        raise DomainError("validation_error", f"Template {first}: {messages[0]}", fields=wrong)
    return list(found.values())


@transaction.atomic
def import_templates(
    *, rows: Sequence[Mapping[str, Any]], by: Person, reason: str
) -> list[RowChange]:
    """Applies the rows, all or nothing. The same file again changes nothing."""
    stored = {_name_of(vars(item)): item for item in EmailTemplate.objects.all()}
    known = current_catalogue().guarded  # as it stands before the first of them is written
    changes = []
    for row in rows:
        item = stored.get(_name_of(row))
        change = _change(row, item)
        changes.append(change)
        try:
            if item is None:
                create_template(fields=row, by=by, reason=reason, known=known)
            elif change.after:
                revise_template(
                    template=item, fields=change.after, by=by, reason=reason, known=known
                )
        except DomainError as error:
            raise DomainError(
                error.code, f"{change.name}: {error.detail}", fields=error.fields, extra=error.extra
            ) from error
    return changes


def _name_of(row: Mapping[str, Any]) -> str:
    return f"{row['template_id']} {row['language']}"


def _change(row: Mapping[str, Any], stored: EmailTemplate | None) -> RowChange:
    name = _name_of(row)
    is_protected = is_hard_rule_protected(row["category"])
    if stored is None:
        return RowChange(name, "create", after=dict(row), is_protected=is_protected)
    change = revised(name, row, stored)
    return replace(change, is_protected=is_protected or stored.is_protected)


def revised(name: str, fields: Mapping[str, Any], stored: Model) -> RowChange:
    """What these fields make of a stored row, or of one that is new."""
    after = {key: value for key, value in fields.items() if getattr(stored, key) != value}
    if stored._state.adding:
        return RowChange(name, "create", after=after)
    before = {key: getattr(stored, key) for key in after}
    return RowChange(name, "revise" if after else "same", before, after)


TEMPLATES = Exchange(
    name="templates",
    key=_KEY,
    parse=lambda text, is_sheet: parse_templates(text),
    write=import_templates,
    export=export_templates,
    long_field="body",
)
