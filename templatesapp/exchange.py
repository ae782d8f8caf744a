"""What we say, in and out by file (review.md): what an import would change, before it changes it.

An ``Exchange`` is what the import and export pages of one list call: letters as JSON, facts and
knowledge also as CSV. A row is written over what is stored under its key: what it does not name
stays, and so does every row that the file does not name.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import models, transaction

from config.errors import DomainError
from templatesapp import services
from templatesapp.categories import is_hard_rule_protected
from templatesapp.house_rows import (
    LISTS,
    Row,
    normalised,
    row_of,
    said_problems,
    settable_fields,
    shape_problems,
    stored_rows,
)
from templatesapp.models import EmailTemplate
from templatesapp.outdated import fact_usage
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.known import Known

MAX_ROWS = 10_000
_SEPARATORS = ",;\t"  # which of them a program writes hangs on its language
# A cell that begins so is a formula to a spreadsheet; an apostrophe before it makes it a text.
_FORMULA = ("=", "+", "-", "@", "'")
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
# Where an answer comes from is decided question by question.
_OF_THE_LEDGER = ("source", "question_hashes")
_SAID = frozenset({"kind", "value", "unit"})  # of a fact: what letters say of it
_MAX_SHOWN = 5  # problems in one sentence

# Where a person finds it (its row in a spreadsheet, its place in a JSON list), and what it says.
FileRow = tuple[int, Row]


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
    """One list as files."""

    name: str  # of the exported file
    model: type[models.Model]
    key: tuple[str, ...]  # the fields that name a row
    has_sheet: bool = True
    needed: tuple[str, ...] = ()  # keys that every row must hold
    nulled: tuple[str, ...] = ()  # written as null where they are empty
    long_field: str = ""  # shown as a word diff
    hint: str = ""

    def parse(self, text: str, is_sheet: bool = False) -> list[FileRow]:
        """The rows of a file, checked for shape. Raises malformed_json, or validation_error naming
        rows and keys."""
        if is_sheet:
            return self.checked((n, _typed(self.model, cells)) for n, cells in read_sheet(text))
        return self.checked(enumerate(read_json_rows(text), start=1))

    def checked(self, found: Iterable[tuple[int, Any]], place: str = "Row") -> list[FileRow]:
        """As the model takes them. Raises validation_error, by ``place`` and number."""
        rows: list[FileRow] = []
        problems: dict[str, list[str]] = {}
        numbers: dict[tuple[Any, ...], int] = {}
        for number, told in found:
            if messages := shape_problems(self.model, self.key, told, self.needed):
                problems[f"{place} {number}"] = messages
                continue
            fields = normalised(self.model, self.key, told)
            known = numbers.setdefault(self._names(fields), number)
            if known != number:  # which of them would win is nobody's guess
                problems[f"{place} {number}"] = [f"It stands in row {known} already."]
            rows.append((number, fields))
        _refuse(problems)
        if len(rows) > MAX_ROWS:
            raise DomainError("validation_error", f"At most {MAX_ROWS} rows in one file.")
        return rows

    @transaction.atomic
    def write(
        self, *, rows: Sequence[FileRow], by: services.Person, reason: str
    ) -> list[RowChange]:
        """Applies the rows, all or nothing, with all that is wrong said at once. The same file
        again changes nothing. Locks the list. Raises validation_error naming rows."""
        items: Any = self.model._default_manager.select_for_update()
        stored = {self._names(vars(item)): item for item in items}
        facts = services.known_fact_names()
        # As it stands before the first of them is written.
        known = current_catalogue().guarded if self.model is EmailTemplate else None
        changes: list[RowChange] = []
        problems: dict[str, list[str]] = {}
        for number, fields in rows:
            item = stored.get(self._names(fields)) or self.model()
            change = _change(" ".join(self._names(fields)), fields, item)
            changes.append(change)
            if change.action == "same":
                continue
            whole = row_of(item, settable_fields(self.model)) | fields
            refused = [*_refusals(change), *said_problems(self.name, whole, facts)]
            if messages := refused or _stored(item, fields, by, reason, known):
                problems[f"Row {number}, {change.name}"] = messages
        _refuse(problems)
        return _with_usage(changes) if self.name == "facts" else changes

    def try_out(self, rows: Sequence[FileRow]) -> list[RowChange]:
        """What writing the rows would do, refusals included; writes nothing that stays."""
        with transaction.atomic():
            changes = self.write(rows=rows, by=None, reason="tried")
            transaction.set_rollback(True)
        return changes

    def export(self) -> list[Row]:
        """Every row in the form that an import takes, by its key; line ends as stored."""
        rows = stored_rows(self.model, self.key)
        return [row | {name: row[name] or None for name in self.nulled} for row in rows]

    def export_sheet(self) -> str:
        columns = settable_fields(self.model)
        return write_sheet(columns, ([as_cell(row[c]) for c in columns] for row in self.export()))

    def _names(self, fields: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(fields[part] for part in self.key)


def read_json_rows(text: str) -> list[Any]:
    """Raises malformed_json, or validation_error for JSON that is no list."""
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DomainError("malformed_json", "The file is not valid JSON.") from error
    if not isinstance(rows, list) or len(rows) > MAX_ROWS:
        raise DomainError("validation_error", f"A list of at most {MAX_ROWS} rows is wanted.")
    return rows


def read_sheet(text: str) -> list[tuple[int, dict[str, str]]]:
    """Each row with its number in the spreadsheet (the header is 1), cells by column; empty rows
    are left out. Raises validation_error."""
    header, _, _ = text.partition("\n")
    separator = max(_SEPARATORS, key=header.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise DomainError("validation_error", f"The file is no table: {error}.") from error
    # "May be injected" is may_be_injected.
    columns = [cell.strip().lower().replace(" ", "_") for cell in rows[0]] if rows else []
    if not all(columns) or len(set(columns)) < max(len(columns), 1):
        raise DomainError("validation_error", "Row 1 must name each column, and each once.")
    found = []
    for number, cells in enumerate(rows[1:], start=2):
        if len(cells) > len(columns):
            raise DomainError("validation_error", f"Row {number}: more cells than columns.")
        if any(cell.strip() for cell in cells):
            found.append((number, dict(zip(columns, map(_read, cells), strict=False))))
    return found


def write_sheet(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """What ``read_sheet`` reads."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        cells = map(str.strip, row)  # a tab before it makes it no less a formula
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells])
    return out.getvalue()


def as_cell(value: Any) -> str:
    """In words, as a file that a person writes says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value or "")


def _read(cell: str) -> str:
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith(_FORMULA) else text


def _typed(model: type[models.Model], cells: Mapping[str, str]) -> Row:
    """Cells as JSON would hold them; an empty one is null."""
    row: Row = {}
    for name, cell in cells.items():
        kind = model._meta.get_field(name) if name in settable_fields(model) else None
        if not cell:
            row[name] = None
        elif isinstance(kind, models.JSONField):
            row[name] = [word.strip() for word in cell.split(",") if word.strip()]
        elif isinstance(kind, models.BooleanField):
            row[name] = _TRUTHS.get(cell.lower(), cell)
        else:
            row[name] = cell
    return row


def _change(name: str, fields: Row, stored: models.Model) -> RowChange:
    """What these fields make of a stored row or a new one; a new letter is shown whole."""
    after = {key: value for key, value in fields.items() if getattr(stored, key) != value}
    is_new, is_protected = stored._state.adding, False
    if isinstance(stored, EmailTemplate):
        is_protected = stored.is_protected or is_hard_rule_protected(fields["category"])
        after = dict(fields) if is_new else after
    before = {} if is_new else {key: getattr(stored, key) for key in after}
    action = "create" if is_new else "revise" if after else "same"
    return RowChange(name, action, before, after, is_protected)


def _refusals(change: RowChange) -> list[str]:
    """What a person may not do by hand either."""
    if change.before.get("value") and not change.after.get("value", True):
        return ["value: Say what it is."]
    ledger = [field for field in _OF_THE_LEDGER if field in change.after]
    return [f"{field}: The ledger of questions says it, and not a file." for field in ledger]


def _stored(
    item: models.Model, fields: Row, by: services.Person, reason: str, known: Known | None
) -> list[str]:
    """What kept the row from being stored; nothing where it was."""
    try:
        if not isinstance(item, EmailTemplate):
            services.store_row(item=item, fields=fields, by=by, reason=reason)
        elif item._state.adding:
            services.create_template(fields=fields, by=by, reason=reason, known=known)
        else:
            services.revise_template(
                template=item, fields=fields, by=by, reason=reason, known=known
            )
    except DomainError as error:
        if error.code == "lint_failed":
            return [error.detail]
        return [f"{field}: {' '.join(said)}" for field, said in error.fields.items()]
    return []


def _with_usage(changes: Sequence[RowChange]) -> list[RowChange]:
    """Facts with the letters and answers that will say another value."""
    usage = fact_usage()
    return [
        replace(change, note=f"Said in {usage[change.name].words}.")
        if change.before.keys() & _SAID and change.name in usage
        else change
        for change in changes
    ]


def _refuse(problems: Mapping[str, Sequence[str]]) -> None:
    if not problems:
        return
    said = [f"{place}: {' '.join(messages)}" for place, messages in problems.items()]
    more = len(said) - _MAX_SHOWN
    detail = "\n".join([*said[:_MAX_SHOWN], *([f"And {more} more rows."] if more > 0 else [])])
    raise DomainError("validation_error", detail, fields=problems)


TEMPLATES = Exchange(
    "templates",
    EmailTemplate,
    ("template_id", "language"),
    has_sheet=False,
    needed=("template_id", "subject", "body", "category"),
    nulled=(
        *("canonical_reference_url", "prepayment_step", "prepayment_provider", "acknowledges"),
    ),
    long_field="body",
)
FACTS = Exchange("facts", *LISTS["facts"])
KNOWLEDGE = Exchange(
    "knowledge",
    *LISTS["knowledge"],
    long_field="answer",
    hint="An answer may name only facts that the desk has: import the facts first.",
)
