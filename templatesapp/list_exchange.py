"""Facts and knowledge in and out by file: the lists of a house's files, as JSON or as CSV.

A row is written over what is stored under its key: what it does not name stays, and so does every
row that the file does not name.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.db import models, transaction

from config.errors import DomainError
from templatesapp.exchange import MAX_ROWS, Exchange, RowChange, as_cell, read_json_rows, revised
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
from templatesapp.outdated import fact_usage
from templatesapp.services import Person, known_fact_names, store_row

_SEPARATORS = ",;\t"  # which of them a program writes hangs on its language
# A cell that begins so is a formula to a spreadsheet; an apostrophe before it makes it a text.
_FORMULA = ("=", "+", "-", "@", "'")
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
# Where an answer comes from is decided question by question.
_OF_THE_LEDGER = ("source", "question_hashes")
_SAID = frozenset({"kind", "value", "unit"})  # of a fact: what letters say of it
_MAX_SHOWN = 5  # problems in one sentence


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
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row])
    return out.getvalue()


def _read(cell: str) -> str:
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith(_FORMULA) else text


# Where a person finds it (its row in a spreadsheet, its place in a JSON list), and what it says.
FileRow = tuple[int, Row]


def parse_list(name: str, text: str, is_sheet: bool = False) -> list[FileRow]:
    """The rows of a file, checked for shape. Raises malformed_json, or validation_error naming
    rows and keys."""
    model, key = LISTS[name]
    found: Iterable[tuple[int, Any]] = (
        [(number, _typed(model, cells)) for number, cells in read_sheet(text)]
        if is_sheet
        else enumerate(read_json_rows(text), start=1)
    )
    rows: list[FileRow] = []
    problems: dict[str, list[str]] = {}
    places: dict[tuple[Any, ...], int] = {}
    for number, told in found:
        if messages := shape_problems(model, key, told):
            problems[f"Row {number}"] = messages
            continue
        fields = normalised(model, key, told)
        names = tuple(fields[part] for part in key)
        if names in places:
            problems[f"Row {number}"] = [f"It stands in row {places[names]} already."]
        places[names] = number
        rows.append((number, fields))
    _refuse(problems)
    if len(rows) > MAX_ROWS:
        raise DomainError("validation_error", f"At most {MAX_ROWS} rows in one file.")
    return rows


@transaction.atomic
def import_list(name: str, *, rows: Sequence[FileRow], by: Person, reason: str) -> list[RowChange]:
    """Applies the rows, all or nothing, with all that is wrong said at once. The same file again
    changes nothing. Locks the list. Raises validation_error naming rows."""
    model, key = LISTS[name]
    items: Any = model._default_manager.select_for_update()
    stored = {tuple(getattr(item, part) for part in key): item for item in items}
    facts = known_fact_names()
    changes: list[RowChange] = []
    problems: dict[str, list[str]] = {}
    for number, fields in rows:
        names = tuple(fields[part] for part in key)
        item = stored.get(names) or model()
        change = revised(" ".join(names), fields, item)
        changes.append(change)
        if change.action == "same":
            continue
        whole = row_of(item, settable_fields(model)) | fields
        refused = [*_refusals(change), *said_problems(name, whole, facts)]
        if messages := refused or _stored(item, fields, by, reason):
            problems[f"Row {number}, {change.name}"] = messages
    _refuse(problems)
    # With the letters and answers that will say another value.
    usage = fact_usage() if name == "facts" else {}
    return [
        replace(change, note=f"Said in {usage[change.name].words}.")
        if change.before.keys() & _SAID and change.name in usage
        else change
        for change in changes
    ]


def _stored(item: models.Model, fields: Row, by: Person, reason: str) -> list[str]:
    """What kept the row from being stored; nothing where it was."""
    try:
        store_row(item=item, fields=fields, by=by, reason=reason)
    except DomainError as error:
        return [f"{field}: {' '.join(said)}" for field, said in error.fields.items()]
    return []


def _refusals(change: RowChange) -> list[str]:
    """What a person may not do by hand either."""
    if change.before.get("value") and not change.after.get("value", True):
        return ["value: Say what it is."]
    ledger = [field for field in _OF_THE_LEDGER if field in change.after]
    return [f"{field}: The ledger of questions says it, and not a file." for field in ledger]


def _refuse(problems: Mapping[str, Sequence[str]]) -> None:
    if not problems:
        return
    said = [f"{place}: {' '.join(messages)}" for place, messages in problems.items()]
    more = len(said) - _MAX_SHOWN
    detail = " ".join([*said[:_MAX_SHOWN], *([f"And {more} more rows."] if more > 0 else [])])
    raise DomainError("validation_error", detail, fields=problems)


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


def export_sheet(name: str) -> str:
    """The desk's rows as ``parse_list`` reads them of a spreadsheet."""
    columns = settable_fields(LISTS[name][0])
    rows = [[as_cell(row[column]) for column in columns] for row in stored_rows(name)]
    return write_sheet(columns, rows)


def _exchange(name: str, **told: str) -> Exchange:
    return Exchange(
        name=name,
        key=LISTS[name][1],
        parse=partial(parse_list, name),
        write=partial(import_list, name),
        export=partial(stored_rows, name),
        export_sheet=partial(export_sheet, name),
        **told,
    )


FACTS = _exchange("facts")
KNOWLEDGE = _exchange(
    "knowledge",
    long_field="answer",
    hint="An answer may name only facts that the desk has: import the facts first.",
)
